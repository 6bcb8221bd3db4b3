"""Plain rows of readings: JSON lines, CSV or Parquet, by the ending of the name."""

from __future__ import annotations

from oyez.core.errors import InputError
from oyez.exporters._exporter import Exporter, WriteBack, Written
from oyez.exporters._new_file import new_file
from oyez.rows.reading import reading_row
from oyez.rows.readings import open_target


class _Exporter(Exporter):
    name = "readings"
    title = "Plain rows of readings (`.jsonl`, `.csv`, `.parquet`)"
    verified = True
    checked = "read back in each format"
    about = "One row a reading with the columns of `oyez read --to`; an unread reply has its status and no verdict"

    def write(self, job: WriteBack) -> Written:
        if job.to.suffix.lower() not in (".jsonl", ".ndjson", ".csv", ".parquet", ".pq"):
            raise InputError(f"{job.to}: the ending must say the format: .jsonl, .parquet or .csv")
        rows = verdicts = 0
        with new_file(job.to) as path, open_target(str(path)) as out:
            for reread in job.rereads:
                out.write(reading_row(reread.reading, reread.draw.reply))
                rows, verdicts = rows + 1, verdicts + reread.reading.ok
        return Written(rows=rows, verdicts=verdicts, unread=rows - verdicts)


EXPORTER = _Exporter()
