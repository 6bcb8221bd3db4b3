"""Open an archive: find its format by looking, or take the one named, and stream its draws."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from hashlib import blake2b
from os import PathLike
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from oyez.core.errors import InputError
from oyez.core.nearest import listed
from oyez.core.registry import Registry
from oyez.importers._importer import Importer
from oyez.importers._limits import DEFAULT, Limits
from oyez.importers._source import Source
from oyez.ledger.facts import Draw

IMPORTERS: Final = Registry(
    "oyez.importers",
    "IMPORTER",
    Importer,  # type: ignore[type-abstract]  # the registry asks isinstance only
)
"""All importers, built in and from other packages (entry points in the group `oyez.importers`)."""

_SURE: Final = 0.5


class Archive(Iterator[Draw]):
    """The draws of one file, iterated once; closes the file at the end."""

    def __init__(self, source: Source, importer: Importer) -> None:
        self.source = source
        """The file."""
        self.importer = importer
        """What reads it."""
        self._draws = iter(importer.draws(source))
        self._seen: set[bytes] = set()

    def __next__(self) -> Draw:
        draw = next(self._draws)
        name = self._unique(draw.reply.id or "")
        if name == draw.reply.id:
            return draw
        return replace(draw, reply=replace(draw.reply, id=name))

    def _unique(self, name: str) -> str:
        """The id of a draw, told apart from an equal one before it: a tool may run the same item again."""
        number, tried = 1, name
        while (key := _key(tried)) in self._seen:
            number += 1
            tried = f"{name}#{number}"
        self._seen.add(key)
        return tried


def open_archive(
    path: str | PathLike[str],
    format: str | None = None,  # noqa: A002 - the option of the command line has this name
    *,
    limits: Limits = DEFAULT,
    on_bad: Callable[[InputError], None] | None = None,
) -> Archive:
    """The draws of an archive that another tool wrote.

    `format` names an importer; without it the format is found by looking at the file's beginning. Raises
    `InputError` for a file that cannot be read, a format that is not known, and a file that no importer or
    more than one knows; while iterating, for the first row that is not in the format, with its place.
    With `on_bad` such a row is told of and passed over; a file that is broken as a whole, such as a list that
    never ends, is an error all the same.
    """
    source = Source(Path(path), limits, on_bad)
    return Archive(source, _named(format) if format is not None else sniff(source))


def is_known(path: str | PathLike[str]) -> bool:
    """Whether some importer is sure of the file; false for what cannot be read."""
    try:
        head = Source(Path(path)).head
    except InputError:
        return False
    return any(importer.sniff(head) >= _SURE for importer in IMPORTERS)


def archives_in(folder: str | PathLike[str]) -> list[str]:
    """The files in a folder, at any depth, that some importer is sure of, by name; links are not followed."""
    found = []
    for place, folders, files in os.walk(folder):
        folders.sort()
        paths = [Path(place, name) for name in sorted(files)]
        found += [str(path) for path in paths if not path.is_symlink() and is_known(path)]
    return found


def sniff(source: Source) -> Importer:
    """The importer that knows the file. Raises `InputError` if there is none, or no single one."""
    sure = sorted(((each.sniff(source.head), each) for each in IMPORTERS), key=lambda pair: -pair[0])
    best = [each for confidence, each in sure if confidence == sure[0][0] and confidence >= _SURE]
    if not best:
        raise InputError(
            f"{source.name}: in no format that is known ({_names()}); --format names one; "
            "plain replies go into a ledger first: oyez import REPLIES --into LEDGER"
        )
    if len(best) > 1:
        which = " or ".join(each.name for each in best)
        raise InputError(f"{source.name}: looks like {which}; --format says which")
    return best[0]


def _key(name: str) -> bytes:
    """An id as 16 bytes, so that those of a large archive can be remembered."""
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _named(name: str) -> Importer:
    found = IMPORTERS.get(name)
    if found is None:
        raise InputError(f"no format {name!r}; {listed(name, sorted(each.name for each in IMPORTERS))}")
    return found


def _names() -> str:
    return ", ".join(sorted(each.name for each in IMPORTERS))
