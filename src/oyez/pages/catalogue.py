"""The page of the catalogue: each contract with its source, its promise and its examples."""

from __future__ import annotations

from typing import Any

import oyez
from oyez.contract import Contract, Field
from oyez.pages.markdown import GENERATED, code, data, table, words

HEAD = f"""{GENERATED}

# Catalogue

Contracts for judge formats that people meet. Name one on the command line (`--contract arena-hard`) or in Python
(`oyez.contract("arena-hard")`); `oyez contracts` lists them. [Which contract do I need](which-contract.md) finds one by
what the judge writes. Every example below is a test.
"""
MOST_SHOWN = 160
"""Characters of an example's reply on the page."""


def page() -> str:
    """The whole page."""
    names = oyez.contract_names()
    index = table(["contract", "what it reads"], [[f"[{name}](#{name})", _about(name)] for name in names])
    return "\n\n".join([HEAD, "\n".join(index), *(_entry(oyez.contract(name)) for name in names)])


def _about(name: str) -> str:
    return oyez.contract(name).about.replace("|", "\\|")


def _entry(contract: Contract) -> str:
    parts = [f"## {contract.name}", contract.about, f"Source: {contract.source}"]
    if contract.parity:
        parts.append("**Parity**: it copies another tool's choice among competing answers. Known faults:")
        parts.append("\n".join(f"- {fault}" for fault in contract.faults))
    parts.append("\n".join(map(_words, contract.fields.values())))
    fields = [
        [
            f"{name}{' (the verdict)' if len(contract.fields) > 1 and name == contract.verdict else ''}",
            ", ".join(data(form.tree()) for form in field.forms),
            data(field.scale.tree()),
            field.repeats,
            _recoveries(field.recover),
        ]
        for name, field in contract.fields.items()
    ]
    parts.append("\n".join(table(["field", "form", "scale", "repeats", "recoveries"], fields)))
    settings = _settings(contract)
    if settings:
        parts.append("Also: " + ", ".join(settings))
    parts.append("A judge is [asked for it](prompts.md) with:")
    parts.append("```text\n" + contract.prompt().rstrip() + "\n```")
    parts.append("\n".join(table(["reply", "status", "verdict", "by"], map(_example, contract.examples))))
    return "\n\n".join(parts)


def _words(field: Field) -> str:
    """Where the value of a field stands and what it may be, in words."""
    said = field.scale.describe(json=field.forms[0].path is not None)
    return f"- **{field.name}** stands {', or '.join(map(words, field.forms))}; it is {said}."


def _recoveries(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) < 6 else f"{len(names)} of them"


def _settings(contract: Contract) -> list[str]:
    """The keys beside the fields that are not at their defaults."""
    plain = oyez.contract({"form": {"whole": True}, "scale": "text"}).tree
    return [
        f"`{key}` = {data(value)}"
        for key, value in contract.tree.items()
        if key not in ("fields", "verdict") and value != plain[key]
    ]


def _example(case: dict[str, Any]) -> list[str]:
    reply = case["reply"]
    shown = "nothing came back" if reply is None else code(_short(reply))
    verdict = data(case["verdict"]) if "verdict" in case else ""
    return [shown, str(case["status"]), verdict, str(case.get("rule", ""))]


def _short(reply: str) -> str:
    """The end of a long reply, since that is where most verdicts stand."""
    return reply if len(reply) <= MOST_SHOWN else "… " + reply[-MOST_SHOWN:]


PAGES = {"catalogue.md": page}
