"""Structured output and log-probabilities: what is sent, and that what comes back is read by the same contract."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import oyez
from judging.fault_server import Act, chat, serving
from judging.plans import TEMPLATE, openai, plan
from oyez.core.reply import Reply
from oyez.judging import run_plan
from oyez.judging.logprobs import label_mass, mass_estimate
from oyez.ledger import Ledger

SCORE = {"name": "score", "form": {"json": "score"}, "scale": {"integer": [1, 5]}}


def sent(folder: Path, judge: dict[str, Any], act: Act, **more: Any) -> tuple[dict[str, Any], oyez.Reading]:
    """The request that a judge was sent, and the reading of what it was answered."""
    folder.mkdir(exist_ok=True)
    with serving(lambda *_: act) as server, Ledger(folder / "l.oyez") as ledger:
        url = server.url.removesuffix("/v1") if judge.get("kind") == "anthropic" else server.url
        run_plan(plan(1, folder, openai(url, **judge), **more), ledger)
        return server.seen[0][1], ledger.readings_of(1)[0]


def test_a_schema_goes_with_a_chat(tmp_path: Path) -> None:
    body, reading = sent(tmp_path, {"structured": "schema"}, chat('{"score": 4}'), contract=SCORE)
    made = body["response_format"]["json_schema"]
    assert made["strict"] is True
    assert made["schema"]["required"] == ["score"]
    assert made["schema"]["additionalProperties"] is False
    assert reading.verdict == 4
    kept = json.loads(json.dumps(body))
    assert kept["model"] == "test-1"


def test_what_is_constrained_is_still_read_by_the_contract(tmp_path: Path) -> None:
    _, reading = sent(tmp_path, {"structured": "schema"}, chat('{"score": 9}'), contract=SCORE)
    assert reading.status == "off_scale"


def test_a_tool_call_is_the_reply(tmp_path: Path) -> None:
    call = {"type": "function", "function": {"name": "give_verdict", "arguments": '{"score": 3}'}}
    act = chat(None, "tool_calls", message={"tool_calls": [call]})
    body, reading = sent(tmp_path, {"structured": "tool"}, act, contract=SCORE)
    assert body["tool_choice"]["function"]["name"] == body["tools"][0]["function"]["name"] == "give_verdict"
    assert (reading.verdict, reading.stop) == (3, "end")


def test_the_other_vendor(tmp_path: Path) -> None:
    use = {"type": "tool_use", "id": "t", "name": "give_verdict", "input": {"score": 2}}
    act = Act(body=json.dumps({"content": [use], "stop_reason": "tool_use", "model": "test-1"}).encode())
    body, reading = sent(tmp_path, {"kind": "anthropic", "structured": "tool"}, act, contract=SCORE)
    assert body["tools"][0]["input_schema"]["required"] == ["score"]
    assert reading.verdict == 2
    text = Act(
        body=json.dumps(
            {"content": [{"type": "text", "text": '{"score": 5}'}], "stop_reason": "end_turn"}
        ).encode()
    )
    body, reading = sent(
        tmp_path / "second", {"kind": "anthropic", "structured": "schema"}, text, contract=SCORE
    )
    assert body["output_config"]["format"]["schema"]["required"] == ["score"]
    assert reading.verdict == 5


def test_the_other_interface(tmp_path: Path) -> None:
    out = [
        {"type": "reasoning", "summary": []},
        {"type": "message", "content": [{"type": "output_text", "text": '{"score": 1}'}]},
    ]
    act = Act(body=json.dumps({"output": out, "status": "completed", "model": "test-1"}).encode())
    body, reading = sent(tmp_path, {"api": "responses", "structured": "schema"}, act, contract=SCORE)
    assert body["text"]["format"]["schema"]["required"] == ["score"]
    assert body["input"][0]["role"] == "user"
    assert (reading.verdict, reading.stop) == (1, "end")
    cut = {"output": [], "status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
    _, reading = sent(
        tmp_path / "second", {"api": "responses"}, Act(body=json.dumps(cut).encode()), contract=SCORE
    )
    assert reading.status == "truncated"


def test_a_grammar_goes_with_a_sealed_chat(tmp_path: Path) -> None:
    body, reading = sent(
        tmp_path, {"structured": "grammar"}, chat("VERDICT: pass"), seal=True, template="{fence}" + TEMPLATE
    )
    assert "root ::=" in body["grammar"]
    label = body["messages"][0]["content"].split("VERDICT-")[1][:8]
    assert f"VERDICT-{label}: " in body["grammar"]
    assert reading.status == "absent"


def test_a_system_message_goes_where_the_vendor_has_it(tmp_path: Path) -> None:
    body, _ = sent(tmp_path, {}, chat("VERDICT: pass"), system="You are strict.\n")
    assert [one["role"] for one in body["messages"]] == ["system", "user"]
    act = Act(body=b'{"content": [{"type": "text", "text": "VERDICT: pass"}], "stop_reason": "end_turn"}')
    body, reading = sent(tmp_path / "second", {"kind": "anthropic"}, act, system="You are strict.\n")
    assert body["system"] == "You are strict.\n"
    assert [one["role"] for one in body["messages"]] == ["user"]
    assert reading.verdict == "pass"


def test_a_shape_that_the_contract_has_not(tmp_path: Path) -> None:
    with pytest.raises(oyez.ContractError, match="has no schema"):
        sent(tmp_path, {"structured": "schema"}, chat("VERDICT: pass"))


def token(text: str, chance: float, **others: float) -> dict[str, Any]:
    return {
        "token": text,
        "logprob": math.log(chance),
        "top_logprobs": [{"token": name, "logprob": math.log(share)} for name, share in others.items()],
    }


def test_probabilities_of_a_first_token_contract(tmp_path: Path) -> None:
    content = [token("4", 0.5, **{"4": 0.5, "5": 0.2, " 4": 0.1, "Four": 0.1, "9": 0.05})]
    act = chat("4", "length", choice={"logprobs": {"content": content}})
    with serving(lambda *_: act) as server, Ledger(tmp_path / "l.oyez") as ledger:
        likert = {"form": {"whole": True}, "scale": {"integer": [1, 5]}, "cut": "value"}
        made = plan(3, tmp_path, openai(server.url, logprobs=5), contract=likert)
        run_plan(made, ledger)
        assert server.seen[0][1]["top_logprobs"] == 5
        read = [(one.reply, one.reading) for one in ledger.readings(made.task.contract) if one.reading]
    mass = label_mass(made.task.contract, *read[0])
    assert mass is not None
    assert mass.labels == pytest.approx({4: 0.6, 5: 0.2})
    assert mass.off_scale == pytest.approx(0.15)
    assert mass.unseen == pytest.approx(0.05)
    assert mass.expected == pytest.approx((4 * 0.6 + 5 * 0.2) / 0.8)
    assert mass.on_scale + mass.off_scale + mass.unseen == pytest.approx(1.0)
    found = mass_estimate(made.task.contract, read)
    assert (found.draws, found.used) == (3, 3)
    assert found.labels == pytest.approx({4: 0.6, 5: 0.2})
    assert found.expected == pytest.approx(4.25)


def masses(text: str, tokens: list[dict[str, Any]], contract: Any) -> Any:
    held = [{"token": one["token"], "logprob": one["logprob"], "top": one["top_logprobs"]} for one in tokens]
    reply = Reply(text=text, stop="stop", meta={"judging": {"logprobs": held}})
    made = oyez.contract(contract)
    return label_mass(made, reply, oyez.read(reply, made))


def test_the_token_of_the_verdict_is_found_wherever_it_stands() -> None:
    line = {"form": {"line": "V"}, "scale": {"labels": ["yes", "no"]}}
    tokens = [token("V", 1.0), token(":", 1.0), token(" yes", 0.9, **{" yes": 0.9, " no": 0.05})]
    found = masses("V: yes", tokens, line)
    assert found.labels == pytest.approx({"yes": 0.9, "no": 0.05})
    assert found.expected is None
    split = [token("V: y", 1.0), token("es", 0.9)]
    assert masses("V: yes", split, line) is None  # the verdict is two tokens
    assert (
        masses("V: maybe", [token("V: ", 1.0), token("maybe", 0.5)], line) is None
    )  # nothing says which token
    whole = {"form": {"whole": True}, "scale": {"integer": [1, 5]}}
    off = masses("seven", [token("seven", 0.7, seven=0.7, **{"5": 0.3})], whole)
    assert off.labels == pytest.approx({5: 0.3})
    assert off.off_scale == pytest.approx(0.7)
    assert masses("5", [token("5", 1.0, **{"5": 1.0, "4": 1.0})], whole) is None  # no probabilities
    assert label_mass(oyez.contract(whole), Reply(text="5"), oyez.read("5", oyez.contract(whole))) is None
