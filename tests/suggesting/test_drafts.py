"""One set of replies for each drafting idea: what is drafted reads them all, with the verdicts that were written."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

import oyez
from suggesting.made import Make, prose, replies


def numbered(kind: str) -> Make:
    return lambda number, value: kind.format(prose=prose(number), value=value)


def sheet(number: int, value: str) -> str:
    return f"{prose(number)}\n\nPlot: {value}\nPace: {number % 9 + 1}\nVoice: {(number + 4) % 9 + 1}"


def items(number: int, value: str) -> str:
    rows = [{"id": name, "met": (number + at) % 3 == 0} for at, name in enumerate(["c1", "c2", "c3"])]
    return json.dumps({"checks": rows, "note": value + prose(number)})


def spread(number: int, value: str) -> str:
    tree = {"praise": [[prose(number), int(value)]], "push back": [], "drift": [["so", 1]] * (number % 3)}
    return f"# Reasoning\n{prose(number)}\n\n# Result\n{json.dumps(tree)}"


PASS = ["FAIL", "PASS", "UNSURE"]
CASES: list[tuple[str, Make, list[str], dict[str, Any], dict[str, Any]]] = [
    (
        "line",
        numbered("REVIEW: {prose}\nCHECKED: {value}"),
        PASS,
        {"line": "CHECKED"},
        {"labels": PASS, "abstain": ["UNSURE"]},
    ),
    (
        "line",
        numbered("**Depth:** {value}\n\n{prose}"),
        ["2", "4", "9"],
        {"line": "Depth"},
        {"integer": [1, 10]},
    ),
    (
        "line",
        numbered("{prose}\nDepth: {value}/20"),
        ["11", "4", "19"],
        {"line": "Depth"},
        {"integer": [1, 20]},
    ),
    ("sheet", sheet, ["3", "7", "9"], {"lines": ["Plot", "Pace", "Voice"]}, {"integer": [1, 10]}),
    (
        "bracket",
        numbered("{prose}\n\n<<{value}>>"),
        ["fair", "good", "poor"],
        {"bracket": ["<<", ">>"]},
        {"labels": ["fair", "good", "poor"]},
    ),
    (
        "bracket",
        numbered("{prose} \\boxed{{{value}}}"),
        ["1.5", "4.5"],
        {"bracket": ["\\boxed{", "}"]},
        {"number": [1, 5]},
    ),
    (
        "bracket",
        numbered("{prose}\n【{value}】"),
        ["A>B", "B>A"],
        {"bracket": ["【", "】"]},
        {"preference": {"A>B": "A+1", "A=B": "tie", "B>A": "B+1"}},
    ),
    (
        "marker",
        numbered("{prose}\n#### {value}"),
        ["30", "75", "98"],
        {"after": "####"},
        {"integer": [1, 100]},
    ),
    (
        "tag",
        numbered("<why>{prose}</why>\n<mark>{value}</mark>"),
        ["high", "low"],
        {"tag": "mark"},
        {"labels": ["high", "low"]},
    ),
    (
        "json",
        numbered('{{"notes": "{prose}", "depth": {value}}}'),
        ["2", "4", "9"],
        {"json": "depth"},
        {"integer": [1, 10]},
    ),
    (
        "json",
        numbered('{{"a": "{prose}", "kept": {value}}}'),
        ["true", "false"],
        {"json": "kept"},
        {"boolean": True},
    ),
    (
        "json",
        numbered('{prose}\n```json\n{{"result": {{"level": "{value}"}}}}\n```'),
        ["high", "low"],
        {"json": "result.level", "around": "prose"},
        {"labels": ["high", "low"]},
    ),
    (
        "items",
        items,
        ["so ", "thus "],
        {"json_items": "checks", "id": "id", "value": "met"},
        {"boolean": True},
    ),
    (
        "sentence",
        numbered("{prose}\nSo the text by writer {value} wins."),
        ["One", "Two"],
        {"phrase": "So the text by writer {} wins."},
        {"labels": ["One", "Two"]},
    ),
    ("last-line", numbered("{prose}\n\n{value}"), ["1", "2", "3"], {"last_line": True}, {"integer": [1, 3]}),
    (
        "last-line",
        numbered("{prose}\n{value}"),
        ["sound", "unsound"],
        {"last_line": True},
        {"labels": ["sound", "unsound"]},
    ),
    (
        "first-line-list",
        numbered("{value} 55\n{prose}"),
        ["80", "35", "0"],
        {"first_line": True},
        {"list": {"integer": [0, 100]}, "length": 2},
    ),
    (
        "whole",
        lambda _, value: value,
        ["Answer (x)", "Answer (y)"],
        {"whole": True},
        {"labels": ["x", "y"], "alias": {"Answer (x)": "x", "Answer (y)": "y"}},
    ),
]


@pytest.mark.parametrize(
    ("idea", "make", "values", "form", "scale"),
    CASES,
    ids=[f"{case[0]}-{at}" for at, case in enumerate(CASES)],
)
def test_a_draft(
    idea: str, make: Make, values: list[str], form: dict[str, Any], scale: dict[str, Any]
) -> None:
    best = oyez.suggest(replies(make, values)).best
    assert best is not None
    assert (best.drafted, best.contract.name, best.coverage) == (True, f"draft-{idea}", 1.0)
    field = best.contract.fields[best.contract.verdict]
    assert field.forms[0].tree() == form
    assert field.scale.tree() == scale
    assert oyez.contract(tomllib.loads(best.toml)).digest == best.contract.digest
    assert best.why
    assert all(f"# {why.split()[0]}" in best.toml for why in best.why)


def test_an_object_of_lists_is_read_whole() -> None:
    best = oyez.suggest(replies(spread, ["1", "2", "3"])).best
    assert best is not None
    assert best.contract.verdict == "*"
    assert list(best.contract.fields) == ["praise", "push_back", "drift"]
    assert best.contract.fields["push_back"].forms[0].tree() == {"json": "push back", "around": "prose"}
    reading = oyez.read(spread(4, "2"), best.contract)
    assert reading.verdict == {"praise": [[prose(4), 2]], "push_back": [], "drift": [["so", 1]]}


def test_paragraphs_beside_the_verdict_become_text() -> None:
    best = oyez.suggest(replies(numbered("REVIEW: {prose}\nCHECKED: {value}"), PASS)).best
    assert best is not None
    review = best.contract.fields["review"]
    assert (review.forms[0].tree(), review.scale.free) == ({"line": "REVIEW", "until": "next-label"}, True)


def test_a_word_before_some_numbers_becomes_the_label() -> None:
    texts = [
        f"{prose(number)}\n{'Best one: ' if number % 6 == 0 else ''}{number % 3 + 1}" for number in range(60)
    ]
    best = oyez.suggest(texts).best
    assert best is not None
    assert (best.contract.name, best.contract.label) == ("draft-last-line", "Best one")
    assert (best.strict, best.recovered) == (50, 10)


def test_ids_that_all_arrays_share_are_written_down() -> None:
    best = oyez.suggest(replies(items, ["so "])).best
    assert best is not None
    assert best.contract.ids == ("c1", "c2", "c3")


def test_rare_words_are_no_labels() -> None:
    texts = replies(numbered("CHECKED: {value}\n{prose}"), PASS, 300)
    texts[7] = "CHECKED: PASS | FAIL | UNSURE"
    found = oyez.suggest(texts)
    assert found.best is not None
    assert found.best.contract.fields[found.best.contract.verdict].scale.labels == ("FAIL", "UNSURE", "PASS")
    assert [(each.at, str(each.status)) for each in found.unread] == [(7, "off_scale")]


def test_marks_in_words_stay_text_in_the_draft() -> None:
    texts = replies(
        lambda number, value: f'{prose(number)}\n"Q\\R" mark: {value}', ["yes, indeed", "no, not so"]
    )
    best = oyez.suggest(texts).best
    assert best is None or oyez.contract(tomllib.loads(best.toml)).digest == best.contract.digest
