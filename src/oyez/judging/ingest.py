"""Batch results into the ledger: every row of the files is a draw of the plan, a repeat, or named as a stranger."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from oyez.core.errors import InputError
from oyez.core.tally import Tally, TallyCount
from oyez.judges import Delivery, Judge, Request
from oyez.judges import anthropic as claude
from oyez.judges import openai as gpt
from oyez.judges._http import Got
from oyez.judging.asking import Context, draw_of
from oyez.judging.asks import Ask, Sealed
from oyez.judging.batch import Custom, asks_of, custom_of, key_of
from oyez.judging.known import Held, held
from oyez.judging.plan import Plan
from oyez.judging.reading import judging_of, read_draw
from oyez.judging.record import Recorder
from oyez.judging.run import CHUNK, Watch
from oyez.judging.transport import Attempted
from oyez.ledger import Draw, Ledger
from oyez.ledger.addition import now


class Ingested(msgspec.Struct, frozen=True, kw_only=True):
    """What came of taking results in; `rows` = `added` + `repeated` + `strangers`."""

    rows: int
    """Rows of the files."""
    added: int
    """Draws that are new in the ledger, those marked `twice` included."""
    twice: int
    """Of those, second answers to one request that say something else; they are kept and marked."""
    repeated: int
    """Rows that say what the ledger holds already."""
    strangers: int
    """Rows whose custom id is none of this plan's."""
    missing: int
    """Draws of the plan that neither the ledger nor the files hold."""
    tally: Tally
    """Of what was added."""


class _Row(msgspec.Struct, frozen=True):
    """Where a result stands."""

    file: Path
    offset: int
    size: int
    mark: str | None


def ingest(
    plan: Plan, judge: Judge, ledger: Ledger, files: Iterable[Path], watch: Watch | None = None
) -> Ingested:
    """Take the results of a judge's batch requests in. Taking the same file in again adds nothing.

    Raises `InputError` for a file that holds no results, with the place.
    """
    index, strangers = _index(files)
    rows = sum(map(len, index.values())) + strangers
    recorder = Recorder(ledger, plan.task.read_under, f"{plan.name} {plan.digest}")
    try:
        taking = _Taking(plan, judge, ledger, recorder, index, watch)
        taking.all()
    finally:
        recorder.close()
    left = sum(map(len, index.values()))
    counts = taking.counts
    return Ingested(
        rows=rows,
        added=counts["added"],
        twice=counts["twice"],
        repeated=counts["repeated"],
        strangers=strangers + left,
        missing=counts["missing"],
        tally=taking.tally.tally(),
    )


def _index(files: Iterable[Path]) -> tuple[dict[str, list[_Row]], int]:
    """The rows of all files by the draw that they answer, and how many answer none; only places are held."""
    index: dict[str, list[_Row]] = {}
    strangers = 0
    for file in files:
        for number, offset, line in _lines(file):
            found = _parsed(line, f"{file}:{number}")
            custom = custom_of(str(found.get("custom_id", "")))
            if custom is None:
                strangers += 1
            else:
                index.setdefault(custom.key, []).append(_Row(file, offset, len(line), custom.mark))
    return index, strangers


def _lines(file: Path) -> Iterator[tuple[int, int, bytes]]:
    offset = 0
    try:
        with file.open("rb") as opened:
            for number, line in enumerate(opened, start=1):
                if line.strip():
                    yield number, offset, line
                offset += len(line)
    except OSError as fault:
        raise InputError(f"{file}: cannot be read: {fault.strerror or fault}") from fault


