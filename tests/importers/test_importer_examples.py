"""Every format on a small file of our own: which draws come out, and what each holds."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from archives import Examples

from oyez.core.errors import InputError
from oyez.importers import IMPORTERS, open_archive
from oyez.ledger.facts import Draw


@pytest.fixture
def example(tmp_path_factory: pytest.TempPathFactory) -> Examples:
    return Examples(tmp_path_factory.mktemp("examples"))


# file → format, and for each draw: (item, arm, order, text, stop, error, recorded values by name)
Row = tuple[str | None, str | None, str | None, str | None, str | None, str | None, dict[str, Any]]

LOST = None
PAIR, TURNED = "heron-1 vs stork-1", "stork-1 vs heron-1"
GOOD = "Clear and safe. Vinegar is named, the amount is not.\n\nRating: [[8]]"
SIX = "The second answer forgets the first one. I would give it a six."
GAME_1 = "B handles the empty list.\n\nMy final verdict is: [[B>>A]]"
GAME_2 = "A handles the empty list, so [[A>B]] at least; all in all [[A>>B]]."
RUDE = 'It says go away.\n{"pass": false, "score": 0.1, "reason": "rude"}'
TOO_LONG = "errored: {'type': 'error', 'error': {'type': 'invalid_request_error', 'message': 'too long'}}"
RIPE = "It gives way to the thumb.\nGRADE: C"
M_SAYS = "M names the amounts, m does not.\nBest: M"


def item(instruction: str) -> str:
    return hashlib.sha256(instruction.encode()).hexdigest()[:16]


TABLE: dict[str, tuple[str, list[Row]]] = {
    "mt-bench-single.jsonl": (
        "mt-bench-single",
        [
            ("7", "heron-1", None, GOOD, None, None, {"score": 8}),
            ("7", "heron-1", None, SIX, None, None, {"score": None}),
            ("8", "heron-1", None, None, None, "$ERROR$", {"score": None}),
        ],
    ),
    "mt-bench-pair.jsonl": (
        "mt-bench-pair",
        [
            ("7", PAIR, "AB", "A names the amount of vinegar.\n\n[[A]]", None, None, {"winner": "model_1"}),
            ("7", PAIR, "BA", "B names the amount of vinegar.\n\n[[B]]", None, None, {"winner": "model_1"}),
            ("8", PAIR, "AB", "Both cut in late winter.\n\n[[C]]", None, None, {"winner": "tie"}),
            ("8", PAIR, "BA", "Both are fine.", None, None, {"winner": None}),
        ],
    ),
    "arena-hard.jsonl": (
        "arena-hard",
        [
            ("q1", "baseline vs heron-1", "AB", GAME_1, None, None, {"score": "B>>A"}),
            ("q1", "baseline vs heron-1", "BA", GAME_2, None, None, {"score": None}),
        ],
    ),
    "arena-hard-v2.jsonl": (
        "arena-hard-v2",
        [
            ("u1", TURNED, "AB", "Both poems scan.\n\n[[A=B]]", None, None, {"score": "A=B"}),
            ("u1", TURNED, "BA", LOST, None, None, {"score": None}),
        ],
    ),
    "alpaca-eval.json": (
        "alpaca-eval",
        [
            (item("How do I descale a kettle?"), TURNED, "AB", M_SAYS, None, None, {"preference": 2}),
            (item("Is tap water soft?"), TURNED, None, LOST, None, None, {"preference": 1.875}),
            (item("Name a grape."), TURNED, "AB", "Neither convinces me.", None, None, {"preference": None}),
        ],
    ),
    "wildbench.json": (
        "wildbench",
        [
            ("s1", "heron-1", None, LOST, None, None, {"score": "3"}),
            ("s2", "heron-1", None, None, None, "rate limit", {"score": None}),
        ],
    ),
    "samples_example_2026-11-30T12-00-00.000000.jsonl": (
        "lm-eval",
        [
            ("0", None, None, RIPE, None, None, {"filtered": "C", "exact_match": 1.0}),
            ("1", None, None, "It is hard.", None, None, {"filtered": None, "exact_match": 0.0}),
            ("1", None, None, "Hard.\nGRADE: I", None, None, {}),
        ],
    ),
    "promptfoo.json": (
        "promptfoo",
        [
            ("0", "heron-1/0", None, LOST, None, None, {"pass": True, "score": 0.9}),
            ("0", "heron-1/0", None, "It thanks the reader.\nY", None, None, {"pass": True, "score": 1}),
            ("1", "heron-1/0", None, RUDE, "stop", None, {"pass": False, "score": 0.1}),
        ],
    ),
    "deepeval.json": (
        "deepeval",
        [
            ("t1", None, None, LOST, None, None, {"Helpful [GEval]": 0.8}),
            ("t1", None, None, LOST, None, None, {"Safe [GEval]": None}),
        ],
    ),
    "mlflow.json": (
        "mlflow",
        [
            ("tr-1", None, None, "It says thank you.\nGRADE: yes", None, None, {"polite": "yes"}),
            ("tr-2", None, None, "GRADE: yes, or GRADE: no", None, None, {"polite": None}),
            ("tr-1", None, None, LOST, None, None, {"polite": "no"}),
        ],
    ),
    "openai-batch.jsonl": (
        "openai-batch",
        [
            ("pear#0", None, None, "Ripe.\n[[A]]", "stop", None, {}),
            ("pear#0", None, None, "I weigh", "length", None, {}),
            ("plum#0", None, None, "", "refusal", None, {}),
            ("fig#0", None, None, "The fig is", "max_output_tokens", None, {}),
            ("sloe#0", None, None, None, None, "status 429: {'message': 'slow down'}", {}),
            ("date#0", None, None, None, None, "batch_expired: The window closed.", {}),
        ],
    ),
    "anthropic-batch.jsonl": (
        "anthropic-batch",
        [
            ("pear#0", None, None, "Ripe enough.\n\n70", "end_turn", None, {}),
            ("plum#0", None, None, "", "refusal", None, {}),
            ("sloe#0", None, None, None, None, TOO_LONG, {}),
            ("date#0", None, None, None, None, "expired", {}),
        ],
    ),
    "evalscope.jsonl": (
        "evalscope",
        [
            ("0", None, "AB", 'A it is. {"verdict": "A"}', "stop", None, {"verdict": "A", "win_rate": 0.5}),
            ("0", None, "BA", "Either.", None, None, {"verdict": None}),
            ("0", None, "AB", None, None, "TimeoutError: 60 s", {"verdict": None}),
        ],
    ),
    "opencompass_replica0.json": (
        "opencompass",
        [
            ("0", None, None, "As a grader I find it right: A", None, None, {}),
            ("1", None, None, "B", None, None, {}),
        ],
    ),
    "openai-evals.jsonl": (
        "openai-evals",
        [
            ("kettle.dev.0", None, None, "It is.\nY", None, None, {"choice": "Y", "score": 1.0}),
            ("kettle.dev.1", None, None, "Perhaps.", None, None, {"choice": None, "score": 0.0}),
            ("kettle.dev.2", None, None, LOST, None, None, {"choice": "N", "score": 0.0}),
        ],
    ),
    "langfuse.jsonl": (
        "langfuse",
        [
            ("tr-1", None, None, "Names vinegar.\nScore: 0.8", None, None, {"helpful": 0.8}),
            ("tr-1", None, None, LOST, None, None, {"tone": "polite"}),
        ],
    ),
    "langfuse.csv": (
        "langfuse",
        [
            ("tr-1", None, None, "Score: 0.8", None, None, {"helpful": 0.8}),
            ("tr-1", None, None, LOST, None, None, {"tone": "polite"}),
        ],
    ),
    "phoenix.jsonl": (
        "phoenix",
        [
            ("sp-1", None, None, "Names vinegar. good", None, None, {"helpful/label": "good", "helpful/score": 0.8}),
            ("sp-2", None, None, LOST, None, None, {"helpful/label": "bad"}),
        ],
    ),
    "phoenix.csv": (
        "phoenix",
        [
            ("sp-1", None, None, LOST, None, None, {"helpful/label": "good", "helpful/score": 0.8}),
            ("sp-2", None, None, LOST, None, None, {"helpful/label": "bad"}),
        ],
    ),
    "otel.jsonl": (
        "otel",
        [
            ("resp-1", None, None, LOST, None, None, {"helpful": 0.8}),
            ("sp2", None, None, LOST, None, None, {"helpful": None}),
        ],
    ),
    "leanscreen.jsonl": (
        "leanscreen",
        [
            ("thm-1", None, None, LOST, None, None, {"verdict": "FAITHFUL"}),
            ("thm-2", None, None, LOST, None, None, {"reviewer-1": "MISMATCH", "reviewer-2": "UNCLEAR"}),
        ],
    ),
    "llm-logs.sql": (
        "llm-logs",
        [
            (None, None, None, "It is.\nGRADE: C", "stop", None, {}),
            (None, None, None, "Not yet. GRADE: I", "end_turn", None, {}),
        ],
    ),
    "inspect.json": (
        "inspect-json",
        [
            ("s1", "heron/heron-1", None, "It names vinegar.\nGRADE: C", "stop", None, {"model_graded_qa": "C"}),
            ("s2", "heron/heron-1", None, "It names a pear, and so", "max_tokens", None, {"model_graded_qa": None}),
            ("s3", "heron/heron-1", None, "GRADE: C", "stop", None, {"panel_qa": "C", "panel_qa/panel": "C"}),
            ("s3", "heron/heron-1", None, "Abate!", "stop", None, {"panel_qa": None}),
        ],
    ),
}  # fmt: skip
TABLE["promptfoo.jsonl"] = ("promptfoo-jsonl", TABLE["promptfoo.json"][1])
TABLE["kettle.eval"] = ("inspect", TABLE["inspect.json"][1])


def row(draw: Draw) -> Row:
    reply = draw.reply
    recorded = {str(each.name): each.value for each in draw.recorded}
    return (reply.item, reply.arm, reply.order, reply.text, reply.stop, reply.error, recorded)


@pytest.mark.parametrize("name", TABLE)
def test_the_draws_of_an_example(name: str, example: Examples) -> None:
    archive = open_archive(example(name))
    draws = list(archive)
    wanted_format, wanted = TABLE[name]
    assert archive.importer.name == wanted_format
    assert [row(draw) for draw in draws] == wanted


@pytest.mark.parametrize("name", TABLE)
def test_a_reply_is_there_or_said_to_be_absent(name: str, example: Examples) -> None:
    for draw in open_archive(example(name)):
        told = [draw.reply.text is not None, draw.raw_absent is not None]
        assert any(told) or draw.reply.error is not None
        assert not all(told)


@pytest.mark.parametrize("name", TABLE)
def test_only_one_importer_is_sure_of_a_file(name: str, example: Examples) -> None:
    head = open_archive(example(name)).source.head
    assert sum(importer.sniff(head) >= 0.5 for importer in IMPORTERS) == 1


@pytest.mark.parametrize("name", TABLE)
def test_ids_are_unique_and_places_hold_no_machine(name: str, example: Examples) -> None:
    path = example(name)
    draws = list(open_archive(path))
    assert len({draw.reply.id for draw in draws}) == len(draws)
    for draw in draws:
        assert str(path.parent) not in str(draw.reply.meta)


def test_every_format_has_an_example() -> None:
    assert {found for found, _ in TABLE.values()} == set(IMPORTERS.built_in)


def test_what_an_importer_says_is_whole(example: Examples) -> None:
    for importer in IMPORTERS:
        for told in (importer.title, importer.where, importer.recorded, importer.lost, importer.write_back):
            assert told.strip() == told
            assert told
        assert (example("") / importer.example).is_file()


def test_labels_stand_in_the_words_of_the_judge(example: Examples) -> None:
    labels = [draw.recorded[0].label for draw in open_archive(example("mt-bench-pair.jsonl"))]
    assert labels == ["A", "B", "C", None]


def test_a_tool_is_named_with_its_version(example: Examples) -> None:
    for name, tool, version in (
        ("promptfoo.json", "promptfoo", "0.123.1"),
        ("promptfoo.jsonl", "promptfoo", None),
        ("inspect.json", "inspect_ai", "0.3.285"),
        ("samples_example_2026-11-30T12-00-00.000000.jsonl", "lm-eval", "0.4.13"),
    ):
        for draw in open_archive(example(name)):
            assert {(each.tool, each.tool_version) for each in draw.recorded} <= {(tool, version)}


def test_prompts_settings_and_counts_of_an_inspect_log(example: Examples) -> None:
    first, second, *panel = open_archive(example("inspect.json"))
    asked = "Is the answer right? Reply with GRADE: C or GRADE: I."
    assert [draw.prompt for draw in (first, second, *panel)] == [asked] * 4
    assert first.judge is not None
    assert first.judge.settings == {"temperature": 0.0}
    assert first.model_returned == "owl/owl-2-0901"
    assert first.usage == {"input_tokens": 9, "output_tokens": 5, "total_tokens": 14}
    assert [draw.reply.judge for draw in panel] == ["owl/owl-2", "wren/wren-3"]
    assert [draw.reply.draw for draw in (first, second, *panel)] == [0, 0, 1, 1]
    assert second.recorded[0].status == "grader_failed"
    assert panel[1].recorded[0].status == "grader_failed"


def test_a_named_format_is_taken_at_its_word(example: Examples) -> None:
    with pytest.raises(InputError, match=r"langfuse.jsonl:1: there is no field `question_id`"):
        list(open_archive(example("langfuse.jsonl"), "mt-bench-single"))
    with pytest.raises(InputError, match="no format 'mt-bank'; there are: alpaca-eval"):
        open_archive(example("mlflow.json"), "mt-bank")


def test_an_item_that_was_run_twice_has_two_ids(example: Examples, tmp_path: Path) -> None:
    twice = tmp_path / "twice.jsonl"
    twice.write_text(example("mt-bench-pair.jsonl").read_text() * 3)
    draws = list(open_archive(twice))
    assert len({draw.reply.id for draw in draws}) == len(draws) == 12
    assert [str(draw.reply.id)[-3:] for draw in draws[::4]] == ["/AB", "B#2", "B#3"]
