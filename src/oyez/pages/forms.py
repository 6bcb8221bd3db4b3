"""The pages of the forms, one a form: where the value stands, its keys, which recoveries serve it, and examples."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import oyez
from oyez.core.form import FormRule
from oyez.core.recovery import PlaceRule
from oyez.forms import FORMS
from oyez.pages.markdown import GENERATED, code, data, sentence, table, words
from oyez.recoveries import RECOVERIES, in_order

SHOWN: dict[str, tuple[dict[str, object], tuple[str, ...]]] = {
    "line": (
        {"form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}},
        (
            "The sum is off.\nverdict: Fail",
            "It says VERDICT: PASS here.",
            "VERDICT: PASS\nVERDICT: FAIL",
            "VERDICT:\n",
        ),
    ),
    "lines": (
        {"form": {"lines": ["Plot", "Pace"]}, "scale": {"integer": [0, 20]}},
        ("Plot: 12\nPace: 9", "Plot: 12", "Plot: 12\nPace: 21"),
    ),
    "bracket": (
        {"form": {"bracket": ["[[", "]]"]}, "scale": {"labels": ["A", "B", "C"]}},
        (
            "So it is [[B]].",
            "Either [[A]], [[B]] or [[C]].\n[[C]]",
            "[[A]] for style, [[B]] for facts",
            "It is [[B",
        ),
    ),
    "phrase": (
        {"form": {"phrase": "Output ({}) is better."}, "scale": {"labels": ["a", "b"]}},
        (
            "Therefore, Output (b) is better.",
            "Output (a) is longer, but Output (b) is better.",
            "Output (b) wins.",
        ),
    ),
    "after": (
        {"form": {"after": "[RESULT]"}, "scale": {"integer": [1, 5]}},
        ("Feedback: fair. [RESULT] 4", "[RESULT]: 4", "[RESULT] 4 because of the sources"),
    ),
    "tag": (
        {"form": {"tag": "score"}, "scale": {"integer": [0, 10]}},
        ("<score>\n  7\n</score>", "<score>7", "<score><b>7</b></score>"),
    ),
    "json": (
        {"form": {"json": "result.score"}, "scale": {"integer": [0, 100]}},
        (
            '{"result": {"score": 70}}',
            '{"result": {"score": "70"}}',
            '{"score": 70}',
            '{"result": {"score": 70}',
        ),
    ),
    "json_items": (
        {
            "form": {"json_items": "items", "id": "id", "value": "met"},
            "scale": {"boolean": True},
            "ids": ["1", "2"],
        },
        (
            '{"items": [{"id": 1, "met": true}, {"id": 2, "met": false}]}',
            '{"items": [{"id": 1, "met": true}]}',
            '{"items": [{"id": 1, "met": true}, {"id": 2, "met": false}, {"id": 3, "met": true}]}',
        ),
    ),
    "whole": (
        {"form": {"whole": True}, "scale": {"labels": ["yes", "no"]}},
        (" Yes\n", "Yes, it does.", "Yes\nIt does."),
    ),
    "first_line": (
        {"form": {"first_line": True}, "scale": {"list": {"number": [1, 10]}, "length": 2}},
        ("8 9\nThe second is more careful.", "8\nThe other is not rated."),
    ),
    "last_line": (
        {"form": {"last_line": True}, "scale": {"integer": [1, 3]}},
        ("The second is tighter.\n\n2\n", "I choose 2"),
    ),
}
"""For each form a contract and replies; what the page says of them is read as it is made."""


def page(rule: FormRule) -> str:
    """The page of one form."""
    tree, replies = SHOWN[rule.name]
    contract = oyez.contract(tree)
    serving = [
        each.name
        for each in in_order(one.name for one in RECOVERIES)
        if isinstance(each, PlaceRule) and (not each.forms or rule.name in each.forms)
    ]
    keys = ", ".join(f"`{key}`" for key in rule.keys)
    parts = [
        GENERATED,
        f"# The form `{rule.name}`",
        sentence(rule.make),
        f"Its other keys: {keys}. See [contracts](../contracts.md)." if keys else "It has no other keys.",
        f"Place recoveries that serve it: {', '.join(serving)}. See [recoveries](../recoveries.md).",
        "## What a judge is asked for",
        f"The value stands {words(contract.fields['verdict'].forms[0])}. The [instruction](../prompts.md):",
        "```text\n" + contract.prompt().rstrip() + "\n```",
        "## Examples",
        "```json\n" + _json(tree) + "\n```",
        "\n".join(
            table(["reply", "status", "verdict", "evidence"], [_row(reply, contract) for reply in replies])
        ),
    ]
    return "\n\n".join(parts)


def _json(tree: object) -> str:
    import json

    return json.dumps(tree, ensure_ascii=False)


def _row(reply: str, contract: oyez.Contract) -> list[str]:
    reading = oyez.read(reply, contract)
    verdict = data(reading.verdict) if reading.ok else ""
    return [code(reply), str(reading.status), verdict, code(reading.evidence) if reading.evidence else ""]


PAGES: dict[str, Callable[[], str]] = {f"forms/{rule.name}.md": partial(page, rule) for rule in FORMS}
