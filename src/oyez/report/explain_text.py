"""An explanation as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.core.reading import Reading
from oyez.core.visible import fit, fit_end, visible_text
from oyez.explain import Attempt, Considered, Explanation, Fate, FieldExplanation
from oyez.report.marked_text import Mark, marked_text, wrapped
from oyez.rows.reading import reading_row

MOST = 40
"""Places that are listed; `--json` lists all."""
_QUIET = (Fate.NOTED, Fate.PROMPT_ECHO, Fate.IN_THINKING, Fate.QUOTED, Fate.PASSED_OVER, Fate.AGREES)
"""Fates that are left out first where there are too many places."""
_ASIDE = {
    "before_answer": "what stands before the answer",
    "in_thinking": "thinking",
    "quoted": "quoted text",
}


def explanation_lines(made: Explanation, place: str, room: int) -> Iterator[str]:
    """An explanation for a terminal: the reply with its marks, the places, the recoveries, the verdict."""
    reading, reply = made.reading, made.reply
    native = f", written {reply.stop!r}" if reply.stop not in (None, reading.stop) else ""
    yield fit(f"reply     {reply.id}", room)
    yield "at        " + fit_end(place, room - 10)
    yield fit(f"contract  {reading.contract}, reader {reading.reader}", room)
    yield fit(f"stop      {reading.stop}{native}", room)
    yield ""
    listed = _listed(made)
    if reply.text:
        yield from _picture(made, listed, room)
        yield ""
    if listed:
        yield from _places(made, listed, room)
        yield ""
    yield from _recoveries(made, room)
    yield from _ends(made, room)


def _picture(made: Explanation, listed: list[Considered], room: int) -> Iterator[str]:
    aside = [(one.start, one.end) for one in made.aside]
    marks = [Mark(one.start, one.end, f"{number} {_word(one)}") for number, one in enumerate(listed, 1)]
    yield from marked_text(made.reply.text or "", marks, aside, room)
    codes = dict.fromkeys(one.code for one in made.aside)
    if codes:
        yield from _wrap(
            f"a colon for a bar: set aside ({', '.join(_ASIDE[code] for code in codes)})", room, 8
        )


def _listed(made: Explanation) -> list[Considered]:
    """The places that are shown, in the order of the text; where there are many, the telling ones."""
    every = sorted(
        (one for field in made.fields for one in field.considered), key=lambda one: (one.start, one.end)
    )
    if len(every) <= MOST:
        return every
    telling = sorted(every, key=lambda one: (one.fate is not Fate.TAKEN, one.fate in _QUIET))[:MOST]
    chosen = set(map(id, telling))
    return [one for one in every if id(one) in chosen]


def _places(made: Explanation, listed: list[Considered], room: int) -> Iterator[str]:
    several = len(made.fields) > 1
    for number, one in enumerate(listed, 1):
        what = [one.form] if one.form else []
        what += [f"field {one.field}"] if several else []
        what += [f"part {one.part}"] if one.part is not None else []
        what += [f"by {'+'.join(one.by)}"] if one.by else []
        what += [] if one.complete else ["nothing closes it"]
        place = f" at {one.start}:{one.end} ({', '.join(what)})"
        captured = "" if one.fate is Fate.BROKEN else f": {_captured(one, made, room)}"
        yield fit(f"{number:>3}  {_word(one)}{captured}{place}", room)
        yield from _wrap(one.why, room, 5)
    left = sum(len(field.considered) for field in made.fields) - len(listed)
    if left:
        yield f"     and {left:,} more; --json lists them all"


def _captured(one: Considered, made: Explanation, room: int) -> str:
    """The value as it stands in the reply."""
    text = made.reply.text or ""
    return f"'{fit(text[one.start : min(one.end, one.start + room)], room // 3)}'"


def _word(one: Considered) -> str:
    return one.fate.replace("_", " ")


def _recoveries(made: Explanation, room: int) -> Iterator[str]:
    """The recoveries that ran; those that found nothing share a line."""
    for field in made.fields:
        if not field.attempts:
            continue
        of = f" for {field.name}" if len(made.fields) > 1 else ""
        yield from _wrap(f"recoveries that ran{of}, the form itself having come to {field.strict}:", room, 0)
        for one in field.attempts:
            if one.found or one.said != "found nothing":
                yield from _wrap(f"{', '.join(one.names)}: {one.said}", room, 2)
        idle = [name for one in field.attempts if one.said == "found nothing" for name in one.names]
        if idle:
            yield from _wrap(f"{', '.join(dict.fromkeys(idle))}: found nothing", room, 2)
        yield ""


def _ends(made: Explanation, room: int) -> Iterator[str]:
    if len(made.fields) > 1:
        for field in made.fields:
            yield from _wrap(f"{field.name}: {field.status}. {field.said}", room, 0)
        yield ""
    yield from _wrap(f"{_end(made.reading)}. {made.said}", room, 0)


def _end(reading: Reading) -> str:
    return f"{reading.status} by {reading.rule}" if reading.rule else str(reading.status)


def _wrap(text: str, room: int, indent: int) -> Iterator[str]:
    """The text made visible, in rows of at most `room` columns; later rows are indented two more."""
    shown = visible_text(text)
    for at, row in enumerate(wrapped(shown, room - indent - 2)):
        yield " " * (indent + (2 if at else 0)) + shown[row.start : row.end].rstrip()


def explanation_tree(made: Explanation, place: str) -> dict[str, Any]:
    """An explanation as a JSON object."""
    return {
        "id": made.reply.id,
        "place": place,
        "said": made.said,
        "reading": reading_row(made.reading, made.reply),
        "text": made.reply.text,
        "error": made.reply.error,
        "aside": [{"code": one.code, "start": one.start, "end": one.end} for one in made.aside],
        "fields": [_field_tree(field) for field in made.fields],
    }


def _field_tree(field: FieldExplanation) -> dict[str, Any]:
    return {
        "field": field.name,
        "status": str(field.status),
        "strict": str(field.strict),
        "said": field.said,
        "considered": [_place_tree(one) for one in field.considered],
        "recoveries": [_attempt_tree(one) for one in field.attempts],
    }


def _place_tree(one: Considered) -> dict[str, Any]:
    tree = {name: getattr(one, name) for name in one.__struct_fields__ if name != "field"}
    return tree | {"fate": str(one.fate), "by": list(one.by)}


def _attempt_tree(one: Attempt) -> dict[str, Any]:
    return {"names": list(one.names), "form": one.form, "found": one.found, "said": one.said}
