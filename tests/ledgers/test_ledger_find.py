"""Finding, showing and exporting what a ledger holds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from click.testing import Result

import oyez
from oyez import InputError, Ledger, Reply
from oyez.ledger import Draw, Judge, Recorded
from oyez.ledger.where import where

Call = Callable[..., Result]
CONTRACT = oyez.bracket(["A", "B"], abstain=["C"], recover=["emphasis"])


@pytest.fixture
def filled(ledger: Ledger) -> Ledger:
    """Twelve draws of two judges, read."""
    texts = ["[[A]]", "[[B]]", "[[A]], then [[B]]", "no, I cannot", "[[**B**]]", "[[C]]"]
    for at in range(12):
        ledger.append(
            Draw(
                reply=Reply(
                    id=f"q{at}",
                    text=texts[at % 6],
                    item=f"item {at // 6}",
                    arm="XY"[at % 2],
                    judge="gpt 4" if at < 6 else "m",
                    stop="max_tokens" if at == 3 else "stop",
                    draw=at // 6,
                    meta={"lang": "ko" if at % 3 else "de", "n": at, "deep": {"er": at % 2 == 0}},
                ),
                latency=at / 10,
            )
        )
    ledger.append(Reply(id="lost", text=None, error="timed out", arm="X"))
    ledger.append(
        Draw(reply=Reply(id="odd\0\ud800", text="\ud800", arm="Z"), recorded=(Recorded(value=3, tool="t"),))
    )
    [*ledger.read(CONTRACT)]
    return ledger


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", None),
        ("id=q3", ["q3"]),
        ("id=q3,q5", ["q3", "q5"]),
        ('item="item 0" arm=X', ["q0", "q2", "q4"]),
        ("arm!=X,Y", ["odd\0\ud800"]),
        ("judge~gpt number<=2", ["q0", "q1"]),
        ("judge=", ["lost", "odd\0\ud800"]),
        ("judge!= draw=1 arm=Y", ["q7", "q9", "q11"]),
        ("error!=", ["lost"]),
        ("error=timed", []),
        ("error~timed", ["lost"]),
        ("text~cannot", ["q3", "q9"]),
        ("text!~[ error=", ["q3", "q9"]),
        ("stop=length", ["q3"]),
        ("stop_native=max_tokens", ["q3"]),
        ("meta.lang=de", ["q0", "q3", "q6", "q9"]),
        ("meta.n>=10", ["q10", "q11"]),
        ("meta.deep.er=1 meta.n<3", ["q0", "q2"]),
        ("meta.none=", None),
        ("status=conflict", ["q2", "q8"]),
        ("status=conflict,recovered judge=m", ["q8", "q10"]),
        ("status!=read rule=", ["q2", "q3", "q8", "q9", "lost", "odd\0\ud800"]),
        ("rule=emphasis", ["q4", "q10"]),
        ("verdict=A", ["q0", "q6"]),
        ("verdict=B", ["q1", "q4", "q7", "q10"]),
        ("abstained=true", ["q5", "q11"]),
        ("status=undelivered", ["lost"]),
        ("contract=other", []),
        ("reader=0", []),
    ],
)
def test_a_filter_chooses(text: str, names: list[str] | None, filled: Ledger) -> None:
    found = [one.stored.reply.id for one in filled.find(text, most=100).found]
    assert found == (names if names is not None else [stored.reply.id for stored in filled.draws()])
    if not where(text).readings:
        assert found == [stored.reply.id for stored in filled.draws(text)]


@pytest.mark.parametrize("text", ["", "status!=x", "arm=X"])
def test_pages_join_to_the_whole(text: str, filled: Ledger) -> None:
    whole = filled.find(text, most=100)
    assert whole.next is None
    found, after = [], 0
    while True:
        page = filled.find(text, after, 3)
        found += page.found
        if page.next is None:
            break
        after = page.next
    assert [one.stored.id for one in found] == [one.stored.id for one in whole.found]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("conflict", "not a term of a filter: 'conflict'"),
        ("status = read", "not a term"),
        ("statsu=read", "do you mean status?"),
        ("nonsense=1", "there are id, number"),
        ('text="open', "not a term"),
        ("verdict>high", "is compared with numbers"),
        ("number=x", "is compared with numbers"),
        ("verdict>1,2", "takes one value"),
        ("arm=A;drop", None),
    ],
)
def test_a_filter_that_cannot_be_understood_is_told(text: str, message: str | None, filled: Ledger) -> None:
    if message is None:
        assert filled.find(text).found == []
        return
    with pytest.raises(InputError) as fault:
        filled.find(text)
    assert message in str(fault.value)


def test_a_filter_on_readings_chooses_no_draws(filled: Ledger) -> None:
    with pytest.raises(InputError, match="looks at readings"):
        list(filled.draws("status=read"))


def test_find_on_the_command_line(filled: Ledger, call: Call) -> None:
    done = call("ledger", "find", filled.path, "status=read", "judge=gpt 4", "--limit", "2")
    assert done.exit_code == 0
    assert [line.split()[:2] for line in done.stdout.splitlines()[1:]] == [["1", "q0"], ["2", "q1"]]
    after = done.stderr.split()[-1]
    assert done.stderr == f"more: --after {after}\n"
    done = call("ledger", "find", filled.path, "status=read", "judge=gpt 4", "--after", after, "--jsonl")
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (row["id"], row["text"], row["readings"][0]["verdict"]) == ("q5", "[[C]]", "C")
    assert call("ledger", "find", filled.path, "id=none").stdout == "nothing found\n"


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (['status=read judge="gpt 4" arm=X'], ["q0"]),
        (["status=read", "judge=gpt 4", "arm=X"], ["q0"]),
        (["number>1 number<5 arm=Y"], ["q1", "q3"]),
        (["meta.lang=de arm=X meta.n>0"], ["q6"]),
        (["text~cannot tell"], ["told"]),
        (["text~I cannot, or not yet: x=1"], ["told"]),
        (["text~cannot arm=X"], ["told"]),
    ],
)
def test_terms_may_be_one_argument_or_several(
    arguments: list[str], names: list[str], filled: Ledger, call: Call
) -> None:
    filled.append(Reply(id="told", arm="X", text="I cannot, or not yet: x=1. I cannot tell."))
    done = call("ledger", "find", filled.path, "--jsonl", *arguments)
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == names


def test_a_draw_without_text_says_why(ledger: Ledger, call: Call) -> None:
    ledger.append(Draw(reply=Reply(id="banked", text=None), raw_absent="only the value was kept, long ago"))
    ledger.append(Reply(id="lost", text=None, error="HTTP 529"))
    ledger.append(Reply(id="blank", text=""))
    ends = [line.split("  ")[-1].strip() for line in call("ledger", "find", ledger.path).stdout.splitlines()]
    assert ends == ["reply", "(not re-readable)", "(HTTP 529)", "(empty)"]


def test_show_tells_everything(filled: Ledger, call: Call) -> None:
    done = call("ledger", "show", filled.path, "q4")
    assert done.exit_code == 0
    assert "recovered 'B' by emphasis" in done.stdout
    assert "    1 | [[**B**]]\n      |   ^^^^^\n" in done.stdout
    digest = filled.get(5).reply_digest
    assert digest is not None
    same = call("ledger", "show", filled.path, digest[:17], "--json").stdout.splitlines()
    assert [json.loads(line)["id"] for line in same] == ["q4", "q10"]
    assert json.loads(call("ledger", "show", filled.path, "14", "--json").stdout)["id"] == "odd\0\ud800"
    assert "recorded        3 by t, instrument unknown" in call("ledger", "show", filled.path, "14").stdout
    missing = call("ledger", "show", filled.path, "q99")
    assert missing.exit_code == 2
    assert "there is no draw 'q99'" in missing.stderr


def test_status_counts(filled: Ledger, call: Call) -> None:
    found = json.loads(call("ledger", "status", filled.path, "--json").stdout)
    assert (found["draws"], found["replies"], found["undelivered"], found["recorded"]) == (14, 7, 1, 1)
    assert [(one["name"], one["draws"]) for one in found["judges"]] == [(None, 2), ("gpt 4", 6), ("m", 6)]
    known = {one["judge_digest"]: one for one in found["instruments"] if one["contract"]}
    assert known[Judge(name="m").digest]["coverage"] == pytest.approx(4 / 6)
    assert known[None]["readings"] == 2
    assert all(one["unread"] == 0 for one in known.values())
    text = call("ledger", "status", filled.path).stdout
    assert found["seal"] in text
    filled.append(Reply(text="new", judge="m"))
    after = filled.status()
    assert after.seal != found["seal"]
    assert [one["unread"] for one in after.instruments if one["judge_digest"] == Judge(name="m").digest] == [
        1
    ]


def test_a_flat_export_comes_back(filled: Ledger, tmp_path: Path, call: Call) -> None:
    filled.append(
        Draw(reply=Reply(id="banked", text=None), raw_absent="not kept", recorded=(Recorded(value=1),))
    )
    target = tmp_path / "replies.jsonl"
    done = call("ledger", "export", filled.path, "--to", target)
    assert done.stdout == f"{target}: 14 draws; 1 are not re-readable and were left out\n"
    with Ledger(tmp_path / "other.oyez") as other:
        call("import", target, "--into", other.path)
        keep = [one.reply for one in filled.draws() if one.rereadable]
        assert [one.reply for one in other.draws()] == keep
    parquet = tmp_path / "replies.parquet"
    done = call("ledger", "export", filled.path, "--to", parquet)
    assert (done.exit_code, parquet.exists()) == (2, False)
    assert "holds a lone surrogate, which Parquet cannot; export to .jsonl" in done.stderr
    call("ledger", "export", filled.path, "--to", parquet, "--where", "number<=13")
    assert pyarrow.parquet.read_table(parquet).column("id").to_pylist() == [
        *(f"q{at}" for at in range(12)),
        "lost",
    ]


@pytest.mark.parametrize("kind", ["parquet", "jsonl"])
def test_a_sealed_archive_holds_every_row_of_every_table(
    kind: str, filled: Ledger, tmp_path: Path, call: Call
) -> None:
    target = tmp_path / "sealed"
    done = call("ledger", "export", filled.path, "--to", target, "--tables", kind)
    assert (done.exit_code, done.stdout) == (0, f"{target}: 14 draws, 13 tables, sealed\n")
    manifest = json.loads((target / "manifest.json").read_text())
    assert manifest["seal"] == filled.status().seal
    db = filled.reader()
    for table, entry in manifest["tables"].items():
        data = (target / entry["file"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == entry["sha256"]
        cursor = db.execute(f"SELECT * FROM {table} ORDER BY id")
        names = [column[0] for column in cursor.description]
        held = [[value.hex() if isinstance(value, bytes) else value for value in row] for row in cursor]
        assert [[row[name] for name in names] for row in rows_of(target / entry["file"])] == held
        assert entry["rows"] == len(held)
    if kind == "parquet":
        details = pyarrow.parquet.ParquetFile(target / "draws.parquet", page_checksum_verification=True)
        assert details.metadata.row_group(0).column(0).compression == "ZSTD"
    again = call("ledger", "export", filled.path, "--to", target)
    assert again.exit_code == 2
    assert "is there already" in again.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        {filled.path.name, "sealed", *wal(filled.path)}
    )


def wal(path: Path) -> list[str]:
    return [found.name for found in path.parent.glob(f"{path.name}-*")]


def rows_of(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        found: list[dict[str, Any]] = pyarrow.parquet.read_table(
            path, page_checksum_verification=True
        ).to_pylist()
        return found
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_sealed_archive_is_whole_or_not_there(filled: Ledger, tmp_path: Path, call: Call) -> None:
    missing = call("ledger", "export", filled.path, "--to", tmp_path / "no" / "where")
    assert missing.exit_code == 2
    assert "cannot be written" in missing.stderr
    chosen = call("ledger", "export", filled.path, "--to", tmp_path / "x", "--where", "arm=X")
    assert chosen.exit_code == 2
    for ending in (".csv", ".JSON", ".sqlite"):
        other = call("ledger", "export", filled.path, "--to", tmp_path / f"x{ending}")
        assert (other.exit_code, other.stdout) == (2, "")
        assert "replies go to .jsonl or .parquet" in other.stderr
    assert [
        path.name for path in tmp_path.iterdir() if path.name not in (filled.path.name, *wal(filled.path))
    ] == []
