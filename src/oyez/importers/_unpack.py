"""Decompressors for the entries of a zip file, fed piece by piece so that no entry can outgrow its bound."""

from __future__ import annotations

import sys
import zipfile
import zlib
from typing import Any, Final, Protocol

from oyez.importers._extra import need

ZSTD: Final = (93, 20)
"""Zip's numbers for zstd, the present and the first one."""


class Unpacker(Protocol):
    """Turns compressed pieces into plain ones."""

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """At most `max_length` bytes more; `data` is b"" to go on with what is already in."""

    @property
    def needs_input(self) -> bool:
        """Whether nothing more can come before more data goes in."""

    @property
    def eof(self) -> bool:
        """Whether the stream has ended."""


class _Stored:
    """Bytes as they stand."""

    def __init__(self) -> None:
        self._rest = b""

    def decompress(self, data: bytes, max_length: int) -> bytes:
        whole = self._rest + data
        self._rest = whole[max_length:]
        return whole[:max_length]

    @property
    def needs_input(self) -> bool:
        return not self._rest

    @property
    def eof(self) -> bool:
        return False


class _Deflate:
    """Raw deflate."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(-15)

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail and not self._inner.eof

    @property
    def eof(self) -> bool:
        return self._inner.eof


def zstd() -> Any:
    """The zstd module: Python's own from 3.14 on, else its backport from the extra `zstd`."""
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    return need(name, "zstd", "a log compressed with zstd")


def unpacker(method: int) -> Unpacker | None:
    """A new decompressor for a zip compression method; `None` for a method that is not known."""
    if method == zipfile.ZIP_STORED:
        return _Stored()
    if method == zipfile.ZIP_DEFLATED:
        return _Deflate()
    if method in ZSTD:
        made: Unpacker = zstd().ZstdDecompressor()
        return made
    return None
