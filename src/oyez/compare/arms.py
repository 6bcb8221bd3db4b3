"""Two arms under one instrument: their numbers side by side, or the reason why they must not be compared."""

from __future__ import annotations

from collections import Counter

import msgspec

from oyez.compare.count import Measure, MeasureCount
from oyez.compare.selected import Source, candidates, check_arms, selected
from oyez.core.errors import InputError, RefusedError
from oyez.ledger import Ledger
from oyez.ledger.asked import Asked

MOST_LISTED = 10


class Arm(msgspec.Struct, frozen=True):
    """One arm of a comparison."""

    name: str
    draws: int
    measure: Measure
    sources: dict[Source, int]
    """What gave the values → how many draws."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Arms side by side."""

    ledger: str
    arms: list[Arm]
    contract: str | None
    """`name@version#digest` of the contract that read all arms; `None` where the instrument is split."""
    reader: str | None
    split: list[str]
    """Why the arms were not measured by one instrument; empty if they were."""
    acknowledged: str | None
    """The reason that was given for going on over a split."""


def compare(
    ledger: Ledger, arms: list[str], by: Asked | None = None, where: str = "", acknowledge: str | None = None
) -> Comparison:
    """Lay arms beside each other. `by`: the contract whose stored readings count; else the one that has read all.

    Raises `RefusedError` where the arms were not measured by one instrument, unless `acknowledge` gives a reason;
    then the reason goes with the result. Raises `InputError` for an arm that is not there, and where it is not
    clear which of several readings is meant.
    """
    if len(set(arms)) < 2:
        raise InputError("a comparison needs two different arms")
    if acknowledge is not None and not acknowledge.strip():
        raise InputError("--acknowledge-split needs a reason: it is printed with the result")
    draws = check_arms(ledger, arms, where)
    by = by or _common(ledger, arms, where, sum(again for _, again in draws.values()))
    counts = {arm: MeasureCount() for arm in arms}
    sources: dict[str, Counter[Source]] = {arm: Counter() for arm in arms}
    for one in selected(ledger, arms, by, where):
        sources[one.arm][one.source] += 1
        if one.reading is not None:
            counts[one.arm].add(one.reading)
        elif one.source.what == "recorded" and one.value is not None:
            counts[one.arm].add_recorded(one.value)
    split = split_of(sources)
    if split and acknowledge is None:
        raise RefusedError(_refusal(ledger, sources, split))
    made = [Arm(arm, draws[arm][0], counts[arm].measure(), dict(sources[arm])) for arm in arms]
    return Comparison(
        ledger=str(ledger.path),
        arms=made,
        contract=None if split else next(iter(made[0].sources)).contract,
        reader=None if split else next(iter(made[0].sources)).reader,
        split=split,
        acknowledged=acknowledge if split else None,
    )


def _common(ledger: Ledger, arms: list[str], where: str, draws: int) -> Asked | None:
    """The contract and reader that have read every draw of the arms that can be read; `None` if none has."""
    whole = [found for found in candidates(ledger, arms, where) if found[3] == draws]
    if len(whole) > 1:
        refs = ", ".join(f"{ref} (reader {reader})" for _, ref, reader, _ in whole)
        raise InputError(
            f"{ledger.path}: several contracts have read these arms; choose with --contract: {refs}"
        )
    return Asked(digest=whole[0][0], ref=whole[0][1], reader=whole[0][2]) if whole else None


def split_of(sources: dict[str, Counter[Source]]) -> list[str]:
    """Why arms with values of these sources must not be compared; empty if they may be."""
    every = {source for found in sources.values() for source in found}
    reasons = []
    instruments = {(source.contract, source.reader) for source in every if source.what == "reading"}
    if len(instruments) > 1:
        reasons.append("they were read by different contracts or reader versions")
    if any(source.what == "unread" for source in every):
        reasons.append("some rows have not been read by the contract")
    if any(not source.rereadable for source in every):
        reasons.append("some rows are not re-readable: their raw text was not kept")
    elif any(source.what == "recorded" for source in every):
        reasons.append("some rows have only a recorded value, and have not been read")
    judges = {arm: frozenset(source.judge for source in found) for arm, found in sources.items()}
    if len(set(judges.values())) > 1:
        reasons.append("they were judged by different judges")
    return reasons


def _refusal(ledger: Ledger, sources: dict[str, Counter[Source]], split: list[str]) -> str:
    lines = [f"{ledger.path}: the arms were not measured by one instrument: {'; '.join(split)}"]
    for arm, found in sources.items():
        rows = [
            f"{number:,} by {source}" if source.what == "reading" else f"{number:,} {source}"
            for source, number in found.most_common()
        ]
        more = [f"and {len(rows) - MOST_LISTED} more instruments"] if len(rows) > MOST_LISTED else []
        lines += [f"  {arm}: {row}" for row in [*rows[:MOST_LISTED], *more]]
    lines += _offers(ledger, sources)
    lines.append('to go on all the same: --acknowledge-split "the reason, which is printed with the result"')
    return "\n".join(lines)


def _offers(ledger: Ledger, sources: dict[str, Counter[Source]]) -> list[str]:
    """What would make the arms comparable."""
    every = Counter[Source]()
    for found in sources.values():
        every.update(found)
    offers = []
    again = sum(number for source, number in every.items() if source.rereadable)
    contracts = Counter({source.contract: 0 for source in every if source.what == "reading"})
    for source, number in every.items():
        if source.what == "reading":
            contracts[source.contract] += number
    needs = len(contracts) > 1 or any(source.what != "reading" and source.rereadable for source in every)
    if again and needs:
        name = contracts.most_common(1)[0][0].partition("@")[0] if contracts else "NAME"
        offers.append(
            f"to make them comparable, read all under one contract: oyez read {ledger.path} --contract {name}"
        )
    lost = sum(number for source, number in every.items() if not source.rereadable)
    if lost:
        offers.append(
            f"the {lost:,} rows without raw text cannot be read again: ask the judge again, or leave them out"
        )
    return offers
