"""The page of probes: every family, what a parser does that fails it, and replies built as the page is made."""

from __future__ import annotations

import oyez
from oyez.pages.markdown import GENERATED, code, data
from oyez.probes import FAMILIES, Family, Probe, probes

CONTRACTS = ("inspect-grade", "trait-score", "mt-bench-rating", "wildbench-score")
"""Contracts for the examples: each family shows the first under which it builds a reply."""
SHOWN = 3
"""Replies shown of each family."""

HEAD = f"""{GENERATED}

# Probes

A probe is a reply that is built so that its reading is known: what the judge says, or that it says nothing. `oyez
audit` tries a parser on them ([audit your parser](audit.md)), and `oyez cases` writes them as a case file.

Every family builds its replies from any contract, with the right and the wrong value in both roles, and with prose in
English, German, Japanese, Chinese and Arabic, and full of code. A family is one file in `oyez/probes/`; other packages
join through entry points in the group `oyez.probes`.

Of a reply is known one of three things: it **says** a value in the contract's own form; it **means** a value that only
a recovery reads, so that a careful parser may give none, unless the contract names the recovery; or it holds **no
verdict**. The tests confirm each of them a second time, from the pieces of the reply alone.
"""


def page() -> str:
    """The whole page."""
    return "\n\n".join([HEAD.rstrip(), *(_entry(family) for family in FAMILIES.built_in.values())])


def _entry(family: Family) -> str:
    lines = [f"## {family.name}", family.about]
    faults = {"silently wrong": family.wrong, "invented": family.invented, "dropped": family.dropped}
    lines.append("\n".join(f"- {kind}: it {said}" for kind, said in faults.items()))
    if family.disputed:
        lines.append(f"*Disputed: {family.disputed}*")
    return "\n\n".join([*lines, *_examples(family)])


def _examples(family: Family) -> list[str]:
    for name in CONTRACTS:
        found = _different(name, family)
        if found:
            shown = "\n".join(f"- {_reply(probe)}: {_known(probe)}" for probe in found)
            return [f"Under `{name}`:\n\n{shown}"]
    return []


def _different(name: str, family: Family) -> list[Probe]:
    """The first replies of the family, one of a variant."""
    variants: dict[str, Probe] = {}
    for probe in probes(oyez.contract(name), families=[family.name]):
        variants.setdefault(probe.scene.variant, probe)
    return list(variants.values())[:SHOWN]


def _reply(probe: Probe) -> str:
    text = probe.text if len(probe.text) <= 400 else f"{probe.text[:80]}…"
    stop = f" (stop `{probe.scene.stop}`)" if probe.scene.stop else ""
    return (code(text) if text else "an empty reply") + stop


def _known(probe: Probe) -> str:
    known = probe.known
    if not known.has:
        return "no verdict"
    if known.plain:
        return f"says {data(known.verdict)}"
    by = f", by {' and '.join(known.by)}" if known.by else ""
    return f"means {data(known.verdict)}{by}"


PAGES = {"probes.md": page}
