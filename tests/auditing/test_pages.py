"""The pages of an audit: every format, and hostile replies that stay text."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.dom import minidom

import jsonschema  # type: ignore[import-untyped]  # it ships no types
import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt

import oyez
from auditing import seed_parsers
from oyez.audit import Audit, Finding, Kind, audit
from oyez.audit.subject import Called
from oyez.cli import main
from oyez.report.audit import page
from oyez.report.audit_junit import page as junit

HOSTILE = "</pre><script>alert(1)</script>\x1b[31m\u202e]]>\n```\n# <b>x</b>\n\ud800\x00"


@pytest.fixture(scope="module")
def found() -> Audit:
    return audit(Called(seed_parsers.leanscreen_before), oyez.contract("lean-faithfulness"))


def hostile() -> Audit:
    one = Finding(
        family="plain",
        kind=Kind.SILENT,
        count=1,
        tried=2,
        reply=HOSTILE,
        known="<i>",
        has=True,
        gave=HOSTILE,
        said=HOSTILE,
        span=(0, 6),
        directions={HOSTILE: 1},
    )
    return Audit(
        subject=HOSTILE,
        contract="c@1#0",
        notes=(HOSTILE,),
        counts=dict.fromkeys(Kind, 0) | {Kind.SILENT: 1},
        families={"plain": {Kind.SILENT: 1}},
        findings=(one,),
        place=("/nowhere/parser.py", 3),
    )


class Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)


def tags(text: str) -> set[str]:
    parser = Tags()
    parser.feed(text)
    return parser.tags


def test_a_hostile_reply_stays_text_on_the_page() -> None:
    said = page("html", hostile(), (HOSTILE,), 80)
    assert not tags(said) & {"script", "b", "i", "img"}
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert "default-src 'none'" in said
    said.encode("utf-8")


def test_a_hostile_reply_stays_text_in_markdown() -> None:
    said = page("markdown", hostile(), (HOSTILE,), 80)
    assert not tags(MarkdownIt().render(said)) & {"script", "b", "i"}
    fences = [token for token in MarkdownIt().parse(said) if token.type == "fence"]
    assert len(fences) == 1
    said.encode("utf-8")


def test_a_hostile_reply_stays_text_on_a_terminal() -> None:
    said = page("text", hostile(), (HOSTILE,), 80)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202e\ud800]", said)


def test_a_hostile_reply_stays_text_in_xml_and_json() -> None:
    minidom.parseString(junit(hostile()).encode("utf-8"))
    assert json.loads(page("json", hostile(), (), 80))["findings"][0]["gave"].startswith("</pre>")
    json.loads(page("sarif", hostile(), (), 80))


SARIF: dict[str, Any] = {
    "type": "object",
    "required": ["version", "runs", "$schema"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "required": ["tool", "results"],
                "properties": {
                    "tool": {
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "required": ["name", "rules"],
                                "properties": {"rules": {"items": {"required": ["id", "shortDescription"]}}},
                            }
                        },
                    },
                    "results": {
                        "items": {
                            "required": ["ruleId", "ruleIndex", "level", "message"],
                            "properties": {
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "message": {"required": ["text"]},
                                "locations": {"items": {"required": ["physicalLocation"]}},
                            },
                        }
                    },
                },
            },
        },
    },
}
"""The part of the published schema that the page uses."""


def test_sarif_has_the_shape_that_code_scanning_reads(found: Audit) -> None:
    log = json.loads(page("sarif", found, (), 80))
    jsonschema.validate(log, SARIF)
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[one["ruleIndex"]] for one in run["results"]] == [one["ruleId"] for one in run["results"]]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].endswith("auditing/seed_parsers.py")
    line = (
        Path(seed_parsers.__file__).read_text(encoding="utf-8").split("\n")[place["region"]["startLine"] - 1]
    )
    assert line.startswith("def leanscreen_before")


def test_junit_has_a_case_for_each_family(found: Audit) -> None:
    document = minidom.parseString(page("junit", found, (), 80).encode("utf-8"))
    cases = document.getElementsByTagName("testcase")
    names = {case.getAttribute("name") for case in cases}
    assert set(found.families) <= names
    failed = {case.getAttribute("name") for case in cases if case.getElementsByTagName("failure")}
    assert failed == {one.family for one in found.findings}
    suite = document.getElementsByTagName("testsuite")[0]
    assert int(suite.getAttribute("failures")) == len(failed)


def test_json_says_what_the_terminal_says(found: Audit) -> None:
    tree = json.loads(page("json", found, (), 80))
    assert sum(tree["counts"].values()) == tree["replies"] == found.tried
    said = page("text", found, (), 80)
    for one in tree["findings"]:
        assert f"  {one['family']}  {one['count']} of " in said


def run(*args: str) -> Any:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, list(args))


def test_the_gate() -> None:
    args = ["audit", "known:first-match", "-c", "lean-faithfulness"]
    assert run(*args).exit_code == 0
    assert run(*args, "--fail-on", "silent,invented").exit_code == 1
    assert run(*args, "--fail-on", "hung").exit_code == 0
    assert run(*args, "--fail-on", "all").exit_code == 2
    assert run("audit", "oyez", "-c", "lean-faithfulness", "--fail-on", "silent,invented").exit_code == 0
    assert run("audit", "oyez", "-c", "arena-hard-legacy", "--fail-on", "silent").exit_code == 1


def test_no_option_of_an_audit_of_oyez_is_left_unheard(tmp_path: Path) -> None:
    args = ["audit", "oyez", "-c", "arena-hard-legacy"]
    whole = run(*args, "--json").stdout
    assert whole == run(*args, "--format", "json").stdout == run(*args, "--json", "--to", "-").stdout
    assert (
        json.loads(run(*args, "--json", "--family", "near-form").stdout)["probes"]
        < json.loads(whole)["probes"]
    )
    done = run(*args, "--cases", str(tmp_path / "failing.jsonl"))
    assert "oyez: 0 of 8 findings are cases in" in done.stderr
    assert "oyez: the contract reads the others in another way" in done.stderr


@pytest.mark.parametrize("kind", ["text", "json", "markdown", "junit", "sarif", "html"])
def test_every_format_can_be_written_to_a_file(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "page"
    done = run("audit", "single-bracket", "-c", "mt-bench-pairwise", "--format", kind, "--to", str(path))
    assert done.exit_code == 0
    assert "near-form" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--family", "no-such"), "no family 'no-such'"),
        (("--map", "x"), "is not GIVEN=VERDICT"),
        (("--through", "x:y"), "compares with the labels of a scale"),
    ],
)
def test_bad_options_are_refused(args: tuple[str, ...], said: str) -> None:
    done = run("audit", "first-number", "-c", "likert-1-5", *args)
    assert done.exit_code == 2
    assert said in done.output
