"""Where items come from: a row each of a table, a declaration each of Lean files, or the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from oyez.core.errors import InputError
from oyez.judging.item import rows, text_of
from oyez.screening.lean_pairs import lean_files, lean_pairs
from oyez.screening.pair import NONE_GIVEN, Pair
from oyez.screening.profile import Profile

_ALIASES = {"formal": "lean"}
"""A column that a text may also stand in."""


def pairs(source: str, profile: Profile) -> Iterator[Pair]:
    """The items in a JSONL, CSV or Parquet file, a `.lean` file, or a folder of such.

    Raises `InputError`, with path and line, for a row or file that cannot be taken, and for a name that stands twice.
    """
    path = Path(source)
    if path.is_dir() or path.suffix == ".lean":
        _check_lean(profile, source)
        return _once(_filled(pair, profile) for file in lean_files(path) for pair in lean_pairs(file))
    return _once(_rows(source, profile))


def inline(texts: dict[str, str], profile: Profile, name: str = "inline") -> Pair:
    """One item from the command line. A Lean text that names a `.lean` file stands for the declaration in it."""
    formal = texts.get("formal", "")
    if formal.endswith(".lean") and "\n" not in formal and "formal" in profile.slots:
        held = [*lean_pairs(Path(formal), documented=False)]
        if len(held) != 1:
            where = ", ".join(one.place for one in held[:3])
            said = f"{len(held)} declarations ({where}); screen the file itself" if held else "no declaration"
            raise InputError(f"{formal}: holds {said}")
        texts = {**held[0].texts, **{key: value for key, value in texts.items() if key != "formal"}}
        name = held[0].id if name == "inline" else name
    return _filled(Pair(id=name, texts=texts, place="the command line"), profile)


def _check_lean(profile: Profile, source: str) -> None:
    if not {"informal", "formal"} <= set(profile.slots):
        wanted = ", ".join(profile.needs)
        raise InputError(
            f"{source}: Lean files hold informal and formal statements; {profile.name} needs {wanted}"
        )


def _rows(source: str, profile: Profile) -> Iterator[Pair]:
    for place, columns in rows(source):
        name = text_of(columns.get("id"))
        if not name:
            raise InputError(f"{place}: the row has no id; ids name items")
        texts = {slot: found for slot in profile.slots if (found := _text(columns, slot, place)) is not None}
        rest = {
            key: value for key, value in columns.items() if key not in texts and key not in ("id", "accepted")
        }
        yield _filled(
            Pair(id=name, texts=texts, place=place, accepted=_accepted(columns, place), meta=rest), profile
        )


def _text(columns: dict[str, Any], slot: str, place: str) -> str | None:
    value = columns.get(slot)
    if value is None:
        value = columns.get(_ALIASES.get(slot, ""))
    if value is not None and not isinstance(value, str):
        raise InputError(f"{place}: {slot} must be text")
    return value


def _accepted(columns: dict[str, Any], place: str) -> bool | None:
    value = columns.get("accepted")
    if value not in (None, True, False, "true", "false", ""):
        raise InputError(f"{place}: accepted must be true or false: what a person decided")
    return None if value in (None, "") else value in (True, "true")


def _filled(pair: Pair, profile: Profile) -> Pair:
    """The item with its optional texts filled. Raises `InputError` for one that is missing."""
    missing = [slot for slot in profile.needs if not pair.texts.get(slot, "").strip()]
    if missing:
        raise InputError(f"{pair.place}: the item {pair.id!r} has no {' and no '.join(missing)}")
    blanks = {slot: NONE_GIVEN for slot in profile.optional if not pair.texts.get(slot)}
    texts = {slot: {**pair.texts, **blanks}[slot] for slot in profile.slots}
    return Pair(id=pair.id, texts=texts, place=pair.place, accepted=pair.accepted, meta=pair.meta)


def _once(items: Iterable[Pair]) -> Iterator[Pair]:
    seen: dict[str, str] = {}
    for pair in items:
        if pair.id in seen:
            raise InputError(f"{pair.place}: the name {pair.id!r} stands at {seen[pair.id]} already")
        seen[pair.id] = pair.place
        yield pair
    if not seen:
        raise InputError("there is nothing to screen")
