"""The commands of `oyez judge`: what they print, and how they end."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import oyez
from judging.fault_server import Act, chat, failing, serving
from judging.plans import openai, program, tree
from oyez.cli import main
from oyez.cli.judge_progress import JudgeProgress
from oyez.judging import StopWhen, budget
from oyez.judging.limits import Spent


def call(*args: object) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, [str(arg) for arg in args])


def save(folder: Path, made: dict[str, Any]) -> Path:
    (folder / "plan.json").write_text(json.dumps(made))
    return folder / "plan.json"


def test_run_prints_the_table_and_what_it_took(tmp_path: Path) -> None:
    judge = program(tmp_path, "out = {'text': 'VERDICT: pass', 'stop': 'stop'}")
    path = save(tmp_path, tree(60, tmp_path, judge))
    done = call("judge", path)
    assert done.exit_code == 0
    assert "read                    60  100%" in done.stdout
    assert "oyez: 50 of 60 draws: read 50" in done.stderr
    assert "oyez: asked 60, in the ledger before 0" in done.stderr
    again = call("judge", "run", path, "--json", "--by", "arm")
    assert again.exit_code == 0
    assert json.loads(again.stdout)["by"] == "arm"
    assert "asked 0, in the ledger before 60" in again.stderr


def test_dry_run_asks_nothing_and_needs_no_key(tmp_path: Path) -> None:
    judge = openai("http://127.0.0.1:9/v1", key="NOT_SET", price={"input": 1, "output": 2})
    path = save(tmp_path, tree(10, tmp_path, judge, draws=3))
    done = call("judge", path, "--dry-run")
    assert done.exit_code == 0
    assert "10 items, 10 prompts, 30 draws a judge" in done.stdout
    assert "m: 30 calls to make; all draws: about " in done.stdout
    assert "at most 1,500 out, at most 0.0" in done.stdout
    assert not (tmp_path / "test.oyez").exists()
    assert json.loads(call("judge", path, "--dry-run", "--json").stdout)["judges"][0]["draws"] == 30


def test_exit_codes(tmp_path: Path) -> None:
    def script(_number: int, _path: str, body: dict[str, Any]) -> Act:
        return failing(401) if "What is 9 " in body["messages"][0]["content"] else chat("Hm.")

    with serving(script) as server:
        path = save(tmp_path, tree(10, tmp_path, openai(server.url, concurrency=1)))
        done = call("judge", path, "--stop-when", "unread>50% of 3")
        assert done.exit_code == 1
        assert "stopped early: unread: 3 of the last 3 readings; the same command goes on" in done.stderr
        done = call("judge", path, "--budget", "2 calls")
        assert done.exit_code == 1
        assert "the budget of 2 calls is used up" in done.stderr
        done = call("judge", path)
        assert done.exit_code == 2
        assert "stopped early: the judge m: status 401" in done.stderr
    assert call("judge", path).exit_code == 2  # nobody answers any more
    assert call("judge", tmp_path / "none.toml").exit_code == 2
    assert call("judge", path, "--again", "unread").exit_code == 2
    assert call("judge", path, "--json", "--jsonl").exit_code == 2
    assert call("judge", path, "--stop-when", "bad").exit_code == 2


def test_a_run_in_vain_ends_so(tmp_path: Path) -> None:
    def script(number: int, _path: str, _body: dict[str, Any]) -> Act:
        return chat("VERDICT: pass") if number == 4 else failing(400)

    with serving(script) as server:
        path = save(tmp_path, tree(3, tmp_path, openai(server.url, concurrency=1)))
        done = call("judge", path)
        assert (done.exit_code, "no draw was delivered" in done.stderr) == (1, True)
        done = call("judge", path, "--again", "undelivered")
        assert (done.exit_code, "no draw was delivered" in done.stderr) == (0, False)


def test_check_prints_what_it_found(tmp_path: Path) -> None:
    made = tree(2, tmp_path, openai("http://127.0.0.1:9/v1", key="NOT_SET"))
    done = call("judge", "check", save(tmp_path, made))
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1] == "test: 8 good, 0 bad"
    bad = call("judge", "check", save(tmp_path, made | {"template": "{answer}"}), "--json")
    assert bad.exit_code == 1
    assert json.loads(bad.stdout)["bad"] == 1


def test_batch_out_and_in(tmp_path: Path) -> None:
    path = save(tmp_path, tree(3, tmp_path, openai("http://127.0.0.1:9/v1", key="NOT_SET")))
    done = call("judge", "batch", path, "--to", tmp_path / "r.jsonl")
    assert (done.exit_code, "r.jsonl: 3 requests" in done.stderr) == (0, True)
    rows = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    reply = {"status_code": 200, "body": json.loads(chat("VERDICT: pass").body)}
    results = [{"custom_id": row["custom_id"], "response": reply, "error": None} for row in rows]
    (tmp_path / "o.jsonl").write_text("".join(json.dumps(row) + "\n" for row in results))
    done = call("judge", "ingest", path, tmp_path / "o.jsonl")
    assert done.exit_code == 0
    assert "3 rows: 3 draws added; 0 draws of the plan are missing" in done.stderr
    assert "read                     3  100%" in done.stdout
    assert "3 there before" in call("judge", "ingest", path, tmp_path / "o.jsonl").stderr
    assert "every draw is in the ledger" in call("judge", "batch", path, "--to", tmp_path / "s.jsonl").stderr
    assert call("judge", "batch", path, "--judge", "x", "--to", tmp_path / "s.jsonl").exit_code == 2


def test_probabilities(tmp_path: Path) -> None:
    top = "[{'token': '3', 'logprob': -0.5}, {'token': '4', 'logprob': -1.5}]"
    tokens = f"[{{'token': '3', 'logprob': -0.5, 'top': {top}}}]"
    judge = program(tmp_path, f"out = {{'text': '3', 'stop': 'stop', 'logprobs': {tokens}}}", logprobs=2)
    path = save(tmp_path, tree(2, tmp_path, judge, contract="likert-1-5"))
    assert call("judge", path).exit_code == 0
    done = call("judge", "probabilities", path)
    assert "2 of 2 draws have log-probabilities at their verdict\n  3             60.7%\n" in done.stdout
    assert "expected rating, given that it is on the scale: 3.269" in done.stdout
    assert json.loads(call("judge", "probabilities", path, "--json").stdout)["used"] == 2


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("500 calls", 500, "calls"), ("1 call", 1, "calls"), ("2M tokens", 2e6, "tokens"),
        ("1,5k tokens", 15e3, "tokens"),
        ("$5", 5, "money"), ("2.5 usd", 2.5, "money"), ("10 k calls", 1e4, "calls"),
    ],
)  # fmt: skip
def test_budgets(text: str, amount: float, unit: str) -> None:
    made = budget(text)
    assert (made.amount, made.unit) == (amount, unit)
    assert made.room(Spent(), Spent(**{unit: 1}))


@pytest.mark.parametrize("text", ["", "5", "five calls", "$5 calls", "5 eur", "-1 calls"])
def test_no_budgets(text: str) -> None:
    with pytest.raises(oyez.InputError, match="the budget is"):
        budget(text)


@pytest.mark.parametrize(
    "text", ["unread", "unread>5%", "unread > 5% of 0", "unraed>5% of 10", "unread>x% of 10"]
)
def test_no_shares(text: str) -> None:
    with pytest.raises(oyez.InputError, match="--stop-when is"):
        StopWhen(text)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_the_counts_by_status_as_they_grow() -> None:
    out = _Terminal()
    with JudgeProgress(3, out) as progress:
        for text in ("VERDICT: pass", "Hm.", "VERDICT: fail"):
            progress._next = 0.0  # it is time to draw again
            reply = oyez.Reply(text=text)
            progress.watch(reply, oyez.read(reply, oyez.line("VERDICT", ["pass", "fail"])), False)
    assert "67%  2 draws  read 1 · absent 1" in out.getvalue()
    assert "100%  3 draws  read 2 · absent 1" in out.getvalue()


def test_a_column_that_is_none_is_said_before_anything_is_asked(tmp_path: Path) -> None:
    judge = program(tmp_path, "out = {'text': 'VERDICT: pass', 'stop': 'stop'}")
    path = save(tmp_path, tree(20, tmp_path, judge))
    done = call("judge", path, "--by", "nope")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("oyez: no column 'nope'; there are id,")
    assert "asked 20, in the ledger before 0" in call("judge", path).stderr


def test_a_column_that_holds_no_words_ends_the_run_without_a_warning(tmp_path: Path) -> None:
    judge = program(tmp_path, "out = {'text': 'VERDICT: pass', 'stop': 'stop'}")
    path = save(tmp_path, tree(20, tmp_path, judge))
    assert call("judge", path).exit_code == 0
    done = call("judge", path, "--by", "meta.judging")
    assert done.exit_code == 2
    assert done.stderr.startswith("oyez: the column 'meta.judging' holds")


@pytest.mark.parametrize("key", ["sk-a\nX-Evil: 1", "sk-a\x01"])
def test_a_key_that_no_header_holds_is_named_by_its_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    judge = {"kind": "openai", "url": "http://127.0.0.1:9/v1", "model": "m"}
    done = call("judge", save(tmp_path, tree(1, tmp_path, judge)))
    assert done.exit_code == 2
    assert "OPENAI_API_KEY holds a line break or another control character" in done.stderr
    assert "sk-a" not in done.stderr
