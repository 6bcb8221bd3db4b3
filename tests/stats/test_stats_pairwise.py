"""Bradley-Terry strengths, rankings, swap tables and win rates."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import choix
import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st

from oyez.stats.pairwise.bradley_terry import BradleyTerry, bradley_terry, bradley_terry_range
from oyez.stats.pairwise.games import Games, WinTable, games, win_table
from oyez.stats.pairwise.newton import connected, find_strengths
from oyez.stats.pairwise.ranking import joint_ranks, rank_models
from oyez.stats.pairwise.swap import position_bias, position_test, swap_consistency, swap_table
from oyez.stats.pairwise.win_rate import pair_ranges, win_rate
from oyez.stats.pairwise.winner import Winner

U, A, B, T = Winner.UNREAD, Winner.A, Winner.B, Winner.TIE
Ends = st.lists(st.tuples(st.sampled_from(list(Winner)), st.sampled_from(list(Winner))), max_size=30)


def played(text: str, names: Sequence[str] = "ABC") -> Games:
    """Games written as `A>B` (won by the first), `A<B`, `A=B` (tie), `A?B` (unread), with `*n` for n of them."""
    a, b, ends = [], [], []
    for word in text.split():
        game, _, times = word.partition("*")
        for _ in range(int(times or 1)):
            a.append(names.index(game[0]))
            b.append(names.index(game[2]))
            ends.append({">": A, "<": B, "=": T, "?": U}[game[1]])
    return games(a, b, ends, names)


# Three models: 7 of 10, 6 of 10 and 8 of 10.
LADDER = "A>B*7 A<B*3 B>C*6 B<C*4 A>C*8 A<C*2"


def found_strengths(fit: BradleyTerry) -> tuple[float, ...]:
    assert fit.strengths is not None
    return fit.strengths


def test_a_ladder_of_three() -> None:
    fit = bradley_terry(win_table(played(LADDER)))
    assert fit.strengths == pytest.approx((0.740570, -0.149102, -0.591468), abs=5e-7)
    assert (fit.decided, fit.tied, fit.unread) == (30, 0, 0)
    assert fit.difference("B", "A").se == pytest.approx(0.5736, abs=5e-5)
    assert fit.difference("C", "A").se == pytest.approx(0.6022, abs=5e-5)


def glm(table: WinTable) -> Any:
    """Bradley-Terry as a logistic regression without the first model, by statsmodels."""
    wins = table.effective("half")
    pairs = [(i, j) for i, j in itertools.combinations(range(len(wins)), 2) if wins[i, j] + wins[j, i] > 0]
    design = np.zeros((len(pairs), len(wins)))
    for row, (i, j) in enumerate(pairs):
        design[row, i], design[row, j] = 1.0, -1.0
    counts = np.array([[wins[i, j], wins[j, i]] for i, j in pairs])
    return sm.GLM(counts, design[:, 1:], family=sm.families.Binomial()).fit(tol=1e-12)


def test_ties_and_standard_errors_against_a_logistic_regression() -> None:
    table = win_table(
        played("A>B*7 A<B*3 A=B*4 B>C*6 B<C*4 C=A*3 A>C*8 A<C*2 A>D*5 D>A*4 D>C*6 C>D*3", "ABCD")
    )
    fit, theirs = bradley_terry(table), glm(table)
    strengths = np.array(found_strengths(fit))
    assert strengths[1:] - strengths[0] == pytest.approx(theirs.params, abs=1e-8)
    for name, se in zip("BCD", theirs.bse, strict=True):
        assert fit.difference(name, "A").se == pytest.approx(se, rel=1e-6)


@given(seed=st.integers(0, 500), models=st.integers(2, 7), rounds=st.integers(5, 80))
def test_strengths_are_those_of_choix(seed: int, models: int, rounds: int) -> None:
    draw = np.random.default_rng(seed)
    truth = draw.normal(0, 1.2, models)
    a = draw.integers(0, models, rounds)
    b = (a + draw.integers(1, models, rounds)) % models
    won = draw.random(rounds) < 1 / (1 + np.exp(truth[b] - truth[a]))
    names = [f"m{i}" for i in range(models)]
    fit = bradley_terry(win_table(games(a, b, np.where(won, A, B), names)))
    if fit.strengths is None:
        return
    wins = [(int(x), int(y)) if w else (int(y), int(x)) for x, y, w in zip(a, b, won, strict=True)]
    theirs = choix.opt_pairwise(models, wins, tol=1e-12)
    assert fit.strengths == pytest.approx(list(theirs - theirs.mean()), abs=2e-5)


@given(seed=st.integers(0, 500), models=st.integers(2, 6))
def test_expected_wins_equal_wins(seed: int, models: int) -> None:
    # The likelihood equations: at the maximum each model is expected to win what it won.
    draw = np.random.default_rng(seed)
    wins = draw.integers(0, 5, (models, models)).astype(float)
    np.fill_diagonal(wins, 0.0)
    if not connected(wins[None])[0]:
        return
    theta = find_strengths(wins[None]).theta[0]
    chance = 1 / (1 + np.exp(theta[None, :] - theta[:, None]))
    assert ((wins + wins.T) * chance).sum(axis=1) == pytest.approx(wins.sum(axis=1), abs=1e-7)
    assert theta.sum() == pytest.approx(0.0, abs=1e-9)


def test_many_tables_at_once_are_each_as_alone() -> None:
    draw = np.random.default_rng(1)
    tables = draw.integers(1, 9, (20, 5, 5)).astype(float)
    together = find_strengths(tables).theta
    alone = [find_strengths(table[None]).theta[0] for table in tables]
    assert together == pytest.approx(np.array(alone), abs=1e-9)


def test_extreme_results_still_settle() -> None:
    # Odds of a hundred million to one, and a long chain of near-certain wins.
    table = np.array([[[0.0, 1e8], [1.0, 0.0]]])
    assert find_strengths(table).theta[0] == pytest.approx([np.log(1e8) / 2, -np.log(1e8) / 2], abs=1e-6)
    chain = np.zeros((1, 30, 30))
    for i in range(29):
        chain[0, i, i + 1], chain[0, i + 1, i] = 500.0, 1.0
    found = find_strengths(chain)
    assert found.settled.all()
    assert np.diff(found.theta[0]) == pytest.approx(np.full(29, -np.log(500)), abs=1e-6)


@given(seed=st.integers(0, 2000))
def test_wild_weights_give_strengths_or_a_reason(seed: int) -> None:
    draw = np.random.default_rng(seed)
    k, m = int(draw.integers(0, 14)), int(draw.integers(2, 5))
    a = draw.integers(0, m, k)
    b = (a + draw.integers(1, m, k)) % m
    weight = draw.choice([1.0, 1e-7, 1e7], k)
    names = [f"m{i}" for i in range(m)]
    drawn = games(a, b, draw.integers(0, 4, k), names, weight)
    fit = bradley_terry(win_table(drawn))
    assert (fit.strengths is None) == (fit.reason is not None)
    ranking = rank_models(drawn, draw.integers(0, 4, k), resamples=100)
    assert (ranking.models is None) == (fit.strengths is None)
    if fit.strengths is not None:
        difference = fit.difference("m0", "m1")
        assert difference.value is not None


def test_ties_are_half_a_win_or_no_game() -> None:
    tied = win_table(played("A>B*7 A<B*3 A=B*10"))
    two = WinTable(("A", "B"), tied.wins[:2, :2], tied.ties[:2, :2], tied.unread[:2, :2])
    half, drop = bradley_terry(two), bradley_terry(two, "drop")
    assert half.win_probability("A", "B") == pytest.approx(12 / 20)
    assert drop.win_probability("A", "B") == pytest.approx(7 / 10)
    assert (half.decided, half.tied) == (10, 10)
    with pytest.raises(ValueError, match="ties"):
        bradley_terry(two, "ignore")  # type: ignore[arg-type]


def test_unread_games_are_counted_and_take_no_part() -> None:
    fit, plain = (bradley_terry(win_table(played(t))) for t in (LADDER + " A?B*5 C?A*2", LADDER))
    assert fit.strengths == plain.strengths
    assert (fit.unread, plain.unread) == (7, 0)


def test_the_range_of_a_model_is_filling_in_its_unread_games() -> None:
    text = LADDER + " A?B*5 C?A*2 B?C*1"
    worst, best = bradley_terry_range(win_table(played(text)), "A")
    lost = bradley_terry(win_table(played(LADDER + " A<B*5 C>A*2")))
    won = bradley_terry(win_table(played(LADDER + " A>B*5 C<A*2")))
    assert worst.strengths == pytest.approx(lost.strengths)
    assert best.strengths == pytest.approx(won.strengths)
    assert worst.unread == best.unread == 1


@pytest.mark.parametrize(
    ("text", "names", "reason"),
    [
        ("A>B*5", "AB", "B never won or tied"),
        ("A>B*5 B>A*2 A>C*3 B>C*4", "ABC", "C never won or tied"),
        ("A>B A<B A>C*3 A>D*2 C>D D>C", "ABCD", "C, D never won or tied"),
        ("A>B A<B C>D D>C", "ABCD", "the games fall apart: C, D never met"),
        ("A>B A<B A?C*4", "ABC", "no read game of C"),
        ("", "ABC", "no read game of A, B, C"),
        ("A?B*3", "AB", "no read game of A, B"),
        ("", "A", "fewer than two models"),
        ("", "", "fewer than two models"),
    ],
)
def test_games_without_finite_strengths_say_why(text: str, names: str, reason: str) -> None:
    fit = bradley_terry(win_table(played(text, names)))
    assert fit.strengths is None
    assert fit.reason is not None
    assert reason in fit.reason
    ranking = rank_models(played(text, names), range(len(played(text, names).a)), resamples=100)
    assert ranking.models is None
    assert ranking.reason == fit.reason
    if len(names) > 1:
        assert fit.difference(names[0], names[1]).value is None
        assert fit.win_probability(names[0], names[1]) is None


def test_all_tied_games_have_equal_strengths() -> None:
    fit = bradley_terry(win_table(played("A=B*4 B=C*4")))
    assert fit.strengths == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)
    assert bradley_terry(win_table(played("A=B*4 B=C*4")), "drop").strengths is None


@given(seed=st.integers(0, 300))
def test_a_reason_is_given_exactly_when_wins_do_not_connect(seed: int) -> None:
    draw = np.random.default_rng(seed)
    wins = (draw.random((4, 4)) < 0.45).astype(float)
    np.fill_diagonal(wins, 0.0)
    # Paths of up to three games, by matrix powers.
    paths = np.linalg.matrix_power(wins + np.eye(4), 3) > 0
    zero = np.zeros((4, 4))
    fit = bradley_terry(WinTable(("a", "b", "c", "d"), wins, zero, zero))
    assert (fit.strengths is not None) == bool(paths.all())


def test_weights_stand_for_several_games() -> None:
    heavy = games([0, 0, 1], [1, 1, 0], [A, B, A], "AB", [3, 1, 2])
    assert win_table(heavy).wins.tolist() == [[0, 3], [3, 0]]


@pytest.mark.parametrize(
    ("columns", "match"),
    [
        (([0], [1, 1], [A]), "rows"),
        (([0], [0], [A]), "itself"),
        (([0], [2], [A]), "contestant"),
        (([-1], [1], [A]), "contestant"),
        (([0.0], [1.0], [A]), "whole numbers"),
        (([0], [1], [7]), "winner"),
        (([0], [1], [A], "AB", [0.0]), "weights"),
    ],
)
def test_what_is_no_game_is_refused(columns: tuple[Any, ...], match: str) -> None:
    arguments = columns if len(columns) > 3 else (*columns, "AB")
    with pytest.raises(ValueError, match=match):
        games(*arguments)


def strong_games(items: int, seed: int) -> tuple[Games, np.ndarray[Any, Any]]:
    draw = np.random.default_rng(seed)
    truth = np.array([1.5, 0.5, -0.5, -1.5])
    pairs = np.array(list(itertools.combinations(range(4), 2)))
    a, b = np.tile(pairs, (items, 1)).T
    won = draw.random(len(a)) < 1 / (1 + np.exp(truth[b] - truth[a]))
    return games(a, b, np.where(won, A, B), "ABCD"), np.repeat(np.arange(items), len(pairs))


def test_a_ranking_of_clear_strengths() -> None:
    ranking = rank_models(*strong_games(300, 0), resamples=300)
    assert ranking.models is not None
    assert [model.name for model in ranking.models] == list("ABCD")
    assert [(model.best_rank, model.worst_rank) for model in ranking.models] == [(i, i) for i in (1, 2, 3, 4)]
    for model, truth in zip(ranking.models, (1.5, 0.5, -0.5, -1.5), strict=True):
        assert model.interval is not None
        assert model.interval.low < model.strength < model.interval.high
        assert model.strength == pytest.approx(truth, abs=0.5)
    assert (ranking.failed, ranking.items, ranking.reason) == (0, 300, None)


def test_the_bootstrap_over_items_finds_the_standard_error_of_independent_games() -> None:
    # Every item is one game, so the item bootstrap and the likelihood agree.
    played_games, _ = strong_games(200, 3)
    fit = bradley_terry(win_table(played_games))
    ranking = rank_models(played_games, range(len(played_games.a)), resamples=1000)
    assert ranking.models is not None
    assert fit.covariance is not None
    widths = {m.name: (m.interval.high - m.interval.low) for m in ranking.models if m.interval is not None}
    for i, name in enumerate("ABCD"):
        assert widths[name] == pytest.approx(2 * 1.96 * float(fit.covariance[i, i]) ** 0.5, rel=0.1)


def test_doubling_the_games_of_each_item_does_not_narrow_the_intervals() -> None:
    one, items = strong_games(150, 5)
    twice = games(np.tile(one.a, 2), np.tile(one.b, 2), np.tile(one.winner, 2), "ABCD")
    single = rank_models(one, items, resamples=200)
    double = rank_models(twice, np.tile(items, 2), resamples=200)
    assert single.models is not None
    assert double.models is not None
    for x, y in zip(single.models, double.models, strict=True):
        assert x.interval is not None
        assert y.interval is not None
        assert x.interval.low == pytest.approx(y.interval.low, abs=1e-8)


def test_resamples_that_fail_are_counted_and_open_the_ranks() -> None:
    few = played("A>B A<B B>C B<C A>C A<C")
    ranking = rank_models(few, [0, 1, 2, 3, 4, 5], resamples=200)
    assert ranking.failed > 10
    assert ranking.models is not None
    assert all(model.interval is None for model in ranking.models)
    assert all((model.best_rank, model.worst_rank) == (1, 3) for model in ranking.models)
    assert ranking.reason is not None
    assert str(ranking.failed) in ranking.reason


def test_joint_ranks_by_hand() -> None:
    # Differences vary by 0.1 between a and the others, hardly between b and c.
    point = np.array([1.0, 0.0, 0.02])
    wobble = np.array([-0.1, 0.1] * 100)
    drawn = np.column_stack([point[0] + wobble, np.zeros(200), 0.02 + 0.3 * wobble])
    assert joint_ranks(point, drawn, 0, 0.95) == [(1, 1), (2, 3), (2, 3)]
    # With 5% or more of the resamples failed no rank is sure.
    assert joint_ranks(point, drawn, 11, 0.95) == [(1, 3)] * 3
    assert joint_ranks(point, drawn[:0], 100, 0.95) == [(1, 3)] * 3


def test_the_swap_table_by_hand() -> None:
    a_first = [A, B, T, A, B, A, T, B, T, A, U, U, T]
    b_first = [A, B, T, B, A, T, A, T, B, U, B, U, U]
    table = swap_table(a_first, b_first)
    assert (table.consistent_a, table.consistent_b, table.tie) == (1, 1, 1)
    assert (table.flip_to_first, table.flip_to_second, table.flips) == (1, 1, 2)
    assert (table.half_a, table.half_b) == (2, 2)
    assert (table.one_unread, table.both_unread) == (3, 1)
    assert (table.pairs, table.read) == (13, 9)


@given(pairs=Ends)
def test_swap_tables_add_up(pairs: list[tuple[Winner, Winner]]) -> None:
    one, two = [p[0] for p in pairs], [p[1] for p in pairs]
    table = swap_table(one, two)
    assert table.pairs == len(pairs)
    assert table.read == sum(U not in p for p in pairs)
    swapped = swap_table(two, one)
    assert (table.flip_to_first, table.one_unread) == (swapped.flip_to_second, swapped.one_unread)
    consistency = swap_consistency(one, two)
    same = table.consistent_a + table.consistent_b + table.tie
    assert consistency.value == (None if table.read == 0 else same / table.read)


def test_position_bias_by_hand() -> None:
    # Two flips to the first-shown, one to the second, one consistent, one win and tie for whoever was first.
    a_first, b_first = [A, A, B, A, A, U], [B, B, A, A, T, A]
    found = position_bias(a_first, b_first)
    assert found.value == pytest.approx((1 + 1 + 0 + 0.5 + 0.75) / 5 - 0.5)
    assert found.n == 5
    test = position_test(a_first, b_first)
    assert test.n == 3
    assert test.p_value == pytest.approx(1.0)
    assert position_test([A] * 10, [B] * 10).p_value == pytest.approx(2 / 2**10)


def test_swaps_by_item() -> None:
    a_first, b_first = [A, A, B, A, T, U], [A, B, B, A, T, A]
    items = ["x", "x", "y", "y", "z", "z"]
    consistency = swap_consistency(a_first, b_first, items)
    assert (consistency.value, consistency.clusters) == (0.8, 3)
    assert position_bias(a_first, b_first, items).clusters == 3
    with pytest.raises(ValueError, match="items"):
        swap_consistency(a_first, b_first, ["x"])


def test_swaps_of_nothing() -> None:
    for found in (swap_consistency([], []), position_bias([U], [A]), win_rate([], []).rate):
        assert found.value is None
        assert found.reason is not None
    assert swap_table([], []).pairs == 0
    with pytest.raises(ValueError, match="pair up"):
        swap_table([A], [])
    with pytest.raises(ValueError, match="unread"):
        swap_table([9], [A])


def test_win_rates_by_hand() -> None:
    # consistent a, consistent b, flip, a and tie, tie and tie, one unread (a), both unread
    a_first, b_first = [A, B, A, A, T, A, U], [A, B, B, T, T, U, U]
    mean_rule = win_rate(a_first, b_first, "mean")
    assert mean_rule.rate.value == pytest.approx((1 + 0 + 0.5 + 0.75 + 0.5) / 5)
    assert (mean_rule.unread, mean_rule.dropped) == (2, 0)
    assert mean_rule.bounds is not None
    assert mean_rule.bounds.low == pytest.approx((2.75 + 0.5 + 0.0) / 7)
    assert mean_rule.bounds.high == pytest.approx((2.75 + 1.0 + 1.0) / 7)
    tie_rule = win_rate(a_first, b_first, "tie")
    assert tie_rule.rate.value == pytest.approx((1 + 0 + 0.5 + 0.5 + 0.5) / 5)
    assert tie_rule.bounds is not None
    assert tie_rule.bounds.low == pytest.approx((2.5 + 0.5 + 0.0) / 7)
    drop_rule = win_rate(a_first, b_first, "drop")
    assert drop_rule.rate.value == pytest.approx((1 + 0 + 0.5) / 3)
    assert (drop_rule.dropped, drop_rule.unread, drop_rule.bounds) == (2, 2, None)


@given(pairs=Ends, rule=st.sampled_from(["mean", "tie", "drop"]))
def test_pair_ranges_hold_every_way_of_filling_in(pairs: list[tuple[Winner, Winner]], rule: Any) -> None:
    found = pair_ranges([p[0] for p in pairs], [p[1] for p in pairs], rule)
    for at, (one, two) in enumerate(pairs):
        for x in (A, B, T) if one is U else (one,):
            for y in (A, B, T) if two is U else (two,):
                whole = pair_ranges([x], [y], rule)
                assert not whole.unread[0]
                if whole.counts[0]:
                    assert found.low[at] <= whole.low[0] == whole.high[0] <= found.high[at]
                else:
                    assert not found.counts[at]


@given(pairs=Ends, rule=st.sampled_from(["mean", "tie"]))
def test_win_rates_mirror(pairs: list[tuple[Winner, Winner]], rule: Any) -> None:
    other = {U: U, A: B, B: A, T: T}
    one, two = [p[0] for p in pairs], [p[1] for p in pairs]
    here = win_rate(one, two, rule)
    there = win_rate([other[w] for w in two], [other[w] for w in one], rule)
    assert here.bounds is not None
    assert there.bounds is not None
    if here.rate.value is not None:
        assert here.rate.value == pytest.approx(1.0 - (there.rate.value or 0.0))
    if here.bounds.low is not None:
        assert here.bounds.low == pytest.approx(1.0 - (there.bounds.high or 0.0))


def test_win_rates_refuse_what_they_do_not_know() -> None:
    with pytest.raises(ValueError, match="rule"):
        win_rate([A], [A], "coin")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="pair up"):
        win_rate([A], [])
    with pytest.raises(ValueError, match="items"):
        win_rate([A], [A], items=["x", "y"])
