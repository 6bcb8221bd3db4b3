"""Contracts beside those of the catalogue, so that every form and every choice of a contract is probed."""

from __future__ import annotations

from typing import Any

import oyez

LABELS = {"labels": ["PASS", "FAIL"]}
TREES: dict[str, dict[str, Any]] = {
    "line": {"form": {"line": "VERDICT"}, "scale": LABELS},
    "line-last": {"form": {"line": "VERDICT"}, "scale": LABELS, "repeats": "last"},
    "line-first": {"form": {"line": "VERDICT"}, "scale": LABELS, "repeats": "first"},
    "line-once": {"form": {"line": "VERDICT"}, "scale": LABELS, "repeats": "forbid", "recover": "safe"},
    "line-number": {"form": {"line": "SCORE"}, "scale": {"integer": [0, 100]}, "recover": "safe"},
    "line-step": {"form": {"line": "SCORE"}, "scale": {"number": [0, 1], "step": 0.25}},
    "line-quoted": {"form": {"line": "VERDICT"}, "scale": LABELS, "quoted": "candidate"},
    "line-thinking": {"form": {"line": "VERDICT"}, "scale": LABELS, "thinking": []},
    "bracket": {"form": {"bracket": ["[[", "]]"]}, "scale": {"labels": ["A", "B", "C"]}, "recover": "safe"},
    "bracket-line": {"form": {"bracket": ["[[", "]]"], "at": "line"}, "scale": LABELS},
    "bracket-end": {"form": {"bracket": ["[[", "]]"], "at": "last-line"}, "scale": LABELS, "recover": "safe"},
    "tag": {"form": {"tag": "verdict"}, "scale": LABELS, "recover": "safe"},
    "after": {"form": {"after": "[RESULT]"}, "scale": {"integer": [1, 5]}},
    "phrase": {"form": {"phrase": "I choose {}."}, "scale": LABELS},
    "json": {"form": {"json": "score"}, "scale": {"integer": [0, 100]}},
    "json-safe": {"form": {"json": "a.score"}, "scale": {"number": [0, 10]}, "recover": "safe"},
    "json-first": {"form": {"json": "ok", "around": "prose", "object": "first"}, "scale": {"boolean": True}},
    "json-label": {"form": {"json": "verdict", "around": "prose"}, "scale": LABELS, "recover": "safe"},
    "items": {
        "form": {"json_items": "items", "id": "id", "value": "keep"},
        "scale": {"boolean": True},
        "ids": ["1", "2", "3"],
    },
    "sheet": {"form": {"lines": ["Clear", "Right"]}, "scale": {"integer": [1, 5]}, "recover": "safe"},
    "first-line": {"form": {"first_line": True}, "scale": LABELS},
    "last-line": {"form": {"last_line": True}, "scale": {"integer": [1, 3]}, "recover": "safe"},
    "ranking": {"form": {"line": "ORDER"}, "scale": {"ranking": ["x", "y", "z"]}},
    "list": {"form": {"line": "BOTH"}, "scale": {"list": {"integer": [1, 10]}, "length": 2}},
    "free": {"form": {"line": "REASON"}, "scale": "text"},
    "two-fields": {
        "verdict": "*",
        "field": {
            "why": {"form": {"line": "WHY"}, "scale": "text"},
            "verdict": {"form": {"line": "VERDICT"}, "scale": LABELS},
        },
    },
}


def contracts() -> list[oyez.Contract]:
    """The catalogue, and the contracts above."""
    made = [oyez.contract({"name": name, **tree}) for name, tree in TREES.items()]
    return [*(oyez.contract(name) for name in oyez.contract_names()), *made]
