"""JUnit XML: a test case a reply, so that a build shows which replies could not be read."""

from __future__ import annotations

import re
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from oyez.exporters._exporter import Exporter, Reread, WriteBack, Written, explanation, tally
from oyez.exporters._new_file import new_file

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may hold."""


class _Exporter(Exporter):
    name = "junit"
    title = "JUnit XML"
    verified = False
    checked = "read back by the XML parser of the standard library"
    about = (
        "A test case a reply, named by its id, in a class named by the contract. An unread reply is a failure of "
        "the type of its status; the end of the reply stands in its text"
    )

    def write(self, job: WriteBack) -> Written:
        rereads = list(job.rereads)
        counts = tally(rereads)
        with new_file(job.to) as path, path.open("w", encoding="utf-8", newline="\n") as out:
            out.write('<?xml version="1.0" encoding="UTF-8"?>\n')
            out.write(f'<testsuites><testsuite name="oyez" tests="{counts.rows}" failures="{counts.unread}" ')
            out.write('errors="0" skipped="0">\n')
            for reread in rereads:
                out.write(_case(reread))
            out.write("</testsuite></testsuites>\n")
        return counts


def _case(reread: Reread) -> str:
    reading = reread.reading
    head = f"<testcase classname={_quoted(reading.contract)} name={_quoted(reread.id)}"
    if reading.ok:
        return f"{head}><system-out>{_text(explanation(reading))}</system-out></testcase>\n"
    end = (reread.draw.reply.text or "")[-500:]
    said = _quoted(explanation(reading))
    return f'{head}><failure type="{reading.status}" message={said}>{_text(end)}</failure></testcase>\n'


def _text(text: str) -> str:
    return escape(_NOT_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def _quoted(text: str) -> str:
    return quoteattr(_NOT_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


EXPORTER = _Exporter()
