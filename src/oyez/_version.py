"""The version of the package; the reader has a version of its own (`oyez.reader.VERSION`)."""

__version__ = "0.1.0"
