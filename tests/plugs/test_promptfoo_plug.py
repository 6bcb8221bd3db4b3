"""The promptfoo plug by itself: what promptfoo is told of verdicts, unread replies and stops."""

from __future__ import annotations

import json
from typing import Any

import pytest

from oyez import Reply
from oyez.importers._promptfoo import _text
from oyez.plugs.promptfoo import assertion, grading_provider

RATING = {"name": "clear", "version": 1, "form": {"line": "Rating"}, "scale": {"integer": [1, 5]}}


def asked(reply: str | Reply, **more: Any) -> dict[str, Any]:
    return grading_provider(RATING, lambda prompt: reply, **more)("prompt", {}, {})


@pytest.mark.parametrize(("text", "passed", "score"), [("Rating: 5", True, 1.0), ("Rating: 2", False, 0.25)])
def test_a_verdict(text: str, passed: bool, score: float) -> None:
    told = asked(text)
    output = json.loads(told["output"])
    assert (output["pass"], output["score"]) == (passed, score)
    assert told["metadata"]["raw"] == text
    assert told["metadata"]["oyez"]["status"] == "read"


def test_the_threshold_is_the_callers() -> None:
    assert json.loads(asked("Rating: 2", threshold=0.25)["output"])["pass"] is True
    assert json.loads(asked("Rating: 4", threshold=0.8)["output"])["pass"] is False


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        ("Rating: 9", "off_scale"),
        ("Rating: 4\nRating: 5", "conflict"),
        ("fine", "absent"),
        (Reply(text="Rat", stop="length"), "truncated"),
        (Reply(text=None, error="timed out"), "undelivered"),
    ],
)
def test_an_unread_reply_is_an_error_that_keeps_the_reply(reply: str | Reply, status: str) -> None:
    told = asked(reply)
    assert set(told) == {"error"}
    assert told["error"].startswith(f"oyez, unread, {status}: no verdict under clear@1#")
    assert _text(told["error"], {}) == (reply.text if isinstance(reply, Reply) else reply)


def test_an_assertion_reads_the_output() -> None:
    read = assertion(RATING)
    told = read("Rating: 4", {})
    assert (told["pass"], told["score"]) == (True, 0.75)
    assert told["namedScores"] == {"unread": 0.0, "clear": 0.75}
    cut = read("Rating: 4", {"providerResponse": {"finishReason": "length"}})
    assert (cut["pass"], cut["namedScores"]) == (False, {"unread": 1.0})
    assert cut["reason"].startswith("truncated: ")


def test_an_output_that_promptfoo_took_for_json_is_read_as_json() -> None:
    contract = {"name": "j", "version": 1, "form": {"json": "score"}, "scale": {"integer": [1, 5]}}
    assert assertion(contract)({"score": 5}, {})["score"] == 1.0
