"""What every importer offers: what it reads, how it tells its format, and the draws in a file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from oyez.importers._head import Head
from oyez.importers._source import Source
from oyez.ledger.facts import Draw


class Importer(ABC):
    """Reads one format. The sentences here are the format's page in the documentation."""

    name: ClassVar[str]
    """What `--format` calls it."""
    version: ClassVar[str] = "1"
    """Goes up when the same file gives other draws than before."""
    title: ClassVar[str]
    """The tool and the file, in words."""
    tool: ClassVar[str]
    """The tool that writes the format, as the recorded values name it."""
    verified: ClassVar[bool]
    """Whether it was tried on files that the tool itself wrote."""
    checked: ClassVar[str]
    """What it was tried on."""
    extra: ClassVar[str | None] = None
    """The extra that it needs; `None` for none."""
    where: ClassVar[str]
    """Where the judge's reply lives."""
    recorded: ClassVar[str]
    """Where the recorded value lives."""
    lost: ClassVar[str]
    """What the format does not keep."""
    write_back: ClassVar[str]
    """How corrected readings go back to the tool."""
    rereadable: ClassVar[bool] = True
    """Whether the format keeps replies at all."""
    contracts: ClassVar[tuple[str, ...]] = ()
    """Contracts of the catalogue for the judges whose replies it usually holds."""
    exporter: ClassVar[str | None] = None
    """The exporter whose file goes back to the tool; `None` if it takes none."""
    example: ClassVar[str]
    """A file in the folder of examples that shows the format."""

    @abstractmethod
    def sniff(self, head: Head) -> float:
        """How sure it is that the file is of this format: 0 (no) to 1 (nothing else looks like this)."""

    @abstractmethod
    def draws(self, source: Source) -> Iterator[Draw]:
        """The draws, streamed, in the order of the file. Raises `InputError` with the place."""
