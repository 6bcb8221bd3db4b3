"""Recheck lays what was recorded beside what the replies say; every draw is counted once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from archives import Examples
from click.testing import CliRunner

import oyez
from oyez.cli import main
from oyez.compare.recheck import Kind, Recheck
from oyez.core.errors import InputError
from oyez.core.reply import Reply
from oyez.importers import open_archive
from oyez.known_parsers import KNOWN_PARSERS
from oyez.ledger import Draw, Ledger, Recorded
from oyez.report.recheck_text import headline

GRADE = oyez.line("GRADE", ["C", "P", "I"])


@pytest.fixture
def example(tmp_path_factory: pytest.TempPathFactory) -> Examples:
    return Examples(tmp_path_factory.mktemp("examples"))


def draw(text: str | None, value: Any, **more: Any) -> Draw:
    recorded = Recorded(
        value=value,
        name="grade",
        tool="inspect_ai",
        tool_version=more.pop("version", "0.3.285"),
        parser="inspect_ai/model_graded_qa",
    )
    reply = Reply(id="r", text=text, error=more.pop("error", None))
    return Draw(reply=reply, recorded=(recorded,), raw_absent=more.pop("raw_absent", None))


def kinds(*draws: Draw, **more: Any) -> list[Kind]:
    return [one.kind for one in Recheck(draws, GRADE, **more)]


def test_how_two_values_may_stand_to_each_other() -> None:
    assert kinds(
        draw("GRADE: C", "C"),
        draw("GRADE: C", "I"),
        draw("GRADE: C | P | I", "C"),
        draw("**GRADE:** C", None),
        draw("nothing", None),
        draw(None, None, error="timed out"),
        draw(None, "C", raw_absent="the archive keeps none"),
    ) == [
        Kind.AGREE,
        Kind.DIFFERENT,
        Kind.NOT_THERE,
        Kind.NOT_RECORDED,
        Kind.NEITHER,
        Kind.UNDELIVERED,
        Kind.NOT_REREADABLE,
    ]


def test_the_rule_of_the_tool_is_asked_by_its_version() -> None:
    found = Recheck(
        [draw("no grade", "I", version="0.3.230"), draw("no grade", None), draw("GRADE: C", "I")], GRADE
    )
    explained = [(one.by, one.explained) for one in found]
    assert explained == [("inspect-0.3.221", True), ("inspect-0.3.259", True), ("inspect-0.3.259", False)]
    assert found.tools == {("inspect_ai", "0.3.230"): 1, ("inspect_ai", "0.3.285"): 2}


def test_a_named_rule_is_asked_instead() -> None:
    parser = KNOWN_PARSERS.get("last-match")
    (one,) = Recheck([draw("VERDICT: MISMATCH", "MISMATCH")], GRADE, parser=parser)
    assert (one.by, one.explained) == ("last-match", True)


def test_the_numbers_of_both_sides(example: Examples) -> None:
    found = Recheck(open_archive(example("mt-bench-single.jsonl")), oyez.contract("mt-bench-rating"))
    assert [one.kind for one in found] == [Kind.AGREE, Kind.NEITHER, Kind.UNDELIVERED]
    assert found.draws == 3
    assert found.sums == [[8.0, 1], [8.0, 1]]
    assert found.statuses == {"read": 1, "absent": 1, "undelivered": 1}


def test_preferences_are_compared_in_their_own_terms(example: Examples) -> None:
    best = oyez.contract(
        {
            "name": "best",
            "version": 1,
            "form": {"line": "Best"},
            "scale": {"labels": ["m", "M"], "ignore_case": False},
        }
    )
    found = Recheck(open_archive(example("alpaca-eval.json")), best)
    assert [(one.kind, one.told, one.value) for one in found] == [
        (Kind.AGREE, 2, 2),
        (Kind.NOT_REREADABLE, 1.875, None),
        (Kind.NEITHER, None, None),
    ]


def test_a_value_is_chosen_by_its_name(example: Examples) -> None:
    archive = example("samples_example_2026-11-30T12-00-00.000000.jsonl")
    found = Recheck(open_archive(archive), GRADE, metric="exact_match")
    assert [one.told for one in found] == [1.0, 0.0, None]
    with pytest.raises(InputError, match="no draw has a recorded value named 'exact'"):
        list(Recheck(open_archive(archive), GRADE, metric="exact"))


@pytest.mark.parametrize(
    ("draws", "said"),
    [
        ([], "the archive holds no draws"),
        ([(None, "C", "lost")], "no reply can be read again"),
        ([("GRADE: C", "C", None)], "the reply says what was recorded"),
        ([("GRADE: C", "C", None)] * 2, "all 2 replies say what was recorded"),
        (
            [("GRADE: C", "C", None), ("nothing", None, None)],
            "no reply is at odds with what was recorded: 1 agree, 1 without a value",
        ),
        (
            [("GRADE: C", "I", None), ("GRADE: C", "C", None), (None, "C", "lost")],
            "1 of 2 replies (50.0%) does not say what was recorded: 1 states another value",
        ),
        (
            [("nothing", "I", None), ("nothing", "C", None), ("GRADE: I", None, None)],
            "3 of 3 replies (100%) do not say what was recorded: 2 state no value, 1 states a value that was lost",
        ),
    ],
)
def test_the_headline(draws: list[tuple[str | None, Any, str | None]], said: str) -> None:
    found = Recheck([draw(text, value, raw_absent=lost) for text, value, lost in draws], GRADE)
    list(found)
    assert headline(found) == said


def run(*arguments: str) -> Any:
    return CliRunner(env={"COLUMNS": "100"}).invoke(main, list(arguments))


def test_the_page(example: Examples) -> None:
    done = run("recheck", str(example("inspect.json")), "--contract", "inspect-grade")
    assert done.exit_code == 0
    for line in (
        "recorded  by inspect_ai 0.3.285: 4 values",
        "rule      inspect-0.3.259 gives 2 of 2 recorded values",
    ):
        assert line in done.output


def test_the_page_as_json_adds_up(example: Examples) -> None:
    done = run("recheck", str(example("mt-bench-pair.jsonl")), "-c", "mt-bench-pairwise", "--json", "-n", "0")
    told = json.loads(done.output)
    assert sum(told["kinds"].values()) == told["draws"] == 4
    assert told["kinds"]["agree"] == 3
    assert told["kinds"]["neither"] == 1
    assert told["rules"] == [{"rule": "mt-bench-pair", "gives": 4, "does_not": 0}]
    assert told["examples"] == []


def test_versions_side_by_side_are_pointed_out(tmp_path: Path) -> None:
    with Ledger(tmp_path / "l.db") as ledger:
        ledger.extend([draw("GRADE: C", "C", version="0.3.220"), draw("GRADE: C", "C")])
    done = run("recheck", str(tmp_path / "l.db"), "-c", "inspect-grade")
    assert "values of different versions stand side by side" in done.output


def test_values_in_other_words_are_pointed_out(tmp_path: Path) -> None:
    with Ledger(tmp_path / "l.db") as ledger:
        ledger.extend([draw("GRADE: C", True)])
    done = run("recheck", str(tmp_path / "l.db"), "-c", "inspect-grade")
    assert "no value agrees: the contract may use other words than the tool recorded" in done.output


def test_an_archive_that_recorded_nothing_lost_nothing(tmp_path: Path) -> None:
    with Ledger(tmp_path / "l.db") as ledger:
        ledger.extend([Reply(id="r", text="GRADE: C")])
    done = run("recheck", str(tmp_path / "l.db"), "-c", "inspect-grade")
    assert (
        "the archive recorded no value for any of its 1 replies: there is nothing to compare with"
        in " ".join(done.output.split())
    )
    assert "a value that was lost" not in done.output
    done = run("recheck", str(tmp_path / "l.db"), "-c", "inspect-grade", "--known-parser", "arena-hard-01")
    assert "do you mean 'arena-hard-0.1'?" in done.output


def test_what_cannot_be_rechecked(example: Examples) -> None:
    done = run("recheck", str(example("inspect.json")), "-c", "inspect-grade", "--known-parser", "first-mach")
    assert done.exit_code == 2
    assert "no known parser 'first-mach'; there are: arena-hard-0.1" in done.output
    assert run("recheck", "nowhere.json", "-c", "inspect-grade").exit_code == 2
    assert run("recheck", str(example("inspect.json")), "-c", "inspect-grade", "-n", "-1").exit_code == 2


# into a ledger


def test_archives_go_into_a_ledger_and_come_out_the_same(example: Examples, tmp_path: Path) -> None:
    names = [
        "inspect.json",
        "mt-bench-pair.jsonl",
        "alpaca-eval.json",
        "openai-batch.jsonl",
        "otel.jsonl",
        "llm-logs.sql",
    ]
    paths = [example(name) for name in names]
    wanted = [each for path in paths for each in open_archive(path)]
    done = run("import", *map(str, paths), "--into", str(tmp_path / "l.db"))
    assert done.exit_code == 0, done.output
    with Ledger(tmp_path / "l.db", readonly=True) as ledger:
        stored = [each.draw for each in ledger.draws()]
        assert list(ledger.verify()) == []
    assert len(stored) == len(wanted)
    for one, other in zip(stored, wanted, strict=True):
        assert one.reply.text == other.reply.text
        assert one.reply.stop == other.reply.stop
        assert one.reply.meta == other.reply.meta
        assert one.recorded == other.recorded
        assert one.raw_absent == other.raw_absent
        assert one.prompt == other.prompt


def test_importing_again_adds_nothing(example: Examples, tmp_path: Path) -> None:
    arguments = ("import", str(example("promptfoo.json")), "--into", str(tmp_path / "l.db"), "--json")
    first, second = (json.loads(run(*arguments).output)["archives"][0] for _ in range(2))
    assert (first["added"], first["not_rereadable"], first["there"]) == (3, 1, 0)
    assert (second["added"], second["there"]) == (0, 3)


def test_every_real_example_imports_and_rechecks(example: Examples, tmp_path: Path) -> None:
    for path in sorted(example("").iterdir()):
        if path.suffix not in (".json", ".jsonl", ".csv") or path.name.startswith("results_"):
            continue
        done = run("import", str(path), "--into", str(tmp_path / "all.db"))
        assert done.exit_code == 0, (path.name, done.output)


def test_plain_replies_are_told_from_archives(tmp_path: Path) -> None:
    plain = tmp_path / "replies.jsonl"
    plain.write_text('{"id": "a", "text": "GRADE: C"}\n')
    done = run("import", str(plain), "--into", str(tmp_path / "l.db"), "--json")
    assert json.loads(done.output)["archives"][0]["added"] == 1


def test_a_broken_archive_says_where(example: Examples, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text(example("mt-bench-single.jsonl").read_text()[:-40])
    done = run("import", str(broken), "--into", str(tmp_path / "l.db"))
    assert done.exit_code == 2
    assert "broken.jsonl:3: not JSON" in done.output


def test_a_folder_of_archives(example: Examples, tmp_path: Path) -> None:
    folder = tmp_path / "logs" / "today"
    folder.mkdir(parents=True)
    for name in ("kettle.eval", "mt-bench-pair.jsonl"):
        (folder / name).write_bytes(example(name).read_bytes())
    (folder / "notes.txt").write_text("not an archive")
    (folder / "link.jsonl").symlink_to(example("mt-bench-single.jsonl"))
    done = run("import", str(tmp_path / "logs"), "--into", str(tmp_path / "l.db"), "--json")
    taken = [Path(one["source"]).name for one in json.loads(done.output)["archives"]]
    assert taken == ["kettle.eval", "mt-bench-pair.jsonl"]
