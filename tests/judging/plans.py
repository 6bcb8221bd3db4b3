"""Plans for tests: small ones, with whatever differs given by the test."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from oyez.judging import Plan, plan_of

TEMPLATE = "Question: {question}\n\nAnswer: {answer}\n\n{instructions}"
PAIR = "Question: {question}\n\nA: {answer_a}\n\nB: {answer_b}\n\n{instructions}"
VERDICT = {"form": {"line": "VERDICT"}, "scale": {"labels": ["pass", "fail"]}, "name": "pass-fail"}


def write_items(folder: Path, count: int, **more: Any) -> None:
    rows = [
        {
            "id": f"q{at}",
            "question": f"What is {at} + 1?",
            "old": str(at + 1),
            "new": f"It is {at + 1}.",
            **more,
        }
        for at in range(count)
    ]
    (folder / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def tree(count: int, folder: Path, judge: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A plan as a tree; the items are written."""
    write_items(folder, count)
    return {
        "name": "test",
        "contract": VERDICT,
        "template": TEMPLATE,
        "protocol": "single",
        "items": "items.jsonl",
        "arm": {"old": {"answer": "old"}},
        "judge": {"m": judge or {"kind": "replay", "from": "replies.jsonl"}},
        **more,
    }


def plan(count: int, folder: Path, judge: dict[str, Any] | None = None, **more: Any) -> Plan:
    return plan_of(tree(count, folder, judge, **more), folder)


def openai(url: str, **more: Any) -> dict[str, Any]:
    return {
        "kind": "openai", "model": "test-1", "url": url, "key": False,
        "backoff": 0.001, "settings": {"max_tokens": 50}, **more,
    }  # fmt: skip


def program(folder: Path, body: str, **more: Any) -> dict[str, Any]:
    """A command judge whose Python `body` makes the line `out` from the line `q`."""
    (folder / "program.py").write_text(
        "import json, sys, re\nfor line in sys.stdin:\n    q = json.loads(line)\n"
        "    prompt = q['messages'][-1]['content']\n"
        + "".join(f"    {each}\n" for each in body.splitlines())
        + "    print(json.dumps({'id': q['id'], **out}), flush=True)\n"
    )
    return {"kind": "command", "command": [sys.executable, "program.py"], **more}
