"""oyez itself under a contract: what its recoveries do, where it abstains, and where two readings are possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from oyez.audit.answer import Answer, End, Reckoning
from oyez.audit.finding import Kind, judge
from oyez.audit.run import reply_of
from oyez.contract import Contract
from oyez.core.reading import Reading
from oyez.core.status import Status
from oyez.probes import Kit, Probe, probes


class Fired(msgspec.Struct, frozen=True):
    """A recovery that gave a verdict, with the shortest reply on which it did."""

    rule: str
    count: int
    reply: str


class OwnAudit(msgspec.Struct, frozen=True, kw_only=True):
    """What the probes come to under a contract."""

    contract: str
    parity: bool
    tried: int
    counts: dict[Kind, int]
    faults: tuple[str, ...]
    """`kind family/variant` of each fault, sorted."""
    fired: tuple[Fired, ...]
    """Recoveries that gave verdicts."""
    abstains: dict[str, dict[str, int]]
    """Family → status → replies without a verdict."""
    two_readings: dict[str, str]
    """Family/variant → a reply in which two verdicts compete."""

    @property
    def sound(self) -> bool:
        """Whether no verdict is wrong or invented."""
        return not (self.counts[Kind.SILENT] or self.counts[Kind.INVENTED])


class _Gathered:
    """Counts in the making."""

    def __init__(self) -> None:
        self.counts: Counter[Kind] = Counter()
        self.faults: set[str] = set()
        self.rules: Counter[str] = Counter()
        self.shortest: dict[str, str] = {}
        self.abstains: dict[str, Counter[str]] = {}
        self.two: dict[str, str] = {}

    def add(self, probe: Probe, kind: Kind, reading: Reading) -> None:
        self.counts[kind] += 1
        place = f"{probe.family}/{probe.scene.variant}"
        if kind is not Kind.AGREES:
            self.faults.add(f"{kind.key} {place}")
        if reading.rule is not None:
            self.rules[reading.rule] += 1
            known = self.shortest.get(reading.rule)
            if known is None or len(probe.text) < len(known):
                self.shortest[reading.rule] = probe.text
        if not reading.ok:
            self.abstains.setdefault(probe.family, Counter())[reading.status.value] += 1
        if reading.status is Status.CONFLICT:
            self.two.setdefault(place, probe.text)


def own_audit(
    contract: Contract, *, families: Iterable[str] | None = None, count: int | None = None, seed: int = 0
) -> OwnAudit:
    """Read the probes of the families (`None`: of all) under the contract.

    Raises `ContractError` where no one reply can hold its fields.
    """
    from oyez.reader import read

    kit = Kit(contract)
    gathered = _Gathered()
    for probe in probes(contract, families=families, count=count, seed=seed):
        reading = read(reply_of(probe), contract)
        answer = Answer(End.VALUE, reading.verdict if reading.ok else None)
        gathered.add(probe, judge(kit, probe, answer, Reckoning(stop=True)).kind, reading)
    return OwnAudit(
        contract=contract.ref,
        parity=contract.parity,
        tried=sum(gathered.counts.values()),
        counts={kind: gathered.counts[kind] for kind in Kind},
        faults=tuple(sorted(gathered.faults)),
        fired=tuple(Fired(rule, n, gathered.shortest[rule]) for rule, n in gathered.rules.most_common()),
        abstains={name: dict(each.most_common()) for name, each in gathered.abstains.items()},
        two_readings=gathered.two,
    )
