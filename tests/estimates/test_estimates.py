"""Estimates: the value, its counts, its bounds; what unread, recovered and abstained draws do to them."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oyez
from estimates.seen import archives, column, see
from oyez.core.errors import InputError
from oyez.core.observation import Observation
from oyez.core.status import Status
from oyez.measure.estimate import Counts, Estimate
from oyez.measure.policies import POLICIES
from oyez.measure.run import measure
from oyez.rows.reading import to_json
from oyez.stats.missing import rate_bounds
from oyez.stats.proportion import wilson


def one(seen: list[Observation], metric: str, **more: Any) -> Estimate:
    found = measure(seen, metric, **more).estimates
    assert len(found) == 1
    return found[0]


def test_a_rate_carries_its_counts_interval_and_bounds() -> None:
    # 81 of 263 read verdicts (Newcombe 1998), and 37 draws without one
    seen = column(["yes"] * 81 + ["no"] * 182 + [None] * 37)
    found = one(seen, "label-rate", parameters={"label": "yes"})
    assert found.value == pytest.approx(81 / 263)
    assert found.interval == wilson(81, 263).interval
    assert found.bounds == rate_bounds(81, 263, 37)
    assert (found.bounds.low, found.bounds.high) == (81 / 300, 118 / 300)
    counts = found.counts
    assert (counts.items, counts.draws, counts.read, counts.lost) == (300, 300, 263, {"absent": 37})
    assert (found.counted, found.units) == (263, 300)


def test_several_draws_an_item_are_one_cluster() -> None:
    seen = [see(value, item=f"i{at}") for at in range(60) for value in ("yes", "yes" if at % 3 else "no")]
    found = one(seen, "label-rate", parameters={"label": "yes"})
    alone = one([see(each.verdict) for each in seen], "label-rate", parameters={"label": "yes"})
    assert found.value == alone.value == pytest.approx(100 / 120)
    assert found.interval is not None
    assert found.interval.method == "clustered wilson"
    assert alone.interval is not None
    assert alone.interval.method == "wilson"


def test_an_unread_draw_is_never_a_value() -> None:
    seen = column([10, 20, None, 60])
    found = one(seen, "mean", ends=(0, 100))
    assert found.value == 30
    assert (found.bounds.low, found.bounds.high) == (22.5, 47.5)
    without = one(seen, "mean")
    assert without.bounds.low is None
    assert "--scale" in str(without.bounds.reason)


def test_an_interval_does_not_leave_the_scale() -> None:
    found = one(column([1, 1, 5]), "mean", ends=(1, 5)).interval
    assert found is not None
    assert (found.low, found.high) == (1, 5)
    free = one(column([1, 1, 5]), "mean").interval
    assert free is not None
    assert free.low < 1
    off = measure(column([8, 6, None]), "mean", ends=(5, 10), policies=["legacy:zero"]).estimates[0]
    assert off.interval is not None
    assert off.interval.low < 5  # a value that no judge could give is not made to look like one


def test_what_recoveries_gave_can_be_taken_away() -> None:
    seen = [*column([10, 20]), see(60, item="r", status=Status.RECOVERED)]
    found = one(seen, "mean", ends=(0, 100))
    assert (found.value, found.without_recoveries) == (30, 15)
    assert (found.counts.read, found.counts.recovered) == (2, 1)
    only = one([see(60, status=Status.RECOVERED)], "mean")
    assert only.without_recoveries is None
    assert only.without_recoveries_reason == "none of the 1 units has a verdict"


def test_an_abstention_is_no_value_and_no_loss() -> None:
    seen = [*column(["yes", "yes", "no", None]), see("unclear", item="u", abstained=True)]
    rate = {"label": "yes"}
    found = one(seen, "label-rate", parameters=rate)
    assert found.value == pytest.approx(2 / 3)
    assert (found.counts.abstained, found.counts.lost_all) == (1, 1)
    assert (found.bounds.low, found.bounds.high) == (2 / 4, 3 / 4)
    whole = found.bounds_with_abstained
    assert (whole.low, whole.high) == (2 / 5, 4 / 5)
    assert one(seen, "label-rate", parameters=rate, abstain="worst").value == 2 / 4
    assert one(seen, "label-rate", parameters=rate, abstain="category").value == 2 / 4
    other = one(seen, "label-rate", parameters={"label": "unclear"}, abstain="category")
    assert other.value == 1 / 4
    rated = one([see(3), see("none", abstained=True)], "mean", abstain="category")
    assert (rated.value, rated.reason) == (None, "an abstention is no category of a mean rating")


def test_a_label_that_abstains_must_be_asked_for_as_a_category() -> None:
    scale = oyez.contract("lean-faithfulness").fields["verdict"].scale
    seen = [see("faithful"), see("unclear", abstained=True)]
    with pytest.raises(InputError, match="--abstain category"):
        measure(seen, "label-rate", parameters={"label": "unclear"}, scale=scale)
    found = one(seen, "label-rate", parameters={"label": "unclear"}, scale=scale, abstain="category")
    assert found.value == 0.5
    with pytest.raises(InputError, match="no label 'fine'"):
        measure(seen, "label-rate", parameters={"label": "fine"}, scale=scale)


@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        ([], "nothing was asked for"),
        ([see(None)] * 3, "none of the 3 units has a verdict"),
        ([see("x", abstained=True)] * 2, "all 2 units abstain"),
        ([see(4)], "one observation says nothing about its spread"),
        ([see(4)] * 5, "all values are equal, so the standard error is 0 and says nothing"),
    ],
)
def test_thin_data_give_a_reason(seen: list[Observation], reason: str) -> None:
    assert one(seen, "mean", ends=(1, 5)).reason == reason


@pytest.mark.parametrize("verdict", ["good", True, [1], {"a": 1}])
def test_a_verdict_that_is_no_number_is_one_clear_error(verdict: Any) -> None:
    with pytest.raises(InputError, match="takes numbers"):
        measure([see(3), see(verdict)], "mean")


def test_what_does_not_fit_is_one_clear_error() -> None:
    seen = column([1, 2])
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"metric": "median"}, "no metric 'median'; there are: "),
        ({"parameters": {"lable": "x"}}, "no parameter 'lable'; there are none"),
        ({"policies": ["zero"]}, "no policy 'zero'"),
        ({"abstain": "tie"}, "abstentions count as one of"),
        ({"by": "colour"}, "no field 'colour'"),
        ({"by": "judge"}, "no draw has anything in the field 'judge'"),
        ({"level": 1.0}, "the level must lie between 0 and 1"),
        ({"ends": (5.0, 1.0)}, "from a lower number to a higher one"),
        ({"ends": (2.0, 9.0)}, "the value 1 is not on the scale from 2 to 9"),
        ({"interval": "wald"}, "no interval 'wald'"),
        ({"interval": "wilson"}, "for rates with one draw an item"),
    ]
    for more, said in wrong:
        with pytest.raises(InputError, match=said):
            measure(seen, **{"metric": "mean", **more})
    with pytest.raises(InputError, match="needs a label"):
        measure(seen, "label-rate")


def test_groups_come_after_the_whole_in_the_order_of_their_names() -> None:
    seen = column([1, 2], "B") + column([3, 5], "A") + column([9])
    found = measure(seen, "mean", by="arm").estimates
    assert [(each.group, each.value) for each in found] == [
        ({}, 4),
        ({"arm": "A"}, 4),
        ({"arm": "B"}, 1.5),
        ({"arm": None}, 9),
    ]


def test_bootstrap_and_clopper_pearson_are_there_on_request() -> None:
    seen = column(["yes"] * 15 + ["no"] * 133)
    exact = one(seen, "label-rate", parameters={"label": "yes"}, interval="clopper-pearson").interval
    assert exact is not None
    assert (round(exact.low, 4), round(exact.high, 4)) == (0.0578, 0.1617)  # Newcombe 1998
    drawn = one(seen, "label-rate", parameters={"label": "yes"}, interval="bootstrap").interval
    assert drawn is not None
    assert drawn.method.startswith("bootstrap")


RATES = {"label-rate": {"label": "yes"}}


@given(archives(("yes", "no")), st.sampled_from(["exclude", "worst", "category"]))
def test_rates_add_up_and_stay_strict(seen: list[Observation], abstain: str) -> None:
    holds(
        measure(seen, "label-rate", parameters={"label": "yes"}, policies=[*POLICIES], abstain=abstain), seen
    )


@given(archives((1, 2.5, 5)), st.sampled_from(["exclude", "worst", "category"]), st.booleans())
def test_means_add_up_and_stay_strict(seen: list[Observation], abstain: str, known: bool) -> None:
    ends = (1.0, 5.0) if known else None
    holds(measure(seen, "mean", by="arm", policies=[*POLICIES], abstain=abstain, ends=ends), seen)


def holds(measured: Any, seen: list[Observation]) -> None:
    """Counts add up in every estimate and in its rows, the value lies in its bounds, and JSON is strict."""
    for found, row, tree in zip(measured.estimates, measured.records(), measured.tree(), strict=True):
        counts = found.counts
        assert counts.draws == counts.read + counts.recovered + counts.recorded + sum(counts.lost.values())
        assert row["draws"] == row["read"] + row["recovered"] + row["recorded"] + row["lost"]
        assert row["abstained"] <= row["draws"] - row["lost"]
        assert row["counted"] <= row["units"] <= row["draws"]
        if not found.group:
            assert counts.draws == len(seen)
            assert counts.lost_all == sum(not each.ok for each in seen)
        if found.value is not None and found.policy in ("complete", "worst") and found.bounds.low is not None:
            assert found.bounds.low - 1e-9 <= found.value <= found.bounds.high + 1e-9
        text = to_json([row, tree])
        assert json.loads(text, parse_constant=pytest.fail) == json.loads(
            json.dumps([row, tree], allow_nan=False)
        )


def test_an_estimate_whose_counts_do_not_add_up_is_not_made() -> None:
    good: dict[str, Any] = {
        "items": 1,
        "draws": 3,
        "read": 1,
        "recovered": 1,
        "lost": {"absent": 1},
        "abstained": 2,
    }
    assert Counts(**good).coverage == 2 / 3
    wrongs: list[dict[str, Any]] = [
        {"draws": 4},
        {"draws": 2},
        {"read": 2},
        {"lost": {}},
        {"abstained": 3},
        {"items": 4},
    ]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="do not add up"):
            Counts(**{**good, **wrong})
    made = one(column([1, 2]), "mean")
    for change in ({"counted": 3}, {"units": 3}, {"reason": "none"}, {"value": float("nan")}):
        with pytest.raises(ValueError, match=r"counted|reason|not a result"):
            msgspec.structs.replace(made, **change)


def test_the_records_are_an_arrow_table() -> None:
    pa = pytest.importorskip("pyarrow")
    measured = measure(
        column([1, 2, None], "A") + column([None], "B"), "mean", by="arm", policies=[*POLICIES]
    )
    table = pa.table(measured)
    assert table.num_rows == len(measured.estimates) == 24
    assert table.column("draws").to_pylist()[0] == 4
    assert table.schema.field("value").type == pa.float64()
    assert pa.table(measure([], "mean")).num_rows == 1
