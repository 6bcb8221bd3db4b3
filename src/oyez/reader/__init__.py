"""The reader: one reply and one contract in, one reading out."""

from oyez.reader.replies import read, read_many
from oyez.reader.version import VERSION

__all__ = ["VERSION", "read", "read_many"]