def _parsed(line: bytes, place: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise InputError(f"{place}: not JSON: {fault}") from fault
    if not isinstance(found, dict) or "custom_id" not in found:
        raise InputError(f"{place}: no custom_id; this is no line of batch results")
    return found


class _Taking:
    """One pass over the plan's draws, each with the rows that answer it."""

    def __init__(
        self,
        plan: Plan,
        judge: Judge,
        ledger: Ledger,
        recorder: Recorder,
        index: dict[str, list[_Row]],
        watch: Watch | None,
    ) -> None:
        self._plan = plan
        self._judge = judge
        self._ledger = ledger
        self._recorder = recorder
        self._index = index
        self._watch = watch
        self._context = Context(
            task=plan.task, recorder=recorder, plan=plan.digest, protocol=plan.protocol.name
        )
        self.counts = dict.fromkeys(("added", "twice", "repeated", "missing"), 0)
        self.tally = TallyCount()

    def all(self) -> None:
        """Take in every row that answers a draw of the plan."""
        source = (ask for _, ask in asks_of(self._plan, self._judge))
        while chunk := list(islice(source, CHUNK)):
            there = held(self._ledger, [ask.name for ask in chunk])
            new: list[Draw] = []
            for ask in chunk:
                new += self._draws(ask, self._index.pop(key_of(ask), []), there.get(ask.name))
            for kept in self._recorder.put(new, partial(read_draw, self._plan.task)):
                self.counts["added"] += 1
                self.tally.add(kept.reading)
                if self._watch is not None:
                    self._watch(kept.reply, kept.reading, False)

    def _draws(self, ask: Ask, found: list[_Row], before: Held | None) -> Iterator[Draw]:
        """The rows of one draw that the ledger does not hold."""
        if not found and before is None:
            self.counts["missing"] += 1
        said = set() if before is None else self._said(before)
        for row in found:
            raw = _read(row)
            if raw in said:
                self.counts["repeated"] += 1
                continue
            self.counts["twice"] += bool(said)
            said.add(raw)
            yield self._new(ask, row, raw)

    def _said(self, before: Held) -> set[str]:
        """The rows that the ledger holds of this draw, as they came, those marked `twice` included."""
        names = [before.reply.id or "", *(f"{before.reply.id}~{number}" for number in range(2, 10))]
        found = {str(judging_of(one.reply).get("raw")) for name in names for one in self._ledger.named(name)}
        return found | {str(judging_of(before.reply).get("raw"))}

    def _new(self, ask: Ask, row: _Row, raw: str) -> Draw:
        delivery = result_of(self._judge, _parsed(raw.encode("utf-8", "surrogatepass"), str(row.file)), raw)
        sealed = Sealed(ask.messages, row.mark, None)
        request = Request(
            id=ask.name, messages=ask.messages, item=ask.item, arm=ask.arm, order=ask.order, draw=ask.draw
        )
        draw = draw_of(self._context, self._judge, ask, request, Attempted(delivery, (), None), sealed)
        return msgspec.structs.replace(draw, received=now())


def _read(row: _Row) -> str:
    with row.file.open("rb") as file:
        file.seek(row.offset)
        return file.read(row.size).decode("utf-8", "surrogateescape").rstrip("\r\n")


def result_of(judge: Judge, found: dict[str, Any], raw: str) -> Delivery:
    """One line of results as a delivery: expired, canceled and errored requests are undelivered."""
    made = _claude(found) if "result" in found else _gpt(found, getattr(judge, "api", "chat"))
    return msgspec.structs.replace(made, raw=raw)


def _claude(found: dict[str, Any]) -> Delivery:
    result = found["result"] if isinstance(found["result"], dict) else {}
    if result.get("type") == "succeeded":
        return claude.delivery(Got(status=200, body=json.dumps(result.get("message"))), {})
    error = result.get("error")
    return Delivery(error=f"{result.get('type')}: {json.dumps(error)}" if error else str(result.get("type")))


def _gpt(found: dict[str, Any], api: str) -> Delivery:
    error, answer = found.get("error"), found.get("response")
    if error or not isinstance(answer, dict):
        said = (
            [str(error.get(key)) for key in ("code", "message") if error.get(key)]
            if isinstance(error, dict)
            else []
        )
        return Delivery(error=": ".join(said) or "no response")
    status = answer.get("status_code")
    got = Got(status=status, body=json.dumps(answer.get("body")), request_id=answer.get("request_id"))
    if isinstance(status, int) and status >= 400:
        return Delivery(error=f"status {status}: {json.dumps(answer.get('body'))[:300]}", status=status)
    return gpt.delivery(got, api, {})


__all__ = ["Custom", "Ingested", "ingest", "result_of"]
