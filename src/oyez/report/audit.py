"""An audit as a page: for a terminal, as JSON, Markdown, JUnit, SARIF or HTML."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oyez.audit import Audit, Finding
from oyez.audit.direction import direction_text
from oyez.audit.finding import Kind
from oyez.audit.plainest import Unread
from oyez.report import audit_html, audit_junit, audit_markdown, audit_sarif, audit_text
from oyez.rows.reading import to_json_bytes


def page(kind: str, found: Audit, through: tuple[str, ...], room: int) -> str:
    """The page of one format; it ends with a line end."""
    makers: dict[str, Callable[[], str]] = {
        "text": lambda: "\n".join(audit_text.lines(found, through, room)) + "\n",
        "json": lambda: to_json_bytes(tree(found, through)).decode(),
        "markdown": lambda: audit_markdown.page(found, through),
        "junit": lambda: audit_junit.page(found),
        "sarif": lambda: audit_sarif.page(found),
        "html": lambda: audit_html.page(found, through),
    }
    return makers[kind]()


def tree(found: Audit, through: tuple[str, ...]) -> dict[str, Any]:
    """The page as one JSON object."""
    return {
        "parser": found.subject,
        "contract": found.contract,
        "notes": list(found.notes),
        "replies": found.tried,
        "needs_stop_left_out": found.left_out,
        "reads_no_plain_reply": None if found.unread is None else unread_tree(found.unread),
        "counts": counts(found.counts),
        "families": {name: counts(each) for name, each in found.families.items()},
        "findings": [finding_tree(one) for one in found.findings],
        "through": list(through),
    }


def unread_tree(one: Unread) -> dict[str, Any]:
    """That no plain reply is read, as a JSON object."""
    return {
        "tried": one.tried,
        "reply": one.reply,
        "known": one.known,
        "gave": one.gave,
        "causes": list(one.causes),
    }


def counts(found: dict[Kind, int]) -> dict[str, int]:
    """Every kind by its short name."""
    return {kind.key: found.get(kind, 0) for kind in Kind}


def finding_tree(one: Finding) -> dict[str, Any]:
    """A finding as a JSON object."""
    return {
        "kind": one.kind.key,
        "family": one.family,
        "fault": one.sentence,
        "count": one.count,
        "tried": one.tried,
        "reply": one.reply,
        "stop": one.stop,
        "known": one.known if one.has else None,
        "has_verdict": one.has,
        "gave": one.gave,
        "said": one.said or None,
        "start": one.span[0] if one.span else None,
        "end": one.span[1] if one.span else None,
        "direction": direction_text(one.directions) or None,
        "directions": one.directions,
        "variants": list(one.variants),
        "disputed": one.disputed,
    }
