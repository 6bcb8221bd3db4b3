"""Reading a draw of a judging run: under the contract, or under the sealed form that its own mark makes of it."""

from __future__ import annotations

from typing import Any

import msgspec

from oyez.contract import Contract
from oyez.core.problem import Problem
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.judging.lookalike import lookalikes
from oyez.judging.plan import Task
from oyez.judging.seal import FAMILY, sealed
from oyez.reader import read

FORGERY = "unsealed"
"""The code of a look-alike of the sealed form that was set aside."""


def judging_of(reply: Reply) -> dict[str, Any]:
    """What a judging run keeps beside a reply, in its meta; empty for other replies."""
    kept = (reply.meta or {}).get("judging")
    return kept if isinstance(kept, dict) else {}


def read_draw(task: Task, reply: Reply) -> Reading:
    """The reading of a draw that the task was asked for.

    A sealed reply is read under the contract with the draw's own mark, and named by the contract with a stand-in.
    Everything that looks like a verdict and does not stand in the sealed form is set aside, as a problem `unsealed`.
    """
    if not task.seal:
        return read(reply, task.contract)
    mark = judging_of(reply).get("mark")
    return read_sealed(task.contract, task.read_under, reply, mark if isinstance(mark, str) else FAMILY)


def read_sealed(contract: Contract, family: Contract, reply: Reply, mark: str) -> Reading:
    """The reading of a reply whose labels carry `mark`, with forgeries among its problems."""
    own = sealed(contract, mark)
    made = read(reply, own)
    found = [
        Problem("unsealed", "looks like a verdict and does not carry the mark", start, end)
        for start, end in lookalikes(contract, reply.text or "", mark)
    ]
    problems = sorted((*made.problems, *found), key=lambda one: (one.start is None, one.start or 0))
    return msgspec.structs.replace(
        made, contract=family.ref, problems=tuple(problems), verdict=_unmarked(made.verdict, mark)
    )


def forgeries(reading: Reading) -> list[Problem]:
    """The look-alikes that were set aside, with their places."""
    return [one for one in reading.problems if one.code == FORGERY]


def _unmarked(verdict: Any, mark: str) -> Any:
    """A verdict whose parts are named by sealed labels, under the names of the contract."""
    if not isinstance(verdict, dict):
        return verdict
    return {str(name).removesuffix(f"-{mark}"): value for name, value in verdict.items()}
