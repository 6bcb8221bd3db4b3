"""What a ledger holds already of the draws that a plan wants: missing, failed and unread are told apart."""

from __future__ import annotations

import json

import msgspec

from oyez.core.reply import Reply
from oyez.core.status import Stop, normalise_stop
from oyez.judging.reading import judging_of
from oyez.ledger import Ledger
from oyez.ledger.escape import escaped, fits
from oyez.ledger.faults import explained
from oyez.ledger.giving import DRAWS, reply_of, rows
from oyez.ledger.hashing import Ref

AGAIN = ("undelivered", "refused", "truncated")
"""Ends of a draw that an answer from before is not taken for by another plan."""


class Held(msgspec.Struct, frozen=True):
    """A draw that the ledger holds."""

    ref: Ref
    reply: Reply
    judge_digest: str | None
    plan: str | None
    """The digest of the plan that asked for it."""


def held(ledger: Ledger, names: list[str]) -> dict[str, Held]:
    """The draws of these names, each with its first row, or the last of those that were asked for on purpose."""
    stored = {_known(name): name for name in names}
    query = f"""{DRAWS} WHERE d.id IN (
      SELECT x.id FROM json_each(?1) e JOIN draws x ON x.name = e.value
      UNION ALL
      SELECT x.id FROM json_each(?1) e JOIN draws x ON x.name > e.value || '~' AND x.name < e.value || '~:')
      ORDER BY d.id"""
    found: dict[str, Held] = {}
    with explained(ledger.path):
        for row in rows(ledger.reader().execute(query, (json.dumps([*stored]),))):
            base, digest = row["name"], row["judge_digest"]
            ref, reply = Ref(row["id"], row["hash"]), reply_of(row)
            name = stored.get(base) or stored.get(base.rpartition("~")[0], base)
            kept = judging_of(reply)
            if name not in found or kept.get("again"):
                found[name] = Held(ref, reply, digest, kept.get("plan"))
    return found


def end_of(reply: Reply) -> str | None:
    """`undelivered`, `refused` or `truncated`, as far as the transport alone says so; `None` for a whole reply."""
    stop = normalise_stop(reply.stop)
    if reply.text is None or reply.error is not None or stop is Stop.ERROR:
        return "undelivered"
    return {Stop.REFUSAL: "refused", Stop.LENGTH: "truncated"}.get(stop)


def serves(one: Held, plan: str, again: frozenset[str]) -> bool:
    """Whether the draw answers a question of the plan with this digest.

    A plan's own draws stand, unless their end is one that is to be asked `again`. A draw of another plan serves
    unless it is undelivered, refused or truncated.
    """
    end = end_of(one.reply)
    if one.plan == plan:
        return end not in again
    return end is None


def _known(name: str) -> str:
    return name if fits(name) else escaped(name)
