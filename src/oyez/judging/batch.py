"""Batch files: the draws that are missing as requests that a provider takes overnight."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from oyez.core.errors import InputError
from oyez.judges import Judge, Request
from oyez.judges.anthropic import AnthropicJudge
from oyez.judges.openai import PATHS, OpenAIJudge
from oyez.judging.asks import Ask, seal_ask
from oyez.judging.known import held, serves
from oyez.judging.plan import Plan
from oyez.judging.run import CHUNK
from oyez.judging.wants import Want, ask_for, digest_of, wants
from oyez.ledger import Ledger
from oyez.rows.atomic import appearing

MOST_ROWS = 50_000
"""Requests of one file; OpenAI takes 50,000, Anthropic 100,000."""
MOST_BYTES = 190_000_000
"""Bytes of one file; OpenAI takes 200 MB, Anthropic 256 MB."""
_CUSTOM = re.compile(r"([0-9a-f]{16})(?:-([0-9A-F]{8}))?")


class Custom(msgspec.Struct, frozen=True):
    """What a custom id says: the draw, and the mark of a sealed one. Only the provider sees it, never the judge."""

    key: str
    mark: str | None

    def __str__(self) -> str:
        return self.key if self.mark is None else f"{self.key}-{self.mark}"


def custom_of(text: str) -> Custom | None:
    """The custom id in a result; `None` for one that oyez did not write."""
    found = _CUSTOM.fullmatch(text)
    return None if found is None else Custom(found[1], found[2])


def key_of(ask: Ask) -> str:
    """The part of a draw's id that names it in a batch file: 16 hex digits."""
    return ask.name.rpartition("#")[2]


def asks_of(plan: Plan, judge: Judge) -> Iterator[tuple[Want, Ask]]:
    """Every draw that a plan wants from one judge."""
    digest = digest_of(plan, judge)
    for want in wants(plan):
        yield want, ask_for(plan, digest, want)


def missing(plan: Plan, judge: Judge, ledger: Ledger | None) -> Iterator[Ask]:
    """The draws that the ledger does not hold."""
    source = (ask for _, ask in asks_of(plan, judge))
    while chunk := list(islice(source, CHUNK)):
        there = {} if ledger is None else held(ledger, [ask.name for ask in chunk])
        for ask in chunk:
            found = there.get(ask.name)
            if found is None or not serves(found, plan.digest, frozenset()):
                yield ask


def request_row(plan: Plan, judge: Judge, ask: Ask) -> dict[str, Any]:
    """One line of a request file. A sealed draw gets its mark now, and keeps it in its custom id."""
    made = seal_ask(plan.task, judge.spec, ask)
    request = Request(id=ask.name, messages=made.messages, shape=made.shape)
    custom = str(Custom(key_of(ask), made.mark))
    if isinstance(judge, AnthropicJudge):
        return {"custom_id": custom, "params": judge.body(request)}
    if isinstance(judge, OpenAIJudge):
        url = f"/v1{PATHS[judge.api]}"
        return {"custom_id": custom, "method": "POST", "url": url, "body": judge.body(request)}
    raise InputError(f"the judge {judge.spec.name}: batch files are for judges of kind openai or anthropic")


def write_requests(plan: Plan, judge: Judge, ledger: Ledger | None, path: Path) -> list[tuple[Path, int]]:
    """Write all missing draws as request files; a second file is begun where a provider would not take one.

    Gives the files with their numbers of requests. Each file is there whole, or not at all.
    """
    lines = (_line(request_row(plan, judge, ask)) for ask in missing(plan, judge, ledger))
    written: list[tuple[Path, int]] = []
    held_back = next(lines, None)
    while held_back is not None:
        number = len(written)
        target = path if not number else path.with_name(f"{path.stem}-{number + 1}{path.suffix}")
        count = size = 0
        with appearing(target) as beside, beside.open("wb") as file:
            while held_back is not None and count < MOST_ROWS and size + len(held_back) <= MOST_BYTES:
                file.write(held_back)
                count, size = count + 1, size + len(held_back)
                held_back = next(lines, None)
            if not count:
                raise InputError(f"a request of {len(held_back or b''):,} bytes is larger than a file may be")
        written.append((target, count))
    return written


def _line(row: dict[str, Any]) -> bytes:
    return json.dumps(row).encode() + b"\n"
