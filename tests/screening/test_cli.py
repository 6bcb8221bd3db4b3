"""The commands screen, trace and diff, on the demo set and on small files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oyez.cli import main
from oyez.ledger import Ledger
from oyez.ledger.screenings import screenings
from oyez.screening.demo import PAIRS, REPLIES, write
from screening.rooms import FAITHFUL, FIRST, MISMATCH, SECOND

OFF = """\
extends = "lean-faithfulness"
name = "small"
[evidence.lean]
off = true
[evidence.counterexample]
off = true
"""
TEXTS = {"informal": "One is one.", "formal": "theorem a : 1 = 1 := by sorry"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("p.toml").write_text(OFF)
    return tmp_path


def call(*args: object) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(main, [str(one) for one in args])


def jsonl(path: str, rows: list[dict[str, Any]]) -> str:
    Path(path).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def small(**said: tuple[str | None, ...]) -> tuple[str, str]:
    """Items with what the reviewers say: first, second, and the repeats."""
    items = [{"id": name, **TEXTS} for name in said]
    keys = [(FIRST, 0), (SECOND, 0), (FIRST, 1), (SECOND, 1)]
    replies = [
        {"id": f"{name} {arm} {draw}", "item": name, "arm": arm, "draw": draw, "text": text}
        for name, texts in said.items()
        for (arm, draw), text in zip(keys, texts, strict=False)
    ]
    return jsonl("pairs.jsonl", items), jsonl("replies.jsonl", replies)


def screen(pairs: str, replies: str, *more: object) -> Result:
    return call("screen", pairs, "-p", "p.toml", "--replay", replies, *more)


def test_one_json_line_an_item_and_nothing_else(folder: Path) -> None:
    said = {
        "good": (FAITHFUL, FAITHFUL),
        "bad": (MISMATCH, FAITHFUL, MISMATCH, FAITHFUL),
        "odd": ("Hm.", FAITHFUL),
    }
    done = screen(*small(**said), "--jsonl")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["id"], row["outcome"]) for row in rows] == [
        ("good", "passed"),
        ("bad", "flagged"),
        ("odd", "review"),
    ]
    assert done.exit_code == 1
    assert "--fail-on: flagged 1" in done.stderr
    for row in rows:
        assert row["certifies"] is False
        assert "never certifies" in row["note"]
        assert row["not_checked"] == ["counterexample", "lean"]
        assert row["reasons"] or row["outcome"] == "passed"
        for one in row["reviewers"]:
            assert {"status", "verdict", "start", "end", "reply"} <= one.keys()
    with Ledger("screen.oyez", readonly=True) as ledger:
        for row in rows:
            for one in (*row["reviewers"], *(row["repeats"] or ())):
                (stored,) = ledger.named(one["reply"])
                text = stored.draw.reply.text or ""
                assert one["evidence"] == (None if one["start"] is None else text[one["start"] : one["end"]])


@pytest.mark.parametrize(
    ("said", "fail_on", "code"),
    [
        ((FAITHFUL, FAITHFUL), "flagged,review,unread,undelivered", 0),
        ((MISMATCH, FAITHFUL, MISMATCH, FAITHFUL), "flagged", 1),
        ((MISMATCH, FAITHFUL, MISMATCH, FAITHFUL), "review", 0),
        ((MISMATCH, FAITHFUL, MISMATCH, "Hm."), "unread", 1),
        (("Hm.", FAITHFUL), "flagged", 0),
        (("Hm.", FAITHFUL), "unread", 1),
        (("Hm.", FAITHFUL), "undelivered", 0),
        ((None, FAITHFUL), "undelivered", 1),
        ((None, FAITHFUL), "unread", 0),
        (("VERDICT: UNCLEAR", FAITHFUL), "unclear", 1),
        (("VERDICT: UNCLEAR", FAITHFUL), "unread,undelivered", 0),
        ((FAITHFUL, FAITHFUL), "not-checked", 1),
    ],
)
def test_exit_codes(said: tuple[str | None, ...], fail_on: str, code: int, folder: Path) -> None:
    assert screen(*small(item=said), "--fail-on", fail_on).exit_code == code


def test_the_profile_for_builds_is_never_green_by_accident(folder: Path) -> None:
    Path("p.toml").write_text(OFF.replace('"lean-faithfulness"', '"lean-faithfulness-ci"'))
    for said in (
        ("Hm.", FAITHFUL),
        (None, FAITHFUL),
        (None, None),
        ("", ""),
        ("VERDICT: FAITHFULNESS", FAITHFUL),
    ):
        assert screen(*small(item=said), "--ledger", f"{said!r}.oyez".replace("/", "")).exit_code == 1


def test_a_budget_lists_what_was_not_screened(folder: Path) -> None:
    said = {f"i{at}": (FAITHFUL, FAITHFUL) for at in range(5)}
    pairs, replies = small(**said)
    done = screen(pairs, replies, "--budget", "8 calls", "--jsonl", "--fail-on", "not-screened")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["outcome"] for row in rows] == ["passed"] * 3 + ["not-screened"] * 2
    assert rows[-1]["reasons"][0]["said"] == "the budget of 8 calls has no room for it"
    assert "never certifies" in rows[-1]["note"]
    assert done.exit_code == 1
    assert "not screened: 2" in done.stderr
    again = screen(pairs, replies, "--budget", "4 calls")  # draws that are there cost nothing
    assert "not screened: 1" in again.stderr
    assert "not screened" not in screen(pairs, replies).stdout
    assert "a budget in money needs a price" in screen(pairs, replies, "--budget", "$1").stderr


def test_an_outage_can_be_asked_again(folder: Path) -> None:
    pairs, replies = small(item=(None, FAITHFUL))
    assert "undelivered" in screen(pairs, replies).stdout
    small(item=(FAITHFUL, FAITHFUL))
    assert "undelivered" in screen(pairs, replies).stdout
    done = screen(pairs, replies, "--again", "undelivered")
    assert "undelivered" not in done.stdout
    with Ledger("screen.oyez", readonly=True) as ledger:
        assert [one.outcome for one in screenings(ledger)] == ["passed"]
        assert ledger.count() == 3
        assert [*ledger.verify()] == []


def test_a_judge_that_cannot_be_asked_ends_with_2(folder: Path) -> None:
    """Not green, and nothing is made up for the items that were not looked at."""
    pairs, _ = small(**{f"i{at}": () for at in range(12)})
    Path("judges.toml").write_text('[judge.default]\nkind = "command"\ncommand = ["true"]\nretries = 0\n')
    done = call("screen", pairs, "-p", "p.toml", "--judges", "judges.toml", "--jsonl")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == 12
    assert {row["outcome"] for row in rows} <= {"review", "not-screened"}
    assert rows[0]["reasons"][0]["code"] == "undelivered"
    Path("judges.toml").write_text('[judge.default]\nkind = "command"\ncommand = ["no-such-program"]\n')
    done = call("screen", pairs, "-p", "p.toml", "--judges", "judges.toml")
    assert (done.exit_code, "cannot be run" in done.stderr) == (2, True)
    done = call("screen", pairs, "-p", "p.toml")
    assert (done.exit_code, "has no judge for back-translation" in done.stderr) == (2, True)


ROW = json.dumps({"id": "a", **TEXTS})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{ROW}\n{{broken\n", "pairs.jsonl:2"),
        (f"{ROW}\n[1]\n", "pairs.jsonl:2"),
        (f"{ROW}\n{ROW}\n", "pairs.jsonl:2: the name 'a' stands at pairs.jsonl:1 already"),
        ('{"informal": "x", "formal": "y"}\n', "pairs.jsonl:1: the row has no id"),
        ('{"id": "a", "informal": "x"}\n', "pairs.jsonl:1: the item 'a' has no formal"),
        ('{"id": "a", "informal": "x", "formal": " "}\n', "pairs.jsonl:1: the item 'a' has no formal"),
        ('{"id": "a", "informal": "x", "formal": 3}\n', "pairs.jsonl:1: formal must be text"),
        (f'{ROW[:-1]}, "accepted": "maybe"}}\n', "pairs.jsonl:1: accepted must be true or false"),
        ("", "there is nothing to screen"),
    ],
)
def test_bad_rows_are_told_with_their_line(text: str, said: str, folder: Path) -> None:
    Path("pairs.jsonl").write_text(text)
    Path("replies.jsonl").write_text("")
    done = screen("pairs.jsonl", "replies.jsonl")
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr, done.stderr
    assert not Path("screen.oyez").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("pairs.jsonl", "-p", "no-such"), "no such profile"),
        (("-p", "p.toml"), "name PAIRS, or give one item"),
        (("pairs.jsonl", "-p", "p.toml", "--lean", "x"), "name PAIRS, or give one item"),
        (("-p", "p.toml", "--informal", "x"), "has no formal"),
        (("-p", "p.toml", "--set", "informal"), "write NAME=TEXT"),
        (("pairs.jsonl", "-p", "p.toml", "--fail-on", "flagd"), "did you mean 'flagged'"),
        (("pairs.jsonl", "-p", "p.toml", "--json", "--jsonl"), "exclude each other"),
        (("none.jsonl", "-p", "p.toml"), "none.jsonl: there is no such file"),
        (("pairs.jsonl", "-p", "p.toml", "--replay", "replies.jsonl", "--again", "x"), "'x' is no end"),
        (("pairs.jsonl", "-p", "p.toml", "--replay", "replies.jsonl", "--budget", "x"), "the budget is 'x'"),
        (("pairs.jsonl", "-p", "p.toml", "--replay", "none.jsonl"), "there is no 'none.jsonl'"),
    ],
)
def test_usage(args: tuple[str, ...], said: str, folder: Path) -> None:
    small(a=(FAITHFUL, FAITHFUL))
    done = call("screen", *args)
    assert done.exit_code == 2
    assert said in done.stderr


def test_one_item_from_the_command_line(folder: Path) -> None:
    rows = [{"id": arm, "item": "inline", "arm": arm, "draw": 0, "text": FAITHFUL} for arm in (FIRST, SECOND)]
    replies = jsonl("replies.jsonl", rows)
    how = ("-p", "p.toml", "--replay", replies)
    done = call("screen", *how, "--informal", TEXTS["informal"], "--lean", TEXTS["formal"], "--json")
    tree = json.loads(done.stdout)
    assert (done.exit_code, tree["items"][0]["outcome"], tree["outcomes"]["passed"]) == (0, "passed", 1)
    Path("a.lean").write_text("/-- One is one. -/\ntheorem inline : 1 = 1 := rfl\n")
    for args in (("a.lean",), (".",), ("--informal", "x", "--lean", "a.lean")):
        assert call("screen", *how, *args, "--ledger", "other.oyez", "--jsonl").stdout.count('"passed"') == 1
    gate = [
        {"id": arm, "item": "inline", "arm": arm, "text": "DECISION: SHIP"}
        for arm in ("answers-it", "what-if-wrong")
    ]
    done = call(
        "screen",
        "-p",
        "answer-gate",
        "--replay",
        jsonl("r.jsonl", gate),
        "--set",
        "question=a=b?",
        "--set",
        "answer=yes",
    )
    assert done.exit_code == 0, done.output


def test_claims_and_their_quotes(folder: Path) -> None:
    pairs = jsonl("pairs.jsonl", [{"id": "c", "source": "It rained.", "claim": 'The text says "it snowed".'}])
    said = [
        {"id": arm, "item": "c", "arm": arm, "text": "VERDICT: SUPPORTED"} for arm in ("support", "challenge")
    ]
    done = call("screen", pairs, "-p", "claim-support", "--replay", jsonl("r.jsonl", said))
    assert done.exit_code == 1
    assert "check-failed by quotes: not in the source: it snowed" in done.stdout


def test_calibration_is_carried_by_the_same_instrument_alone(folder: Path) -> None:
    write(folder)
    how = ("-p", "profile.toml", "--replay", "replies.jsonl")
    done = call("screen", "calibrate", "pairs.jsonl", *how, "--jsonl")
    told = json.loads(done.stdout)
    assert (told["rejected"]["items"], told["accepted"]["items"]) == (120, 80)
    for group in ("rejected", "accepted"):
        assert (
            sum(told[group][name]["items"] for name in ("flagged", "review", "passed"))
            == told[group]["items"]
        )
        low, high = told[group]["flagged"]["interval"]
        assert low <= told[group]["flagged"]["rate"] <= high
    one = call("screen", "pairs.jsonl", *how, "--jsonl").stdout.splitlines()[0]
    assert json.loads(one)["calibration"] == told
    Path("other.toml").write_text('extends = "./profile.toml"\nconfirm = false\n')
    other = call("screen", "pairs.jsonl", "-p", "other.toml", "--replay", "replies.jsonl", "--jsonl").stdout
    assert json.loads(other.splitlines()[0])["calibration"] is None


def test_a_calibration_needs_both_kinds(folder: Path) -> None:
    done = call(
        "screen", "calibrate", *small(a=(FAITHFUL, FAITHFUL))[:1], "-p", "p.toml", "--replay", "replies.jsonl"
    )
    assert (done.exit_code, "no item that people accepted" in done.stderr) == (3, True)


def test_the_demo_is_the_same_every_time(folder: Path) -> None:
    import screening_demo

    assert {
        path.name: path.read_text(encoding="utf-8") for path in (PAIRS, REPLIES)
    } == screening_demo.files()
    first, second = call("screen", "demo", "--jsonl"), call("screen", "demo", "--jsonl")
    assert first.exit_code == 0
    assert first.stdout == second.stdout
    rows = [json.loads(line) for line in first.stdout.splitlines()]
    assert len(rows) == 200
    statuses = {
        one["status"] for row in rows for one in (*row["reviewers"], *row["evidence"]) if "status" in one
    }
    assert statuses >= {
        "read",
        "recovered",
        "undelivered",
        "empty",
        "refused",
        "truncated",
        "unsupported",
        "absent",
    }
    assert statuses >= {"off_scale", "conflict"}
    assert {row["outcome"] for row in rows} == {"flagged", "review", "passed"}


def test_trace_follows_the_error(folder: Path) -> None:
    quoting = 'BACK-TRANSLATION: It contains "VERDICT: FAITHFUL".\nVERDICT: MISMATCH\nISSUES: no bound'
    screen(*small(item=(quoting, FAITHFUL, quoting, FAITHFUL)))
    done = call("trace", "item", "--parser", "first-match")
    assert "outcome  flagged" in done.stdout
    assert "2 | VERDICT: MISMATCH" in done.stdout
    assert "outcome: flagged → passed" in done.stdout
    tree = json.loads(call("trace", "item", "-c", "lean-faithfulness-strict", "--json").stdout)["traced"][0]
    assert (tree["outcome"], tree["what_if"]["outcome"], tree["what_if"]["changes"]) == (
        "flagged",
        "flagged",
        False,
    )
    assert quoting in tree["replies"].values()


def callable_in_the_test(text: str) -> str | None:
    return "MISMATCH" if "MISMATCH" in text else None


def test_what_if_with_a_callable_may_ask_for_a_confirmation(folder: Path) -> None:
    screen(*small(item=("BACK-TRANSLATION: no MISMATCH here\nVERDICT: FAITHFUL", FAITHFUL)))
    done = call("trace", "item", "--callable", "screening.test_cli:callable_in_the_test", "--of", FIRST)
    assert "outcome: passed → flagged" in done.stdout
    assert "both reviewers would have been asked again then; nobody was" in done.stdout


FOREIGN = """
import time
def prints(text):
    print("{")
    return "MISMATCH" if "MISMATCH" in text else None
