"""What is appended comes back as it was, is stored once, and stays."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import oyez
from oyez import InputError, LedgerError, Reply
from oyez.ledger import Draw, Judge, Ledger, Recorded
from oyez.ledger.addition import Run
from oyez.ledger.schema import FACTS
from oyez.ledger.screenings import add_calibration, add_screening

HOSTILE = [
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udc80\ud83d\ude00",
    "\ud83d\ude00",
    "😀",
    "\r\n",
    "[1]",
    "\ufeff",
    "'; --",
]
TEXT = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=30), st.text(st.characters(), max_size=30))
WORD = st.none() | TEXT
PLAIN = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
TREE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | PLAIN,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(PLAIN, part, max_size=3),
    max_leaves=8,
)
OBJECT = st.none() | st.dictionaries(PLAIN, TREE, max_size=3)
REPLIES = st.builds(
    Reply,
    id=WORD,
    text=WORD,
    stop=WORD,
    error=WORD,
    item=WORD,
    arm=WORD,
    judge=WORD,
    judge_digest=WORD,
    draw=st.none() | st.integers(0, 2**63 - 1),
    order=WORD,
    ids=st.none() | st.lists(PLAIN, max_size=3).map(tuple),
    meta=OBJECT,
)
JUDGES = st.builds(Judge, name=WORD, model=WORD, template_digest=WORD, settings=OBJECT)
RECORDED = st.builds(
    Recorded, value=TREE, label=WORD, status=WORD, name=WORD, tool=WORD, tool_version=WORD, parser=WORD
)
DRAWS = st.builds(
    Draw,
    reply=REPLIES,
    judge=st.none() | JUDGES,
    prompt=WORD,
    model_returned=WORD,
    usage=OBJECT,
    latency=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    received=WORD,
    recorded=st.lists(RECORDED, max_size=2).map(tuple),
)


def told(draw: Draw) -> dict[str, object]:
    """What must come back; the ledger fills in the digests of judge and prompt."""
    reply = {
        name: getattr(draw.reply, name) for name in draw.reply.__struct_fields__ if name != "judge_digest"
    }
    if draw.judge is not None and draw.judge.name is not None:
        reply["judge"] = draw.judge.name
    more = ("prompt", "model_returned", "usage", "latency", "received", "recorded", "raw_absent")
    return reply | {name: getattr(draw, name) for name in more}


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(DRAWS, min_size=1, max_size=4))
def test_every_draw_comes_back_as_it_was(tmp_path_factory: pytest.TempPathFactory, draws: list[Draw]) -> None:
    with Ledger(tmp_path_factory.mktemp("ledger") / "l") as ledger:
        numbers = [ledger.append(draw) for draw in draws]
        assert numbers == [*range(1, len(draws) + 1)]
        assert ledger.extend(draws, batch=2) == len(draws)
        back = [*ledger.draws()]
        assert [told(stored.draw) for stored in back] == [told(draw) for draw in [*draws, *draws]]
        assert [*ledger.verify()] == []
        for stored, draw in zip(back, [*draws, *draws], strict=True):
            if draw.reply.judge_digest:
                assert stored.reply.judge_digest == draw.reply.judge_digest
            assert (stored.reply_digest is None) == (draw.reply.text is None)


def test_equal_replies_are_stored_once_and_every_draw_is_a_row(ledger: Ledger, path: Path) -> None:
    for at in range(5):
        ledger.append(Reply(text="same", item="i", draw=at))
    ledger.extend([Reply(text="same"), Reply(text="other"), Reply(text="same")])
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM replies").fetchone() == (2,)
        assert db.execute("SELECT count(*) FROM draws").fetchone() == (8,)
    same = ledger.get(1).reply_digest
    assert same is not None
    assert [stored.id for stored in ledger.named(same[:20])] == [1, 2, 3, 4, 5, 6, 8]


def test_a_digest_is_what_the_page_says(ledger: Ledger) -> None:
    import hashlib

    ledger.append(Reply(text="naïve \ud800"))
    data = b"oyez.reply.1\0" + "naïve ".encode() + b"\xed\xa0\x80"
    assert ledger.get(1).reply_digest == "sha256:" + hashlib.sha256(data).hexdigest()


def test_any_tool_can_read_the_text(ledger: Ledger, path: Path) -> None:
    ledger.append(Reply(id="a", text="It's ‘fine’ 😀\n[[A]]", item="q1", arm="x", meta={"lang": "ko"}))
    ledger.append(Reply(id="b", text="cut\0here"))
    with closing(sqlite3.connect(path)) as db:
        query = "SELECT r.text, r.escaped, d.meta ->> 'lang' FROM draws d JOIN replies r ON r.id = d.reply"
        assert db.execute(query).fetchall() == [
            ("It's ‘fine’ 😀\n[[A]]", None, "ko"),
            ('["cut\\u0000here"]', "text", None),
        ]


@pytest.mark.parametrize("table", [*FACTS, "commits"])
def test_no_row_can_be_changed_or_removed(table: str, ledger: Ledger, path: Path) -> None:
    ledger.append(
        Draw(reply=Reply(text="[[A]]", judge="m"), prompt="?", recorded=(Recorded(value=1),)),
    )
    [*ledger.read(oyez.bracket(["A", "B"]))]
    run = Run("screen", None)
    add_screening(ledger, run, item="a", profile="p@1", instrument="i", outcome="passed", told={})
    add_calibration(ledger, run, profile="p@1", instrument="i", told={})
    with closing(sqlite3.connect(path)) as db:
        if table == "imports":
            db.execute("PRAGMA foreign_keys=OFF")
            db.execute("INSERT INTO imports VALUES (1, 1, 's', 'x', 0, 'i', '1', '{}', NULL, x'00')")
        before = db.execute(f"SELECT * FROM {table}").fetchall()
        assert before
        marks = ", ".join("?" * len(before[0]))
        for change in (
            f"UPDATE {table} SET id = id + 10",
            f"DELETE FROM {table}",
            f"INSERT OR REPLACE INTO {table} VALUES ({marks})",
        ):
            with pytest.raises(sqlite3.IntegrityError, match="a ledger only grows"):
                db.execute(change, before[0] if "?" in change else ())
        assert db.execute(f"SELECT * FROM {table}").fetchall() == before


def test_what_an_iterable_gave_before_it_failed_is_kept(ledger: Ledger) -> None:
    def failing() -> Iterator[Reply]:
        for at in range(25):
            yield Reply(text=f"reply {at}")
        raise RuntimeError("the provider went away")

    with pytest.raises(RuntimeError, match="went away"):
        ledger.extend(failing(), batch=10)
    assert ledger.count() == 25
    assert [*ledger.verify()] == []


def test_a_draw_that_cannot_be_kept_adds_nothing(ledger: Ledger) -> None:
    wrong: list[Reply | Draw] = [
        Draw(reply=Reply(text="there"), raw_absent="it was not kept"),
        Reply(text="a", draw=-1),
        Reply(text="a", draw=2**63),
        Reply(text="a", meta={"when": object()}),
        Draw(reply=Reply(text="a"), latency=float("nan")),
    ]
    for draw in wrong:
        with pytest.raises(InputError):
            ledger.append(draw)
        with pytest.raises(InputError):
            ledger.extend([Reply(text="fine"), draw])
    assert ledger.count() == 0
    ledger.append(Reply(text="after"))
    assert [*ledger.verify()] == []


def test_a_ledger_goes_on_after_close_and_runs_end(ledger: Ledger) -> None:
    ledger.append(Reply(text="one"))
    assert [run["ended"] for run in ledger.status().runs] == [False]
    ledger.close()
    ledger.append(Reply(text="two"))
    assert [run["ended"] for run in ledger.status().runs] == [True, False]
    ledger.close()
    assert [run["ended"] for run in ledger.status().runs] == [True, True]
    assert [*ledger.verify()] == []


def test_a_judge_is_named_by_model_template_and_settings() -> None:
    one = Judge(name="a", model="m", settings={"temperature": 0, "top_p": 1})
    same = Judge(name="b", model="m", settings={"top_p": 1, "temperature": 0})
    other = Judge(name="a", model="m", settings={"temperature": 1, "top_p": 1})
    assert one.digest == same.digest != other.digest
    assert Judge(name="a").digest != Judge(name="b").digest


def test_a_read_only_ledger_refuses_to_grow(ledger: Ledger, path: Path) -> None:
    ledger.append(Reply(text="one"))
    with Ledger(path, readonly=True) as reading:
        with pytest.raises(LedgerError, match="read-only"):
            reading.append(Reply(text="two"))
        assert reading.count() == 1
