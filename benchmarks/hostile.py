"""Inputs made to be slow or large for each form: what a quadratic scan, or one that keeps too much, would choke on.

Each entry is a name, a contract and a builder that takes a size in characters. Text of that size comes
back, give or take one repeat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Build = Callable[[int], str]
Tree = dict[str, Any]


class Hostile(NamedTuple):
    """One hostile input for one contract."""

    name: str
    contract: Tree
    build: Build
    baseline: str = "lines"
    """Which named alternative it is compared with: `lines` or `json`."""
    stop: str | None = None


def times(piece: str, end: str = "", start: str = "") -> Build:
    """The piece over and over, between a start and an end."""
    return lambda size: start + piece * max(1, (size - len(start) - len(end)) // len(piece)) + end


def pair(left: str, right: str, middle: str = "") -> Build:
    """One piece over and over, then another as often."""

    def build(size: int) -> str:
        count = max(1, size // (len(left) + len(right)))
        return left * count + middle + right * count

    return build


def _growing_runs(char: str, falling: bool) -> Build:
    """Lines of ever longer (or shorter) runs of one character."""

    def build(size: int) -> str:
        most = int((2 * size) ** 0.5)
        order = range(most, 2, -1) if falling else range(3, most)
        return "".join(char * count + "\n" for count in order)

    return build


ALL = ["safe", "single-bracket", "leading-label", "truncated-first-key"]
LABELS = {"labels": ["PASS", "FAIL"]}
RATING = {"integer": [1, 10]}
THREE = {"preference": {"A": "A+1", "B": "B+1", "C": "tie"}}
STEPPED = {"number": [0, 10], "step": 0.5}

LINE: Tree = {"form": {"line": "VERDICT"}, "scale": LABELS, "recover": ["safe", "leading-label"]}
ECHO: Tree = {**LINE, "instructions": "VERDICT: PASS\nVERDICT:"}
UNTIL: Tree = {
    "verdict": "verdict",
    "field": {
        "verdict": {"form": {"line": "VERDICT"}, "scale": LABELS, "recover": "safe"},
        "notes": {"form": {"line": "NOTES", "until": "next-label"}, "scale": "text", "recover": "safe"},
        "issues": {"form": {"line": "ISSUES", "until": "next-label"}, "scale": "text", "recover": "safe"},
    },
}
SCORE: Tree = {"form": {"line": "SCORE"}, "scale": STEPPED, "recover": "safe"}
SHEET: Tree = {
    "form": {"lines": ["Plot", "Pace", "Style"]},
    "scale": {"integer": [0, 20]},
    "recover": "safe",
    "at_least": 2,
}
BRACKET: Tree = {
    "form": {"bracket": ["[[", "]]"]},
    "scale": RATING,
    "recover": ["safe", "single-bracket"],
    "label": "Rating",
    "placeholders": ["rating"],
}
BRACKET_ECHO: Tree = {**BRACKET, "instructions": "[[1-10]]"}
CHOICE: Tree = {**BRACKET, "scale": THREE}
ALONE: Tree = {**CHOICE, "form": {"bracket": ["[[", "]]"], "at": "line"}}
LAST: Tree = {**CHOICE, "form": {"bracket": ["[[", "]]"], "at": "last-line"}}
STARS: Tree = {**CHOICE, "form": {"bracket": ["**", "**"]}}
PHRASE: Tree = {
    "form": {"phrase": "Output ({}) is better."},
    "scale": {"labels": ["a", "b"]},
    "recover": "safe",
}
SPACED: Tree = {**PHRASE, "form": {"phrase": "I pick {} as the best"}}
CUE: Tree = {**LINE, "recover": ["safe", "cue-phrase"], "cues": ["my pick is {} here"]}
AFTER: Tree = {"form": {"after": "[RESULT]"}, "scale": RATING, "recover": "safe"}
TAG: Tree = {"form": {"tag": "score"}, "scale": RATING, "recover": "safe"}
JSON: Tree = {"form": {"json": "score"}, "scale": RATING, "recover": ["safe", "truncated-first-key"]}
PROSE: Tree = {**JSON, "form": {"json": "score", "around": "prose"}}
DEEP: Tree = {**JSON, "form": {"json": "a.b.score"}}
STEP_JSON: Tree = {**JSON, "scale": STEPPED}
JSON_LABEL: Tree = {**JSON, "scale": LABELS, "recover": ALL[:1]}
ANY_JSON: Tree = {**JSON, "scale": "json"}
ITEMS: Tree = {
    "form": {"json_items": "v", "id": "id", "value": "keep"},
    "scale": {"labels": ["yes", "no"]},
    "recover": "safe",
    "ids": ["1", "2"],
}
FREE_ITEMS: Tree = {key: value for key, value in ITEMS.items() if key != "ids"}
WHOLE: Tree = {"form": {"whole": True}, "scale": LABELS, "recover": ["safe", "leading-label"]}
WHOLE_JSON: Tree = {"form": {"whole": True}, "scale": "json"}
PAIRS: Tree = {"form": {"last_line": True}, "scale": {"list": RATING, "length": 2}, "recover": "safe"}
RANKS: Tree = {"form": {"first_line": True}, "scale": {"ranking": ["m", "M"]}, "recover": "safe"}
BOTH: Tree = {
    "form": [{"json": "score", "around": "prose"}, {"bracket": ["[[", "]]"]}, {"last_line": True}],
    "scale": RATING,
    "recover": "safe",
}

LINE_INPUTS = [
    Hostile("labels that agree", LINE, times("VERDICT: PASS\n")),
    Hostile("labels that differ", LINE, times("VERDICT: PASS\nVERDICT: FAIL\n")),
    Hostile("labels off the scale", LINE, times("VERDICT: maybe\n")),
    Hostile("labels with menus", LINE, times("VERDICT: PASS|FAIL\n", "VERDICT: PASS\n")),
    Hostile("labels with nothing", LINE, times("VERDICT:\n")),
    Hostile("labels with nothing, cut", LINE, times("VERDICT:\n"), stop="length"),
    Hostile("labels with nothing, prose between", LINE, times("VERDICT:\nHm.\n")),
    Hostile("decorated labels", LINE, times("**VERDICT:** PASS\n")),
    Hostile("decorated labels beside a plain one", LINE, times("- **VERDICT**: PASS\n", "VERDICT: PASS\n")),
    Hostile("decorated labels with nothing", LINE, times("## VERDICT\n\n")),
    Hostile("echoed lines", ECHO, times("VERDICT: PASS\n", "VERDICT: FAIL\n")),
    Hostile("echoed empty lines", ECHO, times("VERDICT:\n", "VERDICT: FAIL\n")),
    Hostile("one endless value", LINE, times("x", start="VERDICT: ")),
    Hostile("one endless line", LINE, times("VERDICT: PASS ")),
    Hostile("endless emphasis before the label", LINE, times("*", "VERDICT: PASS")),
    Hostile("endless emphasis as the value", LINE, times("*", start="VERDICT: ")),
    Hostile("endless quotation marks as the value", LINE, times('"', start="VERDICT: ")),
    Hostile("endless brackets as the value", LINE, pair("(", ")", "PASS")),
    Hostile("endless heading marks", LINE, times("#", " VERDICT: PASS")),
    Hostile("endless list marks", LINE, times("- ", "VERDICT: PASS")),
    Hostile("endless bars", LINE, times("| ", "VERDICT: PASS")),
    Hostile("spaces before the label", LINE, times(" ", "VERDICT: PASS")),
    Hostile("spaces before the value", LINE, times(" ", "PASS", "VERDICT:")),
    Hostile("spaces after the value", LINE, times(" ", "", "VERDICT: PASS")),
    Hostile("wide spaces, no label", LINE, times("\u3000 \u2028")),
    Hostile("zero-width before the value", LINE, times("\u200b", "PASS", "VERDICT: ")),
    Hostile("nothing but zero-width", LINE, times("\u200b\ufeff")),
    Hostile("lone surrogates and NUL", LINE, times("\ud800\x00", "\nVERDICT: PASS")),
    Hostile("carriage returns", LINE, times("\r\n", "VERDICT: PASS")),
    Hostile("a bare carriage return at the end", LINE, times("\r\n", "\r")),
    Hostile("labelled stretches", UNTIL, times("NOTES: a\nISSUES: b\n")),
    Hostile("one labelled stretch", UNTIL, times("word word\n", "VERDICT: PASS", "NOTES: ")),
    Hostile("decorated stretches", UNTIL, times("**NOTES:** a\n- ISSUES: b\n")),
    Hostile("an endless number", SCORE, times("9", start="SCORE: ")),
    Hostile("an endless fraction", SCORE, times("9", start="SCORE: 0.")),
    Hostile("endless leading zeros", SCORE, times("0", "7", "SCORE: ")),
    Hostile("endless signs", SCORE, times("+-", "7", "SCORE: ")),
    Hostile("a sheet over and over", SHEET, times("Plot: 1\nPace: 2\nStyle: 3\n")),
    Hostile("a sheet of empty lines", SHEET, times("Plot:\nPace:\nStyle:\n")),
    Hostile("a decorated sheet", SHEET, times("- **Plot:** 1\n- **Pace**: 2\n")),
    Hostile("a cue and its beginning", CUE, times("my pick is ")),
    Hostile("a cue and long spaces", CUE, times(" ", start="my pick is x")),
]

BRACKET_INPUTS = [
    Hostile("opening markers only", BRACKET, times("[[")),
    Hostile("opening markers with space", BRACKET, times("[[ ")),
    Hostile("opening markers, line by line", BRACKET, times("[[\n")),
    Hostile("closing markers only", BRACKET, times("]]")),
    Hostile("opening, then closing", BRACKET, pair("[[", "]]", "7")),
    Hostile("closing, then opening", BRACKET, pair("]]", "[[")),
    Hostile("one opening, many closing", BRACKET, times("]", start="[[x")),
    Hostile("single brackets left open", BRACKET, times("[", "]]", "[[")),
    Hostile("unbalanced closers", BRACKET, times("]] [", "", "[[ [")),
    Hostile("half closed", BRACKET, times("[[7] ")),
    Hostile("values on one line", BRACKET, times("[[7]]")),
    Hostile("values line by line", BRACKET, times("[[7]]\n")),
    Hostile("values that differ", BRACKET, times("[[7]] [[8]]\n")),
    Hostile("values off the scale on one line", BRACKET, times("[[see]] ", "[[7]]")),
    Hostile("empty brackets", BRACKET, times("[[ ]]")),
    Hostile("placeholders on one line beside a value", BRACKET, times("[[1-10]] ", "[[7]]")),
    Hostile("placeholders on one line", BRACKET, times("[[rating]] ")),
    Hostile("labelled brackets on one line", BRACKET, times("[[Rating: 7]] ")),
    Hostile("labelled brackets beside a value", BRACKET, times("[[Rating: 7]] ", "[[7]]")),
    Hostile("one line of values, with instructions", BRACKET_ECHO, times("[[7]] ", "\n[[1-10]]\n")),
    Hostile("numbers in one bracket", BRACKET, times("1 ", "x]]\n[[7]]", "[[")),
    Hostile("a long menu in one bracket", CHOICE, times("A|", "B]]", "[[")),
    Hostile("menu lines", CHOICE, times("[[A]] [[B]] [[C]]\n", "[[A]]")),
    Hostile("one endless menu line", CHOICE, times("[[A]] [[B]] [[C]] ")),
    Hostile("escaped markers", BRACKET, times("\\[\\[7\\]\\] ")),
    Hostile("escaped opening markers", BRACKET, times("\\[\\[")),
    Hostile("backslashes", BRACKET, times("\\", "[[7]]")),
    Hostile("alone on their lines", ALONE, times("**[[A]]**\n")),
    Hostile("alone, ornaments on one line", ALONE, times("* ", "[[A]]")),
    Hostile("many on one line, none alone", ALONE, times("[[A]] ")),
    Hostile("open and alone, one line", ALONE, times("[[")),
    Hostile("last line of many", LAST, times("[[A]]", "\n\n\n")),
    Hostile("blank lines after", LAST, times("\n", "", "[[A]]")),
    Hostile("equal markers", STARS, times("*")),
    Hostile("equal markers with values", STARS, times("**A** ")),
]

MARK_INPUTS = [
    Hostile("a phrase begun over and over", PHRASE, times("Output (")),
    Hostile("a phrase begun, long spaces", PHRASE, times(" ", start="Output")),
    Hostile("phrases", PHRASE, times("Output (a) is better. ")),
    Hostile("a phrase and its endings", PHRASE, times(") is better.", "", "Output (a")),
    Hostile("a spaced phrase, long spaces", SPACED, times(" ", "", "I pick A")),
    Hostile("a spaced phrase, spaces in prose", SPACED, times("a" + " " * 5000, "\n", "I pick ")),
    Hostile("a spaced phrase, a thought on its line", SPACED, times("x", "</think>I pick a as the best")),
    Hostile("a marker over and over on one line", AFTER, times("[RESULT]")),
    Hostile("markers with values, line by line", AFTER, times("[RESULT] 3\n")),
    Hostile("markers with nothing", AFTER, times("[RESULT]\n")),
    Hostile("markers with nothing, prose between", AFTER, times("[RESULT]\nx\n")),
    Hostile("a marker and long spaces", AFTER, times(" ", ": 3", "[RESULT]")),
    Hostile("opening tags", TAG, times("<score>")),
    Hostile("closing tags", TAG, times("</score>")),
    Hostile("empty tags", TAG, times("<score></score>")),
    Hostile("tags with values", TAG, times("<score>7</score>")),
    Hostile("nested tags", TAG, pair("<score>", "</score>", "7")),
    Hostile("half tags", TAG, times("<score")),
    Hostile("one tag around everything", TAG, times("7 ", "</score>", "<score>")),
]

JSON_INPUTS = [
    Hostile("opening braces", JSON, times("{"), "json"),
    Hostile("opening braces, line by line", JSON, times("{\n"), "json"),
    Hostile("braces in prose", JSON, times("x { "), "json"),
    Hostile("empty objects on one line", JSON, times("{}"), "json"),
    Hostile("empty objects in prose", JSON, times("x {} "), "json"),
    Hostile("closing braces", JSON, times("}"), "json"),
    Hostile("a key inside a key", JSON, times('{"a":'), "json"),
    Hostile("a key inside a key, in prose", JSON, times('{"a":', '"}', "x "), "json"),
    Hostile("lists inside lists", JSON, times("[", "", '{"a":'), "json"),
    Hostile("quotation marks", JSON, times('"'), "json"),
    Hostile("quotation marks before a brace", JSON, times('"', "}"), "json"),
    Hostile("braces and quotation marks", JSON, times('{"'), "json"),
    Hostile("braces and quotation marks, ending", JSON, times('{"', "}"), "json"),
    Hostile("braces in a string", JSON, times("{", '", "score": 7}', '{"why": "'), "json"),
    Hostile("a string never closed", JSON, times("x", "", '{"why": "'), "json"),
    Hostile("braces in a string never closed", JSON, times("{", "", 'x {"why": "'), "json"),
    Hostile("backslashes in a string", JSON, times("\\\\", '", "score": 7}', '{"why": "'), "json"),
    Hostile("backslashes before the end", JSON, times("\\", '"}', 'x {"why": "'), "json"),
    Hostile("escapes that are none", JSON, times("\\d", '", "score": 7}', '{"why": "'), "json"),
    Hostile("raw line ends in a string", JSON, times("\n", '", "score": 7}', '{"why": "'), "json"),
    Hostile("objects, line by line", JSON, times('{"score": 7}\n'), "json"),
    Hostile("objects on one line", JSON, times('{"score": 7} '), "json"),
    Hostile("objects in prose", JSON, times('x {"score": 7} '), "json"),
    Hostile("objects in prose, then one at the end", JSON, times('x {"s": 7} ', '{"score": 7}'), "json"),
    Hostile("objects that are not the contract's", JSON, times('{"s": 7}\n', '{"score": 7}'), "json"),
    Hostile("objects that differ", PROSE, times('{"score": 7}\n{"score": 8}\n'), "json"),
    Hostile("objects with prose around", PROSE, times('x\n{"score": 7}\n'), "json"),
    Hostile("objects off the scale", PROSE, times('{"score": 70}\n'), "json"),
    Hostile("one key over and over", JSON, times('"score": 7,', '"score": 7}', "{"), "json"),
    Hostile(
        "one key over and over, values differ", JSON, times('"s": 7,"s": 8,', '"score": 7}', "{"), "json"
    ),
    Hostile("keys along a path", DEEP, times('"a": {"b": {}},', '"a": {"b": {"score": 7}}}', "{"), "json"),
    Hostile("a long list as the value", JSON, times("1,", "1]}", '{"score": ['), "json"),
    Hostile("a long list as any value", ANY_JSON, times("1,", "1]}", '{"score": ['), "json"),
    Hostile("a long list of objects", ANY_JSON, times('{"a": 1},', "1]}", '{"score": ['), "json"),
    Hostile("a long string as the value", JSON_LABEL, times("x", '"}', '{"score": "'), "json"),
    Hostile("an endless number in an object", STEP_JSON, times("9", "}", '{"score": '), "json"),
    Hostile("an endless fraction in an object", STEP_JSON, times("9", "}", '{"score": 0.'), "json"),
    Hostile("an endless exponent in an object", STEP_JSON, times("9", "}", '{"score": 1e-'), "json"),
    Hostile("spaces in an object", JSON, times(" ", "}", '{"score": 7'), "json"),
    Hostile("trailing commas", JSON, times("[1,],", '"score": 7,}', '{"a": ['), "json"),
    Hostile("comments", JSON, times("/* c */", "}", '{"score": 7'), "json"),
    Hostile("comments never closed", JSON, times("/* ", "", '{"score": 7 '), "json"),
    Hostile("stars in a comment", JSON, times("*", "", '{"score": 7 /*'), "json"),
    Hostile("line comments", JSON, times("// c\n", "}", '{"score": 7 '), "json"),
    Hostile("fenced objects", JSON, times('```json\n{"score": 7}\n```\n'), "json"),
    Hostile("fenced objects with prose allowed", PROSE, times('```json\n{"score": 7}\n```\n'), "json"),
    Hostile(
        "items",
        FREE_ITEMS,
        times('{"id": 1, "keep": "yes"},', '{"id": 2, "keep": "no"}]}', '{"v": ['),
        "json",
    ),
    Hostile("unknown items", ITEMS, times('{"id": 9, "keep": "yes"},', "{}]}", '{"v": ['), "json"),
    Hostile("items that are no objects", ITEMS, times("1,", "2]}", '{"v": ['), "json"),
    Hostile("items in many objects", ITEMS, times('{"v": [{"id": 1, "keep": "yes"}]}\n'), "json"),
    Hostile("all forms at once", BOTH, times('{"score": 7}\n[[7]]\n', "7"), "json"),
]

REGION_INPUTS = [
    Hostile("thinking tags opened on one line", LINE, times("<think>")),
    Hostile("thinking tags named on one line", LINE, times("<think>", "\nVERDICT: PASS", "x ")),
    Hostile("thinking tags closed on one line", LINE, times("</think>", "VERDICT: PASS")),
    Hostile("thinking blocks on one line", LINE, times("<think></think>", "VERDICT: PASS")),
    Hostile("thinking blocks line by line", LINE, times("<think>a</think>\n", "VERDICT: PASS")),
    Hostile(
        "thinking blocks with verdicts", LINE, times("<think>\nVERDICT: FAIL\n</think>\n", "VERDICT: PASS")
    ),
    Hostile("nested thinking", LINE, pair("<think>", "</think>", "\nVERDICT: FAIL\n")),
    Hostile("named and closed on one line", LINE, times("x<think></think> ", "\nVERDICT: PASS")),
    Hostile(
        "spaces before each tag",
        LINE,
        times("\n" + " " * 200 + "<think>" + " " * 200 + "</think>", "\nVERDICT: PASS"),
    ),
    Hostile("spaces between tags on one line", LINE, times(" " * 200 + "<think>", "\nVERDICT: PASS")),
    Hostile("one endless thought", BRACKET, times("[[7]] ", "</think>[[8]]", "<think>")),
    Hostile("fences never closed", LINE, times("```\nx\n~~~\n")),
    Hostile("longer and longer fences", LINE, _growing_runs("`", falling=False)),
    Hostile("shorter and shorter fences", LINE, _growing_runs("`", falling=True)),
    Hostile("shorter and shorter tildes", JSON, _growing_runs("~", falling=True)),
    Hostile("fences with marks in their words", LINE, times("``` `\n")),
    Hostile("one fence around verdicts", LINE, times("VERDICT: FAIL\n", "```\nVERDICT: PASS", "```\n")),
    Hostile("the whole reply fenced", LINE, times("VERDICT: PASS\n", "```", "```\n")),
    Hostile("quoted lines", LINE, times("> VERDICT: FAIL\n", "VERDICT: PASS")),
    Hostile("nested quotes on one line", LINE, times(">", "\nVERDICT: PASS")),
    Hostile("quotes and fences by turns", LINE, times("> a\n```\n> b\n```\n", "VERDICT: PASS")),
    Hostile("quote marks in prose", LINE, times("a > b ", "\nVERDICT: PASS")),
]

WHOLE_INPUTS = [
    Hostile("one line of words", WHOLE, times("word ")),
    Hostile("emphasis around a label", WHOLE, pair("*", "*", "PASS")),
    Hostile("a label and a long tail", WHOLE, times(".", "", "PASS")),
    Hostile("only line ends", WHOLE, times("\n", "PASS")),
    Hostile("lists as JSON", WHOLE_JSON, times("[")),
    Hostile("a list of numbers", PAIRS, times("8 ")),
    Hostile("a list and long spaces", PAIRS, times(" ", "9", "8")),
    Hostile("a list of separators", PAIRS, times(",", "9", "8")),
    Hostile("a ranking over and over", RANKS, times("m>")),
    Hostile("a ranking of spaces", RANKS, times(" ", ">M", "m")),
]

INPUTS: dict[str, list[Hostile]] = {
    "line": LINE_INPUTS,
    "bracket": BRACKET_INPUTS,
    "phrase, after, tag": MARK_INPUTS,
    "json": JSON_INPUTS,
    "region": REGION_INPUTS,
    "whole": WHOLE_INPUTS,
}
