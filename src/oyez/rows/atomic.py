"""A file that appears whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from oyez.core.errors import InputError
from oyez.core.visible import visible_text


@contextmanager
def appearing(target: Path) -> Iterator[Path]:
    """A new path beside `target` to write to; on leaving without an exception it takes the target's place.

    After an exception, Ctrl-C among them, it is removed and the target is as before. A target that is no
    regular file (a pipe, `/dev/null`) is written to directly. Raises `InputError` if nothing can be
    written there.
    """
    real = Path(os.path.realpath(target))
    if real.is_dir():
        raise InputError(f"{visible_text(str(target))}: is a directory; name a file to write")
    if real.exists() and not real.is_file():
        yield real
        return
    start = real.name.encode("utf-8", "surrogateescape")[:200].decode(
        "utf-8", "ignore"
    )  # a name has 255 bytes
    beside = real.with_name(f".{start}.{secrets.token_hex(6)}.tmp")
    try:
        _claim(beside, real, target)
        yield beside
        _sync(beside)
        os.replace(beside, real)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _claim(beside: Path, real: Path, target: Path) -> None:
    """Make the new file, with the mode that the target has or would get."""
    try:
        beside.touch(exist_ok=False)
        if real.exists():
            beside.chmod(real.stat().st_mode & 0o777)
    except OSError as fault:
        raise InputError(f"{visible_text(str(target))}: cannot be written: {fault.strerror}") from fault


def _sync(path: Path) -> None:
    """Have the contents on disk before the name points at them."""
    with path.open("rb") as written:
        os.fsync(written.fileno())
