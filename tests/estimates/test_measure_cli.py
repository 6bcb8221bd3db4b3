"""`oyez measure`: files of readings and ledgers, one instrument or a refusal, and every form of output."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

import oyez
from oyez import Ledger, Reply
from oyez.cli import main
from oyez.ledger import Draw, Recorded
from oyez.rows.reading import reading_row
from oyez.rows.readings import open_target

Call = Callable[..., Result]
CONTRACT = oyez.contract("trait-score")


@pytest.fixture
def call() -> Call:
    def run(*args: object) -> Result:
        return CliRunner(env={"COLUMNS": "100"}).invoke(main, ["measure", *map(str, args)])

    return run


def replies(arm: str, texts: list[str | None]) -> list[Reply]:
    return [
        Reply(id=f"{arm}{at}", item=f"i{at}", arm=arm, judge="j", text=text) for at, text in enumerate(texts)
    ]


ARMS = replies("A", ["10", "Dull.\n\n20", "none", None, "REFUSAL", "30"]) + replies(
    "B", ["20", "35", "40", "{}", "50", "30"]
)


def readings(path: Path, contract: oyez.Contract = CONTRACT) -> Path:
    with open_target(str(path)) as writer:
        for reply in ARMS:
            writer.write(reading_row(oyez.read(reply, contract), reply))
    return path


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_every_format_of_readings_gives_the_same(tmp_path: Path, call: Call, ending: str) -> None:
    done = call(readings(tmp_path / f"r.{ending}"), "--by", "arm", "--json")
    assert done.exit_code == 0, done.output
    estimates = json.loads(done.stdout)["estimates"]
    assert [one["value"] for one in estimates] == [235 / 8, 20, 35]
    assert [one["counts"]["lost"] for one in estimates[1:]] == [
        {"off_scale": 1, "undelivered": 1},
        {"off_scale": 1},
    ]
    assert estimates[1]["counts"]["abstained"] == 1
    assert estimates[1]["bounds"]["low"] == 60 / 5  # the catalogue's contract knows the scale: 0 to 100
    assert estimates[1]["without_recoveries"] == 20


def test_a_ledger_gives_the_same_as_its_readings(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "l.oyez"
    with Ledger(path) as ledger:
        ledger.extend(ARMS)
        refused = call(path, "-m", "mean")
        assert refused.exit_code == 3
        assert "the draws were not measured by one instrument: some rows have not been read" in refused.stderr
        [*ledger.read(CONTRACT)]
    of_ledger = json.loads(call(path, "--by", "arm", "--compare", "A", "B", "--json").stdout)
    of_file = json.loads(call(readings(tmp_path / "r.jsonl"), "--compare", "A", "B", "--json").stdout)
    assert of_ledger["estimates"] == of_file["estimates"]
    assert of_ledger["differences"] == of_file["differences"]
    compared = CliRunner().invoke(main, ["compare", str(path), "--arms", "A", "B", "--json"])
    assert json.loads(compared.stdout)["differences"] == of_ledger["differences"]
    assert json.loads(call(path, "--where", "arm=A", "--json").stdout)["estimates"][0]["value"] == 20


def test_several_instruments_are_refused_unless_a_reason_is_given(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "r.jsonl"
    rows = [reading_row(oyez.read(reply, CONTRACT), reply) for reply in ARMS]
    for row in rows[:6]:
        row["contract"] = "other@1#0123456789abcdef"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    for args in (["--compare", "A", "B"], []):
        done = call(path, "-m", "mean", *args)
        assert (done.exit_code, done.stdout) == (3, "")
        assert "they were read by different contracts or reader versions" in done.stderr
    done = call(
        path, "-m", "mean", "--compare", "A", "B", "--acknowledge-split", "the same rule by two names"
    )
    assert done.exit_code == 0
    assert "measured all the same, for this reason: the same rule by two names" in done.stdout
    rows_out = call(path, "-m", "mean", "--acknowledge-split", "why", "--jsonl").stdout.splitlines()
    assert json.loads(rows_out[0])["acknowledged"] == "why"
    assert call(path, "-m", "mean", "--acknowledge-split", " ").exit_code == 2
    assert call(path, "-m", "mean", "--by", "contract").exit_code == 0


def test_diff_and_recheck_give_win_rates(tmp_path: Path) -> None:
    """The swapped game says [A>B] in single brackets, which the older contract alone reads."""
    path = tmp_path / "l.oyez"
    with Ledger(path) as ledger:
        for item in "12":
            for order, text, score in (
                ("AB", "[[A>B]]", "A>B"),
                ("BA", "[A>B]" if item == "2" else "[[B>A]]", None),
            ):
                reply = Reply(id=f"{item}{order}", text=text, arm="x vs y", item=item, order=order)
                ledger.append(Draw(reply=reply, recorded=(Recorded(value=score, tool="t"),)))

    def run(*args: str) -> dict[str, Any]:
        done = CliRunner().invoke(main, [*args, "--json"])
        assert done.exit_code == 0, done.output
        tree: dict[str, Any] = json.loads(done.stdout, parse_constant=pytest.fail)
        return tree

    sides = run("diff", str(path), "arena-hard-legacy", "arena-hard")["all"]
    estimates = [sides[side]["estimate"] for side in ("old", "new")]
    assert [(one["metric"], one["value"], one["counted"]) for one in estimates] == [
        ("win-rate", 0.75, 2),
        ("win-rate", 1.0, 1),
    ]
    assert (estimates[1]["bounds"]["low"], estimates[1]["bounds"]["high"]) == (0.75, 1.0)
    recorded, read = (one["estimate"] for one in run("recheck", str(path), "-c", "arena-hard")["estimates"])
    assert (recorded["value"], recorded["counts"]["recorded"], recorded["counts"]["lost"]) == (
        None,
        2,
        {"not read": 2},
    )
    assert read["value"] == 1.0


def test_recorded_values_are_counted_apart(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "l.oyez"
    with Ledger(path) as ledger:
        for at, value in enumerate([10, 20, None]):
            reply = Reply(id=str(at), text=None, arm="A", item=str(at))
            ledger.append(
                Draw(reply=reply, raw_absent="not kept", recorded=(Recorded(value=value, tool="t"),))
            )
    done = call(
        path, "-m", "mean", "--acknowledge-split", "nothing else is left", "--scale", 0, 100, "--json"
    )
    counts = json.loads(done.stdout)["estimates"][0]["counts"]
    assert (counts["recorded"], counts["read"], counts["lost"]) == (2, 0, {"not read": 1})


def test_a_recorded_value_counts_in_the_judges_own_words(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "l.oyez"
    with Ledger(path) as ledger:
        for order, label in (("AB", "A"), ("BA", "B")):  # the first model both times
            reply = Reply(id=order, text=None, arm="x vs y", item="1", order=order)
            won = Recorded(value="model_1", label=label, tool="t")
            ledger.append(Draw(reply=reply, raw_absent="not kept", recorded=(won,)))
    done = call(path, "-m", "win-rate", "--acknowledge-split", "nothing else is left", "--json")
    assert json.loads(done.stdout)["estimates"][0]["value"] == 1.0


ODD: list[Any] = [
    None,
    "",
    "x",
    "yes",
    0,
    1,
    -1,
    2.5,
    1e308,
    10**400,
    float("inf"),
    float("nan"),
    True,
    [],
    {},
]
ODD += [["x", "y"], {"a": 1}, {"points": 2}, "[[", "\x00", "\ud800", "A>B", "A", [[[]]], {"a": {"b": None}}]
OPTIONAL = ("verdict", "abstained", "item", "arm", "draw", "order", "meta", "rule", "judge", "id", "stop")
ODD_ROWS = st.fixed_dictionaries(
    {"status": st.sampled_from(["read", "recovered", "absent", "read", "read"])},
    optional={name: st.sampled_from(ODD) for name in OPTIONAL},
)
ASKED = (
    ["-m", "mean", "--by", "arm"],
    ["-m", "mean", "--scale", "0", "5", "--policies"],
    ["-m", "label-rate", "-p", "label=x", "--compare", "x", "yes"],
    ["-m", "win-rate", "-p", "order=AB", "--policies", "--show", "swap"],
    ["-m", "ranking-position", "-p", "of=x"],
    ["-m", "score-sheet", "--show", "draws"],
    ["-m", "weighted-rubric"],
    ["--show", "agreement", "--show", "loss"],
)


@settings(max_examples=150, deadline=None)
@given(st.lists(ODD_ROWS, max_size=5), st.sampled_from(ASKED))
def test_odd_rows_give_numbers_or_one_clear_error(rows: list[dict[str, Any]], args: list[str]) -> None:
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    done = CliRunner().invoke(main, ["measure", "-", *args, "--json"], input=lines)
    assert done.exit_code in (0, 2, 3), done.output
    assert "fault of oyez itself" not in done.stderr, done.stderr
    if done.exit_code == 0:
        json.loads(done.stdout, parse_constant=pytest.fail)
    else:
        assert done.stdout == ""


def test_the_forms_of_output_say_the_same(tmp_path: Path, call: Call) -> None:
    path = readings(tmp_path / "r.jsonl")
    plain = call(path, "--by", "arm", "--policies").stdout
    assert "legacy:zero: Unread draws count as 0. (parity: what an old default did, no measurement)" in plain
    markdown = call(path, "--by", "arm", "--markdown").stdout
    assert "| arm A | 20.00 |" in markdown
    latex = call(path, "--by", "arm", "--latex").stdout
    assert r"\begin{tabular}{lrrrrr}" in latex
    assert r"95\% interval" in latex
    assert call(path, "--markdown", "--latex").exit_code == 2


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"verdict": 1}, "no column 'status'"),
        ({"status": "good"}, "'good' is no status"),
        ({"status": "absent", "verdict": 3}, "a reading of status absent has no verdict"),
        ({"status": "read", "verdict": 3, "draw": -1}, "a draw is a number counted from 0"),
        ({"status": "read", "verdict": 3, "abstained": "maybe"}, "it must be true or false"),
        ({"status": "read", "verdict": 3, "arm": [1]}, "the column 'arm' holds a list"),
        ({"status": "read", "verdict": "x"}, "takes numbers, and the verdict 'x' is none"),
    ],
)
def test_a_row_that_is_no_reading_is_one_clear_error(
    tmp_path: Path, call: Call, row: dict[str, Any], said: str
) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps(row) + "\n")
    done = call(path, "-m", "mean")
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = sys.modules["scipy"] = None
from oyez.cli import main
main()
"""


