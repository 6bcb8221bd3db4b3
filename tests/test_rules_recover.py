"""Recoveries (READING §7): each with a reply that it reads, and one that it must leave alone."""

from __future__ import annotations

from typing import Any

import invariants
import pytest
from hypothesis import given
from hypothesis import strategies as st
from replies.recoveries import LABELLED, LAST, LEAVES, MARK, NUMBER, OUT, RATE, RATED, READS, WORD
from replies.scales import CLOSED
from replies.scenes import Scene, scene
from replies.table import check, line, whole

import oyez
from oyez.recoveries import RECOVERIES, safe_names


@pytest.mark.parametrize(("name", "contract", "text", "verdict"), READS)
def test_a_recovery_reads_what_its_rule_says(
    name: str, contract: dict[str, Any], text: str, verdict: Any
) -> None:
    if verdict == "truncated":
        check({**contract, "recover": [name]}, text, "truncated")
        return
    check({**contract, "recover": [name]}, text, "recovered", verdict, rule=name)
    assert not check(
        {**contract, "recover": []}, text, oyez.read(text, {**contract, "recover": []}).status
    ).ok


@pytest.mark.parametrize(("name", "contract", "text", "status"), LEAVES)
def test_a_recovery_leaves_alone_what_its_rule_does_not_say(
    name: str, contract: dict[str, Any], text: str, status: str
) -> None:
    check({**contract, "recover": [name]}, text, status)


def test_every_recovery_has_both() -> None:
    every = {rule.name for rule in RECOVERIES.built_in.values()}
    assert {row[0] for row in READS} == {row[0] for row in LEAVES} == every


def test_safe_is_all_but_the_four_that_are_named() -> None:
    every = {rule.name for rule in RECOVERIES.built_in.values()}
    assert every - set(safe_names()) == {
        "single-bracket",
        "leading-label",
        "cue-phrase",
        "truncated-first-key",
    }
    assert len(safe_names()) == 25


TOGETHER: list[tuple[dict[str, Any], str, Any, str]] = [
    (OUT, "**Outcome: keep.**", "keep", "decorated-label+emphasis+trailing-stop"),
    (OUT, "- Outcome: `'keep'`", "keep", "decorated-label+emphasis+quotes"),
    (OUT, "## Outcome\n\n**keep**", "keep", "decorated-label+next-line+emphasis"),
    (NUMBER, "+3.0/5.", 3, "trailing-stop+of-max+numeric-spelling"),
    (NUMBER, "(**\u200b3**)", 3, "zero-width+emphasis+placeholder-brackets"),
    (MARK, 'x\n```\n{"mark": "03",}\n```', 3, "fenced-object+lenient-json+numeric-spelling+numeric-string"),
    (MARK, '```\n{"mark": "3/5"}\n```', 3, "fenced-reply+of-max+numeric-string"),
    (MARK, 'So:\n{"mark": 3.0,}\nBye', 3, "embedded-object+lenient-json+numeric-spelling"),
    (LABELLED, "[[Mark: [3]]]", 3, "labelled-bracket+placeholder-brackets"),
    (WORD, "so\n**keep**.", "keep", "last-line-label+emphasis+trailing-stop"),
    (OUT, "**keep**", "keep", "bare-value+emphasis"),
    (MARK, "so\nRating: 3/5", 3, "labelled-score+of-max"),
    (LAST, "so\n[3]", 3, "placeholder-brackets"),
]


@pytest.mark.parametrize(("contract", "text", "verdict", "rule"), TOGETHER)
def test_recoveries_together_name_the_place_first_then_values_in_order(
    contract: dict[str, Any], text: str, verdict: Any, rule: str
) -> None:
    check(contract, text, "recovered", verdict, rule=rule)


@pytest.mark.parametrize(
    ("contract", "text", "status", "more"),
    [
        (OUT, "**Outcome:** keep\nkeep", "recovered", {}),
        (OUT, "**Outcome:** keep\ndrop", "conflict", {}),
        (OUT, "**Outcome:** perhaps\ndrop", "off_scale", {}),
        (MARK, '```\n{"mark": 3}\n```\n4', "conflict", {}),
        (MARK, '```\n{"mark": 9}\n```\n4', "off_scale", {}),
        (MARK, '```\n{"mark": 3}\n```\n3', "recovered", {}),
        (RATED, "[[9]]\n3", "off_scale", {}),
        (RATED, "[[9]]\n\\[\\[3\\]\\]", "off_scale", {}),
        (RATED, "[[see]]\n3", "off_scale", {}),
        (OUT, "Outcome: x\n**Outcome:** keep", "off_scale", {}),
        (OUT, "Outcome:\n**Outcome:** keep", "recovered", {}),
        (OUT, "| Outcome: keep | sure |", "recovered", {}),
        (OUT, "| Outcome: keep | drop |", "off_scale", {}),
        (OUT, "Outcome: keep\nOutcome: drop\nkeep", "conflict", {}),
        (OUT, "", "empty", {}),
        (RATED, "[[**3**]]\n[[`4`]]", "conflict", {}),
        (RATED, "[[**3**]]\n[[9]]", "off_scale", {}),
        (OUT, "**Outcome:** keep", "truncated", {"stop": "length"}),
        (OUT, "**Outcome:** keep\n", "truncated", {"stop": "length"}),
        (OUT, "Outcome: **keep**\nso", "recovered", {"stop": "length"}),
        (OUT, "Outcome: **keep**", "truncated", {"stop": "length"}),
        (RATED, "[[3/5]] and", "recovered", {"stop": "length"}),
        (LAST, "so\nScore: 3\n", "off_scale", {"stop": "length"}),
        (whole(RATE), "Score: 3\n", "off_scale", {"stop": "length"}),
        (LABELLED, "[[Mark: 3]]\nso", "off_scale", {"stop": "length"}),
        (MARK, 'so\n{"mark": 3}\nand', "truncated", {"stop": "length"}),
    ],
)
def test_when_recoveries_run_and_who_blocks_whom(
    contract: dict[str, Any], text: str, status: str, more: dict[str, Any]
) -> None:
    reading = oyez.read(oyez.Reply(text=text, **more), oyez.contract({**contract, "recover": "safe"}))
    assert reading.status == status, reading


