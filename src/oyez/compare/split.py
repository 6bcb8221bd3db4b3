"""Whether arms were measured by one instrument, and the refusal where they were not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from oyez.compare.selected import Source
from oyez.core.errors import InputError, RefusedError
from oyez.measure.groups import group_of
from oyez.measure.load import Loaded

MOST_LISTED = 10


def check_one_instrument(
    loaded: Loaded, sources: Mapping[str, Counter[Source]], acknowledge: str | None
) -> list[str]:
    """Why the arms were not measured by one instrument; empty if they were.

    `sources` are what gave the values of each arm. Raises `RefusedError` where they were not and `acknowledge` gives
    no reason for going on, and `InputError` for a reason without words.
    """
    if acknowledge is not None and not acknowledge.strip():
        raise InputError("--acknowledge-split needs a reason: it is printed with the result")
    split = split_of(sources, loaded.asked)
    if split and acknowledge is None:
        raise RefusedError(_refusal(loaded, sources, split))
    return split


def check_draws(loaded: Loaded, by: str | None, acknowledge: str | None) -> list[str]:
    """The same for draws that are measured together: a number has one instrument, whoever judged.

    With `by` contract or reader, each group is looked at by itself.
    """
    apart = by if by in ("contract", "reader") else None
    groups: dict[str, Counter[Source]] = {}
    for seen, source in zip(loaded.seen, loaded.sources, strict=True):
        name = "all" if apart is None else str(group_of(seen, apart))
        groups.setdefault(name, Counter())[msgspec.structs.replace(source, judge="")] += 1
    found: list[str] = []
    for name, sources in groups.items():
        found += check_one_instrument(loaded, {name: sources}, acknowledge)
    return list(dict.fromkeys(found))


def split_of(sources: Mapping[str, Counter[Source]], asked: tuple[str, str] | None = None) -> list[str]:
    """Why arms with values of these sources must not be compared; empty if they may be.

    `asked` is the contract and reader whose readings were asked for, where any were.
    """
    every = {source for found in sources.values() for source in found}
    reasons = []
    instruments = {(source.contract, source.reader) for source in every if source.what == "reading"}
    if len(instruments) > 1:
        reasons.append("they were read by different contracts or reader versions")
    others = instruments - {asked} if asked is not None else set()
    if others or any(source.what == "unread" for source in every):
        reasons.append("some rows have not been read by the contract")
    if any(not source.rereadable for source in every):
        reasons.append("some rows are not re-readable: their raw text was not kept")
    elif any(source.what == "recorded" for source in every):
        reasons.append("some rows have only a recorded value, and have not been read")
    judges = {arm: frozenset(source.judge for source in found) for arm, found in sources.items()}
    if len(set(judges.values())) > 1:
        reasons.append("they were judged by different judges")
    return reasons


def _refusal(loaded: Loaded, sources: Mapping[str, Counter[Source]], split: list[str]) -> str:
    what = "the arms were" if len(sources) > 1 else "the draws were"
    lines = [f"{loaded.name}: {what} not measured by one instrument: {'; '.join(split)}"]
    for arm, found in sources.items():
        rows = [
            f"{number:,} by {source}" if source.what == "reading" else f"{number:,} {source}"
            for source, number in found.most_common()
        ]
        more = [f"and {len(rows) - MOST_LISTED} more instruments"] if len(rows) > MOST_LISTED else []
        lines += [f"  {arm}: {row}" for row in [*rows[:MOST_LISTED], *more]]
    lines += _offers(loaded, sources)
    lines.append('to go on all the same: --acknowledge-split "the reason, which is printed with the result"')
    return "\n".join(lines)


def _offers(loaded: Loaded, sources: Mapping[str, Counter[Source]]) -> list[str]:
    """What would make the arms comparable: mostly one reading of all under the contract that was asked for."""
    every = Counter[Source]()
    for found in sources.values():
        every.update(found)
    offers = []
    again = sum(number for source, number in every.items() if source.rereadable)
    contracts = Counter({source.contract: 0 for source in every if source.what == "reading"})
    for source, number in every.items():
        if source.what == "reading":
            contracts[source.contract] += number
    asked = None if loaded.asked is None else loaded.asked[0]
    needs = len({*contracts, asked} - {None}) > 1 or any(
        source.what != "reading" and source.rereadable for source in every
    )
    if again and needs:
        ref = asked or (contracts.most_common(1)[0][0] if contracts else "NAME")
        name, where = ref.partition("@")[0], loaded.name if loaded.ledger else "REPLIES"
        offers.append(
            f"to make them comparable, read all under one contract: oyez read {where} --contract {name}"
        )
    lost = sum(number for source, number in every.items() if not source.rereadable)
    if lost:
        offers.append(
            f"the {lost:,} rows without raw text cannot be read again: ask the judge again, or leave them out"
        )
    return offers
