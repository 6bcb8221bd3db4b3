"""Seeded contracts and replies for the fuzzer: fragments that mean something to some form, joined and then damaged."""

from __future__ import annotations

import json
import random
from typing import Any

FORMS: tuple[Any, ...] = (
    {"line": "VERDICT"},
    {"line": "VERDICT", "until": "next-label"},
    {"line": "Final verdict"},
    {"bracket": ["[[", "]]"]},
    {"bracket": ["[[", "]]"], "at": "line"},
    {"bracket": ["[[", "]]"], "at": "last-line"},
    {"bracket": ["**", "**"]},
    {"bracket": ["<<", ">>"]},
    {"phrase": "Output ({}) is better."},
    {"phrase": "I pick {} as best"},
    {"phrase": "So: {}"},
    {"after": "[RESULT]"},
    {"tag": "score"},
    {"json": "score"},
    {"json": "score", "around": "prose"},
    {"json": "score", "object": "last"},
    {"json": "score", "around": "prose", "object": "first"},
    {"json": "a.score"},
    {"json_items": "v", "id": "id", "value": "keep"},
    {"json_items": "v", "id": "id", "value": "keep", "around": "prose"},
    {"lines": ["Plot", "Pace"]},
    {"whole": True},
    {"first_line": True},
    {"last_line": True},
    [{"line": "VERDICT"}, {"bracket": ["[[", "]]"]}],
    [{"json": "score", "around": "prose"}, {"whole": True}],
    [{"tag": "score"}, {"last_line": True}],
    [{"line": "VERDICT"}, {"line": "GRADE"}, {"first_line": True}],
)
SCALES: tuple[Any, ...] = (
    {"labels": ["PASS", "FAIL"]},
    {"labels": ["A", "B", "C"], "abstain": ["N/A"]},
    {"labels": ["yes", "no", "unclear"], "abstain": ["unclear"], "alias": {"y": "yes", "1": "no"}},
    {"labels": ["1", "2", "3"]},
    {"labels": ["m", "M"], "ignore_case": False},
    {"labels": ["a", "b"]},
    {"preference": {"A>>B": "A+2", "A>B": "A+1", "A=B": "tie", "B>A": "B+1", "B>>A": "B+2"}},
    {"preference": {"A": "A+1", "B": "B+1", "C": "tie"}, "abstain": ["cannot judge"]},
    {"integer": [1, 10]},
    {"integer": [0, 100], "abstain": ["REFUSAL"]},
    {"integer": [0, 20], "step": 5},
    {"number": [0, 10], "step": 0.5},
    {"number": [0, 1]},
    {"number": [-5, 5]},
    {"boolean": True},
    {"ranking": ["A", "B", "C"]},
    {"ranking": ["m1", "m2"], "items": {"id": "model", "rank": "rank"}},
    {"list": {"integer": [1, 10]}, "length": 2},
    {"list": {"labels": ["a", "b"]}},
    "text",
    "json",
)
RECOVERIES = (
    *("zero-width", "emphasis", "quotes", "placeholder-brackets", "trailing-stop", "of-max", "numeric-spelling"),
    *("numeric-string", "boolean-string", "scalar-label", "fenced-reply", "decorated-label", "escaped-markers"),
    *("labelled-bracket", "next-line", "fenced-object", "embedded-object", "trailing-object", "lenient-json"),
    *("bare-value", "last-line-integer", "emphasised-integer", "labelled-score", "last-line-label"),
    *("first-line-label", "single-bracket", "leading-label", "truncated-first-key"),
)
VALUES = (
    *("PASS", "FAIL", "pass", "A", "B", "C", "N/A", "yes", "no", "unclear", "y", "1", "2", "3", "m", "M", "a", "b"),
    *("A>>B", "A>B", "A = B", "B>A", "b>>a", "cannot judge", "7", "10", "0", "11", "100", "85", "-3", "+7", "007"),
    *("7.0", "7.5", "0.5", "0.25", "7/10", "7 out of 10", "8 of 10", "1-10", "0–100", "1 to 10", "true", "False"),
    *("A>B>C", "c, b, a", "m1 > m2", "8 9", "8,9", "a b", "PASS|FAIL", "A, B or C", "yes/no", "<yes|no>", "REFUSAL"),
    *("７", "1_0", "1e1", "nan", "inf", "", " ", "PASS.", "**PASS**", "*7*", "`B`", '"A"', "“7”", "'no'", "(7)"),
    *("[A]", "<8>", "P\u200bASS", "7\ufeff", "ſ", "PASSED", "not PASS", "PASS!", "7。", "**A.**", "[[A]]", "***yes***"),
    *("PASS - it holds", "no, because", "x" * 30, "null", '"', "\\", "{}", "rating", "9" * 50, "7.", ".5", "0x7"),
)
PROSE = (
    *("Well argued.", "", "Es fehlt ein Beleg.", "要点は合う。", "🙂 fine", 'a 5" screen', "f(a[i])", "{x, y}", "]"),
    *("- item", "1. one", "# Head", "| a | b |", "   ", "\t", "\u2028", "\x0b", "\x1c", "\x85", "\u3000", "\x00"),
    *("\ud83d", "\ufeff", "\u200b", "<b>", "a > b", "**", "***", "---", "Score:", "7", "PASS", "Nothing: really"),
)
MARKS = (
    *("VERDICT: %s", "verdict:%s", " Verdict: %s", "**VERDICT:** %s", "- **VERDICT**: %s", "## VERDICT\n%s"),
    *("VERDICT:\n%s", "**VERDICT: %s**", "VERDICT：%s", "| VERDICT: %s | x |", "1. VERDICT: %s", "Final verdict: %s"),
    *("GRADE: %s", "NOTES: %s", "Plot: %s", "Pace: %s", "**Plot:** %s", "Plot: %s\nPace: %s"),
    *("[[%s]]", "[[ %s ]]", "[%s]", "\\[\\[%s\\]\\]", "[[Rating: %s]]", "[[rating]]: %s", "**[[%s]]**", "[[%s", "%s]]"),
    *("[[[%s]]]", "[[A]] [[B]] [[C]]", "**%s**", "<<%s>>", "Output (%s) is better.", "Output (%s", "I pick %s as best"),
    *("So: %s", "Output  (x Output (%s) is  better.", "[RESULT] %s", "[RESULT]: %s", "[RESULT]\n%s", "<score>%s</score>"),
    *("<SCORE>\n%s\n</Score>", "<score>%s", "</score>", "<score><score>%s</score>", "Score: %s", "Final score: **%s**."),
    *("Overall: %s", "%s", "**%s**", "(%s)", "my pick is %s here"),
)
OBJECTS = (
    *('{"score": %s}', '{"why": "a } b", "score": %s}', '{"score": %s, "score": %s}', '{"a": {"score": %s}}'),
    *('{"score": %s,}', '{"score": %s // c\n}', '{"s": 1}', "{}", '{"score": ', '{"score": %s', '{"score" %s}', "{"),
    *('{"v": [{"id": 1, "keep": %s}, {"id": "2", "keep": %s}]}', '{"v": [{"id": 1, "keep": %s}]}', '{"v": []}'),
    *('{"v": [{"id": 1, "keep": %s}, {"id": 9}]}', '{"v": 3}', '{"a": {"score": 1}, "a": {"score": %s}}', "[%s]", "null"),
    *('{"score": %s, "why": "two\nlines"}', '{"score": "\\d"}', '[{"score": %s}]', '{"why": [[[]]], "score": %s}'),
    *('{"score": [%s, %s]}', '{"score": {"k": %s}}', '{"score": [{"model": "m1", "rank": 2}, {"model": "m2", "rank": 1}]}'),
)
WRAPS = (
    *("```\n%s\n```", "```json\n%s\n```", "~~~\n%s\n~~~", "````\n```\n%s\n```\n````", "```\n%s", "> %s", "   > %s", "    %s"),
    *("<think>%s</think>", "<think>\n%s\n</think>", "<think>%s", "%s</think>", "<THOUGHT>%s<think>%s</think></thought>"),
    *("see <think> %s", "`%s`", "**%s**", "%s %s", "Answer:::%s"),
)
STOPS = (*(None,) * 8, *("stop", "length") * 3, "max_tokens", "refusal", "odd")
JOINS = ("\n", "\n", "\n\n", " ", "", "\r\n")


