"""A parser that reads no plain reply is told so first, with the likely causes, on every page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.dom import minidom

import pytest
from click.testing import CliRunner

import oyez
from oyez.audit import Audit, audit
from oyez.audit.answer import Reckoning
from oyez.audit.finding import Kind
from oyez.audit.subject import Called, Oyez
from oyez.cli import main
from oyez.report.audit import page
from oyez.testing import assert_parser

TERMS = oyez.contract(
    {"name": "t", "form": {"line": "VERDICT"}, "scale": {"labels": ["faithful", "mismatch"]}, "version": 1}
)
WORDS = {"faithful": 1, "mismatch": 0}


def shouted(text: str) -> str | None:
    found = re.search(r"VERDICT:\s*(FAITHFUL|MISMATCH)", text)
    return found.group(1) if found else None


def numbered(text: str) -> int | None:
    found = re.search(r"^VERDICT: (faithful|mismatch)$", text, re.MULTILINE)
    return WORDS[found.group(1)] if found else None


def other(text: str) -> None:
    return None


def broken(text: str) -> None:
    raise KeyError("verdict")


def paired(text: str) -> tuple[int | None, float]:
    return numbered(text), 0.5


def tried(function: object, reckoning: Reckoning | None = None) -> Audit:
    return audit(Called(function), TERMS, reckoning=reckoning, families=["inline-quotation"])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("function", "gave", "cause"),
    [
        (shouted, "nothing", "with its value in upper case it gives 'FAITHFUL'"),
        (numbered, "1", "--map 1=faithful --map 0=mismatch"),
        (other, "nothing", "may be spelled otherwise in the parser than in the contract"),
        (broken, "(raised: KeyError: 'verdict')", "name it with --raises"),
        (paired, "(1, 0.5)", "name a function that gives the verdict alone"),
    ],
)
def test_the_likely_cause_is_said(function: object, gave: str, cause: str) -> None:
    found = tried(function).unread
    assert found is not None
    assert (found.reply, found.known, found.gave) == ("VERDICT: faithful", "faithful", gave)
    assert cause in " ".join(found.causes)


@pytest.mark.parametrize("reckoning", [Reckoning(words={"1": "faithful", "0": "mismatch"}), None])
def test_one_plain_reply_read_is_enough(reckoning: Reckoning | None) -> None:
    function = numbered if reckoning else shouted
    assert (tried(function, reckoning).unread is None) is (reckoning is not None)
    assert tried(lambda text: "mismatch").unread is None, "a default is read, if never found"


def test_an_exception_that_says_nothing_reads_nothing() -> None:
    assert tried(broken, Reckoning(raises=("KeyError",))).unread is not None


def test_the_contract_reads_its_own_plain_replies() -> None:
    for name in ("yes-no", "lean-faithfulness", "trait-score", "inspect-grade"):
        terms = oyez.contract(name)
        assert audit(Oyez(terms), terms, families=["plain"]).unread is None


@pytest.mark.parametrize("kind", ["text", "markdown", "html", "junit", "sarif", "json"])
def test_every_page_says_it_before_the_findings(kind: str) -> None:
    found = tried(numbered)
    said = page(kind, found, (), 100)
    at = {"json": "reads_no_plain_reply"}.get(kind, "reads none of the")
    assert said.lower().index(at) < said.lower().index(
        "inline-quotation" if kind != "text" else "findings are"
    )
    if kind == "text":
        assert "SILENTLY WRONG" not in said
    if kind == "json":
        assert json.loads(said)["reads_no_plain_reply"]["known"] == "faithful"
    if kind == "junit":
        suite = minidom.parseString(said).getElementsByTagName("testsuite")[0]
        assert suite.getAttribute("failures") == str(len(suite.getElementsByTagName("failure")))
    if kind == "sarif":
        first = json.loads(said)["runs"][0]["results"][0]
        assert (first["ruleId"], first["ruleIndex"], first["level"]) == ("reads-none/plain", 0, "error")


def test_a_gate_is_not_passed_by_reading_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = tried(other)
    assert not found.failed([Kind.SILENT, Kind.INVENTED])
    assert found.falls_short([Kind.SILENT])
    assert not found.falls_short([])
    with pytest.raises(AssertionError, match="READS NONE OF THE PLAIN REPLIES"):
        assert_parser(other, TERMS, families=["inline-quotation"])
    monkeypatch.chdir(tmp_path)
    arguments = ["audit", "--regex", "nowhere", "-c", "yes-no", "--family", "empty", "--fail-on", "silent"]
    assert CliRunner().invoke(main, arguments).exit_code == 1


CLASHES = [
    (["mine:f", "--regex", "x"], "not both"),
    (["mine:f", "--queue", "q"], "--queue needs --on"),
    (["mine:f", "--group", "1"], "--group needs --regex"),
    (["mine:f", "--on", "a", "--mutate", "b"], "give one of them"),
    (["mine:f", "--on", "a", "--format", "html"], "--on has the formats text and json"),
    (["mine:f", "--on", "a", "--family", "plain"], "--family says nothing with --on"),
    (["mine:f", "--mutate", "a", "--fail-on", "silent"], "--fail-on says nothing with --mutate"),
    (["mine:f", "--mutate", "a", "--with-stop"], "--with-stop says nothing with --mutate"),
    (["mine:f", "--map", "1=yess"], "'yess' is no verdict of the contract (yes, no)"),
    (["mine:f", "--map", "1"], "not GIVEN=VERDICT"),
    (["mine:f", "--seconds", "0"], "--seconds"),
    (["mine:f", "--seconds", "nan"], "--seconds"),
    (["mine:f", "--memory", "1"], "--memory"),
    (["./sub/mine.py:f"], "name the module, not its file: sub.mine:f"),
]


@pytest.mark.parametrize(("arguments", "said"), CLASHES)
def test_an_option_that_would_not_be_heard_is_an_error(arguments: list[str], said: str) -> None:
    outcome = CliRunner().invoke(main, ["audit", *arguments, "-c", "yes-no"])
    assert outcome.exit_code == 2
    assert said in outcome.stderr
    assert outcome.stdout == ""
