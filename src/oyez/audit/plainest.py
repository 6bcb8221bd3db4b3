"""Whether a parser reads replies that keep to the format at all, and the likely reasons where it reads none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.audit.answer import Answer, End, Reckoning, excused, meant
from oyez.audit.finding import Kind, judge
from oyez.audit.subject import Subject
from oyez.contract import Contract
from oyez.core.reply import Reply
from oyez.core.value import same
from oyez.probes import Kit, Probe, probes

FAMILY = "plain"


class Unread(msgspec.Struct, frozen=True, kw_only=True):
    """A parser that reads none of the plain replies, so that findings say nothing about its finer points."""

    tried: int
    """How many plain replies were tried."""
    reply: str
    """The shortest of them."""
    known: Any
    """The verdict that it says."""
    gave: str
    """What the parser gave for it, in words."""
    causes: tuple[str, ...]
    """Likely causes, in sentences, the likeliest first."""

    @property
    def sentence(self) -> str:
        """The fact in plain words."""
        return (
            f"It reads none of the {self.tried} replies that keep to the contract's format, so what it "
            "does on others says little more than that parser and contract do not belong together."
        )


def unread(subject: Subject, contract: Contract, reckoning: Reckoning) -> Unread | None:
    """Try plain replies until the parser reads one; `None` where it does, or where the contract has none.

    A parser that does not end is asked once only, since every reply would cost the whole time limit.
    """
    kit = Kit(contract)
    tried: list[tuple[Probe, Answer]] = []
    for probe in probes(contract, families=[FAMILY]):
        if probe.scene.needs_stop and not reckoning.stop:
            continue
        answer = _ask(subject, probe.text, probe.scene.stop)
        if probe.known.has and _judged(kit, probe, answer, reckoning) is Kind.AGREES:
            return None
        tried.append((probe, answer))
        if answer.end is End.HUNG:
            break
    if not tried:
        return None
    probe, answer = min(tried, key=lambda one: len(one[0].text))
    return Unread(
        tried=len(tried),
        reply=probe.text,
        known=probe.known.verdict,
        gave=_gave(answer),
        causes=tuple(_causes(subject, kit, tried, reckoning)),
    )


def _judged(kit: Kit, probe: Probe, answer: Answer, reckoning: Reckoning) -> Kind | None:
    """How the answer stands; nothing at all is not reading it, whatever may be excused."""
    if answer.end is not End.VALUE or meant(answer, reckoning, kit.scale, kit.parts).nothing:
        return None
    return judge(kit, probe, answer, reckoning).kind


def _ask(subject: Subject, text: str, stop: str | None) -> Answer:
    return next(iter(subject.answers([Reply(text=text, stop=stop)])))


def _gave(answer: Answer) -> str:
    if answer.end is not End.VALUE:
        return f"({answer.end.value}: {answer.said})"
    return "nothing" if answer.value is None else repr(answer.value)


def _causes(
    subject: Subject, kit: Kit, tried: list[tuple[Probe, Answer]], reckoning: Reckoning
) -> Iterator[str]:
    answers = [answer for _, answer in tried]
    if all(answer.end in (End.CRASHED, End.HUNG) for answer in answers):
        yield f"It does not get so far as to give a value ({answers[0].said}). Try it on one reply by itself."
        return
    if any(answer.end is End.RAISED and not excused(answer, reckoning.raises) for answer in answers):
        said = next(answer.said for answer in answers if answer.end is End.RAISED)
        yield f"It raises {said}. If that is how it says that it found nothing, name it with --raises."
    values = [answer.value for answer in answers if answer.end is End.VALUE and answer.value is not None]
    if values:
        yield _mapping(kit, tried)
    else:
        yield from _spelling(subject, tried[0][0], kit)
    yield (
        "It may expect another form than this contract's: `oyez contracts` lists others, and "
        "`oyez contracts suggest` drafts one from an archive."
    )


def _spelling(subject: Subject, probe: Probe, kit: Kit) -> Iterator[str]:
    """What it gives when the reply, or its value alone, is spelled in other letters."""
    found = kit.scale.write(probe.known.verdict) if not isinstance(probe.known.verdict, dict) else ""
    text = probe.text
    for how, change in (("upper", str.upper), ("lower", str.lower), ("title", str.title)):
        for what, other in (
            ("its value", text.replace(found, change(found)) if found else text),
            ("the whole reply", change(text)),
        ):
            if other == text:
                continue
            answer = _ask(subject, other, probe.scene.stop)
            if answer.end is End.VALUE and answer.value is not None:
                yield (
                    f"It looks for other letters: with {what} in {how} case it gives {answer.value!r}. "
                    "Spell label and values in the contract as the parser expects them, if the judge was asked so."
                )
                return
    yield (
        "The label or the values may be spelled otherwise in the parser than in the contract: compare the reply "
        "above with what it looks for."
    )


def _mapping(kit: Kit, tried: list[tuple[Probe, Answer]]) -> str:
    """What its values seem to mean, where each verdict has one of its own."""
    pairs: list[tuple[Any, Any]] = []
    for probe, answer in tried:
        if not any(same(answer.value, value) for value, _ in pairs):
            pairs.append((answer.value, probe.known.verdict))
    plain = all(isinstance(value, str | bool | int | float) for value, _ in pairs)
    verdicts = [kit.scale.write(verdict) if not isinstance(verdict, dict) else "" for _, verdict in pairs]
    if plain and all(verdicts) and len(set(verdicts)) == len(verdicts) > 1:
        said = " ".join(
            f"--map {value}={verdict}" for (value, _), verdict in zip(pairs, verdicts, strict=True)
        )
        return f"Its values are not the contract's words. If they mean the same: {said}"
    shown = ", ".join(repr(value)[:60] for value, _ in pairs[:3])
    return (
        f"What it gives ({shown}) is not the verdict that stands there. --map GIVEN=VERDICT says what a value "
        "means; of a tuple or an object, name a function that gives the verdict alone."
    )