@pytest.mark.parametrize(
    ("contract", "text", "status"),
    [
        (OUT, "**Outcome:** keep\nand", "recovered"),
        (OUT, "**Outcome:** keep", "truncated"),
        (OUT, "**Outcome:** keep\nOutcome: drop", "truncated"),
        (OUT, "**Outcome:** keep\nOutcome: dr", "truncated"),
        (RATED, "\\[\\[3\\]\\] but [[4", "truncated"),
        (MARK, 'so\n{"mark": 3}\nand', "recovered"),
        (MARK, 'so\n{"mark": 3}\n{"mark": 4', "truncated"),
        (MARK, "so\n3", "truncated"),
        (MARK, "so\n3\n", "recovered"),
    ],
)
def test_a_contract_may_recover_from_a_cut_reply_but_not_over_what_the_cut_left(
    contract: dict[str, Any], text: str, status: str
) -> None:
    made = oyez.contract({**contract, "recover": "safe", "recover_truncated": True})
    assert oyez.read(oyez.Reply(text=text, stop="length"), made).status == status


def test_a_label_without_a_colon_needs_a_heading() -> None:
    both = {**OUT, "recover": ["decorated-label", "next-line"]}
    check(both, "# Outcome\n\nkeep\nso", "recovered", "keep", rule="decorated-label+next-line")
    check(both, "**Outcome**\n\nkeep\nso", "absent")
    check(both, "- Outcome\n\nkeep\nso", "absent")


WHOLE_LINES = [
    "bare-value",
    "last-line-integer",
    "emphasised-integer",
    "labelled-score",
    "last-line-label",
    "first-line-label",
]


@pytest.mark.parametrize("name", WHOLE_LINES)
def test_recoveries_of_whole_lines_serve_the_verdict_field_only(name: str) -> None:
    scale = {"labels": ["3", "keep"]} if name.endswith(("label", "value")) else RATE
    field = {
        "form": {"whole": True} if name == "first-line-label" else {"tag": "mark"},
        "scale": scale,
        "recover": [name],
    }
    text = {
        "bare-value": "3",
        "emphasised-integer": "x\n**3**",
        "labelled-score": "x\nScore: 3",
        "first-line-label": "3\nx",
    }
    reply = text.get(name, "x\n3")
    other = {"form": {"line": "Note"}, "scale": "text", "optional": True}
    main = oyez.read(reply, {"verdict": "a", "field": {"a": field, "b": other}})
    assert main.status == "recovered"
    side = oyez.read(reply, {"verdict": "b", "field": {"a": field, "b": other}})
    assert (side.fields or {})["a"].status == "absent"
    every = oyez.read(reply, {"verdict": "*", "field": {"a": field, "b": other}})
    assert (every.fields or {})["a"].status == "absent"


@pytest.mark.parametrize("scale", ["text", "json"])
def test_whole_lines_and_value_recoveries_leave_text_alone(scale: str) -> None:
    check(line(scale=scale), "3", "absent")
    check(line(scale=scale), "so\n3", "absent")
    if scale == "text":
        check(line(scale=scale), "Outcome: **keep**.", "read", "**keep**.")


DRESS = [
    *(
        ("emphasis", "**{}**"),
        ("emphasis", "_{}_"),
        ("emphasis", "`{}`"),
        ("quotes", "“{}”"),
        ("quotes", "'{}'"),
    ),
    *(
        ("placeholder-brackets", "({})"),
        ("placeholder-brackets", "<{}>"),
        ("trailing-stop", "{}."),
        ("zero-width", "{}\u200b"),
    ),
]
PLAIN = tuple(kit for kit in CLOSED if kit.name not in ("ranking",))


@given(scene("on", kits=PLAIN), st.sampled_from(DRESS))
def test_a_dressed_value_is_read_only_where_its_recovery_is_named(
    built: Scene, dress: tuple[str, str]
) -> None:
    name, pattern = dress
    word, token = built.written[0].text, built.written[0].json
    if (built.place.in_json and not token.startswith('"')) or (
        name == "trailing-stop" and "phrase" in built.place.name
    ):
        return
    if "<" in pattern and "tag" in built.place.name:
        return
    start, end = built.spans[0]
    inner = pattern.format(token[1:-1] if built.place.in_json else word)
    dressed = f'"{inner}"' if built.place.in_json else inner
    if "bracket" in built.place.name and "[" in inner:
        return
    text = built.text[:start] + dressed + built.text[end:]
    bare = oyez.read(text, {**built.contract, "recover": []})
    assert bare.status == "off_scale"
    reading = oyez.read(text, {**built.contract, "recover": [name]})
    assert (reading.status, reading.rule) == ("recovered", name)
    assert invariants.alike(reading.verdict, built.written[0].verdict)
    assert reading.evidence == dressed
    assert reading.abstained is built.written[0].abstained


@given(
    scene("on"),
    st.sampled_from(sorted(rule.name for rule in RECOVERIES.built_in.values() if rule.name != "cue-phrase")),
)
def test_no_recovery_changes_a_strict_reading(built: Scene, name: str) -> None:
    alone, with_it = built.read(recover=[]), built.read(recover=[name])
    assert invariants.essence(alone) == invariants.essence(with_it)
