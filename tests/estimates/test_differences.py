"""Differences between arms: paired where they share items, with bounds, tests, flips and warnings."""

from __future__ import annotations

import itertools
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given

from estimates.seen import archives, column, pair, see
from oyez.core.observation import Observation
from oyez.measure.difference import Difference, differences
from oyez.measure.groups import groups_of
from oyez.measure.run import terms_of
from oyez.stats.difference import newcombe, tango
from oyez.stats.significance import exact_sign, holm


def apart(a: list[Observation], b: list[Observation], metric: str = "label-rate", **more: Any) -> Difference:
    if metric == "label-rate":
        more.setdefault("parameters", {"label": "yes"})
    under = more.pop("under", "complete")
    return differences([("A", "B")], {"A": a, "B": b}, terms_of(metric, **more), under=under)[0]


def test_paired_rates_have_tangos_interval_and_mcnemars_test() -> None:
    # Agresti 2002, table 10.1: 794 both, 86 and 150 one alone, 570 neither; exact p 3.7159e-5 (statsmodels)
    a = ["yes"] * 794 + ["yes"] * 150 + ["no"] * 86 + ["no"] * 570
    b = ["yes"] * 794 + ["no"] * 150 + ["yes"] * 86 + ["no"] * 570
    found = apart(column(a, "A"), column(b, "B"))
    assert found.difference.value == pytest.approx((150 - 86) / 1600)
    assert found.difference == tango(150, 86, 1600)
    assert found.test == exact_sign(150, 86)
    assert found.test is not None
    assert found.test.p_value == pytest.approx(3.7159e-5, rel=1e-4)
    assert found.pairing.shared == 1600
    row = found.record()
    assert (row["a"], row["b"], row["difference"]) == ("arm=A", "arm=B", found.difference.value)
    assert (row["p_value"], row["p_value_holm"]) == (found.test.p_value, found.test.p_value)
    json.dumps(row, allow_nan=False)


def test_several_draws_an_item_are_averaged_item_by_item() -> None:
    a = [see(value, item=f"i{at % 4}") for at, value in enumerate([1, 2, 3, 4, 3, 2, 5, 4])]
    b = [see(value, item=f"i{at}") for at, value in enumerate([1, 1, 2, 5])]
    found = apart(a, b, "mean", ends=(1, 5))
    assert found.difference.value == pytest.approx((1 + 1 + 2 - 1) / 4)
    assert (found.difference.n, found.test) == (4, None)


def test_without_shared_items_arms_count_as_independent() -> None:
    a, b = column(["yes"] * 56 + ["no"] * 14), column(["yes"] * 48 + ["no"] * 32, start=100)
    found = apart(a, b)
    assert found.difference == newcombe(56, 70, 48, 80)  # .0524 to .3339 (statsmodels)
    assert found.pairing.shared == 0
    assert found.bounds.low == found.bounds.high == pytest.approx(0.2)


def test_the_bounds_are_those_of_each_items_difference() -> None:
    found = apart(column(["yes", "yes", None, "no"]), column(["no", None, "yes", "no"]))
    assert found.difference.value == 0.5  # the two items that both have read: 1 and 0
    assert (found.bounds.low, found.bounds.high) == ((1 + 0 - 1 + 0) / 4, (1 + 1 + 0 + 0) / 4)


def test_the_order_flips_where_the_bounds_allow_it() -> None:
    a, b = (
        column(["yes"] * 8 + ["no"] * 2 + [None] * 2),
        column(["yes"] * 6 + ["no"] * 4 + [None] * 5, start=50),
    )
    found = apart(a, b)
    assert (found.flip.leader, found.flip.needed, found.flip.unread) == ("a", 5, 7)


@given(archives((0, 1, 3)))
def test_a_lead_that_unread_draws_can_undo_is_one_whose_bounds_hold_0(seen: list[Observation]) -> None:
    """Among draws that stand alone, the order can flip exactly where the bounds reach over 0."""
    alone = [msgspec.structs.replace(one, item=None) for one in seen]
    groups: dict[str, list[Observation]] = {"A": [], "B": []}
    groups |= {str(arm): held for arm, held in groups_of(alone, "arm").items()}
    found = differences([("A", "B")], groups, terms_of("mean", ends=(0, 3)))[0]
    low, high = found.bounds.low, found.bounds.high
    if found.flip.leader is not None and low is not None and high is not None:
        other_side = low <= 1e-9 if found.flip.leader == "a" else high >= -1e-9
        assert (found.flip.needed is not None) == other_side


def test_flips_by_brute_force() -> None:
    for read_a, read_b in itertools.product([[3, 3, 0], [3, 1], [1]], repeat=2):
        for lost_a, lost_b in itertools.product(range(3), repeat=2):
            a = [see(value) for value in read_a] + [see(None)] * lost_a
            b = [see(value) for value in read_b] + [see(None)] * lost_b
            flip = apart(a, b, "mean", ends=(0, 3)).flip
            assert flip.needed == brute(read_a, lost_a, read_b, lost_b)


