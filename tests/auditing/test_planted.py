"""A parser that reads correctly has no finding, and every planted fault is found under its own name."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditing import planted
from oyez.audit import Kind, audit
from oyez.audit.named import named
from oyez.audit.subject import Called
from oyez.audit.worker import Limits

LINE = [
    ("reads fences", Kind.INVENTED, "fenced-field"),
    ("reads quotations", Kind.INVENTED, "block-quotation"),
    ("thinks aloud", Kind.INVENTED, "thinking-draft"),
    ("searches", Kind.INVENTED, "inline-quotation"),
    ("pattern", Kind.INVENTED, "refusal"),
    ("pattern", Kind.SILENT, "injected"),
    ("prefix", Kind.INVENTED, "prefix-words"),
    ("prefix", Kind.INVENTED, "taken-back"),
    ("menu", Kind.INVENTED, "menu-echo"),
    ("first wins", Kind.INVENTED, "repeats"),
    ("last wins", Kind.INVENTED, "repeats"),
    ("once only", Kind.DROPPED, "repeats"),
    ("cased", Kind.DROPPED, "spellings"),
    ("splits anywhere", Kind.INVENTED, "line-endings"),
    ("reads bare returns", Kind.INVENTED, "line-endings"),
    ("loses line ends", Kind.DROPPED, "line-endings"),
    ("overlooks dissent", Kind.INVENTED, "decorated-label"),
    ("next line anyway", Kind.INVENTED, "next-line"),
    ("substring", Kind.INVENTED, "label-in-prose"),
    ("substring", Kind.SILENT, "label-in-prose"),
    ("default", Kind.INVENTED, "default-verdict"),
    ("unsure for unread", Kind.INVENTED, "abstaining"),
    ("raises", Kind.CRASHED, "hostile"),
]
JSON = [
    ("last key wins", Kind.INVENTED, "duplicate-keys"),
    ("last object", Kind.INVENTED, "two-objects"),
    ("inner object", Kind.INVENTED, "two-objects"),
    ("closes braces", Kind.INVENTED, "truncation"),
    ("coerces", Kind.INVENTED, "wrong-type"),
    ("clamps", Kind.INVENTED, "off-scale"),
    ("no bounds", Kind.INVENTED, "off-scale"),
    ("first number", Kind.SILENT, "number-soup"),
    ("first number", Kind.INVENTED, "number-soup"),
    ("shifts", Kind.SILENT, "plain"),
    ("deep", Kind.CRASHED, "hostile"),
]


def test_a_parser_of_lines_that_reads_correctly_has_no_finding() -> None:
    found = audit(Called(planted.line), planted.LINE)
    assert not [(one.kind, one.family, one.reply) for one in found.findings]
    assert found.counts[Kind.AGREES] == found.tried > 600


def test_a_parser_of_scores_that_reads_correctly_has_no_finding() -> None:
    found = audit(Called(planted.score), planted.JSON)
    assert not [(one.kind, one.family, one.reply) for one in found.findings]
    assert found.tried > 150


@pytest.mark.parametrize(("fault", "kind", "family"), LINE)
def test_a_planted_fault_of_lines_is_found(fault: str, kind: Kind, family: str) -> None:
    found = audit(Called(planted.with_fault(planted.line, fault)), planted.LINE)
    assert (kind, family) in {(one.kind, one.family) for one in found.findings}


@pytest.mark.parametrize(("fault", "kind", "family"), JSON)
def test_a_planted_fault_of_scores_is_found(fault: str, kind: Kind, family: str) -> None:
    found = audit(Called(planted.with_fault(planted.score, fault)), planted.JSON)
    assert (kind, family) in {(one.kind, one.family) for one in found.findings}


@pytest.mark.parametrize(
    ("name", "kind", "family"), [("line_dies", Kind.CRASHED, "empty"), ("line_hangs", Kind.HUNG, "hostile")]
)
def test_a_parser_that_dies_or_hangs_is_a_finding_and_not_the_end(
    name: str, kind: Kind, family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[1])
    parser = named(f"auditing.planted:{name}", planted.LINE, limits=Limits(seconds=0.5))
    try:
        found = audit(parser, planted.LINE, families=["empty", "hostile", "plain"])
    finally:
        parser.close()
    assert (kind, family) in {(one.kind, one.family) for one in found.findings}
    assert found.families["plain"].get(Kind.AGREES) == sum(found.families["plain"].values())
