"""Inspect itself writes a log, oyez reads it again and writes it back, and Inspect opens that."""

from __future__ import annotations

import math
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import oyez
from oyez.core.errors import InputError
from oyez.exporters import EXPORTERS, Reread, WriteBack, Written
from oyez.importers import open_archive
from oyez.known_parsers import parser_of

pytest.importorskip("inspect_ai", reason="Inspect is not installed: make interop")

TOOLS = Path(__file__).parents[1] / "tools"
sys.path.insert(0, str(TOOLS))
import inspect_logs  # noqa: E402 - a script beside the tests

pytestmark = pytest.mark.filterwarnings("ignore")  # what Inspect's own dependencies warn of is not ours


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("logs")
    command = [
        sys.executable,
        str(TOOLS / "inspect_logs.py"),
        str(folder),
    ]  # a process of its own: it starts threads
    made = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout.split()
    return dict(zip(("single", "json", "panel"), map(Path, made), strict=True))


def reread(path: Path) -> list[Reread]:
    draws = list(open_archive(path))
    return [Reread(draw, oyez.read(draw.reply, "inspect-grade")) for draw in draws]


def written(path: Path, to: Path, rereads: list[Reread] | None = None) -> Written:
    exporter = EXPORTERS.get("inspect")
    assert exporter is not None
    return exporter.write(WriteBack(rereads=rereads or reread(path), to=to, archive=path, author="test"))


def opened(path: Path) -> Any:
    from inspect_ai.log import read_eval_log

    return read_eval_log(str(path))


@pytest.mark.parametrize("form", ["single", "json"])
def test_the_draws_of_a_real_log(logs: dict[str, Path], form: str) -> None:
    draws = list(open_archive(logs[form]))
    assert [(draw.reply.text, draw.reply.stop) for draw in draws] == inspect_logs.REPLIES
    assert [draw.recorded[0].value for draw in draws] == ["C", "C", None, None, "C", "I"]
    for draw in draws:
        recorded = draw.recorded[0]
        parser = parser_of(recorded.parser, recorded.tool_version)
        assert parser is not None
        assert parser.read(draw.reply.text or "") == recorded.value
        assert draw.reply.arm == "mockllm/model"
        assert draw.reply.judge == "mockllm/grader"
        assert draw.prompt is not None
        assert "[Criterion]: vinegar" in draw.prompt


def test_a_log_is_the_same_in_both_formats(logs: dict[str, Path]) -> None:
    one, other = (
        [
            (draw.reply.text, draw.reply.stop, draw.recorded, draw.prompt, draw.usage)
            for draw in open_archive(logs[form])
        ]
        for form in ("single", "json")
    )
    assert one == other


def test_each_grader_of_a_panel_is_a_draw(logs: dict[str, Path]) -> None:
    draws = list(open_archive(logs["panel"]))
    by_sample = [[draw.reply.text for draw in draws if draw.reply.item == item] for item in ("s0", "s1")]
    assert by_sample == [["GRADE: C", "GRADE: C", "GRADE: I"], ["GRADE: I", "garbage", "**GRADE**: C"]]
    assert [draw.reply.judge for draw in draws[:3]] == ["mockllm/g0", "mockllm/g1", "mockllm/g2"]
    assert [draw.recorded[0].value for draw in draws] == ["C", "C", "I", "I", None, None]
    joint = [draw.recorded[1].value for draw in draws if len(draw.recorded) == 2]
    assert joint == ["C", None]


def test_round_trip(logs: dict[str, Path], tmp_path: Path) -> None:
    before = sha256(logs["single"].read_bytes()).hexdigest()
    rereads = reread(logs["single"])
    to = tmp_path / "corrected.eval"
    counts = written(logs["single"], to, rereads)
    assert sha256(logs["single"].read_bytes()).hexdigest() == before
    assert counts.rows == 6

    old, new = opened(logs["single"]), opened(to)
    for was, now, again in zip(old.samples, new.samples, rereads, strict=True):
        first, score = was.scores["model_graded_qa"], now.scores["model_graded_qa"]
        original, edit = score.history
        assert str(original.value) == str(first.value)
        assert original.explanation == first.explanation
        assert original.reason in (
            first.reason,
            "UNCHANGED",
        )  # what Inspect makes of an original without a reason
        assert edit.provenance.author == "test"
        assert edit.provenance.metadata["contract"] == again.reading.contract
        assert score.metadata["grading"] == first.metadata["grading"]
        assert score.metadata["oyez"]["status"] == str(again.reading.status)
        if again.reading.ok:
            assert (score.value, score.reason) == (again.reading.verdict, None)
            assert score.metadata["oyez"]["evidence"] == again.reading.evidence
        else:
            assert math.isnan(score.value)
            assert score.reason == str(again.reading.status)
    assert [event.event for event in new.samples[0].events if event.event == "score_edit"] == ["score_edit"]


def test_the_metrics_are_computed_again(logs: dict[str, Path], tmp_path: Path) -> None:
    to = tmp_path / "corrected.eval"
    rereads = reread(logs["single"])
    written(logs["single"], to, rereads)
    worth = {"C": 1.0, "P": 0.5, "I": 0.0}
    values = [worth[again.reading.verdict] for again in rereads if again.reading.ok]
    (score,) = opened(to).results.scores
    assert score.scored_samples == len(values)
    assert score.unscored_samples == 6 - len(values)
    assert score.metrics["accuracy"].value == pytest.approx(sum(values) / len(values))
    (old,) = opened(logs["single"]).results.scores
    assert (old.scored_samples, old.metrics["accuracy"].value) == (4, 0.75)


def test_what_was_written_is_read_again_with_both_values(logs: dict[str, Path], tmp_path: Path) -> None:
    to = tmp_path / "corrected.eval"
    rereads = reread(logs["single"])
    written(logs["single"], to, rereads)
    again = list(open_archive(to))
    assert [draw.reply.text for draw in again] == [one.draw.reply.text for one in rereads]
    for draw, one in zip(again, rereads, strict=True):
        original, edited = draw.recorded
        assert (original.name, original.value) == ("model_graded_qa", one.draw.recorded[0].value)
        assert (edited.name, edited.value) == ("model_graded_qa/edited", one.reading.verdict)
        assert edited.parser == "test"


def test_a_panel_is_scored_by_more_than_half(logs: dict[str, Path], tmp_path: Path) -> None:
    to = tmp_path / "panel.eval"
    rereads = reread(logs["panel"])
    written(logs["panel"], to, rereads)
    first, second = opened(to).samples
    assert first.scores["model_graded_qa"].value == "C"
    score = second.scores["model_graded_qa"]
    assert math.isnan(score.value)
    assert score.reason == "no majority"
    assert [told["status"] for told in score.metadata["oyez"]] == [
        str(one.reading.status) for one in rereads[3:]
    ]
    assert score.metadata["panel"]["size"] == 3


def test_nothing_is_ever_overwritten(logs: dict[str, Path], tmp_path: Path) -> None:
    to = tmp_path / "there.eval"
    to.write_text("mine")
    for target in (to, logs["single"]):
        with pytest.raises(InputError, match="is there already"):
            written(logs["single"], target)
    assert to.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["there.eval"]


def test_readings_of_another_log_are_refused(logs: dict[str, Path], tmp_path: Path) -> None:
    to = tmp_path / "new.eval"
    with pytest.raises(InputError, match="has no sample 's2' of epoch 1"):
        written(logs["panel"], to, [*reread(logs["panel"]), *reread(logs["single"])])
    assert not list(tmp_path.iterdir())
