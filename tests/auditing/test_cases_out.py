"""Case files from contracts and from findings, and the check in short form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import oyez
from oyez.cli import main
from oyez.testing import assert_parser


def run(*args: str) -> Any:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, list(args))


@pytest.mark.parametrize("name", ["lean-faithfulness", "trait-score", "rubric-criteria", "arena-hard-legacy"])
def test_the_cases_of_a_contract_pass(name: str, tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    assert run("cases", name, "--to", str(path)).exit_code == 0
    done = run("check", str(path))
    assert done.exit_code == 0
    assert "0 failed" in done.output
    assert len(path.read_text(encoding="utf-8").split("\n")) > 150


def test_a_contract_of_ones_own_stands_in_its_cases(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'name = "own"\nversion = 1\nform = { tag = "v" }\nscale = { labels = ["a", "b"] }\n'
        '[[example]]\nreply = "<v>a</v>"\nstatus = "read"\nverdict = "a"\n'
    )
    done = run("cases", str(own), "--count", "40")
    rows = [json.loads(line) for line in done.output.splitlines()]
    assert len(rows) == 40
    assert rows[0]["contract"] == {
        "name": "own",
        "version": 1,
        "form": {"tag": "v"},
        "scale": {"labels": ["a", "b"]},
    }


def test_findings_become_cases(tmp_path: Path) -> None:
    path = tmp_path / "regress.jsonl"
    run("audit", "first-match", "-c", "lean-faithfulness", "--cases", str(path))
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert "silently wrong" in rows[0]["why"]
    assert run("check", str(path)).exit_code == 0


def test_the_check_of_a_contract_says_what_its_probes_come_to() -> None:
    done = run("contracts", "check", "lean-faithfulness", "arena-hard-legacy")
    assert "0 silently wrong, 0 invented" in done.output
    assert "which a parity contract accepts" in done.output
    as_json = json.loads(run("contracts", "check", "yes-no", "--json").output)
    assert as_json["contracts"][0]["probes"]["counts"]["invented"] == 0


def last_line(text: str) -> str | None:
    """What many write first."""
    word = text.strip().split("\n")[-1]
    return word if word in ("yes", "no") else None


def test_a_parser_is_held_to_a_contract_in_a_test() -> None:
    terms = oyez.contract({"name": "own", "form": {"whole": True}, "scale": {"labels": ["yes", "no"]}})
    with pytest.raises(AssertionError, match=r"(?s)INVENTED.*thinking-draft|INVENTED") as caught:
        assert_parser(lambda text: "yes" if "yes" in text else "no", terms)
    assert "known: no verdict" in str(caught.value)
    found = assert_parser(lambda text: text if text == "yes" else None, terms)
    assert found.tried > 100
    with pytest.raises(AssertionError, match="DROPPED"):
        assert_parser(lambda text: None, terms, fail_on=["dropped"])
    with pytest.raises(AssertionError, match="READS NONE OF THE PLAIN REPLIES"):
        assert_parser(lambda text: None, terms)


def test_exceptions_and_words_may_mean_nothing() -> None:
    def strict(text: str) -> str:
        if text == "yes":
            return text
        raise ValueError(text)

    def number(text: str) -> int:
        return int(text) if text in ("1", "2", "3", "4", "5") else -1

    with pytest.raises(AssertionError, match="CRASHED"):
        assert_parser(strict, "yes-no")
    assert assert_parser(strict, "yes-no", raises=[ValueError]).tried
    assert assert_parser(number, "likert-1-5", nothing=[-1]).tried
    with pytest.raises(AssertionError, match="whenever it finds nothing"):
        assert_parser(number, "likert-1-5")
