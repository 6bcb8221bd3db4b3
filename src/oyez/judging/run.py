"""Running a plan: every draw that the ledger does not hold is asked for, kept, and then read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import islice

import msgspec

from oyez.core.errors import InputError
from oyez.judges import JUDGES, Judge, make_judge
from oyez.judging.asks import shape_of
from oyez.judging.known import AGAIN, held, serves
from oyez.judging.lane import CHUNK
from oyez.judging.limits import Budget, StopWhen
from oyez.judging.outcome import Outcome
from oyez.judging.plan import Plan
from oyez.judging.record import Recorder
from oyez.judging.running import Running, Watch
from oyez.judging.seal import draw_mark
from oyez.judging.wants import ask_for, digest_of, survey, wants
from oyez.ledger import Ledger


def run_plan(
    plan: Plan,
    ledger: Ledger,
    *,
    budget: Budget | None = None,
    stop_when: StopWhen | None = None,
    again: Iterable[str] = (),
    watch: Watch | None = None,
    judges: dict[str, Judge] | None = None,
    surveyed: bool = False,
) -> Outcome:
    """Run a plan to its end, or to what ends it early; started again, it goes on where it was.

    `again` names ends of draws (`undelivered`, `refused`, `truncated`) that are asked for once more. `judges` takes
    the place of those that the plan would make; `surveyed` says that `survey` went through the items already. Raises
    `InputError` for bad input before anything is asked, and `LedgerError`. Not to be called from a running event
    loop: there, await `Running(...).go()`.
    """
    wrong = [end for end in again if end not in AGAIN]
    if wrong:
        raise InputError(f"{wrong[0]!r} is no end that can be asked again; there are {', '.join(AGAIN)}")
    if not surveyed:
        survey(plan)
    check_shapes(plan)
    made = judges or made_judges(plan)
    recorder = Recorder(ledger, plan.task.read_under, f"{plan.name} {plan.digest}")
    try:
        running = Running(plan, ledger, recorder, made, budget, stop_when, frozenset(again), watch)
        return asyncio.run(running.go())
    finally:
        recorder.close()


def made_judges(plan: Plan, *, keys: bool = True) -> dict[str, Judge]:
    """The judges of a plan; without `keys`, judges that cannot ask. Raises `InputError` for one that cannot be made."""
    made = {}
    for name, judge in plan.judges.items():
        spec = judge.spec
        rule = JUDGES.get(spec.kind)
        if not keys and rule is not None and rule.needs_key:
            spec = msgspec.structs.replace(spec, options=spec.options | {"key": False})
        try:
            made[name] = make_judge(spec)
        except ValueError as fault:
            raise InputError(f"[judge.{name}]: {fault}") from fault
    return made


def check_shapes(plan: Plan) -> None:
    """Raise `ContractError` where a judge is to be held to a face that the contract has not."""
    first = next(iter(wants(plan)), None)
    for judge in plan.judges.values():
        mark = draw_mark([]) if plan.task.seal else None
        shape_of(plan.task, judge.spec, mark, None if first is None else first.shown.ids)


def stored_counts(plan: Plan, ledger: Ledger, judges: dict[str, Judge]) -> dict[str, int]:
    """How many of the draws that the plan wants the ledger holds already, by judge."""
    counts = {}
    for name, judge in judges.items():
        digest, source = digest_of(plan, judge), wants(plan)
        counts[name] = 0
        while chunk := list(islice(source, CHUNK)):
            names = [ask_for(plan, digest, want).name for want in chunk]
            found = held(ledger, names)
            counts[name] += sum(serves(one, plan.digest, frozenset()) for one in found.values())
    return counts