def contract(dice: random.Random) -> dict[str, Any]:
    """A contract of one field, or now and then of several."""
    tree = _field(dice)
    if dice.random() < 0.2:
        tree = _several(dice)
    for key, values in _KEYS.items():
        if dice.random() < 0.12:
            tree[key] = dice.choice(values)
    return tree


_KEYS: dict[str, tuple[Any, ...]] = {
    "quoted": ("candidate",),
    "dissent": ("ignore",),
    "menus": ("candidate",),
    "cut": ("value",),
    "recover_truncated": (True,),
    "thinking": ([], ["scratch"], ["think", "b"]),
    "placeholders": (["rating", "score"], ["x"]),
    "label": ("Rating", "Note"),
    "starts_after": ("Answer:::", "\n"),
    "instructions": ("VERDICT: PASS\n[[A]]\n<score>7</score>\nPlot: 7", "Output (a) is better."),
    "ids": (["1", "2"], [1]),
    "partial": (True,),
    "at_least": (1, 2),
}


def _field(dice: random.Random) -> dict[str, Any]:
    count = dice.choice((0, 0, 1, 3, 8, len(RECOVERIES)))
    chosen: Any = dice.choice(("safe", "safe", [], dice.sample(RECOVERIES, count), ["safe", "leading-label"]))
    tree = {"form": dice.choice(FORMS), "scale": dice.choice(SCALES), "recover": chosen}
    if dice.random() < 0.2:
        tree["repeats"] = dice.choice(("forbid", "last", "first", "agree"))
    return tree


