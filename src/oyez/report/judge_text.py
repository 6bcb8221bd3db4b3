"""A judging run in words: what it would ask, how far it is, and what it came to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from oyez.core.status import Status
from oyez.core.tally import Tally
from oyez.judging.checks import Finding
from oyez.judging.ingest import Ingested
from oyez.judging.logprobs import MassEstimate
from oyez.judging.outcome import Outcome
from oyez.judging.plan import Plan
from oyez.judging.wants import Survey


def counts_line(counts: Mapping[Status, int]) -> str:
    """`read 40 · absent 3`: the statuses that there are, in their order."""
    return " · ".join(f"{status} {counts[status]:,}" for status in Status if counts.get(status))


def dry_lines(plan: Plan, found: Survey, caps: dict[str, int | None], there: dict[str, int]) -> list[str]:
    """What a plan would ask, a line a judge."""
    parts = ((found.items, "item"), (found.prompts, "prompt"), (found.draws, "draw"))
    size = f"{', '.join(_many(count, what) for count, what in parts)} a judge"
    lines = [f"{plan.name}: {size}; contract {plan.task.contract.ref}, protocol {plan.protocol.name}"]
    for row in found.by_judge(plan, caps):
        name = row["judge"]
        out = "no cap set" if row["most out"] is None else f"at most {row['most out']:,} out"
        money = "" if row["money"] is None else f", at most {row['money']:.2f} in money"
        held = f"{there[name]:,} in the ledger, " if there[name] else ""
        lines.append(
            f"  {name}: {held}{_many(row['draws'] - there[name], 'call')} to make; all draws: "
            f"about {row['tokens in']:,} tokens in, {out}{money}"
        )
    return lines


def dry_tree(plan: Plan, found: Survey, caps: dict[str, int | None], there: dict[str, int]) -> dict[str, Any]:
    """The same as one JSON object."""
    judges = [row | {"in ledger": there[row["judge"]]} for row in found.by_judge(plan, caps)]
    return {
        "plan": plan.name,
        "items": found.items,
        "prompts": found.prompts,
        "draws": found.draws,
        "contract": plan.task.contract.ref,
        "protocol": plan.protocol.name,
        "judges": judges,
    }


def outcome_lines(outcome: Outcome, plan: Plan) -> list[str]:
    """What a run did, beside the table of readings."""
    first = f"asked {outcome.asked:,}, in the ledger before {outcome.stored:,}"
    if outcome.retries:
        first += f"; {outcome.retries:,} attempts failed in transport and were made again"
    lines = [first]
    if outcome.reasked:
        lines.append(
            f"{outcome.reasked:,} draws are further attempts at an unread reply (reask = {plan.reask}): every attempt "
            "is kept and counted, and a number taken from the last attempts is selected for being readable"
        )
    lines += [
        f"{count:,} replies came from a model that calls itself {model!r}, which was not asked for"
        for model, count in outcome.models.items()
    ]
    if outcome.forged:
        lines.append(
            f"{outcome.forged:,} look-alikes of a sealed verdict were set aside (problem `unsealed`)"
        )
    spent = outcome.spent
    if spent.calls:
        money = f", {spent.money:.4f} in money" if spent.money else ""
        guess = (
            f"; the judge counts none, so this is a guess for {_many(outcome.guessed, 'reply', 'replies')}"
        )
        tokens = f"{spent.tokens:,} tokens{guess if outcome.guessed else ''}"
        lines.append(f"{_many(spent.calls, 'call')}{money}, {tokens}")
    if outcome.why is not None:
        lines.append(f"stopped early: {outcome.why}; the same command goes on from here")
    if outcome.in_vain:
        lines.append("no draw was delivered; mend the cause, and `--again undelivered` asks once more")
    return lines


def _many(count: int, one: str, more: str | None = None) -> str:
    """A count with its word."""
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def coverage_line(tally: Tally) -> str:
    """The counts by status of all draws so far."""
    return f"{tally.replies:,} draws: {counts_line(tally.statuses)}"


def finding_lines(plan: Plan, found: list[Finding]) -> list[str]:
    """What a check of a plan found, a line each."""
    width = max(len(one.what) for one in found)
    bad = sum(not one.good for one in found)
    lines = [f"{'ok ' if one.good else 'BAD'}  {one.what:<{width}}  {one.said}" for one in found]
    return [*lines, f"{plan.name}: {len(found) - bad} good, {bad} bad"]


def findings_tree(plan: Plan, found: list[Finding]) -> dict[str, Any]:
    """The same as one JSON object."""
    rows = [{"what": one.what, "good": one.good, "said": one.said} for one in found]
    return {"plan": plan.name, "bad": sum(not one.good for one in found), "findings": rows}


def ingested_line(found: Ingested) -> str:
    """What became of the rows of batch results."""
    parts = [f"{found.rows:,} rows: {found.added:,} draws added"]
    if found.twice:
        parts.append(f"{found.twice:,} of them second answers to one request, marked `twice`")
    if found.repeated:
        parts.append(f"{found.repeated:,} there before")
    if found.strangers:
        parts.append(f"{found.strangers:,} of no draw of this plan and judge")
    return f"{', '.join(parts)}; {found.missing:,} draws of the plan are missing"


def mass_lines(found: MassEstimate) -> list[str]:
    """The estimate from log-probabilities."""
    lines = [f"{found.used:,} of {found.draws:,} draws have log-probabilities at their verdict"]
    if found.used:
        lines += [f"  {label!s:<12} {chance:6.1%}" for label, chance in found.labels.items()]
        lines += [f"  {'off scale':<12} {found.off_scale:6.1%}", f"  {'not listed':<12} {found.unseen:6.1%}"]
    if found.expected is not None:
        lines.append(f"expected rating, given that it is on the scale: {found.expected:.4g}")
    return lines


def mass_tree(found: MassEstimate) -> dict[str, Any]:
    """The same as one JSON object."""
    labels = {str(label): chance for label, chance in found.labels.items()}
    return msgspec.structs.asdict(found) | {"labels": labels}
