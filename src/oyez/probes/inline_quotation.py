"""A sentence quotes the form with another value; the judge's own value stands where it belongs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import beside, decoy, in_string
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene, may, says


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.anywhere and kit.chosen is not None:
        return  # the contract itself lets a quoted one count where it comes first or last
    verdict = kit.verdict(right)
    known = may(verdict) if kit.anywhere or not kit.marked else says(verdict)
    lines = voice.about([decoy(kit, wrong, Role.INLINE)])
    for where, pieces in beside(kit, voice, lines, kit.said(right)):
        yield Scene(variant=where, pieces=pieces, known=known)
    if (
        not kit.object
        and kit.lines_before
        and kit.marked
        and not kit.scale.free
        and kit.field.repeats != "first"
    ):
        across = [
            Piece('The text reads "first\n'),
            decoy(kit, wrong, Role.ACROSS),
            Piece('\nlast" and ends.\n'),
        ]
        pieces = kit.reply(kit.said(right), [*voice.prose(), *across])
        yield Scene(variant="across-lines", pieces=pieces, known=may(verdict))
    if not kit.object and kit.parts is None:
        ends = [Piece("There it ends in "), decoy(kit, wrong, Role.INLINE), Piece("\n")]
        for where, pieces in beside(kit, voice, ends, kit.said(right)):
            yield Scene(variant=f"line-end-{where}", pieces=pieces, known=known)
        if kit.lines_before and kit.marked and not kit.counts_inline:
            yield Scene(variant="line-end-alone", pieces=kit.reply([], ends), known=NOTHING)
    inner = voice.about([decoy(kit, wrong, Role.STRING)])
    for where, pieces in in_string(kit, inner, right):
        yield Scene(variant=where, pieces=pieces, known=says(verdict))
    if kit.lines_before and kit.marked and not kit.counts_inline and not kit.object:
        pieces = kit.reply([], [*voice.prose(), *lines])
        yield Scene(variant="only-quoted", pieces=pieces, known=NOTHING)


FAMILY = Family(
    name="inline-quotation",
    about="A sentence quotes the form with another value, as when the judged text itself holds a verdict.",
    wrong="takes a value that is quoted in the middle of a sentence, not the one that the judge gives",
    invented="takes a value that is only quoted in the middle of a sentence",
    dropped="gives up when a sentence quotes the form, though the judge's own value is plain",
    build=_build,
)
