"""The answer region (READING §3): thinking, quotes, prompt echo, and where the reading begins."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from replies.forms import LINE_FORM, MARKED, PROSE_OBJECT, TAG
from replies.scales import LABELS
from replies.scenes import Scene, next_line, scene
from replies.table import bracket, check, json_key, line, tag, whole

import oyez

OUT = line()
NAMES = ["think", "thinking", "thought", "reasoning", "THINK", "Reasoning"]
QUOTABLE = tuple(place for place in MARKED if place.name not in ("json", "json path", "bracket at last line"))
WHOLLY = tuple(place for place in QUOTABLE if place is not PROSE_OBJECT)
FENCES = [
    ("```\n", "\n```"),
    ("~~~~ text\n", "\n~~~~~"),
    ("   ```json\n", "\n  ````  "),
    ("````\n```\n", "\n```\n````"),
]


def flat(text: str) -> str:
    """The text with LF line ends, for putting a mark before each line."""
    return text.replace("\r\n", "\n")


@given(scene("on", places=QUOTABLE), st.sampled_from(NAMES), st.sampled_from(["\n", "", " \u3000"]))
def test_a_thought_alone_says_nothing(built: Scene, name: str, lead: str) -> None:
    text = f"{lead}<{name}>\n{built.text}\n</{name}>\nThat was it."
    reading = oyez.read(text, {**built.contract, "recover": "safe"})
    assert reading.status == "absent"
    assert "in_thinking" in {one.code for one in reading.problems}


@given(scene("on", "on", places=(*QUOTABLE[:2], TAG)), st.sampled_from(NAMES))
def test_what_is_said_after_a_thought_counts(built: Scene, name: str) -> None:
    cut = built.spans[1][0] - len(built.text)
    thought = next_line(built.text[: built.spans[0][1]] + "]] </score>")
    reading = oyez.read(f"<{name}>\n{thought}</{name}>\n{built.text}", {**built.contract, "repeats": "last"})
    assert reading.status == "read"
    assert (reading.start or 0) - len(reading.text or "") == cut


@given(scene("on", places=QUOTABLE), st.sampled_from(FENCES))
def test_a_fence_beside_prose_says_nothing(built: Scene, fence: tuple[str, str]) -> None:
    text = f"As they put it:\n{fence[0]}{built.text}{fence[1]}\nI say nothing."
    contract = {**built.contract, "recover": []}
    if built.place is PROSE_OBJECT:
        assert oyez.read(text, contract).status == "read"
        return
    reading = oyez.read(text, {**contract, "recover": "safe"})
    assert reading.status == "absent"
    assert "quoted" in {one.code for one in reading.problems}


@given(scene("on", places=WHOLLY), st.sampled_from(["> ", ">", "   > ", ">> "]))
def test_quoted_lines_say_nothing(built: Scene, mark: str) -> None:
    quoted = "".join(f"{mark}{each}\n" for each in flat(built.text).split("\n"))
    reading = oyez.read(f"{quoted}\nNot my words.", {**built.contract, "recover": "safe"})
    assert reading.status == "absent"


@given(scene("on", "on", places=(LINE_FORM, *WHOLLY[1:2], TAG)), st.sampled_from(FENCES))
def test_what_stands_beside_a_quotation_counts(built: Scene, fence: tuple[str, str]) -> None:
    said = next_line(built.text[: built.spans[0][1]] + "]] </score>")
    if built.place is LINE_FORM:
        said = next_line(built.text[: built.spans[0][1]])
    quotation = f"{fence[0]}{built.text}{fence[1]}\n"
    for text in (quotation + said, said + quotation):
        reading = oyez.read(text, built.contract)
        assert reading.verdict == oyez.read(said, built.contract).verdict


@given(scene("on", places=(LINE_FORM, TAG)))
def test_quoted_candidates_compete_where_the_contract_says_so(built: Scene) -> None:
    text = f"```\n{built.text}\n```\nNo more."
    assert built.read().status == "read"
    assert oyez.read(text, {**built.contract, "quoted": "candidate", "recover": []}).status == "read"


@pytest.mark.parametrize(
    ("text", "status", "verdict"),
    [
        ("```\nOutcome: keep", "read", "keep"),
        ("~~~\nOutcome: keep\n```", "read", "keep"),
        ("````\nOutcome: keep\n```", "read", "keep"),
        ("```\nOutcome: keep\n``` x", "read", "keep"),
        ("``` a`b\nOutcome: keep\n```", "read", "keep"),
        ("~~~ a`b\nOutcome: keep\n~~~", "absent", None),
        ("```\nOutcome: keep\n`````", "absent", None),
        ("``\nOutcome: keep\n``", "read", "keep"),
        ("    ```\nOutcome: keep\n```", "read", "keep"),
        ("\t```\nOutcome: keep\n```", "read", "keep"),
        ("Well.\n```\nOutcome: keep\n    ```", "read", "keep"),
        ("Well.\n```\r\nOutcome: keep\r\n```\r\nSo.", "absent", None),
        ("```\nx\n```\nOutcome: drop\n```\ny", "read", "drop"),
        ("```\n> ```\nOutcome: keep\n```\nx", "absent", None),
        ("> ```\nOutcome: drop\n> ```", "read", "drop"),
        ("> said\nOutcome: drop", "read", "drop"),
        ("    > Outcome: keep", "absent", None),
        ("    Outcome: drop", "read", "drop"),
        ("\t> x\nOutcome: drop", "read", "drop"),
        ("1 > 0\nOutcome: drop", "read", "drop"),
    ],
)
def test_fences_and_quotes_line_by_line(text: str, status: str, verdict: Any) -> None:
    check({**OUT, "recover": []}, text, status, verdict)


@pytest.mark.parametrize(
    ("text", "status", "verdict"),
    [
        ("<think>Outcome: keep</think>Outcome: drop", "read", "drop"),
        ("<think>\nx\n</think>\n\nOutcome: drop", "read", "drop"),
        ("<Think>a<REASONING>b</thought>c</THINKING>\nOutcome: drop", "read", "drop"),
        ("<think>a<think>b</think>Outcome: keep\n</think>\nOutcome: drop", "read", "drop"),
        ("<think>a</think><think>b</think>\nOutcome: drop", "read", "drop"),
        ("<think>a</think> <think>\nOutcome: drop", "truncated", None),
        ("<think>a</think>\t<think>b</think> \nOutcome: drop", "read", "drop"),
        ("hm</think> <think>\nOutcome: drop", "truncated", None),
        ("<think>a</think> So: <think>\nOutcome: drop", "read", "drop"),
        ("<think>a</think><thought>\nOutcome: drop", "truncated", None),
        ("Outcome: keep\nhm\n</think>\nOutcome: drop", "read", "drop"),
        ("a </think> b </thinking>\nOutcome: drop", "read", "drop"),
        ("I use <think> here.\nOutcome: drop", "read", "drop"),
        ("I use <think> and </think> here.\nOutcome: drop", "read", "drop"),
        ("I use <think> here.\nOutcome: keep\n</think>\nOutcome: drop", "read", "drop"),
        ("Outcome: keep\nI use <think> and </think>\n", "read", "keep"),
        ("Outcome: drop\n<think>\nOutcome: keep", "read", "drop"),
        ("x\n  <think>\nOutcome: keep", "truncated", None),
        ("x <think>\nOutcome: keep", "read", "keep"),
        ("<think >\nOutcome: keep", "read", "keep"),
        ("<think a='b'>\nOutcome: keep", "read", "keep"),
        ("<thinks>\nOutcome: keep", "read", "keep"),
        ("Outcome: maybe\n<think>\nx", "truncated", None),
        ("Outcome: keep\nOutcome: drop\n<think>\nx", "conflict", None),
        ("<think>\n```\n</think>\nOutcome: drop\n```", "read", "drop"),
        ("<\u017fthink>\nOutcome: drop", "read", "drop"),
        ("<thin\u212a>\nOutcome: drop", "read", "drop"),
        ("<think>a</think>", "absent", None),
        ("<think>a<think>b</think>\nOutcome: keep", "truncated", None),
        ("I use <think> and\nOutcome: keep\n<b></think>\nOutcome: drop", "read", "drop"),
    ],
)
def test_thinking_tags(text: str, status: str, verdict: Any) -> None:
    check(OUT, text, status, verdict)


@pytest.mark.parametrize(
    ("names", "text", "status"),
    [
        ([], "<think>\nOutcome: keep", "read"),
        ([], "Outcome: keep\n</think>\nOutcome: drop", "conflict"),
        (["plan"], "<think>\nOutcome: keep", "read"),
        (["plan"], "<PLAN>Outcome: keep</plan>\nOutcome: drop", "read"),
        (["a.b"], "<axb>\nOutcome: keep", "read"),
        (["a.b"], "<a.b>\nOutcome: keep", "truncated"),
    ],
)
def test_a_contract_names_its_own_thinking_tags(names: list[str], text: str, status: str) -> None:
    check({**OUT, "thinking": names}, text, status)


def test_what_was_set_aside_is_listed_only_with_a_candidate() -> None:
    check(OUT, "<think>Outcome: keep\n</think>\nOutcome: drop", "read", "drop", "in_thinking")
    check(OUT, "> Outcome: keep\nOutcome: drop", "read", "drop", "quoted")
    for text in ("<think>hm</think>\nOutcome: drop", "> hm\nOutcome: drop", "```\nhm\n```\nOutcome: drop"):
        assert check(OUT, text, "read", "drop").problems == ()


@pytest.mark.parametrize("inner", ["<think>", "</think>", "```", "> x", "a <think> b </think>"])
def test_tags_and_quotes_inside_a_whole_object_are_text(inner: str) -> None:
    escaped = inner.replace("\n", "\\n")
    check(json_key(), f'{{"why": "{escaped}", "mark": 4}}', "read", 4)
    check(json_key(), f'{{"why":\n"{escaped}",\n"mark": 4}}\n', "read", 4)


def test_the_region_begins_after_the_first_such_text() -> None:
    begins = {**OUT, "starts_after": "REPLY:"}
    check(begins, "Outcome: keep\nREPLY:\nOutcome: drop", "read", "drop")
    check(begins, "Outcome: keep\nREPLY: x", "absent")
    check(begins, "REPLY:\nOutcome: keep\nREPLY:\nOutcome: drop", "conflict")
    check(begins, "Outcome: keep", "read", "keep")
    check(begins, "REPLY:Outcome: drop", "read", "drop", at="drop")
    check(begins, "<think>\nREPLY:\nOutcome: drop", "read", "drop")
    check({**begins, "starts_after": "\n"}, "Outcome: keep\nOutcome: drop", "read", "drop")


ECHO: dict[str, Any] = {"instructions": "Close with:\nOutcome: keep\n[[3]]\n<mark>2</mark>\nOutcome:"}


@pytest.mark.parametrize(
    ("contract", "text", "status", "verdict", "codes"),
    [
        (OUT, "Outcome: keep\nx\nOutcome: drop", "read", "drop", ["prompt_echo"]),
        (OUT, "Outcome: drop\nx\n  Outcome: keep \n", "read", "drop", ["prompt_echo"]),
        (OUT, "Outcome: keep", "read", "keep", []),
        (OUT, "Outcome: keep\nOutcome: keep", "read", "keep", []),
        (OUT, "outcome: keep\nOutcome: drop", "conflict", None, []),
        (OUT, "Outcome: keep.\nOutcome: drop", "off_scale", None, []),
        (OUT, "Outcome: keep\nOutcome: maybe", "off_scale", None, ["prompt_echo"]),
        (OUT, "Outcome:\nOutcome: drop", "read", "drop", []),
        (bracket(), "[[3]]\nSo [[4]]", "read", 4, ["prompt_echo"]),
        (bracket(), "[[3]] and\nSo [[4]]", "conflict", None, []),
        (bracket(), "[[3]]\nSo [[", "truncated", None, ["prompt_echo"]),
        (tag(), "<mark>2</mark>\n<mark>5</mark>", "read", 5, ["prompt_echo"]),
        ({"form": {"last_line": True}, "scale": {"labels": ["[[3]]", "b"]}}, "b\n[[3]]", "read", "[[3]]", []),
        (
            {"form": {"first_line": True}, "scale": {"labels": ["[[3]]", "b"]}},
            "[[3]]\nb",
            "read",
            "[[3]]",
            [],
        ),
        (whole({"labels": ["[[3]]"]}), "[[3]]", "read", "[[3]]", []),
    ],
)
def test_echoed_lines_of_the_prompt(
    contract: dict[str, Any], text: str, status: str, verdict: Any, codes: list[str]
) -> None:
    check({**contract, **ECHO, "recover": []}, text, status, verdict, *codes)


@given(scene("on", places=(LINE_FORM,), kits=(LABELS,)), scene("on", places=(LINE_FORM,), kits=(LABELS,)))
def test_an_echo_never_decides_beside_an_answer(built: Scene, other: Scene) -> None:
    echo = flat(other.text).replace("\ud83d", "")
    contract = {**built.contract, "instructions": echo}
    stated = {each.strip() for each in echo.split("\n")}
    said = [each.strip() for each in flat(built.text).split("\n") if "verdict" in each.lower()]
    if not set(said) & stated:
        assert oyez.read(f"{echo}\n{built.text}", contract).verdict == built.read().verdict
