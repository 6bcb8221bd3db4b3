"""One question from its prompt to its reading: sealed, asked, kept in the ledger, and then read."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from oyez.core.reply import Reply
from oyez.judges import Delivery, Judge, Request
from oyez.judging.asks import Ask, Sealed, seal_ask
from oyez.judging.plan import Task
from oyez.judging.reading import read_draw
from oyez.judging.record import Kept, Recorder
from oyez.judging.transport import Attempted, Line
from oyez.ledger import Draw
from oyez.ledger.addition import now

_DEFAULT_OUT = 256
"""Tokens that a reply is taken to have where its cap is not known."""


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What all draws of one run have in common."""

    task: Task
    recorder: Recorder
    plan: str
    """The digest of the plan, or the name of what asks."""
    protocol: str


async def ask_and_keep(
    context: Context, line: Line, ask: Ask, again: str | None = None
) -> tuple[Kept, Attempted]:
    """Ask for one draw; it is in the ledger, and read, when this returns.

    Raises `StopAsking` where the judge cannot be asked, with nothing kept, and `LedgerError`.
    """
    spec = line.judge.spec
    sealed = seal_ask(context.task, spec, ask)
    request = Request(
        id=ask.name,
        messages=sealed.messages,
        shape=sealed.shape,
        item=ask.item,
        arm=ask.arm,
        order=ask.order,
        draw=ask.draw,
    )
    attempted = await line.ask(request, guess(ask, line.judge.cap))
    draw = draw_of(context, line.judge, ask, request, attempted, sealed, again)
    return await context.recorder.add(draw, partial(read_draw, context.task)), attempted


def guess(ask: Ask, cap: int | None) -> int:
    """Tokens that a draw may take, in and out."""
    return ask.size + (cap or _DEFAULT_OUT)


def draw_of(
    context: Context,
    judge: Judge,
    ask: Ask,
    request: Request,
    attempted: Attempted,
    sealed: Sealed,
    again: str | None = None,
) -> Draw:
    """The draw as the ledger keeps it."""
    got = attempted.delivery
    facts = judge.facts(context.task.digest)
    judging = judging_meta(context, ask, sealed.mark, again) | _transport(attempted)
    reply = Reply(
        id=ask.name,
        text=got.text,
        stop=got.stop,
        error=got.error,
        item=ask.item,
        arm=ask.arm,
        judge=judge.spec.name,
        judge_digest=facts.digest,
        draw=ask.draw,
        order=ask.order,
        ids=ask.ids,
        meta={**ask.keep, "judging": judging},
    )
    return Draw(
        reply=reply,
        judge=facts,
        prompt=request.prompt,
        model_returned=got.model,
        usage=got.usage,
        latency=attempted.latency,
        received=now(),
    )


def judging_meta(context: Context, ask: Ask, mark: str | None, again: str | None) -> dict[str, Any]:
    """What a run keeps of a question beside the reply."""
    told = {
        "plan": context.plan,
        "protocol": context.protocol,
        "places": ask.places or None,
        "mark": mark,
        "attempt": ask.attempt or None,
        "again": again,
    }
    return {key: value for key, value in told.items() if value is not None}


def _transport(attempted: Attempted) -> dict[str, Any]:
    got: Delivery = attempted.delivery
    told = {
        "sent": got.sent,
        "raw": got.raw,
        "status": got.status,
        "request_id": got.request_id,
        "retries": list(attempted.errors) or None,
        "logprobs": got.logprobs,
    }
    return {key: value for key, value in told.items() if value is not None}
