"""The label or the value wears Markdown: emphasis, a heading, a list mark, a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import alone
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene, may

DRESSES = {
    "bold-label": "**{label}:** {value}",
    "heading": "## {label}: {value}",
    "list-item": "- {label}: {value}",
    "numbered": "1. {label}: {value}",
    "bold-line": "**{label}: {value}**",
    "table-row": "| {label}: {value} |",
}


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.form.kind != "line" or kit.scale.free or kit.runs_on:
        return
    label = kit.form.labels[0]
    for name, dress in DRESSES.items():
        if name == "numbered" and "1" in dict(kit.scale.menu_words):
            continue  # the list mark would be a value
        words = dress.format(label=label, value=kit.written(right))
        names = ("decorated-label", "emphasis") if name == "bold-line" else ("decorated-label",)
        weak = Piece(words, Role.WEAK, kit.verdict(right))
        yield Scene(variant=name, pieces=alone(kit, voice, [weak]), known=may(kit.verdict(right), *names))
        if kit.contract.dissent == "conflict" and kit.lines_after:
            other = Piece(dress.format(label=label, value=kit.written(wrong)), Role.WEAK, kit.verdict(wrong))
            pieces = alone(kit, voice, [*kit.said(right), Piece("\n"), other])
            yield Scene(variant=f"{name}-against", pieces=pieces, known=NOTHING)


FAMILY = Family(
    name="decorated-label",
    about="The label wears Markdown: emphasis, a heading, a list mark, a table; also against a plain one.",
    wrong="reads another value than the decorated one",
    invented="picks one of two contradicting verdicts, a plain one and a decorated one",
    dropped="does not see a label in Markdown, which the contract recovers",
    build=_build,
)
