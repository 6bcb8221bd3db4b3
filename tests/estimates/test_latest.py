"""Several replies to one question: which one counts, and that every estimate says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from estimates.seen import see
from oyez.cli import main
from oyez.core.observation import Observation
from oyez.measure.latest import latest


def asked(verdict: Any, item: str = "1", **noted: Any) -> Observation:
    return see(verdict, item=item, arm="a", order="AB", draw=0, meta={"judging": {"plan": "p", **noted}})


def chosen(*seen: Observation) -> tuple[list[Any], dict[str, int], dict[str, int]]:
    places, left_out = latest(seen)
    return [seen[at].verdict for at in places], left_out.kinds, left_out.ends


def test_the_last_attempt_counts_and_the_others_are_named() -> None:
    tried = [asked(None), asked(None, attempt=1), asked("A", attempt=2), asked("B", item="2")]
    assert chosen(*tried) == (["A", "B"], {"reask": 2}, {"absent": 2})
    assert chosen(*reversed(tried)) == (["B", "A"], {"reask": 2}, {"absent": 2})


def test_an_attempt_that_could_not_be_read_either_is_unread() -> None:
    assert chosen(asked(None), asked(None, attempt=1)) == ([None], {"reask": 1}, {"absent": 1})


def test_what_was_asked_for_again_on_purpose_counts() -> None:
    assert chosen(asked("A"), asked("B", again="asked again")) == (["B"], {"again": 1}, {"read": 1})


def test_of_a_reply_that_came_twice_the_first_counts() -> None:
    assert chosen(asked("A"), asked("B", twice="1")) == (["A"], {"twice": 1}, {"read": 1})


def test_replies_from_elsewhere_are_never_left_out() -> None:
    same = [see("A", item="1", draw=0), see("B", item="1", draw=0)]
    assert chosen(*same) == (["A", "B"], {}, {})
    other = [asked("A"), asked("B", places={"A": "new"})]
    assert chosen(*other) == (["A", "B"], {}, {})


def test_the_page_and_its_json_say_so(tmp_path: Path) -> None:
    path = tmp_path / "readings.jsonl"
    rows: list[dict[str, Any]] = [
        {"status": "absent", "meta": {"judging": {"plan": "p"}}},
        {"status": "read", "verdict": 4, "meta": {"judging": {"plan": "p", "attempt": 1}}},
        {"status": "read", "verdict": 2, "item": "2", "meta": {"judging": {"plan": "p"}}},
    ]
    path.write_text("".join(json.dumps({"item": "1", "arm": "a", **row}) + "\n" for row in rows), "utf-8")
    told = ["measure", str(path), "--metric", "mean", "--scale", "1", "5"]
    page = CliRunner().invoke(main, told)
    assert page.exit_code == 0, page.output
    assert "1 replies could not be read and were asked for again by the plan" in page.stdout
    found = json.loads(CliRunner().invoke(main, [*told, "--json"]).stdout)
    assert found["left_out"] == {"replies": {"reask": 1}, "ended": {"absent": 1}}
    assert (found["estimates"][0]["value"], found["estimates"][0]["counts"]["draws"]) == (3.0, 2)
