"""What servers do wrong: at the end every draw has exactly one status, and nothing that came is asked for again."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import oyez
from judging.fault_server import Act, Script, chat, claude, failing, serving
from judging.plans import openai, plan, tree
from oyez.judges import Delivery, Fault, Judge, JudgeSpec, Message, Request
from oyez.judging import End, Outcome, Retries, StopAsking, StopWhen, load_plan, plan_of, run_plan
from oyez.judging.transport import Breaker, Line, Pace
from oyez.ledger import Ledger


def anthropic(url: str, **more: Any) -> dict[str, Any]:
    return openai(url.removesuffix("/v1"), **more) | {"kind": "anthropic"}


def number_of(body: dict[str, Any]) -> int:
    """Which item a request is about: its question is `What is N + 1?`."""
    said = (body.get("messages") or body["input"])[-1]["content"]
    return int(said.split("What is ")[1].split(" ")[0])


def once(first: Act, then: Act) -> Script:
    """The first time that an item is asked about, `first`; then `then`."""
    seen: Counter[int] = Counter()

    def script(_number: int, _path: str, body: dict[str, Any]) -> Act:
        item = number_of(body)
        seen[item] += 1
        return first if seen[item] == 1 else then

    return script


def always(act: Act) -> Script:
    return lambda _number, _path, _body: act


def ran(
    folder: Path, script: Script, count: int = 4, judge: Any = openai, **more: Any
) -> tuple[Outcome, Ledger, int]:
    """The outcome, the ledger, and how many requests the server saw."""
    folder.mkdir(exist_ok=True)
    with serving(script) as server, Ledger(folder / "l.oyez") as ledger:
        outcome = run_plan(plan(count, folder, judge(server.url, **more)), ledger)
        assert sum(outcome.tally.statuses.values()) == outcome.wanted
        assert [*ledger.verify()] == []
        return outcome, ledger, len(server.seen)


GOOD = chat("VERDICT: pass")
PASSING = {
    "too many requests": failing(429, "rate_limit_error"),
    "too many, with a wait": failing(429, "rate_limit_error", headers={"retry-after": "0.01"}),
    "server fault": failing(500),
    "overloaded": failing(529, "overloaded_error"),
    "reset in the body": chat("VERDICT: fail", cut=30),
    "reset before the body": chat("VERDICT: fail", cut=0),
    "malformed JSON": Act(body=b'{"choices": [{"message"'),
    "not an object": Act(body=b"[]"),
    "no choices": Act(body=b'{"choices": []}'),
    "content is a number": Act(body=b'{"choices": [{"message": {"content": 7}}]}'),
    "a page of HTML": Act(body=b"<html>bad gateway</html>", status=502),
}


@pytest.mark.parametrize("fault", PASSING)
def test_transport_faults_are_met_by_asking_again(tmp_path: Path, fault: str) -> None:
    outcome, ledger, seen = ran(tmp_path, once(PASSING[fault], GOOD))
    assert outcome.tally.verdicts == {"pass": 4}
    assert (outcome.retries, seen, outcome.spent.calls) == (4, 8, 8)
    kept = (ledger.get(1).reply.meta or {})["judging"]
    assert len(kept["retries"]) == 1


@pytest.mark.parametrize("fault", PASSING)
def test_a_fault_that_stays_is_undelivered(tmp_path: Path, fault: str) -> None:
    outcome, ledger, seen = ran(tmp_path, always(PASSING[fault]), retries=2)
    assert outcome.tally.statuses[oyez.Status.UNDELIVERED] == 4
    assert seen == 12
    assert ledger.get(1).reply.error
    assert ledger.get(1).reply.text is None


REPLIES: dict[str, tuple[Act, Act, str]] = {
    "empty": (chat(""), claude(""), "empty"),
    "null": (chat(None), claude(""), "empty"),
    "refused": (chat(None, message={"refusal": "I cannot."}), claude("I cannot.", "refusal"), "refused"),
    "cut": (chat("VERDICT: pa", "length"), claude("VERDICT: pa", "max_tokens"), "truncated"),
    "filtered": (chat("", "content_filter"), claude("", "refusal"), "refused"),
    "unread": (chat("It passes."), claude("It passes."), "absent"),
}


@pytest.mark.parametrize("kind", REPLIES)
@pytest.mark.parametrize("vendor", [openai, anthropic])
def test_a_reply_that_came_is_never_asked_for_again(tmp_path: Path, kind: str, vendor: Any) -> None:
    ours, theirs, _ = REPLIES[kind]
    act = ours if vendor is openai else theirs
    outcome, _, seen = ran(tmp_path, always(act), judge=vendor)
    assert outcome.tally.statuses[oyez.Status(REPLIES[kind][2])] == 4
    assert (seen, outcome.retries) == (4, 0)


def test_slow_drips_run_into_the_time_out(tmp_path: Path) -> None:
    slow = chat("VERDICT: fail", drip=0.02)
    outcome, ledger, _ = ran(tmp_path, once(slow, GOOD), timeout=0.3)
    assert outcome.tally.verdicts == {"pass": 4}
    assert (ledger.get(1).reply.meta or {})["judging"]["retries"] == ["timed out after 0.3 s"]


def test_another_model_is_told(tmp_path: Path) -> None:
    outcome, ledger, _ = ran(tmp_path, always(chat("VERDICT: pass", model="cheaper-2")))
    assert outcome.models == {"cheaper-2": 4}
    assert ledger.get(1).draw.model_returned == "cheaper-2"
    assert (
        ran(tmp_path / "second", always(chat("VERDICT: pass", model="test-1-2026")), count=1)[0].models == {}
    )


@pytest.mark.parametrize(
    "act",
    [
        failing(401, "authentication_error"),
        failing(402),
        failing(403, "permission_error"),
        failing(404, "not_found_error", "no such model"),
        failing(429, "insufficient_quota"),
        failing(400, "invalid_request_error", "Your credit balance is too low"),
        Act(status=302, headers={"location": "http://127.0.0.1:1/"}),
    ],
    ids=lambda act: f"{act.status} {act.body[:40]!r}",
)
def test_billing_and_keys_stop_the_run_and_leave_what_was_done(tmp_path: Path, act: Act) -> None:
    def script(_number: int, _path: str, body: dict[str, Any]) -> Act:
        return GOOD if number_of(body) < 5 else act

    outcome, ledger, seen = ran(tmp_path, script, count=40, concurrency=2)
    assert (outcome.end, outcome.asked) == (End.STOPPED, 5)
    assert "the judge m: " in (outcome.why or "")
    assert seen <= 7  # those in flight, and no more
    assert ledger.count() == 5


def test_a_server_that_is_gone_ends_the_run(tmp_path: Path) -> None:
    outcome, ledger, _ = ran(tmp_path, always(failing(503)), count=60, retries=0, concurrency=1)
    assert outcome.end is End.STOPPED
    assert "20 draws in a row were not delivered" in (outcome.why or "")
    assert ledger.count() == 19


def test_undelivered_draws_stand_until_they_are_asked_again(tmp_path: Path) -> None:
    script = once(failing(400), GOOD)
    with serving(script) as server, Ledger(tmp_path / "l.oyez") as ledger:
        made = plan(3, tmp_path, openai(server.url))
        assert run_plan(made, ledger).tally.statuses[oyez.Status.UNDELIVERED] == 3
        assert run_plan(made, ledger).asked == 0
        outcome = run_plan(made, ledger, again=["undelivered"])
        assert (outcome.asked, outcome.tally.verdicts) == (3, {"pass": 3})
        assert ledger.count() == 6
        marks = [(draw.reply.meta or {})["judging"].get("again") for draw in ledger.draws()]
        assert marks == [None] * 3 + ["asked again"] * 3
        assert run_plan(made, ledger).tally.verdicts == {"pass": 3}  # the later draw is the one that stands


def test_a_draw_of_another_plan_serves_only_if_it_is_whole(tmp_path: Path) -> None:
    def script(number: int, _path: str, body: dict[str, Any]) -> Act:
        acts = [
            GOOD,
            failing(400),
            chat(None, message={"refusal": "no"}),
            chat("VERDICT: pa", "length"),
            chat("?"),
        ]
        return acts[number_of(body)] if number < 5 else GOOD

    with serving(script) as server, Ledger(tmp_path / "l.oyez") as ledger:
        run_plan(plan(5, tmp_path, openai(server.url)), ledger)
        outcome = run_plan(plan(5, tmp_path, openai(server.url), name="other"), ledger)
        assert (outcome.stored, outcome.asked) == (2, 3)
        assert {number_of(body) for _, body, _ in server.seen[5:]} == {1, 2, 3}


def test_stop_when_ends_the_run(tmp_path: Path) -> None:
    def script(_number: int, _path: str, body: dict[str, Any]) -> Act:
        return chat("Hm.") if number_of(body) >= 20 else GOOD

    with serving(script) as server, Ledger(tmp_path / "l.oyez") as ledger:
        made = plan(100, tmp_path, openai(server.url, concurrency=1))
        outcome = run_plan(made, ledger, stop_when=StopWhen("unread>20% of 10"))
    assert outcome.end is End.STOP_WHEN
    assert outcome.asked in (23, 24)  # the next one may be on its way while the last is read
    assert outcome.why == "unread: 3 of the last 10 readings"


def test_an_unreachable_server_and_a_bad_key_show_before_the_first_question(tmp_path: Path) -> None:
    with serving(always(GOOD)) as server:
        gone = server.url
    with Ledger(tmp_path / "l.oyez") as ledger:
        with pytest.raises(
            oyez.InputError, match=r"the judge m: http://127\.0\.0\.1:\d+/v1 cannot be reached"
        ):
            run_plan(plan(1, tmp_path, openai(gone)), ledger)
        with serving(always(GOOD), free=failing(401)) as server:
            with pytest.raises(oyez.InputError, match="refuses the key"):
                run_plan(plan(1, tmp_path, openai(server.url)), ledger)
            assert server.seen == []


CANARY = "sk-canary-0123456789abcdef"


@pytest.mark.parametrize("vendor", [openai, anthropic])
def test_keys_reach_the_server_and_nothing_else(
    tmp_path: Path, vendor: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from click.testing import CliRunner

    from oyez.cli import main

    monkeypatch.setenv("CANARY_KEY", CANARY)
    acts = [
        chat(f"VERDICT: pass {CANARY}") if vendor is openai else claude(f"VERDICT: pass {CANARY}"),
        failing(500, "error", f"Incorrect API key provided: {CANARY}"),
        failing(401, "authentication_error", f"bad key {CANARY}"),
    ]

    def script(number: int, _path: str, _body: dict[str, Any]) -> Act:
        return acts[min(number, 2)]

    with serving(script) as server:
        judge = vendor(server.url, key="CANARY_KEY", concurrency=1)
        text = json.dumps(tree(4, tmp_path, judge, ledger="l.oyez"))
        (tmp_path / "plan.json").write_text(text)
        done = CliRunner().invoke(main, ["judge", str(tmp_path / "plan.json")])
        headers = server.seen[0][2]
    assert CANARY in headers.get("authorization", "") + headers.get("x-api-key", "")
    assert done.exit_code == 2
    assert "bad key [key]" in done.output
    assert CANARY not in done.output
    for file in tmp_path.iterdir():
        assert CANARY.encode() not in file.read_bytes(), file
    assert CANARY not in str(load_plan(tmp_path / "plan.json"))


def test_a_key_in_a_plan_is_refused_and_not_repeated(tmp_path: Path) -> None:
    for written in (CANARY, "sk_canary_0123456789", "has space"):
        with Ledger(tmp_path / "l.oyez") as ledger, pytest.raises(oyez.InputError) as caught:
            run_plan(plan(1, tmp_path, openai("http://127.0.0.1:9/v1", key=written)), ledger)
        assert "the name of an environment variable" in str(caught.value)
        assert written not in str(caught.value)
    with (
        Ledger(tmp_path / "l.oyez") as ledger,
        pytest.raises(oyez.InputError, match="NOT_SET_ANYWHERE is not set"),
    ):
        run_plan(plan(1, tmp_path, openai("http://127.0.0.1:9/v1", key="NOT_SET_ANYWHERE")), ledger)
    with Ledger(tmp_path / "l.oyez") as ledger, pytest.raises(oyez.InputError, match="must not hold a user"):
        run_plan(plan(1, tmp_path, openai(f"http://me:{CANARY}@127.0.0.1:9/v1")), ledger)


class _Scripted(Judge):
    def __init__(self, deliveries: list[Delivery]) -> None:
        super().__init__(JudgeSpec(name="m", kind="scripted"))
        self.deliveries = deliveries

    async def ask(self, request: Request) -> Delivery:
        return self.deliveries.pop(0)


def waits(deliveries: list[Delivery], **rates: Any) -> list[float]:
    """How long a line waits between attempts, with the draw of chance at its highest."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def ask() -> None:
        judge = _Scripted(deliveries)
        pace = Pace(rates.get("requests"), rates.get("tokens"), lambda: 0.0)
        line = Line(
            judge, Retries(base=1.0, times=4, most=5.0), pace, Breaker(), sleep=sleep, chance=lambda: 1.0
        )
        while judge.deliveries:
            await line.ask(Request(id="1", messages=(Message("user", "x"),)), 100)

    asyncio.run(ask())
    return slept


