"""An audit as SARIF 2.1.0, for code scanning on the parser's source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from oyez._version import __version__
from oyez.audit import Audit, Finding
from oyez.audit.direction import direction_text
from oyez.audit.finding import Kind
from oyez.audit.plainest import Unread
from oyez.core.visible import visible_text
from oyez.report.audit_text import given, known, shown
from oyez.rows.reading import to_json_bytes

LEVELS = {Kind.SILENT: "error", Kind.INVENTED: "error", Kind.CRASHED: "error", Kind.HUNG: "error"}
_NONE = "reads-none/plain"
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def page(found: Audit) -> str:
    """The log, with one run: a rule for each kind and family, a result for each finding."""
    rules = {_id(one): _rule(one) for one in found.findings}
    if found.unread is not None:
        rules = {_NONE: {"id": _NONE, "shortDescription": {"text": found.unread.sentence}}} | rules
    driver = {
        "name": "oyez",
        "version": __version__,
        "rules": list(rules.values()),
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [
            *([_unread(found.unread, found)] if found.unread is not None else []),
            *(_result(one, found, list(rules)) for one in found.findings),
        ],
    }
    return to_json_bytes({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}).decode()


def _unread(one: Unread, found: Audit) -> dict[str, Any]:
    said = [
        one.sentence,
        f"Known: {shown(one.known)}; given: {one.gave}.",
        *one.causes,
        "The shortest reply:",
    ]
    message = visible_text("\n".join([*said, one.reply[:2000]]), keep="\n\t")
    result: dict[str, Any] = {
        "ruleId": _NONE,
        "ruleIndex": 0,
        "level": "error",
        "message": {"text": message},
    }
    if found.place is not None:
        result["locations"] = [_location(*found.place)]
    return result


def _id(one: Finding) -> str:
    return f"{one.kind.key}/{one.family}"


def _rule(one: Finding) -> dict[str, Any]:
    return {"id": _id(one), "shortDescription": {"text": one.sentence}}


def _result(one: Finding, found: Audit, rules: list[str]) -> dict[str, Any]:
    said = f"{one.sentence} {one.count} of {one.tried} replies. Known: {known(one)}; given: {given(one)}."
    favours = direction_text(one.directions)
    said += f" It {favours}." if favours else ""
    shown = visible_text(one.reply[:2000], keep="\n\t")
    result: dict[str, Any] = {
        "ruleId": _id(one),
        "ruleIndex": rules.index(_id(one)),
        "level": LEVELS.get(one.kind, "warning"),
        "message": {"text": f"{visible_text(said)}\nThe shortest reply:\n{shown}"},
    }
    if found.place is not None:
        result["locations"] = [_location(*found.place)]
    return result


def _location(file: str, line: int) -> dict[str, Any]:
    path = Path(file)
    here = Path.cwd()
    uri = path.relative_to(here).as_posix() if path.is_relative_to(here) else path.resolve().as_uri()
    return {
        "physicalLocation": {"artifactLocation": {"uri": uri}, "region": {"startLine": max(1, line)}},
    }
