"""One draw as a metric sees it: what was asked, and what reading the reply came to."""

from __future__ import annotations

from typing import Any

import msgspec

from oyez.core.reading import Reading, Verdict
from oyez.core.reply import Reply
from oyez.core.status import Status, Stop


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """A reading with its place in the design. `None` means that the fact is not known."""

    id: str | None = None
    """The name of the draw in its archive."""
    item: str | None = None
    """What was judged."""
    arm: str | None = None
    """The condition under comparison."""
    judge: str | None = None
    """The judge's name."""
    judge_digest: str | None = None
    """Digest of the judge's model, prompt template and settings."""
    draw: int | None = None
    """Which independent draw of item, arm and judge this is, counted from 0."""
    order: str | None = None
    """The order in which the candidates were shown."""
    meta: dict[str, Any] | None = None
    """Everything else that came with the reply."""
    status: Status | None
    """What reading the reply came to; `None` where nothing of oyez has read it."""
    recorded: bool = False
    """Whether the verdict was recorded by another program, and never read from a reply."""
    verdict: Verdict = None
    """`None` where there is none."""
    abstained: bool = False
    """Whether the verdict is one that the contract lists under `abstain`."""
    rule: str | None = None
    """The recoveries that gave the verdict."""
    stop: Stop = Stop.UNKNOWN
    """How the provider said that the reply ended."""
    contract: str | None = None
    """`name@version#digest` of the contract."""
    reader: str | None = None
    """The version of the reading rules."""

    def __post_init__(self) -> None:
        if self.status is None and not self.recorded and self.verdict is not None:
            raise ValueError("a verdict without a status must have been recorded by another program")
        if self.status is not None and (self.recorded or not self.status.has_verdict) and self.abstained:
            raise ValueError(f"an observation of status {self.status} cannot have abstained")

    @property
    def ok(self) -> bool:
        """Whether there is a verdict, abstentions included."""
        return self.recorded or (self.status is not None and self.status.has_verdict)

    @property
    def end(self) -> str:
        """How the draw ended, in one word: its status, `recorded`, or `not read`."""
        return "recorded" if self.recorded else "not read" if self.status is None else str(self.status)


def observed(reading: Reading, reply: Reply) -> Observation:
    """The observation that a reading of a reply makes."""
    return Observation(
        id=reply.id,
        item=reply.item,
        arm=reply.arm,
        judge=reply.judge,
        judge_digest=reply.judge_digest,
        draw=reply.draw,
        order=reply.order,
        meta=reply.meta,
        status=reading.status,
        verdict=reading.verdict,
        abstained=reading.ok and reading.abstained,
        rule=reading.rule,
        stop=reading.stop,
        contract=reading.contract,
        reader=reading.reader,
    )


def slim(seen: Observation) -> Observation:
    """The observation without what no usual metric looks at, so that many fit into memory."""
    names = (seen.meta or {}).get("referenced_models")
    return msgspec.structs.replace(
        seen, id=None, judge_digest=None, meta=None if names is None else {"referenced_models": names}
    )


def not_read(reply: Reply, stop: Stop, recorded: Verdict = None) -> Observation:
    """The observation of a draw that no contract has read, with the value that another program recorded, if any."""
    return Observation(
        id=reply.id,
        item=reply.item,
        arm=reply.arm,
        judge=reply.judge,
        judge_digest=reply.judge_digest,
        draw=reply.draw,
        order=reply.order,
        meta=reply.meta,
        status=None,
        recorded=recorded is not None,
        verdict=recorded,
        stop=stop,
    )
