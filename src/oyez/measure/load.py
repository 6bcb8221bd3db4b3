"""Observations from a file of readings or from a ledger, with what gave each value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import attrgetter
from pathlib import Path

import msgspec

from oyez.compare.selected import Source, arms_of, candidates, selected
from oyez.contract import Contract, contract
from oyez.core.errors import ContractError, InputError
from oyez.core.observation import Observation
from oyez.core.scale import Scale
from oyez.ledger import Ledger
from oyez.ledger.asked import Asked
from oyez.measure.groups import group_of
from oyez.measure.latest import LeftOut, latest
from oyez.measure.rows import observations_in


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """Observations with their sources."""

    name: str
    """The file or ledger."""
    ledger: bool
    seen: list[Observation]
    sources: list[Source]
    """What gave the value of each observation."""
    contract: Contract | None
    """The contract of the readings; `None` where it is not at hand, or they have several."""
    left_out: LeftOut
    """Replies that a later one to the same question stands for; they are not among those seen."""
    repeated: int = 0
    """Rows of a file that have the id and the place in the design of a row before them; each counts by itself."""
    asked: tuple[str, str] | None = None
    """The contract and reader whose readings of a ledger were asked for; other readings of it stand in for them."""

    @property
    def scale(self) -> Scale | None:
        """The scale of the verdict; `None` where the contract is not at hand, or has no single verdict."""
        return None if self.contract is None else scale_of(self.contract)

    @property
    def instruments(self) -> list[tuple[str, int]]:
        """What gave the values, with how many draws, the most frequent first."""
        found = Counter(map(str, self.sources))
        return sorted(found.items(), key=lambda one: (-one[1], one[0]))

    def sources_by(self, by: str, names: Iterable[str]) -> dict[str, Counter[Source]]:
        """Group by a field → what gave its values, for the groups of those names."""
        found: dict[str, Counter[Source]] = {name: Counter() for name in names}
        for one, source in zip(self.seen, self.sources, strict=True):
            group = group_of(one, by)
            if group in found:
                found[group][source] += 1
        return found


def scale_of(terms: Contract) -> Scale | None:
    """The scale of a contract's verdict; `None` for the object of all fields."""
    field = terms.fields.get(terms.verdict)
    return None if field is None else field.scale


def load_readings(path: str, terms: Contract | None = None) -> Loaded:
    """Observations from a file of readings: JSONL, CSV or Parquet, or `-` for JSONL on standard input.

    `terms` is their contract, if they do not name one of the catalogue. Raises `InputError` for the first row that
    is no reading.
    """
    if Path(path).is_dir():
        raise InputError(f"{path}: is a directory; name a file of readings, or a ledger")
    seen = [*observations_in(path, None if terms is None else scale_of(terms))]
    refs = {one.contract for one in seen}
    if terms is not None and None not in refs and terms.ref not in refs:
        raise InputError(
            f"{path}: these readings were made by {' and '.join(sorted(map(str, refs)))}, not by {terms.ref}; "
            "give that contract, or read the replies again: oyez read REPLIES --contract NAME --to readings.jsonl"
        )
    if terms is None and len(refs) == 1:
        terms = _of_ref(next(iter(refs)))
    found = _loaded(path, seen, [_source(one) for one in seen], terms, ledger=False)
    return msgspec.structs.replace(found, repeated=_repeated(found.seen))


def load_ledger(
    ledger: Ledger, arms: list[str] | None = None, by: Asked | None = None, where: str = ""
) -> Loaded:
    """The draws of a ledger (`arms`: of these alone), each with its reading by `by`, else its latest one.

    Without `by`, the contract counts that has read every draw. Raises `InputError` where several have.
    """
    by = by or common_contract(ledger, arms, where)
    found = [*selected(ledger, arms, by, where)]
    if not found:
        raise InputError(f"{ledger.path}: no draw is chosen")
    if by is not None and by.judge is not None and any(one.seen.judge_digest != by.judge for one in found):
        raise InputError(
            f"{ledger.path}: the instrument has one judge, and draws of others are chosen; "
            "choose its draws with --where, or name the contract alone"
        )
    seen, sources = [one.seen for one in found], [one.source for one in found]
    if by is None:
        return _loaded(str(ledger.path), seen, sources, None, ledger=True)
    return _loaded(str(ledger.path), seen, sources, by.contract, ledger=True, asked=(by.ref, by.reader))


def _loaded(
    name: str,
    seen: list[Observation],
    sources: list[Source],
    terms: Contract | None,
    *,
    ledger: bool,
    asked: tuple[str, str] | None = None,
) -> Loaded:
    """One draw a question: of several replies to it, the one that counts."""
    chosen, left_out = latest(seen)
    return Loaded(
        name=name,
        ledger=ledger,
        seen=[seen[at] for at in chosen],
        sources=[sources[at] for at in chosen],
        contract=terms,
        left_out=left_out,
        asked=asked,
    )


def common_contract(ledger: Ledger, arms: list[str] | None, where: str) -> Asked | None:
    """The contract and reader that have read every draw that can be read; `None` if none has."""
    again = sum(some for arm, (_, some) in arms_of(ledger, where).items() if arms is None or arm in arms)
    whole = [found for found in candidates(ledger, arms, where) if found[3] == again]
    if len(whole) > 1:
        refs = ", ".join(f"{ref} (reader {reader})" for _, ref, reader, _ in whole)
        raise InputError(
            f"{ledger.path}: several contracts have read these arms; choose with --contract: {refs}"
        )
    if not whole:
        return None
    digest, ref, reader, _ = whole[0]
    return msgspec.structs.replace(ledger.asked(ref), digest=digest, ref=ref, reader=reader)


_PLACE = attrgetter("id", "item", "arm", "judge", "judge_digest", "draw", "order", "contract", "reader")


def _repeated(seen: list[Observation]) -> int:
    """How many have the id and all else that places them in the design in common with one before."""
    named = [one for one in seen if one.id is not None]
    places = set(map(_PLACE, named))
    return len(named) - len(places)


def _source(seen: Observation) -> Source:
    digest = (seen.judge_digest or "")[:8]
    judge = f"{seen.judge} ({digest})" if seen.judge and digest else seen.judge or digest
    return Source("reading", seen.contract or "", seen.reader or "", judge)


def _of_ref(ref: str | None) -> Contract | None:
    """The contract of the catalogue with exactly that name, version and digest."""
    try:
        terms = contract((ref or "").partition("@")[0])
    except ContractError:
        return None
    return terms if terms.ref == ref else None
