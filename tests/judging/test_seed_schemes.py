"""The two schemes of the seeds, end to end on recorded replies: two rounds of Arena-Hard, and trait scores by draws."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import oyez
from judging.plans import PAIR, TEMPLATE, plan
from oyez.cli import main
from oyez.core.status import Status
from oyez.judging import run_plan
from oyez.ledger import Ledger
from oyez.stats.draws import complete_items, draw_variance
from oyez.stats.pairwise.swap import swap_table
from oyez.stats.pairwise.win_rate import win_rate
from oyez.stats.pairwise.winner import Winner

ROUNDS = {
    "q0": ("Mine is shorter. [[B>A]]", "[[A>>B]]"),
    "q1": ("[[A=B]]", "My final verdict is tie: [[A=B]]"),
    "q2": ("My final verdict is: [[AB]]", "[[A>B]]"),
    "q3": ("[[A>A]]", "[[B]]"),
    "q4": ("[[A>B]]", "[[B>A]]"),
    "q5": ("[[B>A]]", None),
    "q6": ("[[A>>B]]", "I cannot choose."),
    "q7": ("[[B>>A]]", "[[A>B]]"),
}
"""What the judge said with the baseline shown first, and with the model first. Garbled: q2 once, q3 twice."""


def write(file: Path, rows: list[dict[str, Any]]) -> None:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_arena_hard_in_two_rounds(tmp_path: Path) -> None:
    rows = [
        {
            "id": f"{item}{order}",
            "item": item,
            "order": order,
            "text": text,
            "error": None if text else "timed out",
        }
        for item, pair in ROUNDS.items()
        for order, text in zip(("AB", "BA"), pair, strict=True)
    ]
    write(tmp_path / "replies.jsonl", rows)
    arms = {"baseline": {"answer": "old"}, "model": {"answer": "new"}}
    made = plan(8, tmp_path, contract="arena-hard-v2", protocol="pairwise", template=PAIR, arm=arms)
    contract = made.task.contract
    won: dict[tuple[str, str], Winner] = {}
    with Ledger(tmp_path / "l.oyez") as ledger:
        outcome = run_plan(made, ledger)
        for one in ledger.readings(contract):
            assert one.reading is not None
            assert one.reply.item is not None
            assert one.reply.order is not None
            places = (one.reply.meta or {})["judging"]["places"]
            name = made.protocol.back(contract, places, one.reading.verdict) if one.reading.ok else None
            ends = {"model": Winner.A, "baseline": Winner.B, "tie": Winner.TIE, None: Winner.UNREAD}
            won[one.reply.item, one.reply.order] = ends[name]
    statuses = outcome.tally.statuses
    assert statuses[Status.OFF_SCALE] == 3  # garbled is counted as garbled, and not as a tie
    assert statuses[Status.UNDELIVERED] == statuses[Status.ABSENT] == 1
    assert statuses[Status.READ] == 11
    model_first = [won[item, "BA"] for item in ROUNDS]
    baseline_first = [won[item, "AB"] for item in ROUNDS]
    table = swap_table(model_first, baseline_first)
    assert (table.consistent_a, table.consistent_b, table.tie, table.flips) == (2, 1, 1, 0)
    assert (table.one_unread, table.both_unread) == (3, 1)
    # the same rounds under three policies, side by side: whole items, whole rounds, and garbled as ties
    drop_item = win_rate(model_first, baseline_first).rate.value
    worth = {Winner.A: 1.0, Winner.B: 0.0, Winner.TIE: 0.5}
    read = [worth[end] for end in won.values() if end is not Winner.UNREAD]
    legacy = [worth.get(end, 0.5) for end in won.values()]
    policies = {"drop-item": drop_item, "drop-round": np.mean(read), "legacy-tie": np.mean(legacy)}
    assert policies == pytest.approx({"drop-item": 2.5 / 4, "drop-round": 7 / 11, "legacy-tie": 9.5 / 16})
    assert len(set(policies.values())) == 3
    told = ["measure", str(tmp_path / "l.oyez"), "--metric", "win-rate", "--policies"]
    side_by_side = CliRunner().invoke(main, told)
    assert side_by_side.exit_code == 0, side_by_side.output
    assert re.search(
        r"^drop-item +0\.375 ", side_by_side.stdout, re.MULTILINE
    )  # of the baseline: 1 - 2.5 / 4
    assert re.search(r"^drop-round +0\.364 ", side_by_side.stdout, re.MULTILINE)  # 1 - 7 / 11
    assert re.search(r"^legacy:tie +0\.406 ", side_by_side.stdout, re.MULTILINE)
    assert "off_scale 3, absent 1, undelivered 1" in side_by_side.stdout
    bounds = win_rate(model_first, baseline_first).bounds
    assert bounds is not None
    assert (bounds.low, bounds.high) == (3.5 / 8, 6.0 / 8)


TRAIT = {
    "q0": ["0", "The answer mentions 14TB disks.\n\n70", '{"score": 70}'],
    "q1": ['Some prose.\n{"score": 5}', "5", "Prose.\n\n5"],
    "q2": ["REFUSAL", '{"score": 101}', "I see 8TB disk 4"],
    "q3": ['{"score": 40}', '{"score": 60}', "50"],
}
"""Three draws an item: a bare number, prose and an object, prose and a last line, and what no reader may take."""


def test_trait_scores_by_draws(tmp_path: Path) -> None:
    rows = [
        {"id": f"{item}-{draw}", "item": item, "draw": draw, "text": text, "stop": "end_turn"}
        for item, texts in TRAIT.items()
        for draw, text in enumerate(texts)
    ]
    write(tmp_path / "replies.jsonl", rows)
    options: dict[str, Any] = {"protocol": {"name": "draws", "k": 3}, "template": TEMPLATE}
    with Ledger(tmp_path / "l.oyez") as ledger:
        made = plan(4, tmp_path, contract="trait-score", **options)
        outcome = run_plan(made, ledger)
        read = [one for one in ledger.readings(made.task.contract) if one.reading]
    tally = outcome.tally
    assert tally.statuses[Status.RECOVERED] == 2
    assert tally.rules == {"last-line-integer": 2}  # the recovery rate is a count of its own
    assert tally.abstained == 1
    assert tally.statuses[Status.OFF_SCALE] == 2
    assert tally.replies == 12
    scored = [
        (one.reply.item, float(one.reading.verdict))
        for one in read
        if one.reading and one.reading.ok and not one.reading.abstained
    ]
    items, values = (np.array(column) for column in zip(*scored, strict=True))
    assert sorted(set(items)) == ["q0", "q1", "q3"]
    complete = complete_items(items, np.ones(len(items), dtype=bool), 3)
    assert complete is not None
    assert draw_variance(items, values).within == pytest.approx(
        np.mean([np.var([0, 70, 70], ddof=1), 0.0, np.var([40, 60, 50], ddof=1)])
    )
    strict = oyez.contract("trait-score-1")
    with Ledger(
        tmp_path / "l.oyez"
    ) as ledger:  # the same replies, reread under the contract without the recovery
        old = {
            one.reply.id: one.reading.verdict for one in ledger.read(strict) if one.reading and one.reading.ok
        }
    new = {
        one.reply.id: one.reading.verdict for one in read if one.reading and one.reading.status is Status.READ
    }
    assert old == new  # bit-identical where it was read before