def brute(read_a: list[int], lost_a: int, read_b: list[int], lost_b: int) -> int | None:
    """The least number of unread draws that, put at either end, undo the lead; the others stay at their mean."""
    means = [sum(row) / len(row) for row in (read_a, read_b)]
    if means[0] == means[1]:
        return None
    best = None
    for ends in itertools.product([None, 0, 3], repeat=lost_a + lost_b):
        filled = [[*row] for row in (read_a, read_b)]
        for at, end in enumerate(ends):
            side = at >= lost_a
            filled[side].append(means[side] if end is None else end)  # type: ignore[arg-type]  # a mean is no whole number
        now = [sum(row) / len(row) for row in filled]
        undone = now[0] <= now[1] + 1e-9 if means[0] > means[1] else now[0] >= now[1] - 1e-9
        moved = sum(end is not None for end in ends)
        if undone and (best is None or moved < best):
            best = moved
    return best


def test_items_that_only_one_arm_was_asked_do_not_flip_the_order() -> None:
    found = apart(column([5, 5]) + column([None] * 20, start=10), column([2, 2]), "mean", ends=(1, 5))
    assert (found.bounds.low, found.bounds.high) == (3, 3)
    assert (found.flip.needed, found.flip.unread) == (None, 0)


def test_a_pair_with_one_game_read_can_only_go_half_the_way() -> None:
    a = [game for at in range(4) for game in pair(f"a{at}", "A", None)]
    b = [game for at in range(4) for game in pair(f"b{at}", "B", "A")]
    kept = [*a, *pair("a9", "A", "B")]
    found = apart(kept, b, "win-rate")
    assert found.bounds.low == pytest.approx((4 * 0.5 + 1) / 5)
    assert found.flip.needed is None


def test_unequal_loss_is_warned_of() -> None:
    a, b = column(["yes"] * 30 + ["no"] * 30), column(["yes"] * 20 + ["no"] * 20 + [None] * 20)
    found = apart(a, b)
    assert found.loss.p_value is not None
    assert found.loss.p_value < 1e-4
    assert any("lose draws at different rates" in line for line in found.warnings)
    assert any("the 20 unread units alone could explain the difference" in line for line in found.warnings)
    same = apart(a, column(["no"] * 60))
    assert same.warnings == ()
    assert same.loss.reason == "no draw was lost, so the arms cannot differ"


def test_several_comparisons_are_corrected_together() -> None:
    yes = {"A": 30, "B": 22, "C": 12}
    groups = {arm: column(["yes"] * many + ["no"] * (40 - many), arm) for arm, many in yes.items()}
    pairs = [("A", "B"), ("A", "C"), ("B", "C")]
    found = differences(pairs, groups, terms_of("label-rate", parameters={"label": "yes"}))
    p_values = [None if one.test is None else one.test.p_value for one in found]
    assert tuple(one.adjusted for one in found) == holm(p_values)
    assert all(
        one.adjusted is not None and p is not None and one.adjusted >= p
        for one, p in zip(found, p_values, strict=True)
    )


def test_power_is_that_of_the_items_own_spread() -> None:
    a, b = column([1, 2, 3, 4] * 5), column([1, 1, 3, 3] * 5)
    found = apart(a, b, "mean")
    spread = 20 * 0.25 / 19  # differences 0 and 1, ten times each
    wanted = (1.959964 + 0.841621) ** 2 * spread / 0.5**2
    assert found.items_needed == -int(-wanted // 1)
    assert found.visible == pytest.approx((1.959964 + 0.841621) * (spread / 20) ** 0.5, rel=1e-5)


@pytest.mark.parametrize(
    ("a", "b"), [([], [see(1)]), ([see(None)], [see(1)]), ([see(1)], [see(1)]), ([], [])]
)
def test_thin_data_give_a_reason(a: list[Observation], b: list[Observation]) -> None:
    found = apart(a, b, "mean", ends=(1, 5))
    assert found.difference.interval is None
    assert found.difference.reason
    assert found.flip.needed is None


def test_a_policy_that_gives_no_number_gives_no_difference() -> None:
    a, b = column([1, None, 3]), column([2, 2, 5])
    assert apart(a, b, "mean", under="bounds").difference.reason == "the policy gives bounds, and no number"
    assert (
        apart(a, b, "mean", under="drop-round").difference.reason
        == "draws with neither a number nor an order belong to no round"
    )
    dropped = apart(a, b, "mean", under="drop-item")
    assert (dropped.difference.value, dropped.a.counted, dropped.b.counted) == (-1.5, 2, 2)
