"""Recoveries (READING §7): each with a reply that it reads, and one that it must leave alone."""

from __future__ import annotations

from typing import Any

import invariants
import pytest
from hypothesis import given
from hypothesis import strategies as st
from replies.scales import CLOSED
from replies.scenes import Scene, scene
from replies.table import bracket, check, json_key, line, tag, whole

import oyez
from oyez.recoveries import RECOVERIES, safe_names

KEEP = {"labels": ["keep", "drop"]}
RATE = {"integer": [1, 5]}
HALF = {"number": [0, 5], "step": 0.5}
OUT, RATED, MARK, TAGGED = line(), bracket(), json_key(), tag()
WORD, NUMBER = whole(KEEP), whole(RATE)
AFTER = {"form": {"after": "###"}, "scale": RATE}
PICK = {"form": {"phrase": "I say {}!"}, "scale": KEEP}
LAST = {"form": {"last_line": True}, "scale": RATE}
SHEET = {"form": {"lines": ["Plot", "Pace"]}, "scale": RATE}
LABELLED = {**RATED, "label": "Mark", "placeholders": ["mark"]}
FENCED = "```\n{}\n```"

READS: list[tuple[str, dict[str, Any], str, Any]] = [
    ("zero-width", WORD, "ke\u200bep\ufeff", "keep"),
    ("zero-width", MARK | {"scale": KEEP}, '{"mark": "\u202edrop\u2069"}', "drop"),
    ("zero-width", RATED, "[[\u20603]]", 3),
    ("emphasis", WORD, "**keep**", "keep"),
    ("emphasis", WORD, "***`keep`***", "keep"),
    ("emphasis", WORD, "~~ _drop_ ~~", "drop"),
    ("emphasis", MARK | {"scale": KEEP}, '{"mark": "__keep__"}', "keep"),
    ("quotes", WORD, '"keep"', "keep"),
    ("quotes", WORD, "«drop»", "drop"),
    ("quotes", WORD, "「keep」", "keep"),
    ("placeholder-brackets", WORD, "<keep>", "keep"),
    ("placeholder-brackets", TAGGED, "<mark>(3)</mark>", 3),
    ("placeholder-brackets", RATED, "[[[3]", "truncated"),
    ("trailing-stop", WORD, "keep.", "keep"),
    ("trailing-stop", NUMBER, "3。", 3),
    ("trailing-stop", WORD, "drop！", "drop"),
    ("of-max", NUMBER, "3/5", 3),
    ("of-max", NUMBER, "3 out of 5", 3),
    ("of-max", whole(HALF), "2.5 of 5", 2.5),
    ("numeric-spelling", NUMBER, "+3", 3),
    ("numeric-spelling", NUMBER, "003", 3),
    ("numeric-spelling", NUMBER, "3.00", 3),
    ("numeric-spelling", MARK, '{"mark": 3.0}', 3),
    ("numeric-string", MARK, '{"mark": "3"}', 3),
    ("numeric-string", MARK | {"scale": HALF}, '{"mark": "2.5"}', 2.5),
    ("boolean-string", json_key({"boolean": True}), '{"mark": "TRUE"}', True),
    ("scalar-label", json_key({"labels": ["0", "1"]}), '{"mark": 1}', "1"),
    ("fenced-reply", OUT, "```\nOutcome: keep\n```\n", "keep"),
    ("fenced-reply", MARK, '\n~~~json\n{"mark": 3}\n~~~', 3),
    ("fenced-reply", WORD, "```\nkeep\n```", "keep"),
    ("decorated-label", OUT, "**Outcome:** keep", "keep"),
    ("decorated-label", OUT, "**Outcome**: drop", "drop"),
    ("decorated-label", OUT, "### Outcome: keep", "keep"),
    ("decorated-label", OUT, "- _Outcome_ ：keep", "keep"),
    ("decorated-label", OUT, " * 1) `Outcome`: keep", "keep"),
    ("decorated-label", OUT, "| Outcome: keep | why |", "keep"),
    ("decorated-label", OUT, "Outcome : keep", "keep"),
    ("decorated-label", SHEET, "- **Plot:** 3\n- **Pace:** 4", {"Plot": 3, "Pace": 4}),
    ("escaped-markers", RATED, "\\[\\[3\\]\\]", 3),
    ("labelled-bracket", LABELLED, "[[Mark: 3]]", 3),
    ("labelled-bracket", LABELLED, "[[MARK ： 3]]", 3),
    ("labelled-bracket", LABELLED, "[[mark]]: 3", 3),
    ("labelled-bracket", LABELLED, "[[1-5]] 3", 3),
    ("next-line", OUT, "Outcome:\n\n keep\nas said", "keep"),
    ("next-line", AFTER, "so ###\n3", 3),
    ("fenced-object", MARK, 'So:\n```json\n{"mark": 3}\n```\nBye', 3),
    ("fenced-object", MARK, '```\n{"x": 1}\n```\n~~~\n{"mark": 3}\n~~~', 3),
    ("embedded-object", MARK, 'So:\n{"mark": 3}\nBye', 3),
    ("embedded-object", MARK, '{"mark": 3}\n{"mark": 3}', 3),
    ("trailing-object", MARK, 'So {"mark": 3}', 3),
    ("trailing-object", MARK, 'It says {"x": 1} and I {"mark": 3}\n', 3),
    ("lenient-json", MARK, '{"mark": 3,}', 3),
    ("lenient-json", MARK, '{"mark": 3, "why": "a\nb\\c"} ', 3),
    ("lenient-json", MARK, '{/* so */"mark": 3 // ok\n}', 3),
    ("bare-value", OUT, "keep", "keep"),
    ("bare-value", MARK, " 3\n", 3),
    ("bare-value", PICK, "drop", "drop"),
    ("last-line-integer", MARK, "so it goes\n\n 3 ", 3),
    ("last-line-integer", LAST | {"form": {"tag": "mark"}}, "so\n3", 3),
    ("emphasised-integer", MARK, "so it goes\n**3**", 3),
    ("labelled-score", MARK, "so it goes\nFinal Score: 3", 3),
    ("labelled-score", MARK, "so it goes\n**Rating:** 3.", 3),
    ("labelled-score", MARK | {"label": "Mark"}, "so\nmark: 3", 3),
    ("last-line-label", WORD, "so it goes\ndrop\n", "drop"),
    ("last-line-label", OUT, "so it goes\nKEEP", "keep"),
    ("first-line-label", WORD, "drop\nsince it is so", "drop"),
    ("single-bracket", RATED, "so [3]", 3),
    ("leading-label", WORD, "keep, since it holds", "keep"),
    ("leading-label", OUT, "Outcome: drop (no source)", "drop"),
    ("cue-phrase", OUT | {"cues": ["my call is {}."]}, "Well, my call is keep.", "keep"),
    ("truncated-first-key", MARK, '{"mark": 3, "why": "it', 3),
    ("truncated-first-key", MARK | {"scale": KEEP}, '{"mark": "keep"', "keep"),
]

