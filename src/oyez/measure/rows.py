"""The rows of a file of readings as observations."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from typing import Any

from oyez.core.errors import InputError
from oyez.core.observation import Observation
from oyez.core.scale import Scale
from oyez.core.status import Status, Stop
from oyez.core.visible import visible_text
from oyez.rows.jsonl_in import kind, strict_json
from oyez.rows.raw import BadRow, RawRow
from oyez.rows.reading import READING_COLUMNS
from oyez.rows.replies import open_source
from oyez.rows.reply import ColumnError, name_of

_WORDS = {"true": True, "false": False, "": False, None: False}


def observations_in(
    path: str, scale: Scale | None, on_row: Callable[[int], None] | None = None
) -> Iterator[Observation]:
    """The observations of a file of readings: JSONL, CSV or Parquet, or `-` for JSONL on standard input.

    `on_row` is told how far the file is read. Raises `InputError` for the first row that is no reading, and where
    there is no row.
    """
    empty = True
    with open_source(path, set(READING_COLUMNS)) as source:
        as_text = source.names is not None
        for row in source.rows():
            if isinstance(row, BadRow):
                raise InputError(str(row))
            empty = False
            yield observation_of(row, as_text, scale)
            if on_row is not None:
                on_row(row.done)
    if empty:
        raise InputError(f"{path}: holds no rows")


def observation_of(row: RawRow, as_text: bool, scale: Scale | None) -> Observation:
    """The observation in a row of readings; columns that are not there are not known.

    Only `status` must be there. `as_text` says that verdicts stand as text, as in CSV and Parquet. Raises `InputError`
    with the place of the row.
    """
    try:
        return _observation(row.columns, as_text, scale)
    except (ValueError, TypeError, OverflowError, RecursionError) as fault:
        raise InputError(f"{row.place}: {fault}") from fault


def _observation(columns: dict[str, Any], as_text: bool, scale: Scale | None) -> Observation:
    if "status" not in columns:
        raise ValueError(no_reading(columns))
    status, verdict = _status(columns["status"]), columns.get("verdict")
    if not status.has_verdict:
        if not (verdict in (None, "") or (isinstance(verdict, float) and math.isnan(verdict))):
            raise ValueError(f"a reading of status {status} has no verdict, and this row has {verdict!r}")
        verdict = None
    elif verdict in (None, ""):
        raise ValueError(
            f"a reading of status {status} has a verdict, and this row has none (null, NaN or nothing)"
        )
    return Observation(
        status=status,
        verdict=_verdict(verdict, scale) if as_text and isinstance(verdict, str) else _finite(verdict),
        abstained=status.has_verdict and _flag(columns.get("abstained")),
        rule=_rule(_word(columns, "rule"), status),
        stop=_stop(_word(columns, "stop")),
        draw=_draw(columns.get("draw")),
        meta=_meta(columns.get("meta")),
        id=_word(columns, "id"),
        item=_word(columns, "item"),
        arm=_word(columns, "arm"),
        judge=_word(columns, "judge"),
        judge_digest=_word(columns, "judge_digest"),
        order=_word(columns, "order"),
        contract=_word(columns, "contract"),
        reader=_word(columns, "reader"),
    )


def no_reading(columns: dict[str, Any]) -> str:
    """What to say of a row without a status: that it is a reply, where it has a text, and how to get its reading."""
    if "text" in columns:
        return "these are replies, not readings; `oyez read REPLIES --contract NAME --to readings.jsonl` makes readings"
    there = ", ".join(map(visible_text, map(str, columns))) or "none"
    return (
        f"no column 'status', so these are no readings; there are: {there}; "
        "`oyez read REPLIES --contract NAME --to readings.jsonl` makes readings"
    )


def _meta(value: Any) -> dict[str, Any] | None:
    if isinstance(value, str) and value:
        try:
            value = strict_json(value)
        except (ValueError, RecursionError) as fault:
            raise ValueError(f"meta does not hold JSON: {fault}") from fault
    if value in (None, ""):
        return None
    if not isinstance(value, dict):
        raise ValueError(f"meta is {kind(value)}; it must be an object")
    return value


def _status(value: Any) -> Status:
    try:
        return Status(value)
    except ValueError:
        raise ValueError(f"{value!r} is no status; there are {', '.join(Status)}") from None


def _rule(rule: str | None, status: Status) -> str | None:
    """The recovery; one that is not named still makes the reading a recovered one."""
    if status is not Status.RECOVERED:
        return None
    return rule or "(not named)"


def _verdict(text: str, scale: Scale | None) -> Any:
    """A verdict that stands as text: a label of the scale as it is, anything else that is JSON as its value."""
    if scale is not None and text in (*scale.labels, *scale.abstain):
        return text
    try:
        value = strict_json(text)
    except (ValueError, RecursionError):
        return text
    return text if value is None else value  # no verdict is null, so the word is a label


def _finite(verdict: Any) -> Any:
    if isinstance(verdict, float) and not math.isfinite(verdict):
        raise ValueError(f"the verdict {verdict} is not finite")
    return verdict


def _word(columns: dict[str, Any], name: str) -> str | None:
    try:
        return name_of(columns.get(name)) or None
    except ColumnError as fault:
        raise ValueError(f"the column {name!r} holds {fault}") from fault


def _stop(word: str | None) -> Stop:
    return Stop(word) if word is not None and word in [*Stop] else Stop.UNKNOWN


def _draw(value: Any) -> int | None:
    if value in (None, "") or (isinstance(value, float) and math.isnan(value)):
        return None
    number = float(value)
    if isinstance(value, bool) or not number.is_integer() or number < 0:
        raise ValueError(f"the draw is {value!r}; a draw is a number counted from 0")
    return int(number)


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    word = value.lower() if isinstance(value, str) else value
    if word not in _WORDS:
        raise ValueError(f"abstained is {json.dumps(value)}; it must be true or false")
    return _WORDS[word]
