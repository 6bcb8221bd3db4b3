"""An audit as Markdown."""

from __future__ import annotations

from oyez.audit import Audit
from oyez.audit.direction import direction_text
from oyez.audit.finding import Kind
from oyez.core.visible import visible_text
from oyez.report.audit_text import given, known, shown


def page(found: Audit, through: tuple[str, ...]) -> str:
    """The page; replies stand in fences that they cannot close."""
    lines = [f"# Audit of {plain(found.subject)}", "", f"Contract {plain(found.contract)}."]
    lines += [f"{plain(note)}." for note in found.notes]
    if found.unread is not None:
        none = found.unread
        lines += [
            "",
            "## It reads none of the plain replies",
            "",
            plain(none.sentence),
            "",
            *fenced(none.reply),
            "",
        ]
        lines += [f"Known: {plain(shown(none.known))}. Given: {plain(none.gave)}.", "", "Likely causes:", ""]
        lines += [f"- {plain(cause)}" for cause in none.causes]
    lines += [
        "",
        "| | replies |",
        "|---|---:|",
        *(f"| {kind.value} | {found.counts[kind]} |" for kind in Kind),
    ]
    for one in found.findings:
        lines += [
            "",
            f"## {one.kind.value.capitalize()}: {plain(one.family)}, {one.count} of {one.tried}",
            "",
        ]
        lines += [plain(one.sentence), *([f"Disputed: {plain(one.disputed)}"] if one.disputed else []), ""]
        lines += [*fenced(one.reply), "", f"Known: {plain(known(one))}. Given: {plain(given(one))}."]
        said = direction_text(one.directions)
        lines += [f"It {plain(said)}."] if said else []
    if through:
        lines += ["", "## What becomes of the values", "", *(f"- {plain(one)}" for one in through)]
    return "\n".join(lines) + "\n"


def plain(text: str) -> str:
    """Text on one line in which Markdown finds nothing to act on."""
    shown = visible_text(text)
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>()#+!|~&" else char for char in shown)


def fenced(text: str) -> list[str]:
    """A reply in a fence longer than any run of backticks in it."""
    shown = visible_text(text, keep="\n\t")
    longest = run = 0
    for char in shown:
        run = run + 1 if char == "`" else 0
        longest = max(longest, run)
    mark = "`" * max(3, longest + 1)
    return [f"{mark}text", *shown.split("\n"), mark]
