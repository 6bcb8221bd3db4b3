"""The places of an explanation, made from candidates, broken places and notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import Broken, Candidate, Note
from oyez.core.form import Form
from oyez.core.region import Region
from oyez.core.value import JsonValue
from oyez.explain import words
from oyez.explain.rulings import Ruling
from oyez.explain.values import Considered, Fate
from oyez.reader.field import Pool


def considered(field: str, ruling: Ruling) -> Considered:
    """A candidate and what became of it."""
    candidate = ruling.one.candidate
    return Considered(
        field=field,
        form=ruling.one.form.kind,
        start=candidate.start,
        end=candidate.end,
        value=_captured(candidate),
        fate=ruling.fate,
        why=ruling.why,
        complete=candidate.complete,
        part=candidate.part,
        by=ruling.one.names,
    )


def _captured(candidate: Candidate) -> Any:
    value = candidate.value
    return value.data if isinstance(value, JsonValue) else value


def broken(field: str, form: Form | None, one: Broken, *, beside: bool) -> Considered:
    """A broken place; `beside` says whether a verdict stands all the same."""
    return Considered(
        field=field,
        form=form.kind if form else "",
        start=one.start,
        end=one.end,
        value=None,
        fate=Fate.BROKEN,
        why=words.broken(one, beside=beside),
        complete=not one.open_at_end,
        part=one.part,
    )


def noted(field: str, pool: Pool, note: Note) -> Considered:
    """A note of a form: a line of the prompt, or a key given twice."""
    fate = Fate.PROMPT_ECHO if note.code == "prompt_echo" else Fate.NOTED
    return Considered(
        field=field,
        form=pool.form.kind,
        start=note.start,
        end=note.end,
        value=pool.region.raw[note.start : note.end],
        fate=fate,
        why=note.message,
    )


_RANK = {fate: rank for rank, fate in enumerate(Fate)}


def once(found: list[Considered]) -> list[Considered]:
    """Each place once, with the fate that says most: several recoveries may find the same."""
    kept: dict[tuple[Any, ...], Considered] = {}
    for one in found:
        says = one.why if one.fate is Fate.COMPETES else one.fate is Fate.BROKEN
        key = (one.start, one.end, one.part, says)
        if key not in kept or _RANK[one.fate] < _RANK[kept[key].fate]:
            kept[key] = one
    return list(kept.values())


def aside_in(region: Region, code: str, form: Form, field: str, ask: Ask) -> Iterator[Considered]:
    """What stands in the form inside a stretch that was set aside."""
    for one in form.find(region, ask).candidates:
        yield Considered(
            field=field,
            form=form.kind,
            start=one.start,
            end=one.end,
            value=_captured(one),
            fate=Fate(code),
            why=words.ASIDE[code],
            complete=one.complete,
            part=one.part,
        )