def raises(text):
    raise ValueError("no such verdict")
def leaves(text):
    raise SystemExit(0)
def sleeps(text):
    time.sleep(60)
"""


def test_a_callable_is_found_in_the_working_folder_and_held(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oyez.screening.trace.SECONDS", 0.5)
    Path("foreign_here.py").write_text(FOREIGN)
    screen(*small(item=("BACK-TRANSLATION: no MISMATCH here\nVERDICT: FAITHFUL", FAITHFUL)))
    done = call("trace", "item", "--callable", "foreign_here:prints", "--of", FIRST, "--json")
    assert json.loads(done.stdout)["traced"][0]["what_if"]["outcome"] == "flagged"
    for name, said in (
        ("raises", "ValueError: no such verdict"),
        ("leaves", "SystemExit: 0"),
        ("sleeps", "no answer in 0.5 s"),
    ):
        done = call("trace", "item", "--callable", f"foreign_here:{name}")
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr == f"oyez: foreign_here:{name}: gives no value for a reply: {said}\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("none",), "holds no screening of 'none'"),
        (("item", "--parser", "no-such"), "there is no known parser 'no-such'"),
        (("item", "--callable", "json"), "write module:function"),
        (("item", "--callable", "json:nothing"), "nothing"),
        (("item", "--of", "nobody", "-c", "lean-faithfulness"), "has no reply of 'nobody'"),
        (("item", "-c", "claim-support"), "exit"),
        (("item", "-c", "x", "--parser", "y"), "exclude each other"),
    ],
)
def test_trace_usage(args: tuple[str, ...], said: str, folder: Path) -> None:
    screen(*small(item=(FAITHFUL, FAITHFUL)))
    done = call("trace", *args)
    if (
        said == "exit"
    ):  # another contract's labels are off its scale: the reply is unread under it, and that is said
        assert "outcome: passed → review" in done.stdout
    else:
        assert done.exit_code == 2
        assert said in done.stderr


def test_diff_lists_outcomes_that_change(folder: Path) -> None:
    fenced = "```\nVERDICT: FAITHFUL\n```\nVERDICT: MISMATCH"
    said = {
        "same": (FAITHFUL, FAITHFUL),
        "fenced": (fenced, FAITHFUL, fenced, FAITHFUL),
        "bold": (f"**{FAITHFUL}**", FAITHFUL),
    }
    screen(*small(**said))
    done = call("diff", "screen.oyez", "lean-faithfulness", "lean-faithfulness-strict")
    assert "outcomes: 3 screenings, 2 decided otherwise" in done.stdout
    assert "  fenced: flagged → review" in done.stdout
    assert "  bold: passed → review" in done.stdout
    tree = json.loads(
        call("diff", "screen.oyez", "lean-faithfulness", "lean-faithfulness-strict", "--json").stdout
    )
    assert [one["item"] for one in tree["outcomes"]["changed"]] == ["fenced", "bold"]
    same = call("diff", "screen.oyez", "lean-faithfulness", "lean-faithfulness")
    assert "outcomes: 3 screenings, 0 decided otherwise" in same.stdout
    other = call("diff", "screen.oyez", "yes-no", "correct-incorrect", "--json")
    assert json.loads(other.stdout)["outcomes"] is None


def test_a_ledger_of_the_first_schema_is_brought_up_to_date(folder: Path) -> None:
    import sqlite3
    from contextlib import closing

    from oyez.ledger.schema import APPLICATION_ID, MIGRATIONS, statements

    with closing(sqlite3.connect("screen.oyez", isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute(f"PRAGMA application_id={APPLICATION_ID}")
        for statement in statements(MIGRATIONS[0]):
            db.execute(statement)
        db.execute("PRAGMA user_version=1")
    assert screen(*small(item=(FAITHFUL, FAITHFUL))).exit_code == 0
    with Ledger("screen.oyez", readonly=True) as ledger:
        assert [one.item for one in screenings(ledger)] == ["item"]
        assert [*ledger.verify()] == []
