"""Tables of cases: a contract, a reply, and what must come out."""

from __future__ import annotations

from typing import Any

import invariants

import oyez

UNSAID = object()


def check(
    contract: dict[str, Any],
    text: str | None,
    status: str,
    verdict: Any = UNSAID,
    *codes: str,
    rule: str | None = None,
    stop: str | None = None,
    error: str | None = None,
    at: str | None = None,
    ids: tuple[str, ...] | None = None,
) -> oyez.Reading:
    """Read the reply and compare: status, verdict, rule, problem codes that must be listed, and the evidence."""
    made = oyez.contract({"recover": "safe", **contract} if "field" not in contract else contract)
    reading = oyez.read(oyez.Reply(text=text, stop=stop, error=error, ids=ids), made)
    invariants.coupled(reading)
    invariants.spans_true(reading, text)
    said = f"{reading!r} {[one.code for one in reading.problems]} of {text!r}"
    assert reading.status == status, said
    if verdict is not UNSAID:
        assert invariants.alike(reading.verdict, verdict), said
    if reading.ok:
        assert reading.rule == rule, said
    assert set(codes) <= {one.code for one in reading.problems}, said
    if at is not None:
        assert reading.evidence == at, said
    return reading


def line(label: str = "Outcome", scale: Any = None, **more: Any) -> dict[str, Any]:
    """A contract with a labelled line."""
    return {"form": {"line": label}, "scale": scale or {"labels": ["keep", "drop"]}, **more}


def bracket(scale: Any = None, **more: Any) -> dict[str, Any]:
    """A contract with a value in double square brackets."""
    return {"form": {"bracket": ["[[", "]]"]}, "scale": scale or {"integer": [1, 5]}, **more}


def json_key(
    scale: Any = None, key: str = "mark", form: dict[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    """A contract with a value at a key of a JSON object."""
    return {"form": {"json": key, **(form or {})}, "scale": scale or {"integer": [1, 5]}, **more}


def whole(scale: Any, **more: Any) -> dict[str, Any]:
    """A contract whose reply is the value."""
    return {"form": {"whole": True}, "scale": scale, **more}


def tag(scale: Any = None, **more: Any) -> dict[str, Any]:
    """A contract with a value in a tag."""
    return {"form": {"tag": "mark"}, "scale": scale or {"integer": [1, 5]}, **more}
