"""Foreign code is held: it hangs, dies, eats and prints, and the audit goes on."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

import oyez
from oyez.audit.answer import Answer, End
from oyez.audit.command import Command, network_can_be_cut
from oyez.audit.named import Pattern, function_spec, named
from oyez.audit.worker import Limits, Worker
from oyez.core.errors import InputError
from oyez.core.reply import Reply

TESTS = Path(__file__).parents[1]
TERMS = oyez.contract("yes-no")


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TESTS)


def ask(function: str, *texts: str, **limits: float) -> list[Answer]:
    bounds = Limits(**{"seconds": 1.0, **limits})  # type: ignore[arg-type]  # seconds, memory, output
    worker = Worker(function, function_spec(f"auditing.foreign:{function}"), bounds)
    try:
        return list(worker.answers([Reply(text=text) for text in texts]))
    finally:
        worker.close()


def test_values_come_back() -> None:
    assert [one.value for one in ask("good", "a b", "", "\ud800 c\x00")] == ["b", None, "c\x00"]


CASES = [
    ("sleeps", "sleep", End.HUNG, "no answer in 1 s"),
    ("dies", "die", End.CRASHED, "its process ended with code 3"),
    ("eats", "eat", End.CRASHED, "out of memory"),
    ("prints", "print", End.CRASHED, "printed more than"),
    ("gives_much", "much", End.CRASHED, "gave a value of more than 64 KiB"),
    ("smuggles", "smuggle", End.CRASHED, "something else wrote among its answers"),
    ("raises", "raise", End.RAISED, "LookupError: nothing here"),
    ("leaves", "leave", End.RAISED, "SystemExit: 0"),
]


@pytest.mark.parametrize(("function", "text", "end", "said"), CASES)
def test_a_bad_end_is_an_answer_and_the_next_reply_is_read(
    function: str, text: str, end: End, said: str
) -> None:
    before, bad, after = ask(function, "one", text, "two", output=1_000_000)
    assert (before.end, bad.end, after.end) == (End.VALUE, end, End.VALUE)
    assert said in bad.said


def test_the_network_is_cut_or_the_page_says_that_it_is_not() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = str(server.getsockname()[1])
        worker = Worker("connects", function_spec("auditing.foreign:connects"), Limits())
        try:
            (answer,) = worker.answers([Reply(text=port)])
        finally:
            worker.close()
    isolated = worker.notes == ["network isolated"]
    assert isolated is (answer.value != "connected")
    assert isolated is network_can_be_cut()
    assert isolated or worker.notes == ["network not isolated"]


def test_the_stop_reason_is_passed_where_it_is_asked_for() -> None:
    worker = named("auditing.foreign:stops", TERMS, stop=True)
    try:
        (answer,) = worker.answers([Reply(text="a", stop="length")])
    finally:
        worker.close()
    assert answer.value == ["a", "length"]


def test_values_that_are_no_json_are_given_as_text() -> None:
    assert ask("odd", "x")[0].value == {"set": "{1}", "tuple": [1, 2]}


def test_a_pattern_that_backtracks_without_end_hangs_and_does_not_stop_the_audit() -> None:
    pattern = Pattern(pattern=r"(a+)+b")
    worker = named(None, TERMS, pattern=pattern, limits=Limits(seconds=0.5))
    try:
        found = list(worker.answers([Reply(text="aab"), Reply(text="a" * 60), Reply(text="ab")]))
    finally:
        worker.close()
    assert [one.end for one in found] == [End.VALUE, End.HUNG, End.VALUE]


@pytest.mark.parametrize(
    ("pick", "text", "value"),
    [
        ("first", "x1 x2", "1"),
        ("last", "x1 x2", "2"),
        ("only", "x1 x2", None),
        ("only", "x1 x1", "1"),
        ("last", "none", None),
    ],
)
def test_which_match_of_a_pattern_counts(pick: str, text: str, value: str | None) -> None:
    worker = named(None, TERMS, pattern=Pattern(pattern=r"x(\d)", pick=pick))
    try:
        assert next(iter(worker.answers([Reply(text=text)]))).value == value
    finally:
        worker.close()


@pytest.mark.parametrize(
    ("pattern", "said"),
    [(Pattern(pattern="("), "not a regular expression"), (Pattern(pattern="a", group="v"), "has no group v")],
)
def test_a_bad_pattern_is_refused(pattern: Pattern, said: str) -> None:
    with pytest.raises(InputError, match=said):
        named(None, TERMS, pattern=pattern)


@pytest.mark.parametrize(
    ("parser", "said"),
    [
        ("no_such_module:f", "cannot be loaded: ModuleNotFoundError"),
        ("auditing.foreign:nothing", "cannot be loaded: AttributeError"),
    ],
)
def test_a_function_that_is_not_there(parser: str, said: str) -> None:
    worker = named(parser, TERMS)
    with pytest.raises(InputError, match=said):
        list(worker.answers([Reply(text="")]))


@pytest.mark.parametrize("parser", ["known:nothing", "no-such-program-anywhere"])
def test_a_parser_that_is_nothing(parser: str) -> None:
    with pytest.raises(InputError, match="known parser"):
        named(parser, TERMS)


PROGRAM = """
import json, sys, time, os
for line in sys.stdin:
    row = json.loads(line)
    if row["text"] == "die": os._exit(5)
    if row["text"] == "sleep": time.sleep(3600)
    if row["text"] != "skip": print(json.dumps({"id": row["id"], "value": row["text"]}))
