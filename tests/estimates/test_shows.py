"""What is shown beside estimates: swaps, rankings, draws, losses, agreement, corrections, accuracy of the reading."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given

from estimates.seen import LOST, archives, column, pair, see
from oyez.cli import main
from oyez.core.errors import InputError
from oyez.core.metric import Settings
from oyez.core.observation import Observation
from oyez.core.status import Status, Stop
from oyez.measure.agreement import agreement
from oyez.measure.draws import draws_report
from oyez.measure.labels import load_labels
from oyez.measure.leaderboard import leaderboard
from oyez.measure.lost import loss_table
from oyez.measure.run import terms_of
from oyez.measure.shows import SHOWS
from oyez.measure.swap import swap_report
from oyez.measure.truth import corrected, parser_accuracy
from oyez.stats.loss import equal_loss

Call = Callable[..., Result]
RATE = terms_of("label-rate", parameters={"label": "yes"}).reckoning


@pytest.fixture
def call() -> Call:
    def run(*args: object) -> Result:
        return CliRunner(env={"COLUMNS": "100"}).invoke(main, ["measure", *map(str, args)])

    return run


class TestSwap:
    GAMES = (  # never changed
        pair("1", "A", "B")  # the first candidate in both orders
        + pair("2", "B", "A")  # the second in both
        + pair("3", "tie", "tie")
        + pair("4", "A", "A")  # whoever was shown first
        + pair("5", "A", "A")
        + pair("6", "B", "B")  # whoever was shown second
        + pair("7", "A", "tie")
        + pair("8", None, "A")
        + pair("9", None, None)
    )

    def test_every_pair_is_in_one_cell(self) -> None:
        table = swap_report(self.GAMES, Settings()).table
        assert (table.consistent_a, table.consistent_b, table.tie) == (1, 1, 1)
        assert (table.flip_to_first, table.flip_to_second) == (2, 1)
        assert (table.half_a, table.half_b, table.one_unread, table.both_unread) == (1, 0, 1, 1)
        assert table.pairs == 9

    def test_the_numbers_by_hand(self) -> None:
        found = swap_report(self.GAMES, Settings())
        assert found.consistency.value == 3 / 7
        assert found.bias.value == pytest.approx((0.5 * 3 + 1 + 1 + 0 + 0.75) / 7 - 0.5)
        assert [one.rate.value for one in found.rates] == [
            pytest.approx((1 + 0 + 0.5 + 0.5 * 3 + 0.75) / 7),
            pytest.approx((1 + 0 + 0.5 * 5) / 7),
            pytest.approx((1 + 0 + 0.5) / 3),
        ]
        assert swap_report(self.GAMES, Settings(given={"of": "B"})).table.consistent_b == 1

    def test_what_is_no_pair_is_counted_apart(self) -> None:
        games = [*self.GAMES, see("A", item="x", order="AB"), *pair("y", "A", "B")[:1]]
        away = pair("z", "A", "B")
        games += [away[0], see("none", item="z", arm="base vs new", order="BA", abstained=True)]
        found = swap_report(games, Settings())
        assert (found.unpaired, found.abstained, found.table.pairs) == (2, 1, 9)
        with pytest.raises(InputError, match="no pair was shown in both orders"):
            swap_report([see("A", item="x", order="AB")], Settings())


class TestLeaderboard:
    def games(self) -> list[Observation]:
        """A beats B 7 of 10, B beats C 6 of 10, A beats C 8 of 10."""
        made = []
        for first, second, won in (("A", "B", 7), ("B", "C", 6), ("A", "C", 8)):
            for at in range(10):
                verdict, order = ("A" if at < won else "B"), "AB"
                if at % 2:
                    verdict, order = ("B" if verdict == "A" else "A"), "BA"
                made.append(see(verdict, item=f"i{at}", arm=f"{first} vs {second}", order=order))
        return made

    def test_strengths_are_those_of_choix(self) -> None:
        choix = pytest.importorskip("choix")
        found = leaderboard(self.games(), Settings(), baseline="C", resamples=100)
        assert found.ranking.fit.strengths == pytest.approx((0.740570, -0.149102, -0.591468), abs=1e-6)
        data = [(0, 1)] * 7 + [(1, 0)] * 3 + [(1, 2)] * 6 + [(2, 1)] * 4 + [(0, 2)] * 8 + [(2, 0)] * 2
        assert found.ranking.fit.strengths == pytest.approx(choix.opt_pairwise(3, data), abs=1e-5)
        assert found.win_rates["A"].value == 0.8
        assert found.win_probability["A"] == pytest.approx(
            1 / (1 + 2.718281828 ** (-0.591468 - 0.740570)), abs=1e-6
        )

    def test_ties_and_unread_games_are_inputs_of_their_own(self) -> None:
        more = [see("tie", item="t", arm="A vs B", order="AB"), see(None, item="u", arm="A vs B", order="AB")]
        away = [see("none", item="v", arm="A vs B", order="AB", abstained=True)]
        fit = leaderboard([*self.games(), *more, *away], Settings(), resamples=100)
        assert (fit.ranking.fit.decided, fit.ranking.fit.tied, fit.ranking.fit.unread) == (30, 1, 1)
        assert (fit.games, fit.abstained) == (33, 1)

    def test_a_strong_preference_counts_as_several_games(self) -> None:
        strong = [see("A>>B", item="s", arm="A vs B", order="AB")]
        fit = leaderboard([*self.games(), *strong], Settings(given={"strong": 3}), resamples=100)
        assert fit.ranking.fit.decided == 33

    def test_what_cannot_be_ranked_has_a_reason(self) -> None:
        only = [see("A", item=str(at), arm="A vs B", order="AB") for at in range(3)]
        found = leaderboard(only, Settings(), resamples=100)
        assert found.ranking.models is None
        assert "never won or tied" in str(found.ranking.reason)
        with pytest.raises(InputError, match="names no two models"):
            leaderboard([see("A", item="1", arm="A", order="AB")], Settings())
        with pytest.raises(InputError, match="no game of the baseline 'Z'"):
            leaderboard(only, Settings(), baseline="Z")


class TestDraws:
    def test_complete_items_and_variances(self) -> None:
        rows: dict[str, list[int | None]] = {"a": [1, 3], "b": [5, 7], "c": [9, None], "d": [None, None]}
        seen = [see(value, item=item, draw=at) for item, row in rows.items() for at, value in enumerate(row)]
        found = draws_report(seen, terms_of("mean").reckoning, floor=2)
        assert (found.complete.items, found.complete.complete, found.complete.fraction) == (4, 2, 0.5)
        assert found.variance.within == 2.0  # (1 + 1 + 1 + 1) / (5 - 3)
        assert found.item_means == {"a": 2, "b": 6}
        assert found.for_agreement is not None

    def test_thin_data(self) -> None:
        found = draws_report(column([1, 2, 3]), terms_of("mean").reckoning)
        assert (found.variance.within, found.for_agreement) == (None, None)
        assert found.variance.reason == "no item has two read draws"
        with pytest.raises(InputError, match="no draw names its item"):
            draws_report([see(1)], terms_of("mean").reckoning)
        with pytest.raises(InputError, match="at least one read draw"):
            draws_report(column([1]), terms_of("mean").reckoning, floor=0)


class TestLoss:
    def test_losses_by_arm_and_stop_reason(self) -> None:
        seen = column([1] * 9 + [None], "A", judge="j") + column([1] * 5, "B", judge="j")
        seen += column([None] * 5, "B", start=5, judge="j", status=Status.TRUNCATED, stop=Stop.LENGTH)
        found = loss_table(seen)
        rows = {(row.field, row.group): row.counts for row in found.rows}
        assert rows["arm", "A"].lost == {"absent": 1}
        assert rows["arm", "B"].lost == {"truncated": 5}
        assert rows["stop", "length"].lost_all == 5
        assert found.tests == {"arm": equal_loss([1, 5], [10, 10])}

    @given(archives((1,)))
    def test_the_rows_of_a_field_add_up(self, seen: list[Observation]) -> None:
        found = loss_table(seen)
        for field in {row.field for row in found.rows}:
            rows = [row.counts for row in found.rows if row.field == field]
            assert sum(row.draws for row in rows) == len(seen)
            assert sum(row.lost_all for row in rows) == sum(not one.ok for one in seen)


class TestAgreement:
    def test_two_judges(self) -> None:
        """[[20, 5], [10, 15]]: kappa 0.4, AC1 0.40594 (irrCAC)."""
        cells = [("yes", "yes", 20), ("yes", "no", 5), ("no", "yes", 10), ("no", "no", 15)]
        pairs = [(one, other) for one, other, many in cells for _ in range(many)]
        first, second = zip(*pairs, strict=True)
        seen = column([*first], judge="j") + column([*second], judge="k")
        found = agreement(seen)
        assert found.raters == ("j", "k")
        assert found.coefficients["cohen's kappa"].value == pytest.approx(0.4)
        assert found.coefficients["gwet's ac1"].value == pytest.approx(0.40594, abs=5e-6)
        assert found.table is not None
        assert found.table.n == 50

    def test_a_judge_and_people(self) -> None:
        seen = column([1, 2, 3, None, 5], judge="j")
        found = agreement(seen, labels={"i0": 1, "i1": 2, "i2": 4, "i3": 2})
        assert found.raters == ("j", "(labels)")
        assert (found.units, found.rated_by_all) == (5, 3)
        assert found.coefficients["alpha, interval"].value is not None

    def test_two_instruments_on_the_same_replies(self) -> None:
        seen = [
            see(value, item=f"i{at}", judge="j", contract=contract)
            for contract, values in (("old", ["a", "b", "a"]), ("new", ["a", "b", "b"]))
            for at, value in enumerate(values)
        ]
        found = agreement(seen, raters="contract")
        assert (found.units, found.rated_by_all) == (3, 3)

    def test_an_abstention_is_no_rating(self) -> None:
        seen = column(["yes", "no"], judge="j") + column(["yes", "unclear"], judge="k", abstained=False)
        seen[-1] = see("unclear", item="i1", judge="k", abstained=True)
        assert agreement(seen).rated_by_all == 1

    def test_what_cannot_be_compared_is_one_clear_error(self) -> None:
        for seen, said in (
            (column(["a"], judge="j"), "needs two raters"),
            (column(["a"], judge="j") * 2, "gave two verdicts on item 'i0'"),
            ([see("a", judge="j")], "a draw names none"),
            (column([["a"]], judge="j") + column(["a"], judge="k"), "labels and numbers"),
        ):
            with pytest.raises(InputError, match=said):
                agreement(seen)

    def test_where_chance_explains_all_there_is_a_reason(self) -> None:
        seen = column(["a"] * 3, judge="j") + column(["a"] * 3, judge="k")
        for one in agreement(seen).coefficients.values():
            assert (one.value, bool(one.reason)) == (None, True)


class TestTruth:
    def test_a_rate_corrected_for_the_judges_errors(self) -> None:
        """p = 0.4, specificity 140/200, sensitivity 180/200: 0.1666667, the value of Lee et al. for n = 1000."""
        real = [("no", "no")] * 140 + [("yes", "no")] * 60 + [("yes", "yes")] * 180 + [("no", "yes")] * 20
        seen = column([judged for judged, _ in real])
        labels = {f"i{at}": label for at, (_, label) in enumerate(real)}
        seen += column(["yes"] * 160 + ["no"] * 440, start=400)
        found = corrected(seen, labels, RATE)
        assert (found.raw, found.labelled, found.judged.n) == (0.4, 400, 1000)
        assert found.rogan_gladen.value == pytest.approx(0.1666667, abs=1e-7)
        interval = found.rogan_gladen.interval
        assert interval is not None
        assert interval.low == pytest.approx(0.0563507, abs=1e-6)
        assert interval.high == pytest.approx(0.2627330, abs=1e-6)
        assert found.ppi.unlabelled == 600

    def test_unread_labelled_draws_are_counted(self) -> None:
        seen = column(["yes", "no", None, "yes", "no"])
        found = corrected(seen, {"i0": "yes", "i1": "no", "i2": "yes"}, RATE)
        assert (found.labelled, found.labelled_unread) == (2, 1)

    def test_what_cannot_be_corrected_is_one_clear_error(self) -> None:
        with pytest.raises(InputError, match="only rates"):
            corrected(column([1]), {"i0": 1}, terms_of("mean").reckoning)
        with pytest.raises(InputError, match="has a label"):
            corrected(column(["yes"]), {"other": "yes"}, RATE)

    def test_the_accuracy_of_the_reading(self) -> None:
        seen = [*column([1, 2, None, None, 3]), see(4, item="not looked at")]
        found = parser_accuracy(seen, {"i0": 1, "i1": 9, "i2": None, "i3": 7, "i4": None})
        assert (found.checked, found.right, found.wrong, found.missed, found.invented) == (5, 2, 1, 1, 1)
        assert found.errors_at_most.value == 2 / 5

    def test_no_error_at_all_leaves_the_rule_of_three(self) -> None:
        found = parser_accuracy(column([1] * 300), {f"i{at}": 1 for at in range(300)})
        assert found.errors_at_most.interval is not None
        assert round(found.errors_at_most.interval.high, 5) == 0.00994
        with pytest.raises(InputError, match="no reading is among the labels"):
            parser_accuracy(column([1]), {})


class TestCommand:
    def write(self, path: Path, rows: list[dict[str, Any]]) -> Path:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    def rows(self, judges: str = "jk") -> list[dict[str, Any]]:
        return [
            {
                "status": "read",
                "verdict": verdict,
                "item": f"i{at}",
                "judge": judge,
                "arm": "x vs y",
                "order": order,
            }
            for judge in judges
            for at in range(4)
            for order, verdict in zip(("AB", "BA"), ("A", "B" if at else "A"), strict=True)
        ] + [{"status": str(LOST[0]), "item": "lost", "judge": judges[0], "arm": "x vs y", "order": "AB"}]

    @pytest.mark.parametrize("form", ["--json", "--markdown", "--latex", None])
    def test_all_there_is_to_show(self, tmp_path: Path, call: Call, form: str | None) -> None:
        path = self.write(tmp_path / "r.jsonl", self.rows())
        labels = self.write(tmp_path / "l.jsonl", [{"item": f"i{at}", "label": "A"} for at in range(4)])
        shows = [part for name in SHOWS if name != "truth" for part in ("--show", name)]
        done = call(
            path, *shows, "-m", "win-rate", "--labels", labels, "--baseline", "y", *([form] if form else [])
        )
        assert done.exit_code == 0, done.output
        if form == "--json":
            tree = json.loads(done.stdout, parse_constant=pytest.fail)
            assert set(tree["shown"]) == set(SHOWS) - {"truth"}
        rated = call(path, "--show", "truth", "-m", "label-rate", "-p", "label=A", "--labels", labels)
        assert "Rogan–Gladen" in rated.stdout

    def test_what_is_missing_is_named(self, tmp_path: Path, call: Call) -> None:
        path = self.write(tmp_path / "r.jsonl", self.rows("j"))
        assert "nothing 'bias' to show; there are: agreement," in call(path, "--show", "bias").stderr
        assert "--labels" in call(path, "--show", "parser").stderr
        assert "--metric" in call(path, "--show", "draws").stderr
        assert call(path, "--show", "swap").exit_code == 0

    def test_labels_say_where_they_are_wrong(self, tmp_path: Path) -> None:
        for rows, said in (
            ([{"label": 1}], "needs an id or item"),
            ([{"id": "a"}], "the column 'label'"),
            ([{"id": "a", "label": 1}, {"id": "a", "label": 2}], "'a' has two labels"),
            ([{"id": [1], "label": 1}], "the id holds a list"),
            ([], "holds no labels"),
        ):
            with pytest.raises(InputError, match=said):
                load_labels(str(self.write(tmp_path / "l.jsonl", rows)))
        csv = tmp_path / "l.csv"
        csv.write_text("id,label\na,3\nb,yes\nc,null\n")
        assert load_labels(str(csv)) == {"a": 3, "b": "yes", "c": None}