LEAVES: list[tuple[str, dict[str, Any], str, str]] = [
    ("zero-width", WORD, "ke\u00adep", "off_scale"),
    ("zero-width", OUT, "\u200bOutcome: keep", "absent"),
    ("emphasis", WORD, "**keep*", "off_scale"),
    ("emphasis", WORD, "****keep****x", "off_scale"),
    ("emphasis", WORD, "**ke**ep", "off_scale"),
    ("emphasis", WORD, "````keep````", "off_scale"),
    ("quotes", WORD, "'keep\"", "off_scale"),
    ("quotes", WORD, "''keep''", "off_scale"),
    ("quotes", WORD, '"keep', "off_scale"),
    ("placeholder-brackets", WORD, "<keep]", "off_scale"),
    ("placeholder-brackets", WORD, "((keep))", "off_scale"),
    ("trailing-stop", WORD, "keep..", "off_scale"),
    ("trailing-stop", WORD, "keep?", "off_scale"),
    ("of-max", NUMBER, "3/10", "off_scale"),
    ("of-max", NUMBER, "9/5", "off_scale"),
    ("of-max", NUMBER, "3 to 5", "off_scale"),
    ("of-max", NUMBER, "3 outof 5", "off_scale"),
    ("numeric-spelling", NUMBER, "3.5", "off_scale"),
    ("numeric-spelling", NUMBER, "3.", "off_scale"),
    ("numeric-spelling", NUMBER, "++3", "off_scale"),
    ("numeric-spelling", NUMBER, "3,0", "off_scale"),
    ("numeric-spelling", MARK, '{"mark": 3e0}', "off_scale"),
    ("numeric-string", MARK, '{"mark": "3 points"}', "off_scale"),
    ("numeric-string", MARK, '{"mark": "+3"}', "off_scale"),
    ("numeric-string", MARK, '{"mark": "9"}', "off_scale"),
    ("boolean-string", json_key({"boolean": True}), '{"mark": "yes"}', "off_scale"),
    ("boolean-string", json_key({"boolean": True}), '{"mark": 1}', "off_scale"),
    ("scalar-label", json_key({"labels": ["0", "1"]}), '{"mark": 1.0}', "off_scale"),
    ("scalar-label", json_key({"labels": ["true", "1"]}), '{"mark": true}', "off_scale"),
    ("fenced-reply", OUT, "So:\n```\nOutcome: keep\n```", "absent"),
    ("fenced-reply", OUT, "```\nOutcome: keep\n```\n```\nx\n```", "absent"),
    ("fenced-reply", OUT, "```\nx\n```", "absent"),
    ("decorated-label", OUT, "The **Outcome:** keep", "absent"),
    ("decorated-label", OUT, "**Outcome** keep", "absent"),
    ("decorated-label", OUT, "- - Outcome: keep", "absent"),
    ("decorated-label", OUT, "-Outcome: keep", "absent"),
    ("decorated-label", OUT, "> **Outcome:** keep", "absent"),
    ("decorated-label", OUT, "## Outcome keep", "absent"),
    ("decorated-label", OUT, "- Outcome: perhaps", "off_scale"),
    ("decorated-label", OUT, "- Outcome: keep\n- Outcome: drop", "conflict"),
    ("escaped-markers", RATED, "\\[\\[3]]", "absent"),
    ("escaped-markers", RATED, "\\[\\[9\\]\\]", "off_scale"),
    ("labelled-bracket", RATED, "[[Mark: 3]]", "off_scale"),
    ("labelled-bracket", LABELLED, "[[Marks: 3]]", "off_scale"),
    ("labelled-bracket", LABELLED, "[[Mark: 9]]", "off_scale"),
    ("labelled-bracket", LABELLED, "[[mark]]\n3", "off_scale"),
    ("labelled-bracket", LABELLED, "[[mark]]: 3 I think", "off_scale"),
    ("next-line", OUT, "Outcome:\nkeep it", "malformed"),
    ("next-line", OUT, "Outcome:\nIt holds.\nkeep", "malformed"),
    ("next-line", OUT, "Outcome:\nOutcome:\nx", "malformed"),
    ("next-line", OUT, "Outcome:\nkeep\nOutcome:\ndrop", "conflict"),
    ("fenced-object", MARK, '```\n{"mark": 3}\n```\n```\n{"mark": 4}\n```', "conflict"),
    ("fenced-object", MARK, '```\n{"x": 3}\n```', "absent"),
    ("fenced-object", MARK, '{ so\n```\n{"mark": 3}\n```', "malformed"),
    ("fenced-object", MARK, '{"mark": 4}\nx\n```\n{"mark": 3}\n```', "absent"),
    ("fenced-object", MARK, '```\n{"mark": 3,}\n```', "absent"),
    ("embedded-object", MARK, 'So:\n{"mark": 3}\n{"mark": 4}', "conflict"),
    ("embedded-object", MARK, 'So:\n{"mark": 3}\n{ x', "malformed"),
    ("embedded-object", MARK, 'So {"mark": 3} it is', "absent"),
    ("embedded-object", MARK, 'So:\n{"mark": 9}\nBye', "off_scale"),
    ("trailing-object", MARK, 'So {"mark": 3}.', "absent"),
    ("trailing-object", MARK, 'First {"mark": 3}, then {"mark": 3}', "absent"),
    ("trailing-object", MARK, 'So {"x": {"mark": 3}}', "absent"),
    ("lenient-json", MARK, "{'mark': 3}", "malformed"),
    ("lenient-json", MARK, '{"mark": 3', "truncated"),
    ("lenient-json", MARK, '{"mark": 3,,}', "malformed"),
    ("lenient-json", MARK, '{"mark": "3\n> 4",}', "malformed"),
    ("bare-value", OUT, "keep it", "absent"),
    ("bare-value", OUT, "keep\ndrop", "absent"),
    ("bare-value", OUT, "Outcome: x", "off_scale"),
    ("last-line-integer", MARK, "so\n9", "absent"),
    ("last-line-integer", MARK, "so\n3.0", "absent"),
    ("last-line-integer", MARK, "so\n**3**", "absent"),
    ("last-line-integer", MARK, "so\n３", "absent"),
    ("last-line-integer", MARK, "3\nso", "absent"),
    ("last-line-integer", AFTER, "so\n3", "absent"),
    ("emphasised-integer", MARK, "so\n**3*", "absent"),
    ("emphasised-integer", MARK, "so\n**9**", "absent"),
    ("emphasised-integer", MARK, "so\n***`3`***", "absent"),
    ("labelled-score", MARK, "so\nScores: 3", "absent"),
    ("labelled-score", MARK, "so\nScore: three", "absent"),
    ("labelled-score", MARK, "so\nScore: 9", "off_scale"),
    ("labelled-score", MARK, "Score: 3\nso", "absent"),
    ("labelled-score", MARK, "so\nMy Score: 3", "absent"),
    ("last-line-label", WORD, "so it goes\ndrop it", "absent"),
    ("last-line-label", WORD, "drop\nso it goes", "absent"),
    ("last-line-label", PICK, "so\ndrop", "absent"),
    ("first-line-label", WORD, "drop it\nso", "absent"),
    ("first-line-label", OUT, "drop\nso", "absent"),
    ("single-bracket", RATED, "so [9]", "off_scale"),
    ("single-bracket", RATED, "so [3] [4]", "conflict"),
    ("single-bracket", bracket() | {"form": {"bracket": ["<<", ">>"]}}, "so [3]", "absent"),
    ("leading-label", WORD, "keep it", "off_scale"),
    ("leading-label", WORD, "I keep, then", "off_scale"),
    ("leading-label", WORD, "keep's fine", "off_scale"),
    ("leading-label", WORD, "keep-ish", "off_scale"),
    ("cue-phrase", OUT | {"cues": ["my call is {}."]}, "Well, my call is open.", "off_scale"),
    ("truncated-first-key", MARK, '{"why": "x", "mark": 3, "y": "it', "truncated"),
    ("truncated-first-key", MARK, '{"mark": 3', "truncated"),
    ("truncated-first-key", MARK, '{"mark": 3, "mark": 4, "y', "conflict"),
    ("truncated-first-key", MARK, '{"mark": 9, "y', "off_scale"),
]


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
