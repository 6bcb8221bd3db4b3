"""A plan from its items to its readings, through every kind of judge that needs no network but loopback."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

import oyez
from judging.fault_server import Act, chat, serving
from judging.plans import PAIR, TEMPLATE, VERDICT, openai, plan, program, tree, write_items
from oyez.cli import main
from oyez.judges import JudgeSpec, make_judge
from oyez.judging import End, Reviewer, Task, budget, plan_of, run_plan, survey, template
from oyez.judging.record import Recorder
from oyez.ledger import Ledger
from oyez.stats.pairwise.swap import position_bias, swap_consistency, swap_table
from oyez.stats.pairwise.win_rate import win_rate
from oyez.stats.pairwise.winner import Winner


def fine(_number: int, _path: str, _body: dict[str, Any]) -> Act:
    return chat("Right.\nVERDICT: pass")


def test_every_draw_is_kept_with_what_was_sent_and_what_came(tmp_path: Path) -> None:
    with serving(fine) as server, Ledger(tmp_path / "l.oyez") as ledger:
        made = plan(3, tmp_path, openai(server.url), draws=2)
        outcome = run_plan(made, ledger)
        assert (outcome.end, outcome.asked, outcome.tally.with_verdict) == (End.DONE, 6, 6)
        draws = [*ledger.draws()]
        assert len({draw.reply.id for draw in draws}) == 6
        first = draws[0].draw
        assert first.prompt is not None
        assert first.prompt.startswith("Question: What is 0 + 1?\n\nAnswer: 1\n\n")
        assert (first.model_returned, first.usage) == ("test-1", json.loads(chat("x").body)["usage"])
        assert first.latency is not None
        kept = (first.reply.meta or {})["judging"]
        assert kept["sent"] == {"model": "test-1", "messages": "(prompt)", "max_tokens": 50}
        assert json.loads(kept["raw"])["choices"][0]["finish_reason"] == "stop" == first.reply.stop
        assert first.judge is not None
        assert first.judge.settings == {"kind": "openai", "api": "chat", "max_tokens": 50}
        assert [*ledger.verify()] == []
        assert all(one.stored for one in ledger.readings(made.task.contract))
        assert server.seen[0][1]["messages"][0]["content"] == first.prompt


def test_a_plan_run_again_asks_nothing(tmp_path: Path) -> None:
    with serving(fine) as server, Ledger(tmp_path / "l.oyez") as ledger:
        made = plan(5, tmp_path, openai(server.url))
        run_plan(made, ledger)
        outcome = run_plan(made, ledger)
        assert (outcome.asked, outcome.stored, len(server.seen)) == (0, 5, 5)
        more = plan(7, tmp_path, openai(server.url))
        assert run_plan(more, ledger).asked == 2
        other = plan(7, tmp_path, openai(server.url, settings={"max_tokens": 51}))
        assert run_plan(other, ledger).asked == 7  # other settings are another judge


def test_always_a_wins_half_of_the_time_and_is_never_consistent(tmp_path: Path) -> None:
    judge = program(tmp_path, "out = {'text': '[[A]]', 'stop': 'stop'}")
    arms = {"old": {"answer": "old"}, "new": {"answer": "new"}}
    made = plan(
        20, tmp_path, judge, contract="mt-bench-pairwise", protocol="pairwise", template=PAIR, arm=arms
    )
    with Ledger(tmp_path / "l.oyez") as ledger:
        assert run_plan(made, ledger).asked == 40
        games: dict[tuple[str | None, str | None], Winner] = {}
        for one in ledger.readings(made.task.contract):
            assert one.reading is not None
            places = (one.reply.meta or {})["judging"]["places"]
            winner = made.protocol.back(made.task.contract, places, one.reading.verdict)
            games[one.reply.item, one.reply.order] = Winner.A if winner == "old" else Winner.B
    items = sorted({item for item, _ in games if item})
    first = [games[item, "AB"] for item in items]
    second = [games[item, "BA"] for item in items]
    assert swap_consistency(first, second).value == 0.0
    assert swap_table(first, second).flip_to_first == 20
    assert win_rate(first, second).rate.value == 0.5
    assert position_bias(first, second).value == 0.5  # all of it
    said = CliRunner().invoke(main, ["measure", str(tmp_path / "l.oyez"), "--show", "swap"]).stdout
    assert re.search(r"flip to whoever was shown first +20 +100%", said)
    assert re.search(r"swap consistency +0\.000", said)
    assert re.search(r"position bias +\+0\.500", said)
    assert re.search(r"win rate, flips mean +0\.500", said)


def test_a_replay_answers_by_item_arm_order_and_draw(tmp_path: Path) -> None:
    rows = [
        {"id": f"r{at}{draw}", "item": f"q{at}", "draw": draw, "text": f"VERDICT: {'pass' if draw else 'fail'}"}
        for at in range(3) for draw in range(2)
    ]  # fmt: skip
    (tmp_path / "replies.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows[:-1]))
    with Ledger(tmp_path / "l.oyez") as ledger:
        outcome = run_plan(plan(3, tmp_path, draws=2), ledger)
        assert outcome.tally.verdicts == {"fail": 3, "pass": 2}
        assert outcome.tally.statuses[oyez.Status.UNDELIVERED] == 1
        again = plan(3, tmp_path, {"kind": "replay", "from": "l.oyez"}, draws=2, name="twice")
    with Ledger(tmp_path / "m.oyez") as other:
        assert run_plan(again, other).tally.verdicts == {"fail": 3, "pass": 2}


def test_a_program_that_ends_is_started_again(tmp_path: Path) -> None:
    body = "out = {'text': 'VERDICT: pass'}\nif not __import__('os').path.exists('once'):\n"
    body += "    open('once', 'w').close()\n    sys.exit()"
    with Ledger(tmp_path / "l.oyez") as ledger:
        outcome = run_plan(plan(4, tmp_path, program(tmp_path, body, backoff=0.01)), ledger)
    assert outcome.tally.verdicts == {"pass": 4}
    assert outcome.retries >= 1


def test_the_budget_ends_the_run_before_it_is_passed(tmp_path: Path) -> None:
    with serving(fine) as server, Ledger(tmp_path / "l.oyez") as ledger:
        made = plan(30, tmp_path, openai(server.url, price={"input": 1.0, "output": 1.0}))
        outcome = run_plan(made, ledger, budget=budget("7 calls"))
        assert (outcome.end, outcome.asked, len(server.seen)) == (End.BUDGET, 7, 7)
        outcome = run_plan(made, ledger, budget=budget("500 tokens"))
        assert outcome.end is End.BUDGET
        assert outcome.spent.tokens == 18 * outcome.asked <= 500
        assert run_plan(made, ledger, budget=budget("$5")).end is End.DONE


def test_survey_counts_what_would_be_asked(tmp_path: Path) -> None:
    arms = {"old": {"answer": "old"}, "new": {"answer": "new"}}
    found = survey(plan(4, tmp_path, arm=arms, draws=3))
    assert (found.items, found.prompts, found.draws) == (4, 8, 24)
    assert found.tokens > 24 * 20


def test_a_reviewer_asks_once_and_then_remembers(tmp_path: Path) -> None:
    spec = JudgeSpec(
        name="m", kind="command", base=str(tmp_path),
        options={"command": program(tmp_path, "out = {'text': 'VERDICT: fail', 'stop': 'stop'}")["command"]},
    )  # fmt: skip

    async def ask(ledger: Ledger) -> None:
        reviewer = Reviewer(
            "first", make_judge(spec), Task(contract=oyez.contract(VERDICT), template=template(TEMPLATE))
        )
        recorder = reviewer.recorder(ledger)
        try:
            slots = {"question": "Is it?", "answer": "{question}"}
            one = await reviewer.ask(recorder, ledger, "i1", slots, judged=("answer",))
            two = await reviewer.ask(recorder, ledger, "i1", slots, judged=("answer",))
            three = await reviewer.ask(recorder, ledger, "i1", slots, judged=("answer",), draw=1)
        finally:
            recorder.close()
            await reviewer.judge.close()
        assert (one.reading.verdict, one.draw, two.draw, three.draw) == ("fail", 1, 1, 2)
        prompt = ledger.get(1).draw.prompt or ""
        assert "Answer: {question}\n" in prompt  # judged text is never looked at for slots

    with Ledger(tmp_path / "l.oyez") as ledger:
        asyncio.run(ask(ledger))
        assert [*ledger.verify()] == []
        assert ledger.status().runs[0]["ended"]


def test_reasking_is_declared_kept_and_counted(tmp_path: Path) -> None:
    seen: dict[str, int] = {}

    def script(_number: int, _path: str, body: dict[str, Any]) -> Act:
        prompt = body["messages"][0]["content"]
        seen[prompt] = seen.get(prompt, 0) + 1
        return chat("VERDICT: pass" if seen[prompt] > int(prompt[18]) % 3 else "Hm.")

    with serving(script) as server, Ledger(tmp_path / "l.oyez") as ledger:
        judge = openai(server.url, concurrency=1)
        none = run_plan(plan(6, tmp_path, judge), ledger)
        assert (none.asked, none.tally.with_verdict) == (6, 2)
        outcome = run_plan(plan(6, tmp_path, judge, reask=2), ledger)
        assert outcome.reasked == outcome.asked == 6  # one for q1 and q4, two for q2 and q5
        assert outcome.tally.with_verdict == 6
        assert ledger.count() == 6 + outcome.asked
        again = run_plan(plan(6, tmp_path, judge, reask=2), ledger)
        assert (again.asked, again.tally.replies) == (0, ledger.count())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"sed": 1}, "unknown key 'sed' in a plan; did you mean 'seed'"),
        ({"judge": {"m": {"kind": "openai", "model": "x", "tempreature": 0}}}, "unknown key 'tempreature'"),
        ({"arm": {}}, "needs an arm; there are 0 arms"),
        ({"protocol": "pairwise"}, "compares arms, and needs two or more"),
        ({"protocol": "duel"}, "there is no protocol 'duel'"),
        ({"contract": "nothing-like-it"}, "no such contract"),
        ({"judge": {}}, "a plan needs a judge"),
        ({"judge": {"m": {"kind": "abacus"}}}, "there is no kind of judge 'abacus'"),
        ({"items": {}}, "file must be text"),
        ({"template": "missing.txt"}, "No such file"),
    ],
)  # fmt: skip
def test_a_wrong_plan_says_what_is_wrong(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    with pytest.raises(oyez.InputError, match=said.replace("(", r"\(")):
        plan_of(tree(1, tmp_path) | change, tmp_path)


def test_an_answer_that_is_null_is_not_judged_as_an_empty_one(tmp_path: Path) -> None:
    made = plan(2, tmp_path, arm={"new": {"answer": "new"}})
    write_items(tmp_path, 2, new="")
    survey(made)
    write_items(tmp_path, 2, new=None)
    with pytest.raises(oyez.InputError, match=r"items.jsonl:1: the answer is null in the column 'new'"):
        survey(made)


def test_a_missing_column_or_slot_shows_before_anything_is_asked(tmp_path: Path) -> None:
    with pytest.raises(oyez.InputError, match=r"items.jsonl:1: no column 'ol'; .*\[arm.old\] answer"):
        survey(plan(2, tmp_path, arm={"old": {"answer": "ol"}}))
    with pytest.raises(oyez.InputError, match=r"nothing fills the slot \{reference\}"):
        survey(plan(2, tmp_path, template="{answer} {reference}"))
    (tmp_path / "new.jsonl").write_text('{"id": "q0", "answer": "x"}\n')
    with pytest.raises(oyez.InputError, match=r"items.jsonl:2: the item 'q1' has no answer in"):
        survey(plan(2, tmp_path, arm={"new": {"file": "new.jsonl"}}))


def test_two_replies_to_one_question_are_kept_and_the_later_is_marked(tmp_path: Path) -> None:
    with serving(fine) as server, Ledger(tmp_path / "l.oyez") as ledger:
        made = plan(2, tmp_path, openai(server.url))
        run_plan(made, ledger)
        first = ledger.get(1).draw
        late = [
            msgspec.structs.replace(first, reply=msgspec.structs.replace(first.reply, text=text))
            for text in "ab"
        ]
        recorder = Recorder(ledger, made.task.contract, "another run")
        kept = recorder.put(late, lambda reply: oyez.read(reply, made.task.contract))
        recorder.close()
        assert [(one.reply.id or "").rpartition("~")[2] for one in kept] == ["2", "3"]
        marks = [(draw.reply.meta or {})["judging"].get("twice") for draw in ledger.draws()]
        assert marks == [None, None, first.reply.id, first.reply.id]
        outcome = run_plan(made, ledger)
        assert (outcome.asked, outcome.tally.verdicts) == (0, {"pass": 2})  # the first one stands
        assert [*ledger.verify()] == []


def test_a_run_that_is_interrupted_keeps_what_came(tmp_path: Path) -> None:
    seen: list[oyez.Reply] = []

    def watch(reply: oyez.Reply, _reading: oyez.Reading, _stored: bool) -> None:
        seen.append(reply)
        if len(seen) == 5:
            raise KeyboardInterrupt

    with serving(fine) as server, Ledger(tmp_path / "l.oyez") as ledger:
        made = plan(40, tmp_path, openai(server.url, concurrency=2))
        with pytest.raises(KeyboardInterrupt):
            run_plan(made, ledger, watch=watch)
        held = ledger.count()
        assert 5 <= held < 40
        outcome = run_plan(made, ledger)
        assert (outcome.stored, outcome.tally.replies) == (held, 40)
        assert ledger.count() == 40
        assert [*ledger.verify()] == []
