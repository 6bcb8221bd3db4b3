"""A run that is killed, and killed again: what was acknowledged stands, and the end is as if nothing had happened."""

from pathlib import Path

from judging.crash import IN_FLIGHT, crash


def test_killed_and_resumed(tmp_path: Path) -> None:
    made = crash(tmp_path, draws=120, kills=4, seed=7)
    assert made.kills >= 2
    assert made.asked_again == 0
    assert made.requests <= made.draws + made.kills * IN_FLIGHT
    assert sum(made.statuses.values()) == made.draws
    ends = dict.fromkeys(("off_scale", "empty", "refused", "undelivered", "truncated"), 12)
    assert made.statuses == {"read": 60, **ends}
    assert made.equal
    assert made.faults == 0
