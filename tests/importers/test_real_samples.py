"""Small real files of other tools, kept beside the checkout: how many draws, replies and recorded values each holds.

The numbers were counted by hand in the files; the reason stands with each. Without the folder the tests are skipped.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import pytest

from oyez.importers import IMPORTERS, open_archive
from oyez.known_parsers import parser_of

SAMPLES = Path(os.environ.get("OYEZ_SAMPLES") or Path(__file__).parents[3] / "shared" / "samples")

JAPANESE = "mt_bench/ku-nlp+ja-vicuna-qa-benchmark__pairwise:cyberagent--calm2-7b-chat_opena_3.jsonl"

pytestmark = pytest.mark.skipif(not SAMPLES.is_dir(), reason="the folder of real samples is not there")


class Count(NamedTuple):
    format: str
    draws: int
    texts: int
    """Replies with their raw text."""
    lost: int
    """Replies whose text the format does not keep: not re-readable."""
    errors: int
    """Replies that never came."""
    recorded: int
    """Recorded values that are there."""
    unread: int
    """Recorded values that the tool left empty."""


COUNTS = {
    # three annotations, each with its parsed function call
    "alpaca_eval/cot_fn_annotations_3.json": Count("alpaca-eval", 3, 3, 0, 0, 3, 0),
    # three annotations; the weighted annotator keeps no completion
    "alpaca_eval/weighted_annotations_3.json": Count("alpaca-eval", 3, 0, 3, 0, 3, 0),
    # two questions of two games each
    "arena_hard/VikhrModels_2.jsonl": Count("arena-hard", 4, 4, 0, 0, 4, 0),
    "arena_hard/danielwetzel_2.jsonl": Count("arena-hard", 4, 4, 0, 0, 4, 0),
    "arena_hard/meltemi-ai_2.jsonl": Count("arena-hard", 4, 4, 0, 0, 4, 0),
    # succeeded with text, succeeded with no block (a refusal, an empty text), errored, expired
    "batch/anthropic_batch_results.jsonl": Count("anthropic-batch", 4, 2, 0, 2, 0, 0),
    # one answered, one expired
    "batch/openai_batch_output.jsonl": Count("openai-batch", 2, 1, 0, 1, 0, 0),
    # one case with one metric
    "deepeval/test_run_20261130_140940.json": Count("deepeval", 1, 0, 1, 0, 1, 0),
    # six samples, two of which the grader's pattern did not match
    "inspect/demo_model_graded_qa_0.3.285.eval": Count("inspect", 6, 6, 0, 0, 4, 2),
    # the same, one of the two edited: its original value is still empty, the edited one is there
    "inspect/demo_edited_with_provenance.eval": Count("inspect", 6, 6, 0, 0, 5, 2),
    # two samples, three graders: five votes and one joint value; one vote and one joint value are empty
    "inspect/demo_panel3_0.3.285.eval": Count("inspect", 6, 6, 0, 0, 6, 2),
    # two rows, each with a filtered value and one metric
    "lm_eval/samples_demo_gen_2026-11-30T14-10-53.413756.jsonl": Count("lm-eval", 2, 2, 0, 0, 4, 0),
    # two by a judge with their raw text in the metadata, one by code; the second is an error without value
    "mlflow/assessments.json": Count("mlflow", 3, 2, 1, 0, 2, 1),
    # three pairs of two games
    "mt_bench/Stefanstud+FastChat__gpt-4_pair.jsonl_3.jsonl": Count("mt-bench-pair", 6, 6, 0, 0, 6, 0),
    JAPANESE: Count("mt-bench-pair", 6, 6, 0, 0, 6, 0),
    # three calls that failed: the judgment is $ERROR$, the score -1
    "mt_bench/dreaming-panda+MTBench__gpt-4_single-origin.jsonl_3.jsonl": Count("mt-bench-single", 3, 0, 0, 3, 0, 3),
    # three rated answers
    "mt_bench/jpacifico+multilingual_mt_bench__gpt-4o_single.jsonl_3.jsonl": Count("mt-bench-single", 3, 3, 0, 0, 3, 0),
    # ten results: six llm-rubric and two select-best without reply, two closedqa and two factuality with it;
    # pass and score of each
    "promptfoo/out.json": Count("promptfoo", 12, 4, 8, 0, 24, 0),
    "promptfoo/out.jsonl": Count("promptfoo-jsonl", 12, 4, 8, 0, 24, 0),
    # two sessions, parsed scores only
    "wildbench/score_2.json": Count("wildbench", 2, 0, 2, 0, 2, 0),
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTS)
def test_what_a_real_file_holds(name: str) -> None:
    archive = open_archive(SAMPLES / name)
    draws = list(archive)
    values = [recorded.value for draw in draws for recorded in draw.recorded]
    assert COUNTS[name] == Count(
        archive.importer.name,
        len(draws),
        sum(draw.reply.text is not None for draw in draws),
        sum(draw.raw_absent is not None for draw in draws),
        sum(draw.reply.error is not None for draw in draws),
        sum(value is not None for value in values),
        sum(value is None for value in values),
    )


def test_every_real_file_is_counted() -> None:
    kinds = {".json", ".jsonl", ".eval"}
    there = {str(path.relative_to(SAMPLES)) for path in SAMPLES.rglob("*") if path.suffix in kinds}
    results = (
        "lm_eval/results_2026-11-30T14-10-53.413756.json"  # read beside the samples, no archive by itself
    )
    assert there - {results} == set(COUNTS)


def test_verified_means_that_a_real_file_was_read() -> None:
    written_by_hand = {"openai-batch", "anthropic-batch"}  # the samples of these are synthetic
    read = {count.format for count in COUNTS.values()} - written_by_hand
    # made by the tool with the scripts in tests/tools
    elsewhere = {"evalscope", "inspect-json", "llm-logs", "openai-evals"}
    assert {importer.name for importer in IMPORTERS if importer.verified} == read | elsewhere


KNOWN = {
    "arena_hard/VikhrModels_2.jsonl": 4,
    "arena_hard/danielwetzel_2.jsonl": 4,
    "arena_hard/meltemi-ai_2.jsonl": 4,
    "inspect/demo_model_graded_qa_0.3.285.eval": 6,
    "inspect/demo_panel3_0.3.285.eval": 6,
    "mt_bench/Stefanstud+FastChat__gpt-4_pair.jsonl_3.jsonl": 6,
    JAPANESE: 6,
    "mt_bench/jpacifico+multilingual_mt_bench__gpt-4o_single.jsonl_3.jsonl": 3,
}


@pytest.mark.parametrize("name", KNOWN)
def test_a_known_parser_gives_what_the_tool_recorded(name: str) -> None:
    compared = 0
    for draw in open_archive(SAMPLES / name):
        recorded = draw.recorded[0]
        parser = parser_of(recorded.parser, recorded.tool_version)
        assert parser is not None
        assert draw.reply.text is not None
        told = recorded.value if recorded.label is None else recorded.label
        assert parser.read(draw.reply.text) == told
        compared += 1
    assert compared == KNOWN[name]