"""


@pytest.fixture
def program(tmp_path: Path) -> list[str]:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return [sys.executable, str(path)]


def test_a_command_is_run_over_many_replies(program: list[str]) -> None:
    command = Command(program, Limits())
    texts = [f"text {number}" for number in range(1200)] + ["skip"]
    found = list(command.answers([Reply(text=text) for text in texts]))
    assert [one.value for one in found] == [*texts[:-1], None]


def test_the_reply_on_which_a_command_dies_is_found(program: list[str]) -> None:
    command = Command(program, Limits())
    found = list(command.answers([Reply(text=text) for text in ["a", "b", "die", "c", "d", "e"]]))
    assert [one.value for one in found] == ["a", "b", None, "c", "d", "e"]
    assert (found[2].end, found[2].said) == (End.CRASHED, "it ended with code 5")


def test_a_command_that_hangs_is_ended(program: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oyez.audit.command.STARTING", 0.3)
    command = Command(program, Limits(seconds=0.2))
    found = list(command.answers([Reply(text="a"), Reply(text="sleep")]))
    assert [one.end for one in found] == [End.VALUE, End.HUNG]


def test_a_command_that_writes_something_else_is_refused(tmp_path: Path) -> None:
    command = Command([sys.executable, "-c", "print('no json')"], Limits())
    with pytest.raises(InputError, match="line 1 of its output"):
        list(command.answers([Reply(text="a")]))


def test_a_copy_of_the_process_does_not_answer() -> None:
    assert [one.value for one in ask("forks", "one", "fork", "two", "fork", "three")] == [
        "one",
        "fork",
        "two",
        "fork",
        "three",
    ]


def test_what_cannot_be_called_cannot_be_loaded() -> None:
    with pytest.raises(InputError, match="no_function cannot be called: it is of type int"):
        ask("no_function", "one")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('print(\'{"id": "7", "value": 1}\')', "the id '7', which was not asked"),
        ('print(\'{"id": "0", "value": 1}\\n\' * 2)', "answers the id '0' twice"),
        ("print('[' * 9000)", "line 1 of its output is no object"),
    ],
)
def test_a_command_that_mixes_up_its_answers_is_an_error(code: str, said: str) -> None:
    command = Command([sys.executable, "-c", code], Limits())
    with pytest.raises(InputError, match=said):
        list(command.answers([Reply(text="one")]))
