"""What a verdict is worth is said by the caller or by the scale; nothing is guessed."""

from __future__ import annotations

from typing import Any

import pytest

from oyez import Reply
from oyez.core.errors import InputError
from oyez.plugs._worth import Grader


def terms(scale: Any) -> dict[str, Any]:
    return {"name": "t", "version": 1, "form": {"line": "V"}, "scale": scale}


LABELS = terms({"labels": ["yes", "no", "maybe"], "abstain": ["maybe"]})


def worth(contract: dict[str, Any], text: str, values: Any = None, *, unit: bool = True) -> tuple[Any, Any]:
    graded = Grader(contract, values, unit=unit).grade(text)
    return graded.value, graded.reason


def test_labels_are_worth_what_is_said() -> None:
    values = {"yes": 1, "no": 0}
    assert worth(LABELS, "V: yes", values) == (1, None)
    assert worth(LABELS, "V: no", values) == (0, None)
    assert worth(LABELS, "V: maybe", values) == (None, "abstained")
    assert worth(LABELS, "V: maybe", {**values, "maybe": 0.5}) == (0.5, None)
    assert worth(LABELS, "V: perhaps", values) == (None, "off_scale")
    assert worth(LABELS, "nothing", values) == (None, "absent")


@pytest.mark.parametrize(
    ("contract", "values", "said"),
    [
        (LABELS, None, "must say what 'yes', 'no' is worth"),
        (LABELS, {"yes": 1}, "must say what 'no' is worth"),
        (LABELS, {"yes": 1, "no": 0, "No": 0}, "names 'No', which the contract does not have"),
        (terms("text"), None, "its verdict is no label, number or boolean"),
        (terms({"ranking": ["a", "b"]}), None, "its verdict is no label, number or boolean"),
        (terms({"integer": [1, 5]}), {"5": 1}, "names '5', which the contract does not have"),
    ],
)
def test_a_worth_that_is_not_said_is_refused(contract: Any, values: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        Grader(contract, values)


def test_an_object_of_all_fields_is_refused() -> None:
    field = {"form": {"line": "V"}, "scale": {"integer": [1, 5]}}
    with pytest.raises(InputError, match="an object of all fields"):
        Grader({"name": "t", "version": 1, "verdict": "*", "field": {"v": field}})


def test_numbers_are_placed_by_the_bounds_of_their_scale() -> None:
    ratings = terms({"integer": [1, 5]})
    assert worth(ratings, "V: 1") == (0.0, None)
    assert worth(ratings, "V: 4") == (0.75, None)
    assert worth(ratings, "V: 4", unit=False) == (4, None)
    assert worth(ratings, "V: 6") == (None, "off_scale")
    assert worth(terms({"number": [-1, 1]}), "V: 0.5") == (0.75, None)


def test_true_and_false_are_worth_themselves() -> None:
    assert worth(terms({"boolean": True}), "V: true") == (True, None)
    assert worth(terms({"boolean": True}), "V: false") == (False, None)


def test_how_a_reply_came_is_kept() -> None:
    graded = Grader(LABELS, {"yes": 1, "no": 0}).grade(Reply(text=None, error="timed out"))
    assert (graded.value, graded.reason) == (None, "undelivered")
    assert graded.account["raw"] is None
    kept = Grader(LABELS, {"yes": 1, "no": 0}).grade("Well.\nV: yes").account
    told = {name: kept[name] for name in ("status", "rule", "start", "end", "evidence", "raw")}
    assert told == {
        "status": "read",
        "rule": None,
        "start": 9,
        "end": 12,
        "evidence": "yes",
        "raw": "Well.\nV: yes",
    }
