"""The short way and the full rules give the same reading, wherever the short way gives one."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oyez
from oyez.core.status import Stop
from oyez.reader.replies import read_fully

FRAGMENTS = [
    *(
        "VERDICT: PASS",
        "verdict: fail",
        "VERDICT:",
        "**VERDICT:** FAIL",
        "VERDICT: PASS | FAIL",
        "Verdict : PASS",
    ),
    *(
        "\n",
        "\n\n",
        " ",
        "\t",
        "\r\n",
        "\r",
        "\u2028",
        "\x0b",
        "\ufeff",
        "\u200b",
        "\u212a",
        "İ",
        "\ud83d",
        "\udc80",
    ),
    *(
        "[[A]]",
        "[[B]]",
        "[[",
        "]]",
        "[",
        "]",
        "[[A",
        "[[ A ]]",
        "[[[B]]]",
        "\\[\\[A\\]\\]",
        "[[**B**]]",
        "[[A>B]]",
    ),
    *(
        "```",
        "~~~",
        "> ",
        ">",
        "   > quoted",
        "<think>",
        "</think>",
        "<b>",
        "prose. ",
        "é",
        "判定",
        "a > b",
        "x",
    ),
    *(
        '{"v": "PASS"}',
        '{"v": 3}',
        '{"v": 3, "w": {"v": 4}}',
        '{"v": 1, "v": 2}',
        '{"v": "\\u0041"}',
        '{"v": NaN}',
    ),
    *(
        '{"why": "v", "v": 5}',
        '{"v": 1e999}',
        '{"v": "a\\"v\\"b"}',
        '{"w": "v"}',
        "{",
        "}",
        '"v"',
        ": 7",
        "[1]",
    ),
    *(
        ": B",
        "x ",
        "Mark 3/10",
        "Mark 4/1",
        "0",
        ".5",
    ),
]
replies = st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=9).map("".join)

CONTRACTS = {
    "line": oyez.line("VERDICT", ["PASS", "FAIL"]),
    "line-last": oyez.line("VERDICT", ["PASS", "FAIL"], repeats="last"),
    "line-forbid": oyez.line("VERDICT", ["PASS", "FAIL"], repeats="forbid", thinking=[], quoted="candidate"),
    "bracket": oyez.bracket(["A", "B"]),
    "preference": oyez.bracket({"A>B": "A+1", "B>A": "B+1"}),
    "box": oyez.bracket(["A", "B"], "\\boxed{", "}"),
    "word-ends": oyez.bracket((0, 10), "Mark ", "/10"),
    "named-label": oyez.contract(
        {
            "form": {"bracket": ["[[", "]]"]},
            "scale": {"labels": ["A", "B"]},
            "placeholders": ["a"],
            "dissent": "conflict",
        }
    ),
    "json-number": oyez.json_key("v", (0, 10)),
    "json-label": oyez.json_key("v", ["PASS", "FAIL"], prose=True),
    "json-any": oyez.json_key("v", "json"),
    "fields": oyez.contract(
        {
            "verdict": "v",
            "field": {
                "v": {"form": {"json": "v"}, "scale": {"integer": [0, 10]}, "recover": "safe"},
                "why": {"form": {"json": "why"}, "scale": "text"},
            },
        }
    ),
}


def whole(text: str, contract: oyez.Contract) -> oyez.Reading:
    return read_fully(oyez.Reply(text=text), contract, Stop.UNKNOWN)


@pytest.mark.parametrize("name", CONTRACTS)
@settings(max_examples=400, deadline=None)
@given(text=replies)
def test_both_ways_agree(name: str, text: str) -> None:
    contract = CONTRACTS[name]
    assert oyez.read(text, contract) == whole(text, contract)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("named-label", "[[A]]: B"),
        ("word-ends", "Mark 3/100"),
        ("word-ends", "Mark 3/10.5"),
        ("box", "\\boxed{A}x"),
    ],
)
def test_both_ways_agree_where_they_once_differed(name: str, text: str) -> None:
    assert oyez.read(text, CONTRACTS[name]) == whole(text, CONTRACTS[name])


@settings(max_examples=300, deadline=None)
@given(
    data=st.dictionaries(
        st.sampled_from(["v", "why", "w", '"v"']),
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers()
            | st.floats()
            | st.sampled_from(["PASS", "v", '"v": 1', "3"]),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["v", "x"]), inner, max_size=3)
            ),
            max_leaves=6,
        ),
    ),
    indent=st.sampled_from([None, 2]),
    ascii_only=st.booleans(),
)
def test_both_ways_agree_on_objects(data: dict[str, object], indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_only)
    for name in ("json-number", "json-label", "json-any", "fields"):
        assert oyez.read(text, CONTRACTS[name]) == whole(text, CONTRACTS[name])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("line", "Fine.\nVERDICT: PASS\nDone."),
        ("bracket", "So: [[A]]"),
        ("preference", "So a > b: [[A>B]]"),
        ("json-number", '{"why": "x", "v": 3}'),
        ("fields", '{"why": "x", "v": 3}'),
    ],
)
def test_plain_replies_take_the_short_way(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> oyez.Reading:
        raise AssertionError("took the long way")

    monkeypatch.setattr("oyez.reader.replies.read_fully", refuse)
    assert oyez.read(text, CONTRACTS[name]).ok
