"""A file that appears whole, and only where no file was."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from oyez.core.errors import InputError


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """A path beside `target` to write to, which becomes `target` when the block ends without an exception.

    Raises `InputError` if something is at `target` already, also if it came there meanwhile.
    """
    if target.exists() or target.is_symlink():
        raise InputError(f"{target}: is there already; readings never replace a file: name another")
    beside = target.with_name(f".{target.name[:200]}.{secrets.token_hex(6)}.tmp{target.suffix}")
    try:
        try:
            beside.touch(exist_ok=False)
        except OSError as fault:
            raise InputError(f"{target}: cannot be written: {fault.strerror}") from fault
        yield beside
        _publish(beside, target)
    finally:
        beside.unlink(missing_ok=True)


def _publish(beside: Path, target: Path) -> None:
    """Give the finished file its name; a hard link fails where the name is taken, a rename would replace."""
    with beside.open("rb") as written:
        os.fsync(written.fileno())
    try:
        os.link(beside, target)
    except FileExistsError as fault:
        raise InputError(
            f"{target}: is there already; readings never replace a file: name another"
        ) from fault
    except OSError:  # a file system without hard links
        beside.rename(target)
