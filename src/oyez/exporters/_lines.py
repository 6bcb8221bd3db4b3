"""Exporters that write one JSON object a reading, to a new file."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from oyez.exporters._exporter import Exporter, Reread, WriteBack, Written
from oyez.exporters._new_file import new_file
from oyez.rows.reading import to_json_bytes


class LinesExporter(Exporter):
    """Streams: no more than one reading is held."""

    @abstractmethod
    def lines(self, reread: Reread, job: WriteBack) -> Iterator[dict[str, Any]]:
        """The objects for one reading."""

    def write(self, job: WriteBack) -> Written:
        rows = verdicts = 0
        with new_file(job.to) as path, path.open("wb") as out:
            for reread in job.rereads:
                for line in self.lines(reread, job):
                    out.write(to_json_bytes(line))
                rows, verdicts = rows + 1, verdicts + reread.reading.ok
        return Written(rows=rows, verdicts=verdicts, unread=rows - verdicts)
