"""The file or directory that an import takes in: what names it, and whether it changed on the way."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from oyez.core.errors import InputError

_BLOCK = 1 << 20


class SourceFile(msgspec.Struct, frozen=True):
    """An archive at one moment."""

    name: str
    """The absolute path, links resolved, or the name that was given to the archive."""
    sha256: str
    """Of the file's bytes; for a directory, of its files' names and hashes."""
    bytes: int


def source_file(path: str, name: str | None = None) -> SourceFile:
    """Look at the archive at `path`, which goes by `name` if one is given.

    Raises `InputError` if it cannot be read, and for standard input.
    """
    if path == "-":
        raise InputError(
            "standard input cannot be imported: an import must be able to go on where it stopped"
        )
    real = Path(os.path.realpath(path))
    try:
        digest, size = _directory(real) if real.is_dir() else _file(real)
    except OSError as fault:
        raise InputError(f"{path}: cannot be read: {fault.strerror}") from fault
    return SourceFile(name or str(real), digest, size)


def _file(path: Path) -> tuple[str, int]:
    whole, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            whole.update(block)
            size += len(block)
    return whole.hexdigest(), size


def _directory(root: Path) -> tuple[str, int]:
    whole, size = hashlib.sha256(b"oyez.directory.1\0"), 0
    for path in sorted(_files(root)):
        digest, length = _file(path)
        whole.update(os.fsencode(path.relative_to(root)) + b"\0" + bytes.fromhex(digest))
        size += length
    return whole.hexdigest(), size


def _files(root: Path) -> Iterator[Path]:
    """The regular files that a directory of replies is made of; names that begin with a dot are left out."""
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            path = Path(folder, name)
            if not name.startswith(".") and path.is_file():
                yield path
