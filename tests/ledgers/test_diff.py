"""Two instruments on one archive."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st

import oyez
from oyez import InputError, Ledger, Reading, Reply, Status
from oyez.compare.diff import Change, Kind, diff, kind_of
from oyez.core.problem import Problem
from oyez.ledger import Draw, Recorded, reread
from oyez.ledger.asked import under

Call = Callable[..., Result]
SCORE: dict[str, Any] = {
    "name": "score",
    "version": 1,
    "form": {"line": "SCORE"},
    "scale": {"integer": [0, 10]},
}
OLD = oyez.contract(SCORE)
NEW = oyez.contract({**SCORE, "name": "score-new", "scale": {"integer": [0, 5]}, "recover": ["emphasis"]})
TEXTS = {
    "same": "SCORE: 3",
    "gained": "SCORE: **4**",
    "lost": "SCORE: 8",
    "still nothing": "no score",
    "another reason": "SCORE: **8**",
}


@pytest.fixture
def filled(ledger: Ledger) -> Ledger:
    """One draw of each kind in each of two arms, and one that was banked."""
    for arm in "AB":
        for name, text in TEXTS.items():
            ledger.append(Reply(id=f"{name} {arm}", text=text, arm=arm, judge="m"))
    ledger.append(
        Draw(reply=Reply(id="banked", text=None, arm="B"), raw_absent="no", recorded=(Recorded(value=3),))
    )
    return ledger


@pytest.mark.parametrize("stored", [(), (OLD,), (OLD, NEW)])
def test_every_change_is_listed_by_kind(stored: tuple[oyez.Contract, ...], filled: Ledger) -> None:
    for contract in stored:
        [*filled.read(contract)]
    changes: list[Change] = []
    found = diff(filled, under(OLD), under(NEW), on_change=changes.append)
    assert found.made == 20 - 10 * len(stored)
    assert (found.compared, found.not_rereadable, found.changed) == (10, 1, 4)
    kinds = {change.reply.id: change.kind for change in changes}
    assert kinds == {
        f"{name} {arm}": kind for arm in "AB" for name, kind in (("gained", Kind.GAINED), ("lost", Kind.LOST))
    }
    assert found.kinds[Kind.GAINED] == found.kinds[Kind.LOST] == 2
    assert (found.read_before, found.read_differs) == (4, 2)
    arm = found.arms["A"]
    assert (arm.old.mean, arm.new.mean, arm.new.mean_read) == (5.5, 3.5, 3.0)
    assert (arm.old.tally.coverage, arm.new.tally.coverage) == (0.4, 0.4)
    assert arm.new.tally.verdicts == {"3": 1, "4": 1}
    assert filled.status().instruments[0]["contract"] is None  # nothing was kept by looking


def test_the_gate(filled: Ledger, call: Call, tmp_path: Path) -> None:
    for name, contract in (("old", OLD), ("new", NEW)):
        tree = {**SCORE, "name": contract.name}
        if contract is NEW:
            tree |= {"scale": {"integer": [0, 5]}, "recover": ["emphasis"]}
        (tmp_path / f"{name}.json").write_text(json.dumps(tree))
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    done = call("diff", filled.path, old, new, "--expect-identical")
    assert done.exit_code == 1
    assert "not identical: 2 of the 4 readings with status read under OLD differ under NEW" in done.stderr
    done = call("diff", filled.path, old, new, "--expect-identical", "--where", "id~same")
    assert done.exit_code == 0
    assert "identical: the 2 readings with status read under OLD are the same under NEW" in done.stderr
    assert call("diff", filled.path, old, new).exit_code == 0
    out = tmp_path / "changes.jsonl"
    done = call("diff", filled.path, old, new, "--to", out, "--json", "-n", "1")
    table = json.loads(done.stdout)
    assert (table["changed"], len(table["changes"])) == (4, 2)
    assert len(out.read_text().splitlines()) == 4
    rows = [json.loads(line) for line in call("diff", filled.path, old, new, "--to", "-").stdout.splitlines()]
    assert [(row["kind"], row["old"]["verdict"], row["new"]["verdict"]) for row in rows[:2]] == [
        ("gained", None, 4),
        ("lost", 8, None),
    ]
    arms = [json.loads(line) for line in call("diff", filled.path, old, new, "--jsonl").stdout.splitlines()]
    assert [row["arm"] for row in arms] == [None, "A", "B"]


def test_an_older_reader_is_known_by_its_stored_readings_alone(
    filled: Ledger, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = msgspec.structs.replace(under(OLD), reader="0")

    def as_of_old(reply: Reply, contract: oyez.Contract) -> Reading:
        return msgspec.structs.replace(oyez.read(reply, contract), reader="0")

    monkeypatch.setattr(reread, "read", as_of_old)
    monkeypatch.setattr("oyez.ledger.asked.VERSION", "0")
    [*reread.read_ledger(filled, older, "arm=A", keep=True)]
    monkeypatch.undo()
    [*filled.read(OLD)]
    ref = OLD.ref
    done = call("diff", filled.path, f"{ref}:reader=0", ref, "--where", "arm=A", "--expect-identical")
    assert done.exit_code == 0, done.stderr
    done = call("diff", filled.path, f"{ref}:reader=0", ref)
    assert done.exit_code == 2
    assert f"draw 6 has no stored reading by {ref}, reader 0, and none can be made" in done.stderr
    done = call("diff", filled.path, f"{ref}:reader=7", ref)
    assert done.exit_code == 2
    (instrument,) = (one for one in filled.status().instruments if one["reader"] == "0")
    by_digest = f"instrument:{instrument['digest'][:12]}"
    assert call("diff", filled.path, by_digest, ref, "--where", "arm=A").exit_code == 0
    for wrong in ("instrument:0000000000", "instrument:0", "score@1#0000", "no-such-contract"):
        assert call("diff", filled.path, wrong, ref).exit_code == 2, wrong
    unknown = next(one for one in filled.status().instruments if one["contract"] is None)
    done = call("diff", filled.path, f"instrument:{unknown['digest'][:12]}", ref)
    assert (done.exit_code, "came with the archive" in done.stderr) == (2, True)


def test_a_contract_that_only_the_ledger_has_is_made_again_from_its_file(
    ledger: Ledger, tmp_path: Path, call: Call
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nversion = 4\nform = { line = "SCORE" }\nscale = { integer = [0, 10] }\n')
    mine = oyez.contract(file)
    ledger.append(Reply(text="SCORE: 3"))
    [*ledger.read(mine)]
    ledger.append(Reply(text="SCORE: 4"))
    file.unlink()
    for name in ("mine", mine.ref):
        asked = ledger.asked(name)
        assert (asked.digest, asked.can_read) == (mine.digest, True)
    assert json.loads(call("diff", ledger.path, "mine", "trait-score", "--json").stdout)["compared"] == 2
    with closing(sqlite3.connect(ledger.path)) as db:
        toml, tree = db.execute("SELECT toml, tree FROM contracts").fetchone()
    assert toml == mine.toml
    assert json.loads(tree) == mine.tree
    alias = oyez.contract({**SCORE, "name": "the same by another name"})
    assert ledger.asked(alias.ref).digest == mine.digest
    made = oyez.contract({**SCORE, "name": "made in code", "scale": {"integer": [0, 7]}})
    [*ledger.read(made)]
    asked = ledger.asked(made.ref)
    assert (asked.ref, asked.can_read) == (made.ref, False)


def test_nothing_to_compare_is_told(ledger: Ledger) -> None:
    with pytest.raises(InputError, match="no draw can be compared; 0"):
        diff(ledger, under(OLD), under(NEW))


def reading(**more: Any) -> Reading:
    told = {"contract": "c", "reader": "1", "status": Status.READ, "verdict": 1, "start": 0, "end": 1}
    return Reading(**{**told, **more})


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({}, None),
        ({"contract": "d", "reader": "2", "text": "1"}, None),
        ({"verdict": 2}, Kind.VALUE),
        ({"verdict": 1.0}, Kind.VALUE),
        ({"verdict": True}, Kind.VALUE),
        ({"abstained": True}, Kind.VALUE),
        ({"status": Status.RECOVERED, "rule": "emphasis"}, Kind.STATUS),
        ({"end": 2}, Kind.DETAIL),
        ({"problems": (Problem("quoted", "quoted, not said", 3, 4),)}, Kind.DETAIL),
        ({"fields": {}}, Kind.DETAIL),
        ({"status": Status.ABSENT, "verdict": None, "start": None, "end": None}, Kind.LOST),
    ],
)
def test_how_two_readings_differ(change: dict[str, Any], kind: Kind | None) -> None:
    assert kind_of(reading(), reading(**change)) == kind
    back = {Kind.LOST: Kind.GAINED}.get(kind, kind) if kind else None
    assert kind_of(reading(**change), reading()) == back


TREES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from([0.0, 1.0, float("nan"), "a"]),
    lambda part: st.lists(part, max_size=2) | st.dictionaries(st.sampled_from("ab"), part, max_size=2),
    max_leaves=5,
)


@given(TREES, TREES)
def test_verdicts_are_the_same_exactly_when_they_are_written_the_same(one: Any, two: Any) -> None:
    differ = kind_of(reading(verdict=one), reading(verdict=two)) is Kind.VALUE
    assert differ == (json.dumps(one, sort_keys=True) != json.dumps(two, sort_keys=True))


def test_stored_readings_are_the_readings_that_were_made(ledger: Ledger) -> None:
    two = {
        "name": "two",
        "version": 1,
        "verdict": "*",
        "field": {
            "score": {"form": {"line": "SCORE"}, "scale": {"integer": [0, 10]}, "recover": "safe"},
            "why": {"form": {"line": "WHY"}, "scale": "text", "optional": True},
        },
    }
    texts = [
        *TEXTS.values(),
        "SCORE: 3\nWHY: \ud800 odd \0",
        "WHY: x\nSCORE: 3\nSCORE: 4",
        "",
        " ",
        "```\nSCORE: 1\n```",
    ]
    ledger.extend(Reply(text=text, stop="stop") for text in texts)
    ledger.append(Reply(text=None, error="lost"))
    for contract in (OLD, NEW, oyez.contract(two), oyez.contract("trait-score")):
        made = [draw.reading for draw in ledger.read(contract)]
        again = [*ledger.read(contract)]
        assert all(draw.stored for draw in again)
        assert [draw.reading for draw in again] == made
        assert made == [oyez.read(reply, contract) for reply in ledger.replies()]