def test_without_numpy_the_other_commands_say_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "l.oyez"
    with Ledger(path) as ledger:
        ledger.extend(ARMS)
        [*ledger.read(CONTRACT)]

    def run(*args: object) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-c", WITHOUT_NUMPY, *map(str, args)]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    for args in (
        ("compare", path, "--arms", "A", "B"),
        ("diff", path, "trait-score-1", "trait-score"),
        ("recheck", path, "--contract", "trait-score"),
    ):
        done = run(*args)
        assert done.returncode == 0, done.stderr
        assert "no intervals: intervals and bounds need numpy and scipy" in done.stdout
        assert "mean" in done.stdout
    done = run("measure", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'oyez[measure]'" in done.stderr


def test_what_is_missing_is_named(tmp_path: Path, call: Call) -> None:
    path = readings(tmp_path / "r.jsonl")
    assert "no draw has the arm 'C'; there are: A, B" in call(path, "--compare", "A", "C").stderr
    assert "two different arms" in call(path, "--compare", "A", "A").stderr
    assert "KEY=VALUE" in call(path, "-p", "label").stderr
    assert "--where chooses draws of a ledger" in call(path, "--where", "arm=A").stderr
    empty = tmp_path / "e.jsonl"
    empty.write_text("")
    assert "holds no rows" in call(empty, "-m", "mean").stderr
    path.write_text('{"status": "read", "verdict": "yes"}\n')
    assert "name a metric with --metric" in call(path).stderr


def test_readings_that_stand_twice_are_told(tmp_path: Path, call: Call) -> None:
    once = readings(tmp_path / "once.jsonl")
    twice = tmp_path / "twice.jsonl"
    twice.write_bytes(once.read_bytes() * 2)
    assert "of a row before" not in call(once).stdout
    assert "12 rows have the id, item, arm" in call(twice).stdout
    found = [json.loads(call(path, "--json").stdout)["repeated"] for path in (once, twice)]
    assert found == [0, len(ARMS)]
