"""Two arms: compared only where one instrument measured both."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import Result

import oyez
from oyez import InputError, Ledger, RefusedError, Reply
from oyez.compare.arms import compare
from oyez.ledger import Draw, Judge, Recorded
from oyez.ledger.asked import under

Call = Callable[..., Result]
OLD, NEW = oyez.contract("trait-score-1"), oyez.contract("trait-score")


def add(ledger: Ledger, arm: str, scores: list[int], judge: Judge | None = None) -> None:
    for at, score in enumerate(scores):
        reply = Reply(
            id=f"{arm}{at}", text=f'{{"score": {score}}}', arm=arm, judge="m" if judge is None else None
        )
        ledger.append(Draw(reply=reply, judge=judge))


def bank(ledger: Ledger, arm: str, scores: list[int | None]) -> None:
    for at, score in enumerate(scores):
        reply = Reply(id=f"{arm}{at}", text=None, arm=arm, judge="m")
        ledger.append(
            Draw(reply=reply, raw_absent="not kept", recorded=(Recorded(value=score, tool="bank"),))
        )


def refused(ledger: Ledger, call: Call, *args: object) -> str:
    done = call("compare", ledger.path, *args)
    assert (done.exit_code, done.stdout) == (3, "")
    return done.stderr


def test_arms_of_one_instrument_are_compared(ledger: Ledger, call: Call) -> None:
    add(ledger, "A", [10, 20, 30])
    add(ledger, "B", [40, 50, 60])
    [*ledger.read(NEW)]
    found = compare(ledger, ["A", "B"])
    assert [arm.measure.mean for arm in found.arms] == [20, 50]
    assert (found.contract, found.split, found.acknowledged) == (NEW.ref, [], None)
    done = call("compare", ledger.path, "--arms", "A", "B")
    assert done.exit_code == 0
    assert "mean of B minus mean of A: +30.00" in done.stdout
    assert compare(ledger, ["A", "B"], acknowledge="not needed").acknowledged is None


def test_arms_read_by_different_contracts_are_refused(ledger: Ledger, call: Call) -> None:
    add(ledger, "A", [10, 20])
    add(ledger, "B", [40, 50, 60])
    [*ledger.read(OLD, "arm=A")]
    [*ledger.read(NEW, "arm=B")]
    said = refused(ledger, call, "--arms", "A", "B")
    assert "read by different contracts or reader versions" in said
    assert f"A: 2 by {OLD.ref}, reader" in said
    assert f"B: 3 by {NEW.ref}, reader" in said
    assert f"oyez read {ledger.path} --contract trait-score" in said
    said = refused(ledger, call, "--arms", "A", "B", "-c", "trait-score")
    assert f"A: 2 by {OLD.ref}" in said
    [*ledger.read(NEW)]
    assert call("compare", ledger.path, "--arms", "A", "B").exit_code == 0


def test_arms_read_by_different_readers_are_refused(ledger: Ledger, call: Call) -> None:
    from oyez.ledger.addition import Run
    from oyez.ledger.hashing import Ref
    from oyez.ledger.readings import Instruments, add_reading

    add(ledger, "A", [10])
    add(ledger, "B", [40])
    [*ledger.read(NEW, "arm=B")]
    (first,) = ledger.find("arm=A").found
    db = ledger.reader()
    key, made = db.execute("SELECT id, hash FROM draws WHERE arm = 'A'").fetchone()
    older = msgspec.structs.replace(oyez.read(first.stored.reply, NEW), reader="0")
    with ledger.writer.addition(Run("read")) as addition:
        judge = first.stored.reply.judge_digest
        add_reading(addition, Ref(key, made), Instruments(addition, NEW, "0").of(judge), older)
    said = refused(ledger, call, "--arms", "A", "B")
    assert f"A: 1 by {NEW.ref}, reader 0" in said


def test_rows_that_were_not_read_are_refused(ledger: Ledger, call: Call) -> None:
    add(ledger, "A", [10])
    add(ledger, "B", [40, 50])
    said = refused(ledger, call, "--arms", "A", "B")
    assert "some rows have not been read by the contract" in said
    assert "oyez read" in said
    [*ledger.read(NEW, "id=A0,B0")]
    said = refused(ledger, call, "--arms", "A", "B", "-c", "trait-score")
    assert "B: 1 by " in said
    assert "B: 1 not read" in said
    assert call("compare", ledger.path, "--arms", "A", "B", "--where", "id=A0,B0").exit_code == 0


def test_arms_judged_by_different_judges_are_refused(ledger: Ledger, call: Call) -> None:
    add(ledger, "A", [10], Judge(name="j", model="m", settings={"temperature": 0}))
    add(ledger, "B", [40], Judge(name="j", model="m", settings={"temperature": 1}))
    [*ledger.read(NEW)]
    said = refused(ledger, call, "--arms", "A", "B")
    assert "they were judged by different judges" in said
    assert "--contract" not in said  # reading again would not help


def test_a_panel_of_judges_is_one_instrument_if_both_arms_have_it(ledger: Ledger) -> None:
    for name in ("j1", "j2"):
        for arm in "AB":
            add(ledger, arm, [10, 20], Judge(name=name))
    [*ledger.read(NEW)]
    assert compare(ledger, ["A", "B"]).split == []


def test_banked_values_are_refused_until_acknowledged(ledger: Ledger, call: Call, tmp_path: Path) -> None:
    add(ledger, "A", [10, 20])
    bank(ledger, "B", [40, 60, None])
    [*ledger.read(NEW)]
    said = refused(ledger, call, "--arms", "A", "B")
    assert "some rows are not re-readable" in said
    assert "B: 3 values recorded by bank with an unknown instrument, judge m" in said
    assert "the 3 rows without raw text cannot be read again" in said
    reason = "banked before raw text was kept"
    done = call("compare", ledger.path, "--arms", "A", "B", "--acknowledge-split", reason)
    assert done.exit_code == 0
    assert done.stdout.endswith(f"Compared all the same, for this reason: {reason}\n")
    assert "mean of B minus mean of A: +35.00" in done.stdout
    out = tmp_path / "out.jsonl"
    args = ("compare", ledger.path, "--arms", "A", "B", "--acknowledge-split", reason)
    table = json.loads(call(*args, "--json", "--to", out).stdout)
    assert (table["acknowledged"], table["contract"]) == (reason, None)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    rows += [json.loads(line) for line in call(*args, "--jsonl").stdout.splitlines()]
    assert [row["acknowledged"] for row in rows] == [reason] * 4
    assert rows[1]["recorded"] == {"40": 1, "60": 1}
    assert rows[1]["coverage"] == pytest.approx(2 / 3)
    empty = call("compare", ledger.path, "--arms", "A", "B", "--acknowledge-split", " ")
    assert (empty.exit_code, "needs a reason" in empty.stderr) == (2, True)


def test_two_banked_arms_are_refused_too(ledger: Ledger, call: Call) -> None:
    bank(ledger, "A", [40])
    bank(ledger, "B", [50])
    assert "not re-readable" in refused(ledger, call, "--arms", "A", "B")


def test_what_is_not_clear_is_asked(ledger: Ledger, call: Call) -> None:
    add(ledger, "A", [10])
    add(ledger, "B", [40])
    [*ledger.read(OLD)]
    [*ledger.read(NEW)]
    done = call("compare", ledger.path, "--arms", "A", "B")
    assert done.exit_code == 2
    assert "several contracts have read these arms; choose with --contract" in done.stderr
    assert compare(ledger, ["A", "B"], under(OLD)).contract == OLD.ref
    for args, message in (
        (("--arms", "A", "C"), "no draw has the arm 'C'; there are: A, B"),
        (("--arms", "A", "A"), "two different arms"),
        (("--arms", "A"), "requires 2 arguments"),
    ):
        done = call("compare", ledger.path, *args)
        assert (done.exit_code, message in done.stderr) == (2, True), done.stderr
    with pytest.raises(InputError):
        compare(ledger, ["A"])


def test_a_refusal_is_an_exception_of_its_own(ledger: Ledger) -> None:
    add(ledger, "A", [10])
    add(ledger, "B", [40])
    with pytest.raises(RefusedError, match="were not measured by one instrument"):
        compare(ledger, ["A", "B"])
