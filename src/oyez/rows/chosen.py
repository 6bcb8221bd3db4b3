"""The replies of an archive that were asked for by their ids."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from oyez.core.errors import InputError
from oyez.core.visible import visible_text
from oyez.rows.replies import ReplyRow

NEAREST = 3
"""How many ids are named where one is unknown."""
REMEMBERED = 100_000
"""How many ids are remembered for that."""


def chosen(rows: Iterable[ReplyRow], ids: Iterable[str], name: str) -> list[ReplyRow]:
    """The rows with those ids, in the order asked for; rows after the last of them are not read.

    Raises `InputError` that names the nearest ids where one is in no row; `name` says where.
    """
    wanted = dict.fromkeys(ids)
    found: dict[str, ReplyRow] = {}
    others: list[str] = []
    for row in rows:
        own = str(row.reply.id)
        if own in wanted:
            found[own] = row
        elif len(others) < REMEMBERED:
            others.append(own)
        if len(found) == len(wanted):
            return [found[each] for each in wanted]
    raise InputError("; ".join(_unknown(each, others, name) for each in wanted if each not in found))


def _unknown(wanted: str, others: list[str], name: str) -> str:
    near = difflib.get_close_matches(wanted, others, n=NEAREST, cutoff=0.5) or others[:NEAREST]
    nearest = ", ".join(visible_text(repr(each)) for each in near)
    said = f"; the nearest are {nearest}" if near else ""
    return f"{visible_text(name)}: no reply has the id {visible_text(repr(wanted))}{said}"