def _several(dice: random.Random) -> dict[str, Any]:
    names = ["one", "two", "three"][: dice.randint(1, 3)]
    fields = {name: _field(dice) for name in names}
    for field in fields.values():
        if dice.random() < 0.3:
            field["optional"] = True
    tree: dict[str, Any] = {"field": fields, "verdict": dice.choice([*names, "*"])}
    return tree | ({"all_fields": True} if dice.random() < 0.3 else {})


def without_recoveries(tree: dict[str, Any]) -> dict[str, Any]:
    """The same contract without any recovery."""
    if "field" not in tree:
        return {**tree, "recover": []}
    return {**tree, "field": {name: {**field, "recover": []} for name, field in tree["field"].items()}}


def reply(dice: random.Random, tree: dict[str, Any]) -> str:
    """A few fragments joined, most of them in the contract's forms and of its scales, and sometimes damaged."""
    fields = list(tree.get("field", {"": tree}).values()) or [{"form": dice.choice(FORMS), "scale": "text"}]
    if dice.random() < 0.3:
        return dice.choice(("\n", "\n\n")).join(_plainly(dice, field) for field in fields)
    count = len(fields) + dice.choice((-1, 0, 0, 1, 2, 4))
    order = [fields[number % len(fields)] for number in range(max(1, count))]
    text = dice.choice(JOINS).join(_fragment(dice, field) for field in order)
    if dice.random() < 0.3:
        text = dice.choice(WRAPS).replace("%s", "") + dice.choice(JOINS) + text
    for _ in range(dice.choice((0, 0, 0, 0, 1, 1, 3))):
        text = _damage(dice, text)
    return text


def _plainly(dice: random.Random, field: dict[str, Any]) -> str:
    """A value in one of the form's own templates."""
    template = dice.choice(_templates(dice, field["form"]))
    return template.replace("%s", _value(dice, field["scale"], template in OBJECTS))


def _fragment(dice: random.Random, field: dict[str, Any]) -> str:
    kind = dice.random()
    if kind < 0.12:
        return dice.choice(PROSE)
    if kind < 0.22:
        return "%s".join(dice.choice(WRAPS).split("%s")).replace("%s", _fragment(dice, field), 1)
    templates = _templates(dice, field["form"]) if kind < 0.85 else dice.choice((MARKS, OBJECTS))
    template = dice.choice(templates)
    pieces = template.split("%s")
    in_json = template in OBJECTS
    values = [_value(dice, field["scale"], in_json) for _ in pieces[1:]]
    if len(values) > 1 and dice.random() < 0.6:
        values = values[:1] * len(values)
    return "".join(piece + value for piece, value in zip(pieces, [*values, ""], strict=True))


