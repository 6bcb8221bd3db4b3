"""Reads the archives that other tools write, one format a file; every draw keeps what its tool recorded."""

from oyez.importers._importer import Importer
from oyez.importers._into import import_into
from oyez.importers._limits import Limits
from oyez.importers._open import IMPORTERS, Archive, archives_in, is_known, open_archive

__all__ = [
    "IMPORTERS",
    "Archive",
    "Importer",
    "Limits",
    "archives_in",
    "import_into",
    "is_known",
    "open_archive",
]
