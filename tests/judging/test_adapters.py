"""The adapters for other packages, tried on those packages' own stand-ins for a model; skipped without them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

import oyez
from judging.plans import plan
from oyez.core.status import Status
from oyez.judges._judge import Fault
from oyez.judges._raised import raised
from oyez.judging import End, run_plan
from oyez.ledger import Ledger

needs_pydantic_ai = pytest.mark.skipif(
    importlib.util.find_spec("pydantic_ai") is None, reason="needs pydantic-ai-slim"
)
needs_inspect = pytest.mark.skipif(importlib.util.find_spec("inspect_ai") is None, reason="needs inspect-ai")


class _Refused(Exception):  # noqa: N818  # it stands for a client's own
    status_code = 429


@pytest.mark.parametrize(
    ("status", "said", "fault"),
    [
        (429, "slow down", Fault.AGAIN), (429, "insufficient_quota", Fault.STOP), (401, "bad key", Fault.STOP),
        (500, "oops", Fault.AGAIN), (400, "too long", Fault.FINAL), (None, "connection lost", Fault.AGAIN),
    ],
)  # fmt: skip
def test_an_exception_asks_for_what_its_status_asks_for(status: int | None, said: str, fault: Fault) -> None:
    one = _Refused(said)
    one.status_code = status  # type: ignore[assignment]  # a client may have none
    made = raised(one)
    assert (made.fault, made.status, made.text) == (fault, status, None)
    assert made.error == f"_Refused: {said}"


@pytest.mark.filterwarnings("default")
@needs_pydantic_ai
def test_pydantic_ai_on_its_test_model(tmp_path: Path) -> None:
    made = plan(3, tmp_path, {"kind": "pydantic-ai", "model": "test"}, system="Be strict.\n")
    with Ledger(tmp_path / "l.oyez") as ledger:
        outcome = run_plan(made, ledger)
        assert outcome.tally.statuses[Status.ABSENT] == 3  # it says that it called no tool
        first = ledger.get(1).draw
        assert first.reply.text
        assert first.model_returned == "test"
        assert first.usage is not None
        assert "[system]\nBe strict.\n" in (first.prompt or "")
    with (
        Ledger(tmp_path / "m.oyez") as ledger,
        pytest.raises(oyez.InputError, match="the judge m: "),
    ):
        run_plan(plan(1, tmp_path, {"kind": "pydantic-ai", "model": "nobody:nothing"}), ledger)


@pytest.mark.filterwarnings("default")
@needs_inspect
def test_inspect_on_its_mock_model(tmp_path: Path) -> None:
    from inspect_ai.model import ModelOutput, ModelUsage

    def output(text: str, stop: Any = "stop") -> ModelOutput:
        made = ModelOutput.from_content("mockllm/model", text, stop_reason=stop)
        made.usage = ModelUsage(input_tokens=5, output_tokens=3, total_tokens=8)
        return made

    outputs = [output("VERDICT: pass"), output("VERDICT: fa", "max_tokens"), output("", "content_filter")]
    judge = {
        "kind": "inspect",
        "model": "mockllm/model",
        "args": {"custom_outputs": outputs},
        "concurrency": 1,
    }
    made = plan(3, tmp_path, judge, system="Be strict.\n")
    with Ledger(tmp_path / "l.oyez") as ledger:
        outcome = run_plan(made, ledger)
        assert outcome.end is End.DONE
        ends = outcome.tally.statuses
        assert (ends[Status.READ], ends[Status.TRUNCATED], ends[Status.REFUSED]) == (1, 1, 1)
        assert outcome.spent.tokens == 24
        assert ledger.get(2).reply.stop == "max_tokens"
    with (
        Ledger(tmp_path / "m.oyez") as ledger,
        pytest.raises(oyez.InputError, match="the judge m: "),
    ):
        run_plan(plan(1, tmp_path, {"kind": "inspect", "model": "nobody/nothing"}), ledger)
