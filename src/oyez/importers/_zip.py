"""A zip file read with suspicion: every entry named, bounded and checked before a byte of it is believed."""

from __future__ import annotations

import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final

from oyez.core.errors import InputError
from oyez.importers._limits import MIB, Limits
from oyez.importers._row import Row, load_json
from oyez.importers._unpack import unpacker

_LOCAL: Final = struct.Struct("<4s22xHH")
"""Signature, and the lengths of the name and of the extra field of a local header."""

_PIECE: Final = MIB


class SafeZip:
    """The entries of a zip file by name. Opening one raises `InputError` for anything that is not plain."""

    def __init__(self, stream: BinaryIO, name: str, limits: Limits) -> None:
        self.name = name
        self._stream = stream
        self._limits = limits
        try:
            listed = zipfile.ZipFile(stream).infolist()
        except (zipfile.BadZipFile, struct.error, ValueError, NotImplementedError, OverflowError) as fault:
            raise InputError(f"{name}: not a whole zip file ({fault}); was it written to the end?") from fault
        if len(listed) > limits.entries:
            raise InputError(f"{name}: {len(listed)} entries; the limit is {limits.entries}")
        self._entries: dict[str, zipfile.ZipInfo] = {}
        for info in listed:
            self._check(info)
            self._entries[info.filename] = info
        self._check_overlap()

    def __iter__(self) -> Iterator[str]:
        """The names of the entries, in the order of the directory."""
        return iter(self._entries)

    def __contains__(self, entry: object) -> bool:
        return entry in self._entries

    def row(self, entry: str) -> Row:
        """The JSON value in an entry."""
        place = f"{self.name}: {entry}"
        return Row(place, load_json(self.read(entry), place), self.name)

    def read(self, entry: str) -> bytes:
        """The whole of an entry, with length and checksum as the directory says."""
        info = self._entries[entry]
        if info.file_size > self._limits.value_bytes:
            limit = self._limits.value_bytes // MIB
            raise self._fault(info, f"unpacks to {info.file_size} bytes; the limit is {limit} MiB")
        out, crc = bytearray(), 0
        for piece in self._pieces(info):
            crc = zlib.crc32(piece, crc)
            out += piece
            if len(out) > info.file_size:
                raise self._fault(info, "unpacks to more than the directory says")
        if len(out) != info.file_size or crc != info.CRC:
            raise self._fault(info, "is damaged: its length or checksum is not what the directory says")
        return bytes(out)

    def _pieces(self, info: zipfile.ZipInfo) -> Iterator[bytes]:
        inner = unpacker(info.compress_type)
        if inner is None:
            raise self._fault(info, f"has the compression method {info.compress_type}, which is not known")
        left = info.compress_size
        self._seek(info)
        while left and not inner.eof:
            data = self._stream.read(min(left, _PIECE))
            if not data:
                raise self._fault(info, "ends in the middle; was the file written to the end?")
            left -= len(data)
            try:
                yield inner.decompress(data, _PIECE)
                while not inner.needs_input and not inner.eof:
                    yield inner.decompress(b"", _PIECE)
            except Exception as fault:  # each decompressor has an error type of its own
                raise self._fault(info, f"cannot be unpacked: {fault}") from fault

    def _seek(self, info: zipfile.ZipInfo) -> None:
        self._stream.seek(info.header_offset)
        header = self._stream.read(_LOCAL.size)
        if len(header) < _LOCAL.size or not header.startswith(b"PK\x03\x04"):
            raise self._fault(info, "does not stand where the directory says")
        _, name, extra = _LOCAL.unpack(header)
        self._stream.seek(name + extra, 1)

    def _check(self, info: zipfile.ZipInfo) -> None:
        name = info.filename
        parts = re.split(r"[/\\]", name)
        if not parts[0] or ".." in parts or parts[0].endswith(":"):
            raise self._fault(info, "has a name that leads out of the archive")
        if name in self._entries:
            raise self._fault(info, "stands twice in the directory")
        if stat.S_ISLNK(info.external_attr >> 16):
            raise self._fault(info, "is a symbolic link")
        if info.flag_bits & 0x1:
            raise self._fault(info, "is encrypted")
        swollen = info.file_size > self._limits.ratio * max(info.compress_size, 1)
        if info.file_size > self._limits.ratio_from and swollen:
            said = f"unpacks to {info.file_size} bytes from {info.compress_size}"
            raise self._fault(info, f"{said}; more than {self._limits.ratio} to 1 is refused")

    def _check_overlap(self) -> None:
        """Entries that share bytes are how a small file claims to hold a large one."""
        end = 0
        for info in sorted(self._entries.values(), key=lambda each: each.header_offset):
            if info.header_offset < end:
                raise self._fault(info, "overlaps another entry")
            end = info.header_offset + _LOCAL.size + info.compress_size

    def _fault(self, info: zipfile.ZipInfo, said: str) -> InputError:
        return InputError(f"{self.name}: the entry {info.filename!r} {said}")
