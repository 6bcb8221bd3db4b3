"""Every fault that the three seeds describe is found and named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import oyez
from auditing import seed_parsers
from oyez.audit import Audit, Finding, Kind, audit
from oyez.audit.subject import Called
from oyez.audit.through import decisions


def audited(parser: Callable[..., Any], contract: str) -> Audit:
    return audit(Called(parser), oyez.contract(contract))


def finding(found: Audit, kind: Kind, family: str) -> Finding:
    return next(one for one in found.findings if one.kind is kind and one.family == family)


BEFORE = [
    (Kind.SILENT, "inline-quotation", "takes a value that is quoted in the middle of a sentence"),
    (Kind.INVENTED, "prefix-words", "cuts a longer word down to an allowed value"),
    (Kind.INVENTED, "menu-echo", "takes an entry of the prompt's menu"),
    (Kind.INVENTED, "taken-back", "takes the first allowed word of a place that says more than one thing"),
    (Kind.INVENTED, "repeats", "picks one of two contradicting verdicts by where it stands"),
    (Kind.INVENTED, "line-endings", "bare carriage returns"),
]


@pytest.mark.parametrize(("kind", "family", "words"), BEFORE)
def test_the_first_pattern_of_leanscreen(kind: Kind, family: str, words: str) -> None:
    found = finding(audited(seed_parsers.leanscreen_before, "lean-faithfulness"), kind, family)
    assert words in found.sentence


def test_the_first_pattern_errs_in_both_directions() -> None:
    found = finding(
        audited(seed_parsers.leanscreen_before, "lean-faithfulness"), Kind.SILENT, "inline-quotation"
    )
    assert set(found.directions) == {"faithful", "mismatch"}
    shortest = 'BACK-TRANSLATION: Noted.\n"VERDICT: {}"\nVERDICT: {}\nISSUES: Noted\n'
    assert found.reply == shortest.format(found.gave, found.known)
    assert found.span is not None
    assert found.reply[slice(*found.span)] == f"VERDICT: {found.gave}"


def test_the_menu_always_gives_its_first_entry() -> None:
    found = finding(audited(seed_parsers.leanscreen_before, "lean-faithfulness"), Kind.SILENT, "menu-echo")
    assert found.directions["faithful"] > 1
    assert "mismatch" not in found.directions  # no menu begins with it


AFTER = [
    (Kind.INVENTED, "fenced-field", "takes a value that stands only in a code fence"),
    (Kind.DROPPED, "fenced-field", "gives up when a code fence holds the form"),
    (
        Kind.INVENTED,
        "decorated-label",
        "picks one of two contradicting verdicts, a plain one and a decorated one",
    ),
    (Kind.INVENTED, "abstaining", "gives 'unclear' for replies that it cannot read"),
]


@pytest.mark.parametrize(("kind", "family", "words"), AFTER)
def test_the_repaired_function_of_leanscreen(kind: Kind, family: str, words: str) -> None:
    found = audited(seed_parsers.leanscreen_after, "lean-faithfulness")
    assert words in finding(found, kind, family).sentence
    assert not found.counts[Kind.SILENT]


def test_what_the_repair_mended_is_no_finding() -> None:
    found = audited(seed_parsers.leanscreen_after, "lean-faithfulness")
    mended = {"inline-quotation", "prefix-words", "menu-echo", "taken-back", "repeats", "line-endings"}
    assert not [one for one in found.findings if one.family in mended and one.kind is Kind.INVENTED]


ARENA = [
    (Kind.INVENTED, "off-scale", "gives a value that is not on the scale"),
    (Kind.INVENTED, "near-form", "single brackets"),
    (Kind.INVENTED, "repeats", "by where it stands"),
]


@pytest.mark.parametrize(("kind", "family", "words"), ARENA)
def test_the_permissive_class(kind: Kind, family: str, words: str) -> None:
    assert words in finding(audited(seed_parsers.arena_permissive, "arena-hard"), kind, family).sentence


def test_a_garbled_verdict_scores_like_a_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    from pathlib import Path

    monkeypatch.chdir(Path(__file__).parents[1])
    found = audited(seed_parsers.arena_permissive, "arena-hard")
    said = decisions("auditing.seed_parsers:arena_score", found, oyez.contract("arena-hard"))
    for value in ("nothing", "'AB'", "'A>A'"):
        assert any(f"makes 0.5 of {value}, the same as of a plain 'A=B'" in one for one in said)


def test_prose_and_a_trailing_integer_are_dropped() -> None:
    found = audited(seed_parsers.trait_dropping, "trait-score")
    one = finding(found, Kind.DROPPED, "bare-value")
    assert "ends with the bare value on a line of its own" in one.sentence
    assert {"last-line", "last-line-numbers"} <= set(one.variants)
    assert not found.counts[Kind.CRASHED]


def test_the_dropping_parser_reads_what_the_report_says_it_reads() -> None:
    found = audited(seed_parsers.trait_dropping, "trait-score")
    lost = [variant for one in found.findings if one.family == "plain" for variant in one.variants]
    assert lost == ["prose-after"]


def test_the_greedy_repair_is_found_out() -> None:
    found = audited(seed_parsers.trait_greedy, "trait-score")
    assert (
        "takes a number from prose that gives no score"
        in finding(found, Kind.INVENTED, "number-soup").sentence
    )
    assert not [one for one in found.findings if one.family == "bare-value" and one.kind is Kind.DROPPED]
