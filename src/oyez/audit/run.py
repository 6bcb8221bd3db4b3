"""Runs a parser over probes and gathers what it did."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from oyez.audit.answer import Answer, End, Reckoning, Usual
from oyez.audit.direction import favoured, taken_from
from oyez.audit.finding import FAULTS, Finding, Judged, Kind, judge
from oyez.audit.plainest import Unread, unread
from oyez.audit.shrink import shrink
from oyez.audit.subject import Subject
from oyez.contract import Contract
from oyez.core.reply import Reply
from oyez.core.value import same
from oyez.probes import Kit, Probe, Scene, probes


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """What an audit came to."""

    subject: str
    contract: str
    """`name@version#digest`."""
    notes: tuple[str, ...]
    counts: dict[Kind, int]
    """Every kind is there; the sum is the number of replies that were tried."""
    families: dict[str, dict[Kind, int]]
    findings: tuple[Finding, ...]
    """The most serious first."""
    place: tuple[str, int] | None = None
    """The file and line of the parser."""
    left_out: int = 0
    """Probes that are known only to who sees the stop reason, which the parser does not."""
    unread: Unread | None = None
    """Set where the parser reads none of the plain replies: then this comes before all findings."""

    @property
    def tried(self) -> int:
        """How many replies were tried."""
        return sum(self.counts.values())

    def failed(self, kinds: Iterable[Kind]) -> int:
        """How many replies came to one of the kinds."""
        return sum(self.counts[kind] for kind in kinds)

    def falls_short(self, kinds: Iterable[Kind]) -> bool:
        """Whether a gate on these kinds fails: a reply came to one of them, or no plain reply was read at all."""
        chosen = tuple(kinds)
        return bool(chosen) and (self.unread is not None or self.failed(chosen) > 0)


class _Group:
    """Faults of one family and kind in the making: counts, and the shortest reply."""

    def __init__(self) -> None:
        self.count = 0
        self.directions: Counter[str] = Counter()
        self.variants: dict[str, None] = {}
        self.shortest: tuple[Probe, Answer, Judged] | None = None

    def add(self, kit: Kit, probe: Probe, answer: Answer, judged: Judged) -> None:
        self.count += 1
        self.variants.setdefault(probe.scene.variant)
        if len(self.directions) < 100:
            self.directions.update(favoured(kit, probe.known, judged))
        if self.shortest is None or len(probe.text) < len(self.shortest[0].text):
            self.shortest = (probe, answer, judged)


def audit(
    subject: Subject,
    contract: Contract,
    *,
    reckoning: Reckoning | None = None,
    families: Iterable[str] | None = None,
    count: int | None = None,
    seed: int = 0,
    basic: bool = False,
    wanted: Callable[[Probe], bool] | None = None,
    step: Callable[[int], None] | None = None,
) -> Audit:
    """Try a parser on replies whose reading under the contract is known.

    `count` replies are tried, or every one once in every language. With `basic` only replies that keep to the
    asked-for format but for what their family is about; `wanted` may leave out more. `step` is called with the
    number done. Raises `InputError` for a parser that cannot be loaded, and `ContractError` for a contract that no
    reply can hold.
    """
    found = probes(contract, families=families, count=count, seed=seed)
    chosen = found if wanted is None else filter(wanted, found)
    return _Run(subject, contract, reckoning or Reckoning(), basic).whole(chosen, step)


class _Run:
    """One audit under way."""

    def __init__(self, subject: Subject, contract: Contract, reckoning: Reckoning, basic: bool) -> None:
        self.subject = subject
        self.kit = Kit(contract)
        self.reckoning = reckoning
        self.basic = basic
        self.families: dict[str, Counter[Kind]] = {}
        self.groups: dict[tuple[str, Kind], _Group] = {}
        self.left_out = 0
        self.unread = unread(subject, contract, reckoning)
        self.usual = usual_of(subject)

    def whole(self, found: Iterator[Probe], step: Callable[[int], None] | None) -> Audit:
        waiting: deque[Probe] = deque()

        def texts() -> Iterator[Reply]:
            for probe in self._wanted(found):
                waiting.append(probe)
                yield reply_of(probe)

        for done, answer in enumerate(self.subject.answers(texts()), start=1):
            self._take(waiting.popleft(), answer)
            if step is not None:
                step(done)
        return self._made()

    def _wanted(self, found: Iterator[Probe]) -> Iterator[Probe]:
        for probe in found:
            if probe.scene.needs_stop and not self.reckoning.stop:
                self.left_out += 1
            elif probe.scene.basic or not self.basic:
                yield probe

    def _take(self, probe: Probe, answer: Answer) -> None:
        judged = self._judge(probe, answer)
        self.families.setdefault(probe.family, Counter())[judged.kind] += 1
        if judged.kind is not Kind.AGREES:
            group = self.groups.setdefault((judged.group or probe.family, judged.kind), _Group())
            group.add(self.kit, probe, answer, judged)

    def _judge(self, probe: Probe, answer: Answer) -> Judged:
        return judge(self.kit, probe, answer, self.reckoning, self.usual)

    def _made(self) -> Audit:
        findings = [self._finding(name, kind, group) for (name, kind), group in self.groups.items()]
        findings.sort(
            key=lambda one: (FAULTS.index(one.kind), one.disputed is not None, -one.count, one.family)
        )
        counts = {kind: sum(each[kind] for each in self.families.values()) for kind in Kind}
        return Audit(
            subject=self.subject.name,
            contract=self.kit.given.ref,
            notes=tuple(self.subject.notes),
            counts=counts,
            families={name: dict(each) for name, each in self.families.items()},
            findings=tuple(findings),
            place=self.subject.place,
            left_out=self.left_out,
            unread=self.unread,
        )

    def _finding(self, name: str, kind: Kind, group: _Group) -> Finding:
        assert group.shortest is not None
        probe, _, judged = group.shortest
        scene = self._shrunk(probe, judged)
        answer = self._ask(probe, scene)
        last = self._judge(_with(probe, scene), answer)
        tried = sum(self.families[name].values()) if name in self.families else group.count
        return Finding(
            family=name,
            kind=kind,
            count=group.count,
            tried=tried,
            reply=scene.text,
            stop=scene.stop,
            known=scene.known.verdict,
            has=scene.known.has,
            gave=last.given,
            said=answer.said,
            span=taken_from(self.kit, scene, last.given),
            directions=dict(group.directions.most_common()),
            variants=tuple(group.variants),
        )

    def _shrunk(self, probe: Probe, judged: Judged) -> Scene:
        if judged.kind is Kind.HUNG:
            return probe.scene  # every try would cost the whole time limit

        def fails(scene: Scene) -> bool:
            again = self._judge(_with(probe, scene), self._ask(probe, scene))
            return again.kind is judged.kind and again.group == judged.group

        return shrink(probe.scene, fails)

    def _ask(self, probe: Probe, scene: Scene) -> Answer:
        return next(iter(self.subject.answers([reply_of(_with(probe, scene))])))


def reply_of(probe: Probe) -> Reply:
    """A probe as a reply."""
    return Reply(id=probe.id, text=probe.text, stop=probe.scene.stop, ids=probe.ids)


def _with(probe: Probe, scene: Scene) -> Probe:
    return msgspec.structs.replace(probe, scene=scene)


def usual_of(subject: Subject) -> Usual:
    """What a parser gives where there is nothing to read: the value that it gives for two empty-handed replies."""
    first, second = subject.answers([Reply(text=""), Reply(text="…")])
    if first.end is not End.VALUE or second.end is not End.VALUE or first.value is None:
        return Usual()
    return Usual(True, first.value) if same(first.value, second.value) else Usual()


def value_text(value: Any) -> str:
    """A value as a page shows it."""
    return value if isinstance(value, str) else repr(value)
