"""What unread draws count as: each policy by hand, the old defaults among them."""

from __future__ import annotations

import pytest

from estimates.seen import column, pair, see
from oyez.core.observation import Observation
from oyez.measure.estimate import Estimate
from oyez.measure.policies import POLICIES
from oyez.measure.run import measure

RATE = {"label": "yes"}


def by_policy(seen: list[Observation], metric: str, **more: object) -> dict[str, Estimate]:
    found = measure(seen, metric, policies=[*POLICIES], **more)  # type: ignore[arg-type]  # passed on as it came
    return {one.policy: one for one in found.estimates}


def test_a_rate_under_every_policy() -> None:
    found = by_policy(column(["yes", "yes", "no", None, None]), "label-rate", parameters=RATE)
    values = {name: one.value for name, one in found.items()}
    assert values == {
        "complete": 2 / 3,
        "bounds": None,
        "drop-item": 2 / 3,
        "drop-round": None,
        "worst": 2 / 5,
        "legacy:tie": None,
        "legacy:zero": 2 / 5,
        "legacy:one": 4 / 5,
    }
    assert [name for name, one in found.items() if one.parity] == ["legacy:tie", "legacy:zero", "legacy:one"]
    assert found["bounds"].interval == found["complete"].bounds.interval
    assert {one.bounds for one in found.values()} == {found["complete"].bounds}
    assert {one.counts.lost_all for one in found.values()} == {2}


def test_a_win_rate_under_the_old_defaults() -> None:
    """Three pairs; in the second the swapped game is unread: a tie, a loss or a win of the first candidate."""
    games = pair("1", "A", "B") + pair("2", "A", None) + pair("3", "B", "A")
    values = {name: one.value for name, one in by_policy(games, "win-rate").items()}
    assert values["complete"] == (1 + 0) / 2
    assert values["worst"] == values["legacy:zero"] == (1 + 0.5 + 0) / 3
    assert values["legacy:tie"] == (1 + 0.75 + 0) / 3
    assert values["legacy:one"] == (1 + 1 + 0) / 3
    assert values["drop-item"] == (1 + 0) / 2


def test_zero_and_one_are_numbers_off_most_scales() -> None:
    found = by_policy(column([8, 6, None]), "mean", ends=(1, 10))
    assert found["legacy:zero"].value == 14 / 3  # below what any judge could have said
    assert found["legacy:one"].value == found["worst"].value == 15 / 3
    assert found["legacy:tie"].reason == "the mean rating knows no tie"
    unknown = by_policy(column([8, 6, None]), "mean")
    assert unknown["worst"].reason == "the ends of the scale of the mean rating are not known"
    assert unknown["worst"].value is None


def test_an_item_lost_in_one_arm_is_dropped_from_both() -> None:
    seen = column([1, 2, None], "A") + column([3, 4, 9], "B")
    found = measure(seen, "mean", by="arm", policies=["drop-item"]).estimates
    assert [one.value for one in found[1:]] == [1.5, 3.5]
    assert [one.counted for one in found[1:]] == [2, 2]


def test_a_round_is_dropped_whole() -> None:
    rounds: list[list[int | None]] = [[1, 2], [3, None], [5, 6]]
    seen = [
        see(value, item=f"i{item}", draw=draw)
        for draw, values in enumerate(rounds)
        for item, value in enumerate(values)
    ]
    found = by_policy(seen, "mean")["drop-round"]
    assert (found.value, found.counted) == ((1 + 2 + 3 + 5 + 6) / 5, 5)


def test_a_round_lost_in_one_arm_is_dropped_from_both() -> None:
    a = [see(value, item="i", draw=draw, arm="A") for draw, value in enumerate([1, 2, 3])]
    b = [see(value, item="i", draw=draw, arm="B") for draw, value in enumerate([4, None, 6])]
    found = measure([*a, *b], "mean", by="arm", policies=["drop-round"]).estimates
    assert [(one.value, one.counted) for one in found[1:]] == [(2.0, 2), (5.0, 2)]


def test_a_lost_game_is_a_round_and_leaves_the_other_game_of_its_pair() -> None:
    games = pair("1", "A", "B") + pair("2", "A", None) + pair("3", "B", "A")
    found = by_policy(games, "win-rate")["drop-round"]
    assert (found.value, found.counted) == (3 / 5, 3)  # five games of three pairs


@pytest.mark.parametrize("name", POLICIES)
def test_every_policy_says_in_one_sentence_what_it_does(name: str) -> None:
    assert POLICIES[name].about.endswith(".")
    assert POLICIES[name].parity == name.startswith("legacy:")