def _templates(dice: random.Random, form: Any) -> tuple[str, ...]:
    """Templates that speak to the form."""
    one = dice.choice(form) if isinstance(form, list) else form
    kind = next(iter(one))
    if kind == "bracket":
        opening, closing = one["bracket"]
        own = tuple(mark for mark in MARKS if opening in mark or "[" in mark)
        return own if opening == "[[" else (f"{opening}%s{closing}", f"x {opening}%s{closing} y", f"{opening}%s")
    if kind == "json":
        return tuple(each for each in OBJECTS if '"v"' not in each)
    if kind == "json_items":
        return tuple(each for each in OBJECTS if '"v"' in each)
    start = MARK_OF[kind]
    own = tuple(mark for mark in MARKS if start.lower() in mark.lower() or (not start and len(mark) < 7))
    label = one.get("line")
    return tuple(mark for mark in own if label is None or label.lower() in mark.lower()) or own


MARK_OF = {
    "line": "",
    "phrase": "%s",
    "after": "[RESULT]",
    "tag": "score>",
    "lines": "P",
    "whole": "",
    "first_line": "",
    "last_line": "",
}


def _value(dice: random.Random, scale: Any, in_json: bool) -> str:
    """A value, most often one that the scale knows, plain or in some dress."""
    known = _known(scale)
    value = dice.choice(known) if known and dice.random() < 0.75 else dice.choice(VALUES)
    if not in_json or dice.random() < 0.1:
        return dice.choice(DRESSES).replace("%s", value) if dice.random() < 0.25 else value
    if dice.random() < 0.6 and isinstance(scale, dict) and not {"labels", "preference"} & scale.keys():
        return f"[{value.replace(' ', ', ')}]" if "list" in scale else value
    return json.dumps(value, ensure_ascii=dice.random() < 0.5)


DRESSES = ("**%s**", "`%s`", '"%s"', "(%s)", "[%s]", "%s.", "%s!", "\u200b%s", "*%s.*", " %s ", "%s of 10", "+%s", "%s.0")


def _known(scale: Any) -> list[str]:
    if not isinstance(scale, dict):
        return ["some words", '{"k": 1}', "[1, 2]", "7"]
    words = [*scale.get("labels", ()), *scale.get("preference", ()), *scale.get("alias", ()), *scale.get("abstain", ())]
    if "boolean" in scale:
        words += ["true", "false"]
    if "integer" in scale or "number" in scale:
        low, high = scale.get("integer") or scale["number"]
        words += [str(low), str(high), str(low + 1), f"{low}-{high}", str(high + 1)]
    if "ranking" in scale:
        words += [" > ".join(scale["ranking"]), json.dumps(scale["ranking"]), ">".join(reversed(scale["ranking"]))]
    if "list" in scale:
        words += [f"{one} {two}" for one in _known(scale["list"])[:3] for two in _known(scale["list"])[:2]]
    return words


def _damage(dice: random.Random, text: str) -> str:
    """One cut, doubled stretch, swap or strange character."""
    start, end = sorted((dice.randint(0, len(text)), dice.randint(0, len(text))))
    kind = dice.randrange(6)
    if kind == 0:
        return text[:start] + text[min(end, start + 3) :]
    if kind == 1:
        return text[:end] + text[start:end] + text[end:]
    if kind == 2:
        return text[end:] + text[start:end] + text[:start]
    if kind == 3:
        return text[:start]
    if kind == 4:
        return text[:start] + text[start:end].swapcase() + text[end:]
    return text[:start] + dice.choice(_STRANGE) + text[start:]


_STRANGE = (*"\n\r\t \"\\[]{}<>`~*_:|#.,0７-", "\r\n", "\ud800", "\udc80", "\x00", "\u200b", "\ufeff", "İ", "K", "ß")
