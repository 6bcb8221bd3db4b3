"""Batch files: out as requests, in as results, in any order, with rows missing, doubled, failed and strange."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import oyez
from judging.fault_server import Act, chat, claude, serving
from judging.plans import openai, plan
from oyez.judging import Plan, run_plan
from oyez.judging.batch import custom_of, write_requests
from oyez.judging.ingest import Ingested, ingest
from oyez.judging.run import made_judges
from oyez.ledger import Ledger

URL = "http://127.0.0.1:9/v1"


def requests_of(made: Plan, folder: Path, ledger: Ledger | None = None) -> list[dict[str, Any]]:
    (judge,) = made_judges(made).values()
    written = write_requests(made, judge, ledger, folder / "requests.jsonl")
    return [json.loads(line) for file, _ in written for line in file.read_text().splitlines()]


def taken(made: Plan, ledger: Ledger, *files: Path) -> Ingested:
    (judge,) = made_judges(made).values()
    return ingest(made, judge, ledger, files)


def answered(row: dict[str, Any], act: Act) -> dict[str, Any]:
    """A result of either vendor for a request."""
    body = json.loads(act.body)
    if "params" in row:
        return {"custom_id": row["custom_id"], "result": {"type": "succeeded", "message": body}}
    held = {"status_code": 200, "request_id": "r", "body": body}
    return {"id": "b", "custom_id": row["custom_id"], "response": held, "error": None}


def failed(row: dict[str, Any], kind: str) -> dict[str, Any]:
    if "params" in row:
        error = {"type": "error", "error": {"type": "server_error"}} if kind == "errored" else None
        return {
            "custom_id": row["custom_id"],
            "result": {"type": kind, **({"error": error} if error else {})},
        }
    return {
        "custom_id": row["custom_id"],
        "response": None,
        "error": {"code": f"batch_{kind}", "message": "sorry"},
    }


def write(file: Path, rows: list[dict[str, Any]]) -> Path:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


@pytest.mark.parametrize("vendor", ["openai", "anthropic"])
@pytest.mark.parametrize("seal", [False, True])
def test_out_and_in_again(tmp_path: Path, vendor: str, seal: bool) -> None:
    template = "{fence} {question} {answer} {instructions}" if seal else "{question} {answer} {instructions}"
    made = plan(12, tmp_path, openai(URL) | {"kind": vendor}, seal=seal, template=template)
    rows = requests_of(made, tmp_path)
    assert len({row["custom_id"] for row in rows}) == 12
    assert all(len(row["custom_id"]) <= 64 for row in rows)
    reply = chat if vendor == "openai" else claude

    def label(row: dict[str, Any]) -> str:
        custom = custom_of(row["custom_id"])
        assert custom is not None
        body = row.get("body") or row["params"]
        name = f"VERDICT-{custom.mark}" if seal else "VERDICT"
        assert name in body["messages"][0]["content"]
        return f"{name}: pass"

    results = [answered(row, reply(label(row))) for row in rows[:7]]
    results += [failed(rows[7], "expired"), failed(rows[8], "errored"), failed(rows[9], "canceled")]
    results.append(
        answered(rows[0], reply(label(rows[0]).replace("pass", "fail")))
    )  # a second, different answer
    results.append(results[1])  # the same line twice
    results.append(answered({**rows[0], "custom_id": "someone-else"}, reply("VERDICT: pass")))
    results.append(answered({**rows[0], "custom_id": "0" * 16}, reply("VERDICT: pass")))
    random.Random(1).shuffle(results)
    with Ledger(tmp_path / "l.oyez") as ledger:
        found = taken(made, ledger, write(tmp_path / "out.jsonl", results))
        assert (found.rows, found.added, found.twice, found.repeated, found.strangers, found.missing) == (
            14, 11, 1, 1, 2, 2,
        )  # fmt: skip
        assert found.rows == found.added + found.repeated + found.strangers
        assert found.tally.statuses[oyez.Status.UNDELIVERED] == 3
        assert found.tally.verdicts == {"pass": 7, "fail": 1}
        marked = [draw for draw in ledger.draws() if (draw.reply.meta or {})["judging"].get("twice")]
        assert [(draw.reply.item, (draw.reply.id or "")[-2:]) for draw in marked] == [("q0", "~2")]
        again = taken(made, ledger, tmp_path / "out.jsonl")
        assert (again.added, again.repeated, ledger.count()) == (0, 12, 11)
        assert [row["custom_id"][:16] for row in requests_of(made, tmp_path, ledger)] == [
            row["custom_id"][:16] for row in rows[10:]
        ]
        late = taken(
            made,
            ledger,
            write(tmp_path / "late.jsonl", [answered(row, reply(label(row))) for row in rows[10:]]),
        )
        assert (late.added, late.missing) == (2, 0)
        assert [*ledger.verify()] == []
        assert all(one.stored for one in ledger.readings(made.task.read_under))


def test_batch_and_live_draws_are_the_same_draws(tmp_path: Path) -> None:
    with serving(lambda *_: chat("VERDICT: pass")) as server, Ledger(tmp_path / "l.oyez") as ledger:
        made = plan(6, tmp_path, openai(server.url))
        rows = requests_of(made, tmp_path)
        taken(
            made,
            ledger,
            write(tmp_path / "out.jsonl", [answered(row, chat("VERDICT: fail")) for row in rows[:4]]),
        )
        outcome = run_plan(made, ledger)
        assert (outcome.stored, outcome.asked, outcome.tally.verdicts) == (4, 2, {"fail": 4, "pass": 2})
        assert [body for _, body, _ in server.seen] == [row["body"] for row in rows[4:]]


def test_files_are_begun_anew_where_one_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oyez.judging.batch.MOST_ROWS", 4)
    (judge,) = made_judges(made := plan(10, tmp_path, openai(URL))).values()
    written = write_requests(made, judge, None, tmp_path / "r.jsonl")
    assert [(file.name, count) for file, count in written] == [
        ("r.jsonl", 4),
        ("r-2.jsonl", 4),
        ("r-3.jsonl", 2),
    ]
    monkeypatch.setattr("oyez.judging.batch.MOST_BYTES", 10)
    with pytest.raises(oyez.InputError, match="is larger than a file may be"):
        write_requests(made, judge, None, tmp_path / "s.jsonl")
    assert not (tmp_path / "s.jsonl").exists()


def test_files_that_are_no_results(tmp_path: Path) -> None:
    made = plan(1, tmp_path, openai(URL))
    with Ledger(tmp_path / "l.oyez") as ledger:
        for text, said in (
            ("{", "bad.jsonl:1: not JSON"),
            ('{"id": 1}', "no custom_id"),
            ("[]", "no custom_id"),
        ):
            (tmp_path / "bad.jsonl").write_text(text)
            with pytest.raises(oyez.InputError, match=said):
                taken(made, ledger, tmp_path / "bad.jsonl")
        with pytest.raises(oyez.InputError, match="No such file"):
            taken(made, ledger, tmp_path / "none.jsonl")
    replay = {"kind": "replay", "from": "items.jsonl"}
    with pytest.raises(oyez.InputError, match="batch files are for judges of kind openai or anthropic"):
        requests_of(plan(1, tmp_path, replay), tmp_path)


@pytest.mark.parametrize("count", [1, 3])
def test_a_result_of_an_odd_shape_is_undelivered(tmp_path: Path, count: int) -> None:
    made = plan(count, tmp_path, openai(URL))
    rows = requests_of(made, tmp_path)
    odd = [
        {"custom_id": rows[0]["custom_id"], "response": {"status_code": 500, "body": {"error": "x"}}},
        {"custom_id": rows[0]["custom_id"], "response": {"status_code": 200, "body": {"choices": []}}},
        {"custom_id": rows[0]["custom_id"], "result": {"type": "succeeded", "message": None}},
        {"custom_id": rows[0]["custom_id"], "result": "x"},
        {"custom_id": rows[0]["custom_id"]},
    ]
    with Ledger(tmp_path / "l.oyez") as ledger:
        found = taken(made, ledger, write(tmp_path / "odd.jsonl", odd))
        assert (found.added, found.twice, found.missing) == (5, 4, count - 1)
        assert found.tally.statuses[oyez.Status.UNDELIVERED] == 5
