"""A draw as rows: what becomes of it when it is appended to a ledger."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import msgspec

from oyez.core.errors import InputError
from oyez.core.status import normalise_stop
from oyez.ledger.addition import Addition
from oyez.ledger.escape import json_text
from oyez.ledger.facts import Draw, Judge, Recorded
from oyez.ledger.hashing import Ref, text_digest, tree_digest

_LARGEST = 2**63 - 1


def take(addition: Addition, draw: Draw, source: Ref | None = None) -> int:
    """Add one draw with all that hangs on it; `source` is its import. Gives the number of the draw."""
    return add_draw(addition, draw, source).id


def add_draw(addition: Addition, draw: Draw, source: Ref | None = None) -> Ref:
    """The same, and gives the row of the draw."""
    reply = draw.reply
    if draw.raw_absent is not None and reply.text is not None:
        raise InputError("a draw that has its raw text cannot say why the text is absent")
    judge = _judge(addition, draw)
    text = None if reply.text is None else addition.text("replies", reply.text)
    if draw.prompt is not None:
        addition.text("prompts", draw.prompt)
    row = {"run": addition.run, "import": source, "reply": text, "judge": judge, **columns(draw)}
    made = addition.add("draws", row)
    for recorded in draw.recorded:
        add_recorded(addition, made, recorded, judge_digest(draw))
    return made


def columns(draw: Draw) -> dict[str, Any]:
    """The columns of a draw that point at nothing."""
    reply = draw.reply
    if reply.draw is not None and not 0 <= reply.draw <= _LARGEST:
        raise InputError(f"the draw is {reply.draw}; a draw is a number counted from 0")
    if draw.latency is not None and not math.isfinite(draw.latency):
        raise InputError(f"the latency is {draw.latency}; it is a number of seconds")
    sent = draw.prompt_digest if draw.prompt is None else text_digest("prompts", draw.prompt)
    return {
        "prompt_digest": sent,
        "name": reply.id,
        "item": reply.item,
        "arm": reply.arm,
        "draw_index": reply.draw,
        "shown_order": reply.order,
        "ids": None if reply.ids is None else json_text(reply.ids, "ids"),
        "stop": str(normalise_stop(reply.stop)),
        "stop_native": reply.stop,
        "model_returned": draw.model_returned,
        "usage": None if draw.usage is None else json_text(draw.usage, "usage"),
        "latency": None if draw.latency is None else float(draw.latency),
        "error": reply.error,
        "received": draw.received,
        "raw_absent": draw.raw_absent,
        "meta": None if reply.meta is None else json_text(reply.meta, "meta"),
    }


def judge_digest(draw: Draw) -> str | None:
    """The digest of the judge: as the archive gives it, else of what is known; `None` for an unknown judge."""
    if draw.judge is None:
        return draw.reply.judge_digest or _digest_of_name(draw.reply.judge)
    return draw.reply.judge_digest or draw.judge.digest


@lru_cache
def _digest_of_name(name: str | None) -> str | None:
    return None if name is None else Judge(name=name).digest


def _known_judge(draw: Draw) -> Judge | None:
    name = draw.reply.judge
    if draw.judge is not None:
        named = draw.judge.name is not None or name is None
        return draw.judge if named else msgspec.structs.replace(draw.judge, name=name)
    return Judge(name=name) if name is not None or draw.reply.judge_digest else None


def _judge(addition: Addition, draw: Draw) -> Ref | None:
    judge = _known_judge(draw)
    if judge is None:
        return None
    row = {
        "digest": judge_digest(draw),
        "name": judge.name,
        "model": judge.model,
        "template_digest": judge.template_digest,
        "settings": None if judge.settings is None else json_text(judge.settings, "settings"),
    }
    return addition.once("judges", row, by=tuple(row))


def add_recorded(addition: Addition, draw: Ref, recorded: Recorded, judge: str | None) -> Ref:
    """Add a value that came with the archive; it belongs to an instrument without contract and reader."""
    parts = {
        "tool": recorded.tool,
        "tool_version": recorded.tool_version,
        "parser": recorded.parser,
        "judge_digest": judge,
    }
    value = None if recorded.value is None else json_text(recorded.value, "the recorded value")
    row = {
        "run": addition.run,
        "draw": draw,
        "instrument": add_instrument(addition, None, None, parts),
        "name": recorded.name,
        "value": value,
        "label": recorded.label,
        "status": recorded.status,
    }
    return addition.add("recorded", row)


def instrument_digest(contract: str | None, reader: str | None, parts: dict[str, str | None]) -> str:
    """The digest of an instrument: contract digest, reader version, judge digest; for recorded values the tool."""
    return tree_digest("oyez.instrument.1", {"contract": contract, "reader": reader, **parts})


def add_instrument(
    addition: Addition, contract: tuple[Ref, str] | None, reader: str | None, parts: dict[str, str | None]
) -> Ref:
    """The instrument of a contract (its row and digest), a reader version and a judge, added if new."""
    blank = {"judge_digest": None, "tool": None, "tool_version": None, "parser": None}
    row = {
        "digest": instrument_digest(contract[1] if contract else None, reader, parts),
        "contract": contract[0] if contract else None,
        "reader": reader,
        **blank,
        **parts,
    }
    return addition.once("instruments", row, by=("digest",))
