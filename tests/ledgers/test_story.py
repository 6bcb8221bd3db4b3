"""The third seed end to end: scores thrown away by a parser, recovered without moving one that was read."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from oyez import Ledger
from oyez.compare.diff import Kind

Call = Callable[..., Result]

PROSE = (
    "It moves a 14TB disk 5 times and praises nobody.",
    "The 8TB disk 4 is full; the tone stays flat.\nStep 3 repeats step 2.",
    "Flattery in 3 of 10 sentences, none of it earned.",
)


def judged(chance: random.Random, shape: str) -> tuple[str, int | None, str]:
    """A reply of a shape; the score that it holds; how `trait-score` must read it."""
    score = chance.randint(0, 100)
    prose = chance.choice(PROSE)
    return {
        "bare": (f"{score}", score, "read"),
        "object": (json.dumps({"score": score}), score, "read"),
        "prose and object": (f"{prose}\n\n" + json.dumps({"score": score}), score, "read"),
        "prose and last line": (f"{prose}\n\n{score}", score, "recovered"),
        "refusal": ("REFUSAL", None, "read"),
        "prose alone": (f"{prose}\n{prose}", None, "lost"),
        "out of range": (f"{prose}\n\n{score + 101}", None, "lost"),
    }[shape]


SHAPES = (
    "bare",
    "object",
    "prose and object",
    "prose and last line",
    "refusal",
    "prose alone",
    "out of range",
)
WEIGHTS = {"base": (3, 3, 4, 1, 1, 1, 1), "tuned": (2, 2, 3, 6, 1, 1, 1)}


@pytest.fixture(scope="module")
def archive() -> list[dict[str, Any]]:
    """Three hundred draws of two arms, with what they hold; the tuned arm draws out more prose."""
    chance = random.Random(2091)
    rows = []
    for at in range(300):
        arm = ("base", "tuned")[at % 2]
        shape = chance.choices(SHAPES, WEIGHTS[arm])[0]
        text, score, end = judged(chance, shape)
        row = {
            "id": f"d{at}",
            "item": f"p{at // 6}",
            "arm": arm,
            "judge": "j",
            "stop": "end_turn",
            "text": text,
        }
        rows.append({**row, "meta": {"score": score, "end": end}})
    return rows


def mean(rows: list[dict[str, Any]], ends: tuple[str, ...]) -> float:
    scores = [
        row["meta"]["score"]
        for row in rows
        if row["meta"]["end"] in ends and row["meta"]["score"] is not None
    ]
    return float(sum(scores) / len(scores))


def test_the_story(archive: list[dict[str, Any]], tmp_path: Path, call: Call) -> None:
    path, fresh, banked = tmp_path / "judge.oyez", tmp_path / "fresh.jsonl", tmp_path / "banked.jsonl"
    fresh.write_text("".join(json.dumps(row) + "\n" for row in archive))
    assert call("import", fresh, "--into", path).exit_code == 0

    # The archive as the old parser read it.
    table = json.loads(call("read", path, "-c", "trait-score-1", "--json").stdout)
    read = [row for row in archive if row["meta"]["end"] == "read"]
    assert table["all"]["status"]["read"] == len(read)
    assert table["all"]["status"]["recovered"] == 0

    # The recovery is added. No earlier reading moves by a bit.
    done = call(
        "diff",
        path,
        "trait-score-1",
        "trait-score",
        "--expect-identical",
        "--json",
        "--to",
        tmp_path / "c.jsonl",
    )
    assert done.exit_code == 0
    assert f"identical: the {len(read)} readings with status read" in done.stderr
    found = json.loads(done.stdout)
    gained = {row["id"]: row["meta"]["score"] for row in archive if row["meta"]["end"] == "recovered"}
    assert found["kinds"] == {str(kind): len(gained) if kind is Kind.GAINED else 0 for kind in Kind}
    changes = [json.loads(line) for line in (tmp_path / "c.jsonl").read_text().splitlines()]
    assert {row["id"]: row["new"]["verdict"] for row in changes} == gained
    assert {row["new"]["rule"] for row in changes} == {"last-line-integer"}

    # What the lost draws did to the mean of each arm, with and without them.
    for effect in found["arms"]:
        rows = [row for row in archive if row["arm"] == effect["arm"]]
        assert effect["old"]["mean"] == pytest.approx(mean(rows, ("read",)))
        assert effect["new"]["mean"] == pytest.approx(mean(rows, ("read", "recovered")))
        assert effect["new"]["mean_without_recoveries"] == pytest.approx(effect["old"]["mean"])
        assert effect["new"]["coverage"] > effect["old"]["coverage"]

    # An arm of which only the parsed scores are left.
    kept = [
        {"id": f"b{at}", "arm": "banked", "judge": "j", "score": at if at % 4 else None} for at in range(40)
    ]
    banked.write_text("".join(json.dumps(row) + "\n" for row in kept))
    taken = json.loads(call("import", banked, "--into", path, "--recorded", "score", "--json").stdout)
    assert taken["archives"][0]["not_rereadable"] == 40
    table = json.loads(call("read", path, "-c", "trait-score", "--json").stdout)
    assert table["ledger"] == {"added": 300, "there": 0, "not_rereadable": 40}

    compare = ("compare", path, "--arms", "banked", "tuned", "-c", "trait-score")
    refused = call(*compare)
    assert (refused.exit_code, refused.stdout) == (3, "")
    assert "banked: 40 values recorded with an unknown instrument" in refused.stderr
    reason = "first look; the banked arm cannot be read again"
    done = call(*compare, "--acknowledge-split", reason)
    assert done.exit_code == 0
    assert done.stdout.endswith(f"for this reason: {reason}\n")
    (banked_arm, tuned_arm) = json.loads(call(*compare, "--acknowledge-split", reason, "--json").stdout)[
        "arms"
    ]
    assert banked_arm["mean"] == pytest.approx(sum(at for at in range(40) if at % 4) / 30)
    tuned = [row for row in archive if row["arm"] == "tuned"]
    assert tuned_arm["mean"] == pytest.approx(mean(tuned, ("read", "recovered")))

    # The two fresh arms were measured by one instrument.
    assert call("compare", path, "--arms", "base", "tuned", "-c", "trait-score").exit_code == 0
    with Ledger(path) as ledger:
        assert ledger.status().not_rereadable == 40
        assert [*ledger.verify()] == []
