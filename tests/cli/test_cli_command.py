"""The command as a whole: its help, its exit codes, and what it loads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from oyez.cli import COMMANDS, main

Call = Callable[..., Result]

ALLOWED = {"oyez", "click", "msgspec", "rfc8785", "typing_extensions"}
"""The packages that a light command may load; msgspec loads typing_extensions where that is installed."""
PRINT_LOADED = """
import atexit, json, sys
before = set(sys.modules)
def show():
    loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
    print(json.dumps(sorted(loaded - set(sys.stdlib_module_names))), file=sys.stderr)
atexit.register(show)
from oyez.cli import main
main()
"""


def loaded_by(*args: str) -> set[str]:
    """The packages from outside the standard library that a command loads."""
    done = subprocess.run(
        [sys.executable, "-c", PRINT_LOADED, *args], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stderr.splitlines()[-1]))


def test_light_commands_load_a_closed_list_of_packages(archive: Path, contract: Path, tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    terms = {"form": {"json": "score"}, "scale": {"integer": [0, 9]}, "recover": "safe"}
    cases.write_text(json.dumps({"contract": terms, "reply": "7", "want": {"status": "recovered"}}) + "\n")
    for args in (
        ["--help"],
        ["check", str(cases)],
        ["read", str(archive), "-c", str(contract)],
        ["contracts"],
        ["demo"],
        ["explain", str(archive), "q3", "-c", str(contract)],
    ):
        assert loaded_by(*args) <= ALLOWED, args


def test_help_loads_no_command() -> None:
    code = "import sys, oyez.cli\ntry: oyez.cli.main(['--help'])\nexcept SystemExit: pass\n"
    code += "assert [m for m in sys.modules if m.startswith(('oyez.cli.', 'oyez.rows', 'oyez.report'))]"
    code += " == ['oyez.cli.ends']"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_the_group_is_that_of_its_commands(name: str, call: Call) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.short_help == COMMANDS[name]
    done = call(name, "--help")
    assert done.exit_code == 0
    assert done.stdout.startswith(f"Usage: oyez {name} "), done.stdout
    listed = [line.split(None, 1) for line in call("--help").stdout.partition("Commands:\n")[2].splitlines()]
    assert [name, COMMANDS[name]] in listed


def test_usage_errors_exit_with_2(call: Call) -> None:
    for args in (["red"], ["read"], ["check"], ["contracts", "check"], ["demo", "x"], ["--nonsense"]):
        done = call(*args)
        assert (done.exit_code, done.stdout) == (2, ""), args
        assert "Error: " in done.stderr


def test_the_version_is_told(call: Call) -> None:
    assert call("--version").stdout.startswith("oyez 0.")


def test_a_terminal_without_unicode_gets_escapes(archive: Path, contract: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "oyez", "read", str(archive), "-c", str(contract)],
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=True,
    )
    assert rb"Neither\u241b[2J." in done.stdout


def test_a_full_disk_is_one_message(archive: Path, contract: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    done = subprocess.run(
        [sys.executable, "-m", "oyez", "read", str(archive), "-c", str(contract), "--to", str(full)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("oyez: ")
    assert "/dev/full: was not written: No space left" in done.stderr
    assert "Traceback" not in done.stderr
