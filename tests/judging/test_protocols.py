"""Each protocol: how an item is shown, and who is meant by what the judge wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import oyez
from judging.plans import PAIR, TEMPLATE, plan, program
from oyez.judging import Plan, run_plan
from oyez.judging.protocols import PROTOCOLS, Shown
from oyez.judging.wants import ask_for, wants
from oyez.ledger import Ledger

BOTH = {"old": {"answer": "old"}, "new": {"answer": "new"}}
RANK = {
    "name": "rank-three",
    "form": {"last_line": True},
    "scale": {"ranking": ["X", "Y", "Z"]},
}


def shown(made: Plan) -> list[Shown]:
    return [want.shown for want in wants(made)]


def test_every_protocol_has_a_name_that_is_its_file() -> None:
    assert [rule.name for rule in PROTOCOLS] == [
        "draws", "pairwise", "ranking", "reference", "review", "rubric", "single",
    ]  # fmt: skip


def test_pairwise_shows_both_orders_and_maps_slots_back(tmp_path: Path) -> None:
    made = plan(1, tmp_path, contract="arena-hard", protocol="pairwise", template=PAIR, arm=BOTH)
    first, second = shown(made)
    assert (first.arm, first.order, second.arm, second.order) == ("old vs new", "AB", "old vs new", "BA")
    assert first.slots == {"answer_a": "1", "answer_b": "It is 1."}
    assert second.slots == {"answer_a": "It is 1.", "answer_b": "1"}
    contract = made.task.contract
    for label, winners in {"A>>B": ("old", "new"), "B>A": ("new", "old"), "A=B": ("tie", "tie")}.items():
        assert tuple(made.protocol.back(contract, one.places, label) for one in (first, second)) == winners


def test_pairwise_against_one_arm(tmp_path: Path) -> None:
    arms = BOTH | {"third": {"answer": "new"}}
    options: dict[str, Any] = {"contract": "mt-bench-pairwise", "template": PAIR, "arm": arms}
    all_pairs = shown(plan(1, tmp_path, protocol={"name": "pairwise", "swap": False}, **options))
    assert [one.arm for one in all_pairs] == ["old vs new", "old vs third", "new vs third"]
    one_arm = shown(plan(1, tmp_path, protocol={"name": "pairwise", "against": "third"}, **options))
    assert [(one.arm, one.order) for one in one_arm] == [
        ("third vs old", "AB"), ("third vs old", "BA"), ("third vs new", "AB"), ("third vs new", "BA"),
    ]  # fmt: skip
    with pytest.raises(oyez.InputError, match="against names no arm: 'x'"):
        plan(1, tmp_path, protocol={"name": "pairwise", "against": "x"}, **options)


def test_draws_take_their_own_number(tmp_path: Path) -> None:
    made = plan(2, tmp_path, protocol={"name": "draws", "k": 3})
    assert [(want.item.id, want.draw) for want in wants(made)] == [
        (item, draw) for item in ("q0", "q1") for draw in range(3)
    ]
    names = [ask_for(made, "judge", want).name for want in wants(made)]
    assert len(set(names)) == 6
    prompts = {ask_for(made, "judge", want).messages for want in wants(made)}
    assert len(prompts) == 2


def items(folder: Path, **columns: Any) -> None:
    (folder / "more.jsonl").write_text(
        json.dumps({"id": "q0", "question": "?", "old": "a", "new": "b", **columns})
    )


def test_reference_stands_beside_one_or_two_answers(tmp_path: Path) -> None:
    items(tmp_path, gold={"n": 42})
    rule: dict[str, Any] = {"name": "reference", "column": "gold"}
    text = TEMPLATE + "{reference}"
    (one,) = shown(plan(1, tmp_path, protocol=rule, template=text, items="more.jsonl"))
    assert (one.slots, one.judged) == ({"answer": "a", "reference": '{"n": 42}'}, ("answer",))
    two = plan(
        1, tmp_path, protocol=rule | {"of": "pairwise"}, template=PAIR + "{reference}", items="more.jsonl",
        arm=BOTH, contract="mt-bench-pairwise",
    )  # fmt: skip
    assert [each.order for each in shown(two)] == ["AB", "BA"]
    assert two.protocol.back(two.task.contract, shown(two)[1].places, "A") == "new"
    with pytest.raises(
        oyez.InputError, match=r"items.jsonl:1: the item 'q0' has no reference in the column 'gold'"
    ):
        shown(plan(1, tmp_path, protocol=rule, template=text))


def test_review_keeps_every_field(tmp_path: Path) -> None:
    reply = "BACK-TRANSLATION: x is even\nVERDICT: unclear\nISSUES: none"
    judge = program(tmp_path, f"out = {{'text': {reply!r}, 'stop': 'stop'}}")
    made = plan(2, tmp_path, judge, protocol="review", contract="lean-faithfulness")
    with Ledger(tmp_path / "l.oyez") as ledger:
        outcome = run_plan(made, ledger)
        (reading,) = ledger.readings_of(1)
    assert outcome.tally.abstained == 2
    assert reading.fields is not None
    assert reading.fields["back_translation"].verdict == "x is even"
    with pytest.raises(oyez.InputError, match="use the protocol single"):
        plan(1, tmp_path, protocol="review")


@pytest.mark.parametrize(
    "written",
    [
        ["dose", "side effects"],
        {"1": "dose", "2": "side effects"},
        [{"id": 1, "text": "dose"}, {"id": 2, "text": "side\neffects"}],
    ],
)
def test_rubric_sends_the_ids_with_the_draw(tmp_path: Path, written: Any) -> None:
    items(tmp_path, criteria=written)
    body = "out = {'text': json.dumps({'criteria': [{'id': 1, 'met': True}, {'id': n, 'met': False}]}), 'stop': 'stop'}"
    for name, verdict in (("2", {"1": True, "2": False}), ("3", None)):
        judge = program(tmp_path, body.replace("n,", f"{name},"))
        made = plan(
            1, tmp_path, judge, protocol="rubric", contract="rubric-criteria", items="more.jsonl",
            template="{criteria}\n{answer}\n{instructions}",
        )  # fmt: skip
        with Ledger(tmp_path / f"{name}.oyez") as ledger:
            run_plan(made, ledger)
            assert ledger.get(1).reply.ids == ("1", "2")
            assert ledger.readings_of(1)[0].verdict == verdict
            assert "- 1: dose\n- 2: side effects\n" in (ledger.get(1).draw.prompt or "")
    with pytest.raises(oyez.InputError, match="no criteria in the column"):
        shown(plan(1, tmp_path, protocol="rubric", contract="rubric-criteria", template="{criteria}{answer}"))


def test_ranking_moves_every_arm_through_every_place(tmp_path: Path) -> None:
    arms = BOTH | {"third": {"answer": "question"}}
    made = plan(
        4,
        tmp_path,
        protocol={"name": "ranking", "orders": 3},
        contract=RANK,
        arm=arms,
        template="{candidates}",
    )
    found = shown(made)
    assert len(found) == 12
    for turns in (found[:3], found[3:6]):
        for label in "XYZ":
            assert {one.places[label] for one in turns} == {"old", "new", "third"}
    assert len({one.order for one in found}) > 3  # items begin differently
    assert [one.order for one in shown(made)] == [one.order for one in found]
    one = found[0]
    best = made.protocol.back(made.task.contract, one.places, ["Z", "X", "Y"])
    assert best == [one.places["Z"], one.places["X"], one.places["Y"]]
    prompt = ask_for(made, "judge", next(wants(made))).messages[0].content
    assert prompt.startswith("[X]\n")
    with pytest.raises(oyez.InputError, match="needs 3 arms, one for each of X, Y, Z; there are 2"):
        plan(1, tmp_path, protocol="ranking", contract=RANK, arm=BOTH, template="{candidates}")


@pytest.mark.parametrize(
    ("protocol", "contract", "said"),
    [
        ("pairwise", "yes-no", "names A or B"),
        ("rubric", "yes-no", "names items"),
        ("ranking", "yes-no", "whose verdict is one"),
        ({"name": "pairwise", "swop": True}, "arena-hard", "did you mean 'swap'"),
        ({"name": "draws", "k": 1}, "yes-no", "k must be a whole number from 2"),
    ],
)
def test_what_does_not_go_together_is_told(tmp_path: Path, protocol: Any, contract: str, said: str) -> None:
    with pytest.raises(oyez.InputError, match=said):
        plan(1, tmp_path, protocol=protocol, contract=contract, arm=BOTH)
