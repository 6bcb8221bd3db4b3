"""Hostile inputs for thinking, fences, quotes and whole replies."""

from __future__ import annotations

from hostile_contracts import BRACKET, JSON, LINE, PAIRS, RANKS, WHOLE, WHOLE_JSON
from hostile_parts import Hostile, growing_runs, pair, times

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
    Hostile("longer and longer fences", LINE, growing_runs("`", falling=False)),
    Hostile("shorter and shorter fences", LINE, growing_runs("`", falling=True)),
    Hostile("shorter and shorter tildes", JSON, growing_runs("~", falling=True)),
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
