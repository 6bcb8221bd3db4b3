"""What `oyez measure` and `oyez compare` must not take in silence: each is one error that says what to do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import oyez
from oyez import InputError, Ledger, Reply, Status
from oyez.cli import main
from oyez.measure import Observation, measure
from oyez.measure.load import scale_of
from oyez.rows.reading import reading_row
from oyez.rows.readings import open_target

Write = Callable[[str, list[dict[str, Any]]], Path]
LIKERT = oyez.contract("likert-1-5")


def run(*args: object) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(main, [*map(str, args)])


def refused(*args: object, code: int = 2) -> str:
    done = run(*args)
    assert (done.exit_code, done.stdout) == (code, ""), done.output
    return done.stderr


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def made(name: str, rows: list[dict[str, Any]]) -> Path:
        path = tmp_path / name
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    return made


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    path = tmp_path / "ratings.jsonl"
    with open_target(str(path)) as writer:
        for at, text in enumerate(["4", "2", "none of these"]):
            reply = Reply(id=f"r{at}", item=f"i{at}", arm="A", text=text)
            writer.write(reading_row(oyez.read(reply, LIKERT), reply))
    return path


# the wrong file


def test_replies_are_told_from_readings(write: Write) -> None:
    said = refused("measure", write("r.jsonl", [{"id": "1", "text": "4"}]), "-m", "mean")
    assert "r.jsonl:1: these are replies, not readings; `oyez read REPLIES --contract NAME --to" in said


@pytest.mark.parametrize("command", ["read", "pilot", "import"])
def test_readings_are_told_from_replies(tmp_path: Path, ratings: Path, command: str) -> None:
    more = ("--into", tmp_path / "l.oyez") if command == "import" else ("--contract", "likert-1-5")
    said = refused(command, ratings, *more)
    assert "these are readings, not replies: `oyez measure` takes them" in said


def test_plain_replies_are_shown_the_way_into_a_ledger(write: Write) -> None:
    path = write("r.jsonl", [{"id": "1", "text": "4"}])
    for args in (("compare", path, "--arms", "A", "B"), ("diff", path, "likert-1-5", "likert-1-5")):
        assert (
            "is not a ledger (not an SQLite file); `oyez import REPLIES --into LEDGER` makes one"
            in refused(*args)
        )
    said = refused("recheck", path, "--contract", "likert-1-5")
    assert "plain replies go into a ledger first: oyez import REPLIES --into LEDGER" in said


# a reading without its verdict


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "r.jsonl",
            '{"id": "1", "status": "read", "verdict": 3}\n{"id": "2", "status": "read", "verdict": NaN}\n',
        ),
        ("r.jsonl", '{"id": "1", "status": "read", "verdict": 3}\n{"id": "2", "status": "recovered"}\n'),
        ("r.csv", "id,status,verdict\n2,read,\n"),
    ],
)
def test_a_reading_without_its_verdict_is_never_counted(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    said = refused("measure", path, "-m", "label-rate", "-p", "label=3")
    assert f"{name}:2: a reading of status " in said
    assert "has a verdict, and this row has none" in said


def test_the_word_null_in_a_table_is_a_label(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("id,item,status,verdict\n1,a,read,null\n2,b,read,NaN\n3,c,read,x\n4,d,read,x\n")
    for label in ("null", "NaN"):
        done = run("measure", path, "-m", "label-rate", "-p", f"label={label}", "--jsonl")
        assert json.loads(done.stdout)["value"] == 0.25


# another contract than the one of the readings


def test_readings_of_another_contract_are_refused(ratings: Path) -> None:
    said = refused("measure", ratings, "--contract", "trait-score")
    assert f"these readings were made by {LIKERT.ref}, not by trait-score@1#" in said
    assert run("measure", ratings, "--contract", "likert-1-5").exit_code == 0


def test_a_contract_that_has_read_nothing_does_not_borrow_readings(tmp_path: Path) -> None:
    path = tmp_path / "l.oyez"
    with Ledger(path) as ledger:
        ledger.extend([Reply(id=arm, item="i", arm=arm, judge="j", text="4") for arm in ("A", "B")])
        [*ledger.read(LIKERT)]
    assert run("compare", path, "--arms", "A", "B", "--contract", "likert-1-5").exit_code == 0
    for args in (("compare", path, "--arms", "A", "B"), ("measure", path)):
        said = refused(*args, "--contract", "trait-score", code=3)
        assert "some rows have not been read by the contract" in said
        assert f"oyez read {path} --contract trait-score\n" in said
    done = run(
        "compare", path, "--arms", "A", "B", "--contract", "trait-score", "--acknowledge-split", "to see"
    )
    assert done.exit_code == 0
    assert "Compared all the same, for this reason: to see" in done.stdout


def test_one_judges_instrument_takes_no_draws_of_another(tmp_path: Path) -> None:
    path = tmp_path / "l.oyez"
    with Ledger(path) as ledger:
        ledger.extend(
            [Reply(id=f"{judge}", item="i", arm="A", judge=judge, text="4") for judge in ("j", "k")]
        )
        [*ledger.read(LIKERT)]
        digest = next(ledger.reader().execute("SELECT digest FROM instruments ORDER BY id"))[0]
    said = refused("measure", path, "--contract", f"instrument:{digest}")
    assert "the instrument has one judge, and draws of others are chosen" in said


# parameters that name what is not there


def test_a_number_that_the_scale_does_not_have_is_no_label(ratings: Path) -> None:
    for label in ("7", "4.0", "four"):
        said = refused("measure", ratings, "-m", "label-rate", "-p", f"label={label}")
        assert f"the scale has no value '{label}'; it takes " in said
        assert "the scale has no value" in refused(
            "measure", ratings, "-m", "criterion-pass-rate", "-p", f"pass={label}"
        )
    done = run("measure", ratings, "-m", "label-rate", "-p", "label=4", "--jsonl")
    assert json.loads(done.stdout)["value"] == 0.5


@pytest.mark.parametrize(("label", "fits"), [("true", True), ("True", False), ("yes", False)])
def test_booleans_are_true_and_false(label: str, fits: bool) -> None:
    scale = scale_of(oyez.contract("healthbench-criterion"))
    seen = [Observation(item="a", status=Status.READ, verdict=True)]
    if fits:
        assert measure(seen, "label-rate", parameters={"label": label}, scale=scale).estimates[0].value == 1
    else:
        with pytest.raises(InputError, match=f"the scale has no value '{label}'"):
            measure(seen, "label-rate", parameters={"label": label}, scale=scale)


def game(order: str, verdict: str) -> Observation:
    return Observation(id=order, item="i", order=order, status=Status.READ, verdict=verdict, meta={"turn": 1})


def test_parameters_of_pairs_that_would_do_nothing_are_refused() -> None:
    seen = [game("AB", "A"), game("BA", "B")]
    assert measure(seen, "win-rate", parameters={"match": "meta.turn"}).estimates[0].value == 1
    with pytest.raises(InputError, match=r"no draw has anything in the field 'meta\.tern' \(-p match\)"):
        measure(seen, "win-rate", parameters={"match": "tern"})
    with pytest.raises(InputError, match="order must be AB or BA, not 'A'"):
        measure(seen, "win-rate", parameters={"order": "A"})


def test_a_score_that_no_sheet_has_is_warned_of() -> None:
    seen = [Observation(item="a", status=Status.READ, verdict={"Vivid": 3, "Clear": 1})]
    found = measure(seen, "score-sheet", parameters={"names": "Vivid,Claer"}, ends=(0, 5)).estimates[0]
    assert found.value == 3
    assert "no sheet has the score 'Claer'" in found.warnings
    whole = measure(seen, "score-sheet", parameters={"names": "Vivid,Clear"}, ends=(0, 5)).estimates[0]
    assert not [one for one in whole.warnings if "no sheet" in one]


# messages


def test_the_nearest_name_is_offered(ratings: Path) -> None:
    for args, near in (
        (("-m", "meen"), "mean"),
        (("-m", "mean", "--policy", "legacy-zero"), "legacy:zero"),
        (("-m", "mean", "--interval", "bootstrp"), "bootstrap"),
        (("--show", "los"), "loss"),
        (("-m", "label-rate", "-p", "labl=4"), "label"),
    ):
        assert f"do you mean '{near}'?" in refused("measure", ratings, *args)
    said = refused("pilot", ratings, "--waive", "truncaton", "why")
    assert "do you mean 'truncation'?" in said


def test_without_metric_and_contract_both_are_asked_for(write: Write, ratings: Path) -> None:
    path = write("r.jsonl", [{"id": "1", "status": "read", "verdict": 3}])
    assert "or the contract of the readings with --contract" in refused("measure", path)
    assert run("measure", ratings).exit_code == 0  # the catalogue has its contract


def test_a_verdict_that_does_not_fit_is_named_with_its_draw(write: Write) -> None:
    path = write("r.jsonl", [{"id": "d7", "item": "q\x1b[2J", "status": "read", "verdict": "x"}])
    said = refused("measure", path, "-m", "mean")
    assert r"the verdict 'x' is none (id 'd7', item 'q\x1b[2J')" in said


def test_names_from_the_data_do_not_break_a_message_into_lines(write: Write) -> None:
    rows = [
        {"arm": arm, "item": "i", "status": "read", "verdict": 3}
        for arm in ("A", "B\noyez: all is well\x1b[2J")
    ]
    said = refused("measure", write("r.jsonl", rows), "-m", "mean", "--compare", "A", "C")
    assert said.count("\n") == 1
    assert "\x1b" not in said
