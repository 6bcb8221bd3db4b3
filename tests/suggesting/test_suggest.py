"""Ranking, what is listed, and saying that nothing fits."""

from __future__ import annotations

import json

import pytest

import oyez
from oyez.suggest.measure import is_variant
from oyez.suggest.sample import even
from suggesting.made import prose, replies

RANKED = {
    "mt-bench-pairwise": ("{prose}\n\n[[{value}]]", ["A", "B", "C"]),
    "arena-hard": ("{prose}\nMy final verdict is: [[{value}]]", ["A>>B", "A>B", "A=B", "B>A", "B>>A"]),
    "mt-bench-rating": ("{prose} Rating: [[{value}]]", ["1", "4", "7.5", "10"]),
    "inspect-grade": ("{prose}\nGRADE: {value}", ["C", "I", "P"]),
    "score-tag-1-10": ("{prose}\n<score>{value}</score>", ["1", "5", "10"]),
    "llmbar-sentence": ("{prose}\nTherefore, Output ({value}) is better.", ["a", "b"]),
    "g-eval": ('{{"score": {value}, "reason": "{prose}"}}', ["0", "3", "10"]),
    "trait-score": ('{{"score": {value}}}', ["0", "35", "100"]),
    "lean-faithfulness": (
        "BACK-TRANSLATION: {prose}\nVERDICT: {value}\nISSUES: none", ["FAITHFUL", "MISMATCH", "UNCLEAR"]
    ),
    "prometheus-rating": ("Feedback: {prose} [RESULT] {value}", ["1", "3", "5"]),
    "yes-no": ("{value}", ["Yes", "No"]),
    "likert-1-5": ("{value}", ["1", "3", "5"]),
    "wildbench-pairwise": ('{prose}\n{{"choice": "{value}"}}', ["A++", "A+", "A=B", "B+", "B++"]),
    "vicuna-first-line": ("{value} 7\n{prose}", ["1", "8", "10"]),
}  # fmt: skip


@pytest.mark.parametrize("name", RANKED)
def test_the_contract_of_the_catalogue_comes_first(name: str) -> None:
    kind, values = RANKED[name]
    texts = replies(lambda number, value: kind.format(prose=prose(number), value=value), values)
    best = oyez.suggest(texts).best
    assert best is not None
    assert (best.contract.name, best.drafted, best.coverage) == (name, False, 1.0)


NOTHING: dict[str, list[str | None]] = {
    "prose": [prose(number) for number in range(60)],
    "long prose": ["\n\n".join(prose(number * 7 % 120) for number in range(at, at + 5)) for at in range(60)],
    "lists": [f"1. {prose(number)}\n2. {prose(number + 41)}" for number in range(60)],
    "a closing courtesy": [f"{prose(number)}\n\nI hope this helps." for number in range(60)],
    "one value in ten": [
        f"{prose(number)}" + ("\n[[A]]" if number % 10 == 0 else "") for number in range(60)
    ],
    "objects of text": [json.dumps({"notes": prose(number)}) for number in range(60)],
    "numbers in prose": [f"{prose(number)} It took {number} minutes." for number in range(60)],
    "three replies": ["CHECKED: YES", "CHECKED: NO", "CHECKED: YES"],
    "no text": [None, "", "  "],
    "no replies": [],
}


@pytest.mark.parametrize("kind", NOTHING)
def test_nothing_fits(kind: str) -> None:
    found = oyez.suggest(NOTHING[kind])
    assert found.best is None
    assert not any(each.drafted for each in found.listed)
    assert (found.unread, found.unread_count) == ((), 0)


def test_copies_and_variants_rank_below_their_plain_sibling() -> None:
    texts = replies(
        lambda number, value: f"{prose(number)}\n[[{value}]]", ["A>>B", "A>B", "A=B", "B>A", "B>>A"]
    )
    names = [each.contract.name for each in oyez.suggest(texts).listed]
    assert names[:3] == ["arena-hard", "arena-hard-v2", "arena-hard-legacy"]
    assert is_variant("arena-hard-v2")
    assert not is_variant("arena-hard")


def test_recovered_readings_count_less_than_strict_ones() -> None:
    texts = replies(lambda number, value: f"{prose(number)}\n\n{value}", ["1", "2", "5"])
    found = oyez.suggest(texts)
    assert found.best is not None
    assert found.best.contract.name == "draft-last-line"
    weaker = [each for each in found.listed if each.recovered == 60]
    assert weaker
    assert max(each.score for each in weaker) < found.best.score - 0.2


def test_what_the_best_would_not_read_is_listed_each_status_in_turn() -> None:
    texts: list[str | None] = list(
        replies(lambda number, value: f"{prose(number)} [[{value}]]", ["A", "B", "C"])
    )
    texts[10:16] = ["no marks at all"] * 4 + ["[[A]] or [[B]]", None]
    found = oyez.suggest([oyez.Reply(id=f"r{at}", text=text) for at, text in enumerate(texts)], unread=3)
    assert (found.replies, found.with_text, found.unread_count) == (60, 59, 5)
    assert [(each.id, str(each.status)) for each in found.unread] == [
        ("r10", "absent"),
        ("r14", "conflict"),
        ("r11", "absent"),
    ]
    assert found.unread[1].message


def test_many_replies_are_sampled_and_then_all_counted() -> None:
    texts = replies(lambda number, value: f"{prose(number % 120)} [[{value}]]", ["A", "B", "C"], 1000)
    found = oyez.suggest(texts, most=2)
    assert (found.with_text, found.sampled) == (1000, 400)
    assert [each.replies for each in found.listed] == [1000] * len(found.listed)
    assert len(found.listed) <= 2
    assert found == oyez.suggest(texts, most=2)


def test_a_sample_is_even() -> None:
    assert even(range(10), 4) == [0, 2, 5, 7]
    assert even(range(3), 4) == [0, 1, 2]


@pytest.mark.parametrize(("most", "unread"), [(0, 1), (1, -1)])
def test_counts_that_make_no_sense_are_refused(most: int, unread: int) -> None:
    with pytest.raises(ValueError, match="at least"):
        oyez.suggest(["x"], most, unread)
