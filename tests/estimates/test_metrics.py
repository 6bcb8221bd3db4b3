"""Each metric against arithmetic by hand, and against the published definitions that it follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oyez
from estimates.seen import column, pair, see
from oyez.core.errors import InputError
from oyez.core.observation import Observation
from oyez.core.scale import Scale
from oyez.core.status import Status
from oyez.measure.estimate import Estimate
from oyez.measure.load import scale_of
from oyez.measure.policies import POLICIES
from oyez.measure.run import measure
from oyez.metrics import METRICS
from oyez.stats.pairwise.win_rate import win_rate


def scale(name: str) -> Scale:
    found = scale_of(oyez.contract(name))
    assert found is not None
    return found


def one(seen: Sequence[Observation], metric: str, **more: Any) -> Estimate:
    return measure(seen, metric, **more).estimates[0]


def value(seen: Sequence[Observation], metric: str, **more: Any) -> float:
    found = one(seen, metric, **more).value
    assert found is not None
    return found


class TestWinRate:
    def test_arena_hard_counts_a_strong_preference_three_times(self) -> None:
        """Arena-Hard-Auto (show_result.py): `>>` counts as three games, a tie as half a win; mean over games.

        The baseline is shown first in the first game. Item 1: m wins strongly (3 of 3), then wins (1 of 1); item 2: a
        tie (1/2 of 1), then the baseline wins strongly (0 of 3): (3 + 1 + 0.5 + 0) / (3 + 1 + 1 + 3) = 0.5625.
        """
        games = pair("1", "B>>A", "A>B", "base vs m") + pair("2", "A=B", "B>>A", "base vs m")
        terms = {"of": "m", "strong": 3}
        assert value(games, "win-rate", parameters=terms, scale=scale("arena-hard")) == 4.5 / 8
        assert value(games, "win-rate", parameters={**terms, "of": "base"}) == 3.5 / 8
        assert value(games, "win-rate", parameters={"of": "B"}) == 2.5 / 4

    def test_an_unread_game_may_have_been_a_strong_one(self) -> None:
        games = pair("1", "B>>A", "A>B") + pair("2", "B>A", None)
        found = one(games, "win-rate", parameters={"of": "B", "strong": 3})
        assert (found.value, found.counted, found.units) == (1.0, 1, 2)
        assert (found.bounds.low, found.bounds.high) == (5 / 8, 1.0)
        assert found.counts.lost == {"absent": 1}

    @pytest.mark.parametrize("preferences", [[1.0, 2.0, 1.75], [1.2], [1.0, 1.0, 2.0, 1.5]])
    def test_alpaca_eval_is_the_mean_of_preference_less_one(self, preferences: list[float]) -> None:
        """AlpacaEval: win rate = mean(preference - 1), preference from 1 (the baseline) to 2 (the model)."""
        seen = column(preferences) + column(
            [1.0], start=9, order="BA"
        )  # a number names the output, not its place
        wanted = np.mean([*preferences, 1.0]) - 1
        assert value(seen, "win-rate", parameters={"of": "B"}) == pytest.approx(wanted)

    def test_alpaca_eval_rankings_name_who_was_shown_first(self) -> None:
        seen = [
            see(["m", "M"], item="1", order="AB"),  # m was shown first: the first output wins
            see(["m", "M"], item="2", order="BA"),  # m was shown first: the second output wins
            see(["M", "m"], item="3", order="AB"),
        ]
        assert value(seen, "win-rate", scale=scale("alpaca-eval-ranking")) == pytest.approx(1 / 3)
        names = {"M": "output_1", "m": "output_2"}  # the archive says which name stood for which output
        kept = [
            see(["M", "m"], item="1", order="AB", meta={"referenced_models": names}),
            see("m", item="2", order="BA", meta={"referenced_models": names}),
            see("M", item="3", meta={"referenced_models": names}),
        ]
        assert value(kept, "win-rate", parameters={"of": "B"}) == pytest.approx(1 / 3)
        with pytest.raises(InputError, match="needs the contract of rankings"):
            measure(seen, "win-rate")

    def test_mt_bench_pairs(self) -> None:
        """MT-Bench: a win counts only if it holds in both orders; else the pair is a tie."""
        games = pair("1", "A", "B") + pair("2", "A", "A") + pair("3", "C", "C") + pair("4", "B", "A")
        terms = {"scale": scale("mt-bench-pairwise")}
        assert value(games, "win-rate", parameters={"flips": "tie"}, **terms) == (1 + 0.5 + 0.5 + 0) / 4
        assert value(games, "win-rate", parameters={"flips": "drop"}, **terms) == (1 + 0.5 + 0) / 3
        assert value(games, "win-rate", **terms) == (1 + 0.5 + 0.5 + 0) / 4
        with pytest.raises(InputError, match="does not know what 'C' means"):
            measure(games, "win-rate")

    def test_the_meaning_of_labels_can_be_given(self) -> None:
        seen = [see("first", item="1", order="AB"), see("second", item="2", order="AB")]
        terms = {"meaning": "first=A+1,second=B+2,none=tie", "strong": "3"}
        assert value(seen, "win-rate", parameters=terms) == 1 / 4
        for meaning, said in (("first", "key=value"), ("first=A", "must give A")):
            with pytest.raises(InputError, match=said):
                measure(seen, "win-rate", parameters={"meaning": meaning})

    @pytest.mark.parametrize(
        ("seen", "terms", "said"),
        [
            ([see("A", item="1")], {}, "was shown in order None"),
            ([see("A", item="1", order="12")], {}, "orders are AB and BA"),
            ([see(None), *pair("1", "A", "A", "x")], {"of": "x"}, "does not name 'x'"),
            (pair("1", "A", "B") + pair("1", "A", "A"), {}, "two games in order AB"),
            (pair("1", "A", "B"), {"flips": "lose"}, "flips must be one of"),
            (pair("1", "A", "B"), {"strong": "0"}, "strong must be a whole number"),
            (pair("1", "A", "B"), {"strong": 3, "flips": "tie"}, "flips=mean only"),
            (pair("1", True, "B"), {}, "takes preferences"),  # type: ignore[arg-type]  # a wrong verdict on purpose
        ],
    )
    def test_what_is_no_game_is_one_clear_error(
        self, seen: list[Observation], terms: dict[str, Any], said: str
    ) -> None:
        with pytest.raises(InputError, match=said):
            measure(seen, "win-rate", parameters=terms)

    def test_two_pairs_of_an_item_are_told_apart_by_a_field(self) -> None:
        games = [
            see(verdict, item="q", arm="x vs y", order=order, meta={"turn": turn})
            for turn, verdicts in ((1, "AB"), (2, "BA"))
            for order, verdict in zip(("AB", "BA"), verdicts, strict=True)
        ]
        found = one(games, "win-rate", parameters={"match": "meta.turn"})
        assert (found.value, found.units, found.counts.items) == (0.5, 2, 1)

    def test_pairs_with_one_order_are_said(self) -> None:
        found = one([*pair("1", "A", "B"), see("A", item="2", order="AB")], "win-rate")
        assert found.value == 1.0
        assert "1 of 2 pairs have a game in one order only" in found.warnings[-1]

    @given(st.lists(st.tuples(*[st.sampled_from(["A", "B", "tie", None])] * 2), min_size=2, max_size=20))
    def test_it_is_the_win_rate_over_pairs(self, verdicts: list[tuple[str | None, str | None]]) -> None:
        """The layer of plain numbers computes the same from codes of winners."""
        games = [game for at, (ab, ba) in enumerate(verdicts) for game in pair(str(at), ab, ba)]
        codes = {None: 0, "A": 1, "B": 2, "tie": 3}
        swapped = {None: 0, "A": 2, "B": 1, "tie": 3}
        ab, ba = [codes[x] for x, _ in verdicts], [swapped[y] for _, y in verdicts]
        for flips in ("mean", "tie", "drop"):
            found = one(games, "win-rate", parameters={"flips": flips})
            wanted = win_rate(ab, ba, flips)
            assert found.value == pytest.approx(wanted.rate.value)
            if wanted.bounds is not None:
                assert found.bounds.low == pytest.approx(wanted.bounds.low)
                assert found.bounds.high == pytest.approx(wanted.bounds.high)


def test_mt_bench_ratings() -> None:
    """MT-Bench: the mean over both turns of all questions; here (8 + 6 + 10 + 7) / 4."""
    seen = [see(rating, item=f"q{at // 2}", meta={"turn": at % 2}) for at, rating in enumerate([8, 6, 10, 7])]
    assert value(seen, "mean", scale=scale("mt-bench-rating")) == 31 / 4


class TestWildBenchReward:
    def test_rewards_are_signed_by_the_recorded_position(self) -> None:
        """WildBench: ±100 for `++`, ±50 for `+`, 0 for a tie, seen from the tested model wherever it was shown."""
        seen = [
            see("A++", item="1", order="AB"),  # the model was shown as A: +100
            see("A+", item="2", order="BA"),  # it was shown as B: -50
            see("B++", item="3", order="BA"),  # +100
            see("A=B", item="4", order="AB"),  # 0
        ]
        terms: dict[str, Any] = {"scale": scale("wildbench-pairwise")}
        assert value(seen, "wildbench-reward", **terms) == 150 / 4
        assert value(seen, "wildbench-reward", parameters={"of": "B"}, **terms) == -150 / 4
        found = one([*seen, see(None, item="5", order="AB")], "wildbench-reward", **terms)
        assert (found.value, found.bounds.low, found.bounds.high) == (150 / 4, 50 / 5, 250 / 5)

    def test_an_unread_draw_as_a_tie_is_the_old_default(self) -> None:
        seen = column(["A++", None], order="AB")
        found = measure(seen, "wildbench-reward", policies=["complete", "legacy:tie", "worst"]).estimates
        assert [each.value for each in found] == [100, 50, 0]
        assert [each.parity for each in found] == [False, True, False]


class TestScoreSheet:
    SHEET = {"Coherent": 16, "Vivid": 12, "Meandering": 5}  # noqa: RUF012  # never changed

    def test_scores_for_faults_are_turned_round(self) -> None:
        """Creative Writing v3 takes 20 minus the score of a fault: (16 + 12 + (20 - 5)) / 3."""
        found = one(column([self.SHEET]), "score-sheet", ends=(0, 20), parameters={"inverted": "Meandering"})
        assert found.value == 43 / 3
        assert value(column([self.SHEET]), "score-sheet") == 33 / 3
        assert (
            value(column([{"dull": 2}]), "score-sheet", ends=(1, 5), parameters={"inverted": ["dull"]}) == 4
        )
        assert value(column([self.SHEET]), "score-sheet", parameters={"names": ["Vivid"]}) == 12

    @pytest.mark.parametrize(
        ("sheet", "more", "said"),
        [
            (SHEET, {"parameters": {"inverted": "Meandering"}}, "scale must be known"),
            (SHEET, {"parameters": {"inverted": "Meander"}, "ends": (0, 20)}, "no score 'Meander'"),
            (SHEET, {"parameters": {"inverted": "X", "names": "Y"}, "ends": (0, 20)}, "not among the names"),
            (SHEET, {"parameters": {"names": "Y"}}, "none of the names Y"),
            (SHEET, {"ends": (0, 10)}, "not on the scale"),
            ({"Vivid": "good"}, {}, "takes numbers"),
            (7, {}, "takes objects of scores"),
            ({}, {}, "takes objects of scores"),
        ],
    )
    def test_what_is_no_sheet_is_one_clear_error(self, sheet: Any, more: dict[str, Any], said: str) -> None:
        with pytest.raises(InputError, match=said):
            measure(column([sheet]), "score-sheet", **more)


class TestCriteria:
    def test_met_criteria_are_a_rate(self) -> None:
        found = one(column([True, True, False, None]), "criterion-pass-rate")
        assert (found.value, found.bounds.low, found.bounds.high) == (2 / 3, 2 / 4, 3 / 4)
        assert found.interval is not None
        assert found.interval.method == "wilson"
        graded = column(["yes", "partly", "no"])
        assert value(graded, "criterion-pass-rate", parameters={"pass": "yes,partly"}) == pytest.approx(2 / 3)
        with pytest.raises(InputError, match="say which labels"):
            measure(graded, "criterion-pass-rate")

    def test_several_criteria_in_one_reply_are_their_share(self) -> None:
        seen = column([{"a": True, "b": False}, {"a": True, "b": True}])
        assert value(seen, "criterion-pass-rate") == 0.75

    def rubric(
        self, met: Sequence[Any], points: Sequence[float] = (5, 3, -4), item: str = "i"
    ) -> list[Observation]:
        return [
            see(verdict, item=item, id=f"{item}{at}", meta={"points": many})
            for at, (verdict, many) in enumerate(zip(met, points, strict=True))
        ]

    def test_points_are_weighed_against_what_could_be_earned(self) -> None:
        """HealthBench: points of met criteria over the sum of the positive ones, item by item, then the mean."""
        first, second = self.rubric([True, False, True]), self.rubric([True, True, False], item="j")
        found = one([*first, *second], "weighted-rubric")
        assert found.value == ((5 - 4) / 8 + (5 + 3) / 8) / 2
        assert (found.units, found.counts.draws) == (2, 6)

    def test_an_unread_criterion_opens_its_item(self) -> None:
        seen = self.rubric([True, False, None]) + self.rubric([True, True, False], item="j")
        found = one(seen, "weighted-rubric")
        assert (found.value, found.counted) == (1.0, 1)
        assert (found.bounds.low, found.bounds.high) == ((1 / 8 + 1) / 2, (5 / 8 + 1) / 2)
        worst = one(seen, "weighted-rubric", policies=["worst"])
        assert worst.value == found.bounds.low  # the fault that nobody read counts as there

    def test_what_has_no_points_is_one_clear_error(self) -> None:
        for seen, said in (
            ([see(True, item="i")], "has no points at 'meta.points'"),
            ([see(True, meta={"points": 1})], "puts criteria together by item"),
            (self.rubric([True], [-1]), "no criterion with points above 0"),
            ([see(True, item="i", meta={"points": "5"})], "takes numbers"),
        ):
            with pytest.raises(InputError, match=said):
                measure(seen, "weighted-rubric")


class TestRankingPosition:
    def test_the_mean_place(self) -> None:
        seen = column([["x", "y", "z"], ["y", "x", "z"], None])
        found = one(
            seen, "ranking-position", parameters={"of": "x", "ids": "x,y,z"}, policies=["complete", "worst"]
        )
        assert found.value == 1.5
        assert (found.bounds.low, found.bounds.high) == (4 / 3, 2.0)
        worst = measure(seen, "ranking-position", parameters={"of": "x", "ids": "x,y,z"}, policies=["worst"])
        assert worst.estimates[0].value == 2.0  # the last place is the worst

    def test_what_is_no_ranking_is_one_clear_error(self) -> None:
        for seen, terms, said in (
            (column([["x"]]), {}, "needs a name"),
            (column([["x"]]), {"of": "y", "ids": "x,z"}, "no ranking holds 'y'"),
            (column(["x"]), {"of": "x"}, "takes rankings"),
            (column([["x", "x"]]), {"of": "x"}, "once"),
            (column([["x", "y"]]), {"of": "x", "ids": "x,y,z"}, "of 3"),
        ):
            with pytest.raises(InputError, match=said):
                measure(seen, "ranking-position", parameters=terms)


GOOD: dict[str, tuple[dict[str, Any], Any]] = {
    "criterion-pass-rate": ({}, True),
    "label-rate": ({"label": "yes"}, "yes"),
    "mean": ({}, 3),
    "ranking-position": ({"of": "x", "ids": "x,y"}, ["x", "y"]),
    "score-sheet": ({}, {"a": 3}),
    "weighted-rubric": ({}, True),
    "wildbench-reward": ({}, "A+"),
    "win-rate": ({}, "A>B"),
}


def test_every_metric_is_tried_on_thin_data() -> None:
    assert sorted(GOOD) == sorted(METRICS.built_in)


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize("policy", POLICIES)
def test_thin_data_never_crash_a_metric(name: str, policy: str) -> None:
    """An empty set, one item, all unread, all the same, all abstained: a value or a reason."""
    terms, verdict = GOOD[name]
    rows = {
        "none": [],
        "one": [verdict],
        "unread": [None, None, None],
        "same": [verdict] * 4,
        "some": [verdict, None],
    }
    for kind, verdicts in rows.items():
        seen = [
            see(each, item=f"i{at}", order="AB", arm="x vs y", meta={"points": 2})
            for at, each in enumerate(verdicts)
        ]
        found = measure(seen, name, policies=[policy], parameters=terms, ends=(1, 5)).estimates[0]
        assert (found.value is None or found.interval is None) == (found.reason is not None), kind
        assert found.counts.draws == len(seen)
    away = [see(verdict, item="i", order="AB", abstained=True, status=Status.READ, meta={"points": 2})]
    assert measure(away, name, policies=[policy], parameters=terms).estimates[0].value is None
