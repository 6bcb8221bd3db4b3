"""One reading as a row: the columns that other programs rely on, in their order."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

from oyez.core.errors import InputError
from oyez.core.reading import FieldReading, Reading
from oyez.core.reply import Reply

READING_COLUMNS: Final = (
    "id",
    "contract",
    "reader",
    "status",
    "verdict",
    "abstained",
    "rule",
    "start",
    "end",
    "evidence",
    "stop",
    "problems",
    "fields",
    "item",
    "arm",
    "judge",
    "judge_digest",
    "draw",
    "order",
    "meta",
)


def _plain(value: Any) -> str:
    """What JSON does not know, as text: bytes as the UTF-8 they are, dates and decimals as Python writes them."""
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=_plain)
_LINE_BREAKERS = re.compile("[\x7f-\x9f\u2028\u2029]")
"""Plain characters in JSON, but some programs end a line at them, and terminals obey some."""


def reading_facts(reading: Reading) -> dict[str, Any]:
    """What a reading came to, by which instrument, and where in the reply it stands."""
    return {
        "contract": reading.contract,
        "reader": reading.reader,
        "status": str(reading.status),
        "verdict": reading.verdict,
        "abstained": reading.abstained,
        "rule": reading.rule,
        "start": reading.start,
        "end": reading.end,
        "evidence": reading.evidence,
    }


def reading_row(reading: Reading, reply: Reply) -> dict[str, Any]:
    """The row of a reading; what is not known is None. Offsets count code points of the reply."""
    fields = reading.fields
    return {
        "id": reply.id,
        **reading_facts(reading),
        "stop": str(reading.stop),
        "problems": [
            {"code": problem.code, "message": problem.message, "start": problem.start, "end": problem.end}
            for problem in reading.problems
        ],
        "fields": None if fields is None else {name: _field(field) for name, field in fields.items()},
        "item": reply.item,
        "arm": reply.arm,
        "judge": reply.judge,
        "judge_digest": reply.judge_digest,
        "draw": reply.draw,
        "order": reply.order,
        "meta": reply.meta,
    }


def _field(field: FieldReading) -> dict[str, Any]:
    return {
        "status": str(field.status),
        "verdict": field.verdict,
        "rule": field.rule,
        "start": field.start,
        "end": field.end,
    }


def to_json(tree: Any) -> str:
    """`tree` as strict JSON on one line; encode it with `backslashreplace`, which escapes lone surrogates.

    NaN and infinities, which JSON does not know, become null; dates and the like their text. Raises
    `InputError` for what is nested too deep.
    """
    try:
        text = _encoded(tree)
    except RecursionError as fault:
        raise InputError("a row is nested too deep to be written as JSON") from fault
    return _LINE_BREAKERS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _encoded(tree: Any) -> str:
    try:
        return _ENCODER.encode(tree)
    except ValueError:  # a number that is not finite
        return _ENCODER.encode(_finite(tree))


def to_json_bytes(tree: Any) -> bytes:
    """`tree` as one line of strict JSON in UTF-8, the line end included."""
    return to_json(tree).encode("utf-8", "backslashreplace") + b"\n"


def _finite(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _finite(value) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return [_finite(value) for value in tree]
    return None if isinstance(tree, float) and not math.isfinite(tree) else tree
