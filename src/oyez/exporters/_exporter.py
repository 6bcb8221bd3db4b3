"""What every exporter offers, and what it is given: replies read again, to be put where a team looks at them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from oyez.contract import Contract
from oyez.core.errors import InputError
from oyez.core.reading import Reading
from oyez.ledger.facts import Draw
from oyez.reader import read
from oyez.rows.reading import reading_facts


class Reread(msgspec.Struct, frozen=True):
    """A draw of an archive, and what reading its reply again came to."""

    draw: Draw
    reading: Reading

    @property
    def id(self) -> str:
        """The draw's name in its archive."""
        return self.draw.reply.id or ""

    @property
    def place(self) -> str:
        """Where the draw's row stands in its archive, as its importer says; several draws may share a row."""
        return str((self.draw.reply.meta or {}).get("place", "")).partition(",")[0]


class WriteBack(msgspec.Struct, frozen=True, kw_only=True):
    """One writing of readings to a new file."""

    rereads: Iterable[Reread]
    to: Path
    """The file to make; it must not be there yet."""
    archive: Path | None = None
    """The archive that the draws were imported from, for formats that are written beside it."""
    author: str = "oyez"
    """Who is named as the author of the change, where a tool records one."""
    at: str = msgspec.field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="milliseconds"))
    """When the readings are written, ISO 8601 in UTC."""


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """How many of each were written."""

    rows: int
    verdicts: int
    """With a verdict."""
    unread: int
    """Without one: the status stands in its place."""


class Exporter(ABC):
    """Writes readings in one format. It never changes or replaces a file that is there."""

    name: ClassVar[str]
    title: ClassVar[str]
    """The tool and the file, in words."""
    verified: ClassVar[bool]
    """Whether the tool itself has read what was written."""
    checked: ClassVar[str]
    """How it was tried."""
    extra: ClassVar[str | None] = None
    about: ClassVar[str]
    """What is written, and how an unread reply looks there."""

    @abstractmethod
    def write(self, job: WriteBack) -> Written:
        """Write all readings. Raises `InputError`, and then nothing has appeared, if anything is in the way."""


def reread(draws: Iterable[Draw], contract: Contract) -> Iterator[Reread]:
    """Read the draws again, without those whose text the archive did not keep: they are left alone."""
    for draw in draws:
        if draw.raw_absent is None:
            yield Reread(draw, read(draw.reply, contract))


def tally(rereads: Iterable[Reread]) -> Written:
    """How many rereads there are, with and without a verdict."""
    ok = [reread.reading.ok for reread in rereads]
    return Written(rows=len(ok), verdicts=sum(ok), unread=len(ok) - sum(ok))


def account(reading: Reading) -> dict[str, Any]:
    """What a reading came to and how, to stand beside a value in another tool's file."""
    return {
        **reading_facts(reading),
        "problems": [problem.code for problem in reading.problems],
    }


def explanation(reading: Reading) -> str:
    """One sentence on what a reading came to."""
    if reading.ok:
        rule = f" by {reading.rule}" if reading.rule else ""
        return f"read under {reading.contract}{rule}: {reading.evidence!r} at {reading.start}:{reading.end}"
    said = "; ".join(problem.message for problem in reading.problems)
    return f"no verdict under {reading.contract}: {reading.status}{f' ({said})' if said else ''}"


def needs_archive(job: WriteBack, exporter: Exporter) -> Path:
    """The archive of a job. Raises `InputError` if none was given."""
    if job.archive is None:
        raise InputError(f"{exporter.name} is written beside an archive, and none was named")
    return job.archive
