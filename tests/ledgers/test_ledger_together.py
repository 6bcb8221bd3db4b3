"""Several processes and threads write one ledger at once; a killed one loses nothing that it was promised."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

import oyez
from oyez import Ledger, LedgerError, Reply

CRASH = Path(__file__).parents[2] / "benchmarks" / "crash.py"

APPEND = """
import sys
from oyez import Ledger, Reply
with Ledger(sys.argv[1]) as ledger:
    for at in range(int(sys.argv[3])):
        ledger.append(Reply(id=f"{sys.argv[2]}-{at}", text=f"[[A]] {sys.argv[2]} {at // 2}", judge=sys.argv[2]))
"""
READ = """
import sys, oyez
from oyez import Ledger
with Ledger(sys.argv[1]) as ledger:
    print(sum(not draw.stored for draw in ledger.read(oyez.bracket(["A", "B"]))))
"""


def start(script: str, *args: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, *map(str, args)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> str:
    said, wrong = process.communicate()
    assert (process.returncode, wrong) == (0, "")
    return said


def test_four_processes_append_at_once(path: Path) -> None:
    """The ledger does not exist yet: making it is part of the race."""
    each = 250
    for writer in [start(APPEND, path, f"p{number}", each) for number in range(4)]:
        finish(writer)
    with Ledger(path) as ledger:
        names = [stored.reply.id for stored in ledger.draws()]
        assert sorted(names, key=str) == sorted(
            f"p{number}-{at}" for number in range(4) for at in range(each)
        )
        assert ledger.status().replies == 4 * each // 2
        assert all(run["ended"] for run in ledger.status().runs)
        assert [*ledger.verify()] == []


def test_two_processes_read_the_same_ledger_at_once(path: Path) -> None:
    with Ledger(path) as ledger:
        ledger.extend(Reply(text=f"{at} [[{'AB'[at % 2]}]]", judge="m") for at in range(3000))
    finish_both = [finish(reader) for reader in [start(READ, path) for _ in range(2)]]
    assert all(int(said) >= 0 for said in finish_both)
    with Ledger(path) as ledger:
        (instrument,) = ledger.status().instruments
        assert (instrument["readings"], instrument["unread"]) == (3000, 0)
        assert [*ledger.verify()] == []


def test_threads_share_one_ledger(ledger: Ledger) -> None:
    """Half of the threads write, half read, through one object."""
    wrong: list[BaseException] = []

    def work(number: int) -> None:
        try:
            if number % 2:
                for at in range(40):
                    ledger.append(Reply(id=f"t{number}-{at}", text="[[A]]"))
            else:
                for _ in range(10):
                    list(ledger.draws())
                    list(ledger.readings(oyez.bracket(["A", "B"])))
        except BaseException as fault:
            wrong.append(fault)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert ledger.count() == 120
    assert [*ledger.verify()] == []


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="this system cannot fork")
def test_a_ledger_carried_over_a_fork_says_so(path: Path) -> None:
    code = """
import os, sys
from oyez import Ledger, LedgerError, Reply
ledger = Ledger(sys.argv[1])
ledger.append(Reply(text="parent"))
child = os.fork()
if child == 0:
    try:
        ledger.append(Reply(text="child"))
    except LedgerError as fault:
        os._exit(7 if "fork" in str(fault) else 8)
    os._exit(9)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
ledger.append(Reply(text="parent again"))
print(ledger.count())
"""
    assert finish(start(code, path)).split() == ["7", "2"]


def test_a_long_reader_does_not_hold_up_a_writer(ledger: Ledger) -> None:
    ledger.extend(Reply(text=f"{at}") for at in range(2500))
    draws = ledger.draws()
    next(draws)
    ledger.append(Reply(text="meanwhile"))
    assert sum(1 for _ in draws) == 2500


def test_a_writer_that_waits_too_long_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oyez.ledger.writer.PATIENCE", 0.1)
    with Ledger(path) as first, Ledger(path) as second:
        first.append(Reply(text="one"))
        with first.writer.addition(first._run) as addition:
            assert addition.run.id > 0
            with pytest.raises(LedgerError, match="another process has been writing"):
                second.append(Reply(text="two"))
        second.append(Reply(text="two"))
        assert first.count() == 2


def test_a_killed_writer_loses_nothing(tmp_path: Path) -> None:
    """A short run of benchmarks/crash.py; its 200 kills are for an idle machine."""
    done = subprocess.run(
        [sys.executable, CRASH, "--kills", "4", "--seed", "7"], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "every ledger whole" in done.stdout