def test_back_off_grows_to_its_limit_and_honours_the_wait_that_is_asked_for() -> None:
    again = Delivery(error="busy", fault=Fault.AGAIN)
    assert waits([again] * 4 + [Delivery(text="x")]) == [1.0, 2.0, 4.0, 5.0]
    assert waits([Delivery(error="busy", fault=Fault.AGAIN, wait=30.0), Delivery(text="x")]) == [30.0]
    assert waits([Delivery(error="busy", fault=Fault.AGAIN, wait=3600.0)]) == []


def test_rates_hold_requests_and_tokens_back() -> None:
    one = Delivery(text="x", usage={"prompt_tokens": 60, "completion_tokens": 40})
    assert waits([one] * 4, requests=12.0) == [5.0, 10.0]  # ten seconds' worth come at once: two requests
    assert waits([one] * 3, tokens=600.0) == [10.0, 20.0]
    assert waits([one] * 3) == []


def test_a_breaker_counts_in_a_row() -> None:
    breaker = Breaker(3)
    again, fine = Delivery(error="x", fault=Fault.AGAIN), Delivery(text="x")
    for one in (again, again, fine, again, again):
        breaker.saw(one)
    with pytest.raises(StopAsking, match="3 draws in a row"):
        breaker.saw(again)


def test_a_plan_that_is_no_plan(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text("name = 'x'\njudge = 3\nsede = 1\n")
    with pytest.raises(oyez.InputError) as caught:
        load_plan(tmp_path / "p.toml")
    assert "unknown key 'sede' in a plan; did you mean 'seed'? @ " in str(caught.value)
    assert "p.toml:3:1" in str(caught.value)
    with pytest.raises(oyez.InputError, match="No such file"):
        load_plan(tmp_path / "none.toml")
    with pytest.raises(oyez.InputError, match="contract is missing"):
        plan_of({}, tmp_path)
