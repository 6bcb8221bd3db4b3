"""How a command ends: one message and the right exit code, whatever happens to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from oyez.report.run import ReadRun

Call = Callable[..., Result]

EVIL = "evil\x1b]0;pwned\x07\u202e\x9b31m"


def shell(command: str, *args: object) -> subprocess.CompletedProcess[str]:
    """Run a command line in which `$0` is Python and `$1` and so on are the arguments."""
    return subprocess.run(
        ["sh", "-c", command, sys.executable, *map(str, args)], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ('"$0" -m oyez read - -c "$2" <&-', 2, "oyez: stdin: is closed\n"),
        ('"$0" -m oyez check - <&-', 2, "oyez: stdin: is closed\n"),
        ('"$0" -m oyez read "$1" -c "$2" >&-', 2, "oyez: standard output is closed\n"),
        ('"$0" -m oyez read "$1" -c "$2" 2>&-', 0, ""),
        ('"$0" -m oyez read "$1.none" -c "$2" 2>&-', 2, ""),
    ],
)
def test_closed_streams(archive: Path, contract: Path, line: str, code: int, said: str) -> None:
    done = shell(line, archive, contract)
    assert (done.returncode, done.stderr) == (code, said)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('"$0" -m oyez --help >/dev/full', 2),
        ('"$0" -m oyez read --help >/dev/full', 2),
        ('"$0" -m oyez --version >/dev/full', 2),
        ('"$0" -m oyez read "$1" -c "$2" >/dev/full', 2),
        ('"$0" -m oyez read "$1" -c "$2" --to - >/dev/full', 2),
        ('"$0" -m oyez read "$1.none" -c "$2" 2>/dev/full', 2),
        ('"$0" -m oyez read "$1" -c "$2" --to - 2>/dev/full >/dev/null', 2),
        ('"$0" -m oyez read "$1" -c "$2" --fail-under 1 2>/dev/full', 1),
    ],
)
def test_full_streams(archive: Path, contract: Path, line: str, code: int) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    done = shell(line, archive, contract)
    assert done.returncode == code
    assert done.stderr in ("", "oyez: standard output: No space left on device\n")


def test_a_fault_of_the_program_is_no_failed_gate(
    call: Call, archive: Path, contract: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("odd\x1b[31m")

    monkeypatch.setattr(ReadRun, "read", broken)
    done = call("read", archive, "-c", contract)
    assert (done.exit_code, done.stdout) == (2, "")
    said = "oyez: a fault of oyez itself, please report it: ZeroDivisionError: odd␛[31m @ oyez/cli/read_sources.py:"
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("to", ["out.jsonl", "out.parquet"])
def test_a_signal_leaves_no_temporary_file(contract: Path, tmp_path: Path, name: str, to: str) -> None:
    number = getattr(signal, name)
    folder = tmp_path / "here"
    folder.mkdir()
    running = subprocess.Popen(
        [sys.executable, "-m", "oyez", "read", "-", "-c", str(contract), "--to", to],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
        bufsize=0,
    )
    assert running.stdin is not None
    running.stdin.write(json.dumps({"text": "[[A]]"}).encode() + b"\n")
    limit = time.monotonic() + 60  # only ends a broken run
    while not any(folder.iterdir()):
        assert time.monotonic() < limit
        time.sleep(0.01)
    running.send_signal(number)
    stderr = running.communicate()[1]
    assert running.returncode == 128 + number
    assert list(folder.iterdir()) == []
    assert stderr.startswith(b"oyez: stopped")


def test_handlers_of_signals_are_put_back(call: Call) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)]
    call("contracts")
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)] == before


def test_hostile_names_are_shown_on_stderr(call: Call, archive: Path, contract: Path, tmp_path: Path) -> None:
    evil = tmp_path / f"{EVIL}.jsonl"
    bad = tmp_path / f"{EVIL}.toml"
    bad.write_text(f'name = "x"\n"{EVIL.encode("unicode_escape").decode()}" = 1\n'.replace("\\x", "\\u00"))
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / EVIL).symlink_to("/nowhere")
    key = json.dumps({"text": "a", EVIL: 1}).encode()
    for args, stdin in [
        (("read", evil, "-c", contract), None),
        (("read", archive, "-c", EVIL), None),
        (("read", archive, "-c", f"{EVIL}.toml"), None),
        (("read", archive, "-c", bad), None),
        (("read", archive, "-c", contract, "--to", f"{EVIL}/x.jsonl"), None),
        (("read", archive, "-c", contract, "--to", f"{EVIL}.x"), None),
        (("read", archive, "-c", contract, "--by", EVIL), None),
        (("read", archive, "-c", contract, "--fail-under", EVIL), None),
        (("read", archive, "-c", contract, f"--{EVIL}"), None),
        (("read", folder, "-c", contract), None),
        (("read", folder, "-c", contract, "--skip-bad"), None),
        (("read", "-", "-c", contract, "--text", "b"), key),
        (("check", evil), None),
        (("contracts", "check", bad), None),
        ((EVIL,), None),
    ]:
        done = call(*args, stdin=stdin)
        assert done.exit_code == 2, args
        assert not set(done.output) & set(EVIL) - set("evil]0;pwned31m"), args
        assert "evil" in done.output, args


def test_a_message_has_an_end(call: Call, contract: Path) -> None:
    row = json.dumps({"id": "x" * 10**6, "text": "[[A]]"}).encode() + b"\n"
    done = call("read", "-", "-c", contract, stdin=row * 2)
    assert done.exit_code == 2
    assert len(done.stderr) < 3000


def test_the_pipe_of_a_target_is_not_standard_output(archive: Path, contract: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    many = tmp_path / "many.jsonl"
    many.write_text('{"text": "[[A]]"}\n' * 5000)
    running = subprocess.Popen(
        [sys.executable, "-m", "oyez", "read", str(many), "-c", str(contract), "--to", str(pipe)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    pipe.open("rb").close()
    stdout, stderr = running.communicate()
    assert (running.returncode, stdout) == (2, "")
    assert stderr == f"oyez: {pipe}: was not written: Broken pipe\n"
