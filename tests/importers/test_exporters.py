"""Readings go back to the tools: what stands in each file, nothing overwritten, and nothing half done."""

from __future__ import annotations

import csv
import json
import threading
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from archives import Examples
from msgspec.structs import replace

import oyez
from oyez.core.errors import InputError
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.status import Status
from oyez.exporters import EXPORTERS, Reread, WriteBack, Written, send
from oyez.exporters._lines import LinesExporter
from oyez.importers import open_archive
from oyez.ledger.facts import Draw

GRADE = oyez.line("GRADE", ["C", "P", "I"], name="grade")
BEST = oyez.contract(
    {
        "name": "best",
        "version": 1,
        "form": {"line": "Best"},
        "scale": {"labels": ["m", "M"], "ignore_case": False},
    }
)
HOSTILE = "\x00 <b>&]]> \ud800 \"'\u2028"


@pytest.fixture
def example(tmp_path_factory: pytest.TempPathFactory) -> Examples:
    return Examples(tmp_path_factory.mktemp("examples"))


def reread(path: Path, contract: Any) -> list[Reread]:
    return [Reread(draw, oyez.read(draw.reply, contract)) for draw in open_archive(path)]


def write(name: str, rereads: list[Reread], to: Path, archive: Path | None = None) -> Written:
    exporter = EXPORTERS.get(name)
    assert exporter is not None
    return exporter.write(WriteBack(rereads=rereads, to=to, archive=archive, author="test"))


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def made(reply_text: str | None, contract: Any = GRADE, **facts: Any) -> Reread:
    reply = Reply(id="r1", text=reply_text, item="span-1", **facts)
    return Reread(Draw(reply=reply), oyez.read(reply, contract))


# beside the original


def test_mt_bench_single(example: Examples, tmp_path: Path) -> None:
    archive = example("mt-bench-single.jsonl")
    before = lines(archive)
    counts = write("mt-bench", reread(archive, "mt-bench-rating"), tmp_path / "new.jsonl", archive)
    assert counts == Written(rows=3, verdicts=1, unread=2)
    after = lines(tmp_path / "new.jsonl")
    assert [row["score"] for row in after] == [8, -1, -1]
    assert [row.get("oyez", {}).get("status") for row in after] == ["read", "absent", None]
    assert after[0]["oyez"]["recorded"] == 8
    assert after[0]["oyez"]["evidence"] == "8"
    for row in after:
        row.pop("oyez", None)
    assert after == before
    assert lines(archive) == before


def test_mt_bench_pair(example: Examples, tmp_path: Path) -> None:
    archive = example("mt-bench-pair.jsonl")
    write("mt-bench", reread(archive, oyez.bracket(["A", "B", "C"])), tmp_path / "new.jsonl", archive)
    first, second = lines(tmp_path / "new.jsonl")
    assert [first["g1_winner"], first["g2_winner"]] == ["model_1", "model_1"]
    assert [second["g1_winner"], second["g2_winner"]] == ["tie", "error"]
    assert second["oyez_g2"]["recorded"] == "error"
    assert first["oyez_g2"]["verdict"] == "B"


def test_a_verdict_that_names_no_side_is_refused(example: Examples, tmp_path: Path) -> None:
    archive = example("mt-bench-pair.jsonl")
    rereads = reread(archive, oyez.bracket(["A", "B", "C", "D"]))
    odd = [Reread(each.draw, oyez.read("[[D]]", oyez.bracket(["D", "E"]))) for each in rereads]
    with pytest.raises(InputError, match="the verdict 'D' is not A, B or C"):
        write("mt-bench", odd, tmp_path / "new.jsonl", archive)
    assert not list(tmp_path.iterdir())


def test_arena_hard(example: Examples, tmp_path: Path) -> None:
    archive = example("arena-hard.jsonl")
    write("arena-hard", reread(archive, "arena-hard"), tmp_path / "new.jsonl", archive)
    (row,) = lines(tmp_path / "new.jsonl")
    first, second = row["games"]
    assert (first["score"], first["oyez"]["status"]) == ("B>>A", "read")
    assert (second["score"], second["oyez"]["status"]) == (None, "conflict")
    assert [draw.reply.text for draw in open_archive(tmp_path / "new.jsonl")] == [
        draw.reply.text for draw in open_archive(archive)
    ]


def test_arena_hard_leaves_a_game_that_is_null_alone(example: Examples, tmp_path: Path) -> None:
    archive = example("arena-hard-v2.jsonl")
    write("arena-hard", reread(archive, "arena-hard"), tmp_path / "new.jsonl", archive)
    (row,) = lines(tmp_path / "new.jsonl")
    assert row["games"][0]["score"] == "A=B"
    assert row["games"][1] is None


def test_alpaca_eval(example: Examples, tmp_path: Path) -> None:
    archive = example("alpaca-eval.json")
    counts = write("alpaca-eval", reread(archive, BEST), tmp_path / "new.json", archive)
    assert counts == Written(rows=3, verdicts=1, unread=2)
    after = json.loads((tmp_path / "new.json").read_text())
    assert [row["preference"] for row in after] == [2, 1.875, None]
    assert after[0]["oyez"]["verdict"] == "M"
    assert "oyez" not in after[1]
    assert after[2]["oyez"] == after[2]["oyez"] | {"status": "absent", "recorded": None}
    assert len(list(open_archive(tmp_path / "new.json"))) == 3


def test_alpaca_eval_needs_a_verdict_that_names_an_output(example: Examples, tmp_path: Path) -> None:
    archive = example("alpaca-eval.json")
    rereads = [Reread(each.draw, oyez.read("GRADE: C", GRADE)) for each in reread(archive, GRADE)]
    with pytest.raises(InputError, match="'C' does not say which output is better"):
        write("alpaca-eval", rereads, tmp_path / "new.json", archive)


def test_lm_eval_gets_a_new_filter(example: Examples, tmp_path: Path) -> None:
    archive = example("samples_example_2026-11-30T12-00-00.000000.jsonl")
    to = tmp_path / "samples_example_2026-11-30T12-00-00.000000.jsonl"
    write("lm-eval", reread(archive, GRADE), to, archive)
    first, second = lines(to)
    assert first["filter"] == second["filter"] == f"oyez:{GRADE.ref}"
    assert [first["filtered_resps"], second["filtered_resps"]] == [["C"], [None, "I"]]
    assert first["metrics"] == []
    assert "exact_match" not in first
    assert [told["status"] for told in second["oyez"]] == ["absent", "read"]
    recorded = [draw.recorded[0].value for draw in open_archive(to)]
    assert recorded == ["C", None, "I"]


BESIDE = {
    "mt-bench": "mt-bench-single.jsonl",
    "arena-hard": "arena-hard.jsonl",
    "alpaca-eval": "alpaca-eval.json",
    "lm-eval": "samples_example_2026-11-30T12-00-00.000000.jsonl",
}


@pytest.mark.parametrize("name", BESIDE)
def test_a_reading_without_its_row_is_refused(name: str, example: Examples, tmp_path: Path) -> None:
    archive = example(BESIDE[name])
    lost = Reread(Draw(reply=Reply(id="x", text=None, meta={"place": "99"})), oyez.read(None, GRADE))
    with pytest.raises(InputError, match="has no row '99', to which a reading belongs"):
        write(name, [lost], tmp_path / "new.jsonl", archive)
    with pytest.raises(InputError, match="is written beside an archive, and none was named"):
        write(name, [lost], tmp_path / "new.jsonl")
    assert not list(tmp_path.iterdir())


# requests


def test_langfuse_bodies() -> None:
    number = made("Score: 7", oyez.line("Score", (0, 10)), meta={"observation": "ob-1"})
    unread = made("Score: eleven", oyez.line("Score", (0, 10)))
    ((request,), (other,)) = requests("langfuse", number), requests("langfuse", unread)
    assert request["path"] == "/api/public/scores"
    (score, status), (only,) = request["body"], other["body"]
    ref = number.reading.contract.partition("#")[0]
    assert score == score | {
        "name": f"oyez/{ref}",
        "value": 7,
        "dataType": "NUMERIC",
        "traceId": "span-1",
        "observationId": "ob-1",
    }
    assert status["id"] == score["id"] + "-status"
    assert (status["value"], status["dataType"]) == ("read", "CATEGORICAL")
    assert (only["name"], only["value"]) == (f"oyez/{ref}/status", str(unread.reading.status))
    assert only["metadata"]["contract"] == unread.reading.contract
    known = {
        "id",
        "traceId",
        "observationId",
        "name",
        "value",
        "comment",
        "dataType",
        "timestamp",
        "metadata",
    }
    assert set(score) == known  # the fields that the client of Langfuse 5 sends


@pytest.mark.parametrize(
    ("received", "wanted"),
    [
        ("2026-11-30T12:00:00+02:00", "2026-11-30T10:00:00.000+00:00"),
        ("2026-11-30T12:00:00Z", "2026-11-30T12:00:00.000+00:00"),
        ("2026-11-30T12:00:00", None),
        ("yesterday", None),
        (None, None),
    ],
)
def test_langfuse_times_are_those_of_the_replies_where_known(
    received: str | None, wanted: str | None
) -> None:
    one = made("GRADE: C")
    one = Reread(replace(one.draw, received=received), one.reading)
    job = WriteBack(rereads=[one], to=Path("unused"), at="2026-12-01T00:00:00.000+00:00")
    exporter = EXPORTERS.get("langfuse")
    assert isinstance(exporter, LinesExporter)
    (request,) = exporter.lines(one, job)
    assert {score["timestamp"] for score in request["body"]} == {wanted or job.at}


def requests(name: str, reread: Reread) -> list[Any]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder) / "requests.jsonl"
        write(name, [reread], to)
        return lines(to)


@pytest.mark.parametrize(
    ("contract", "text", "value", "kind"),
    [
        (oyez.line("OK", bool), "OK: true", 1, "BOOLEAN"),
        (GRADE, "GRADE: C", "C", "CATEGORICAL"),
        (oyez.line("Score", (0.0, 1.0)), "Score: 0.5", 0.5, "NUMERIC"),
    ],
)
def test_langfuse_types(contract: Any, text: str, value: Any, kind: str) -> None:
    body: Any = requests("langfuse", made(text, contract))[0]["body"][0]
    assert (body["value"], body["dataType"]) == (value, kind)


def test_ids_change_with_the_instrument_and_the_reply_only() -> None:
    def ident(one: Reread) -> str:
        return str(requests("langfuse", one)[0]["body"][0]["id"])

    same = made("GRADE: C")
    assert ident(same) == ident(made("GRADE: C"))
    others = [
        made("GRADE: P"),
        made("GRADE: C", oyez.line("GRADE", ["C", "I"])),
        made("GRADE: C", judge="owl-3"),
    ]
    assert len({ident(one) for one in (same, *others)}) == 4


def test_phoenix_bodies() -> None:
    (read,), (unread,) = requests("phoenix", made("GRADE: C")), requests("phoenix", made("no grade"))
    assert read["path"] == "/v1/span_annotations?sync=true"
    (annotation,) = read["body"]["data"]
    name, _, digest = GRADE.ref.partition("#")
    assert annotation["name"] == f"oyez/{name}"
    assert annotation["identifier"] == digest
    assert (annotation["annotator_kind"], annotation["span_id"]) == ("CODE", "span-1")
    assert annotation["result"]["label"] == "C"
    (annotation,) = unread["body"]["data"]
    assert annotation["result"]["label"] == "unread: absent"
    assert "score" not in annotation["result"]


@pytest.fixture
def server() -> Iterator[HTTPServer]:
    """A loopback server that keeps what it was sent; it refuses the body `refuse`."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            taken.append((self.path, self.headers["Authorization"], body))
            code = {"refuse": 422, "move": 302, "partly": 207}.get(body if isinstance(body, str) else "", 200)
            self.send_response(code)
            if code == 302:
                self.send_header("Location", "/elsewhere")
            self.end_headers()
            self.wfile.write(b"told")

        def log_message(self, *_: Any) -> None:
            pass

    taken: list[Any] = []
    made = HTTPServer(("127.0.0.1", 0), Handler)
    made.taken = taken  # type: ignore[attr-defined]  # for the tests to look at
    thread = threading.Thread(target=made.serve_forever)
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


@pytest.mark.parametrize("name", ["langfuse", "phoenix"])
def test_requests_are_sent_as_they_were_written(name: str, server: HTTPServer, tmp_path: Path) -> None:
    to = tmp_path / "requests.jsonl"
    write(name, [made("GRADE: C", meta={"observation": HOSTILE.replace("\ud800", "")}), made("none")], to)
    address = f"http://127.0.0.1:{server.server_port}/"
    answered = list(send(to, address, {"Authorization": "Basic x"}))
    assert [status for _, status in answered] == [200] * len(lines(to))
    assert answered[0][0] == f"{to}:1"
    taken = server.taken  # type: ignore[attr-defined]  # see the fixture
    assert taken == [(row["path"], "Basic x", row["body"]) for row in lines(to)]


def test_sending_stops_at_the_first_that_is_refused(server: HTTPServer, tmp_path: Path) -> None:
    to = tmp_path / "requests.jsonl"
    bodies: list[Any] = [{}, "refuse", {}]
    rows = [{"method": "POST", "path": "/a", "body": body} for body in bodies]
    to.write_text("".join(json.dumps(row) + "\n" for row in rows))
    address = f"http://127.0.0.1:{server.server_port}"
    sending = send(to, address)
    assert next(sending) == (f"{to}:1", 200)
    with pytest.raises(InputError, match=f"{to}:2: was not accepted: 422 told"):
        next(sending)
    to.write_text(json.dumps({"method": "POST", "path": "/a", "body": "move"}))
    with pytest.raises(InputError, match="was not accepted: 302"):
        list(send(to, address))
    to.write_text(json.dumps({"method": "POST", "path": "/a", "body": "partly"}))
    with pytest.raises(InputError, match=f"{to}:1: was accepted in part only: told"):
        list(send(to, address))
    assert len(server.taken) == 4  # type: ignore[attr-defined]  # see the fixture


def test_what_is_no_request_is_not_sent(tmp_path: Path) -> None:
    to = tmp_path / "requests.jsonl"
    for row in (
        {"method": "DELETE", "path": "/a", "body": {}},
        {"method": "POST", "path": "http://x", "body": {}},
        {},
    ):
        to.write_text(json.dumps(row))
        with pytest.raises(InputError, match="is no request that an exporter wrote"):
            list(send(to, "http://127.0.0.1:1"))
    with pytest.raises(InputError, match="begins with http"):
        list(send(to, "file:///etc/passwd"))
    to.write_text(json.dumps({"method": "POST", "path": "/a", "body": {}}))
    with pytest.raises(InputError, match="could not be sent"):
        list(send(to, "http://127.0.0.1:1", timeout=1))


# plain files


def test_otel_events_are_read_back(tmp_path: Path) -> None:
    to = tmp_path / "events.jsonl"
    number = made("Score: 7", oyez.line("Score", (0, 10)), meta={"response_id": "resp-1"})
    counts = write("otel", [number, made("GRADE: C"), made("GRADE: X", judge=HOSTILE)], to)
    assert counts == Written(rows=3, verdicts=2, unread=1)
    told = [
        (draw.recorded[0].value, draw.recorded[0].label, draw.recorded[0].status) for draw in open_archive(to)
    ]
    assert told == [(7.0, None, None), (None, "C", None), (None, None, "judge.unreadable.off_scale")]
    assert next(open_archive(to)).reply.item == "resp-1"


def test_junit_is_xml_whatever_the_replies_hold(tmp_path: Path) -> None:
    to = tmp_path / "junit.xml"
    hostile = made(f"GRADE: {HOSTILE}")
    counts = write("junit", [made("GRADE: C"), hostile, made(None, error="timed out")], to)
    assert counts == Written(rows=3, verdicts=1, unread=2)
    suite = ElementTree.parse(to).getroot()[0]
    assert suite.attrib == suite.attrib | {"tests": "3", "failures": "2"}
    failures = suite.findall("testcase/failure")
    assert [failure.get("type") for failure in failures] == ["off_scale", "undelivered"]
    assert "\\u0000 <b>&]]> \\ud800" in str(failures[0].text)
    assert [case.get("classname") for case in suite] == [GRADE.ref] * 3


@pytest.mark.parametrize("ending", [".jsonl", ".csv", ".parquet"])
def test_plain_rows(ending: str, tmp_path: Path) -> None:
    to = tmp_path / f"readings{ending}"
    counts = write("readings", [made("GRADE: C"), made("none")], to)
    assert counts == Written(rows=2, verdicts=1, unread=1)
    if ending == ".parquet":
        import pyarrow.parquet as pq

        found = pq.read_table(to).to_pylist()
    else:
        with to.open(newline="") as text:
            found = list(csv.DictReader(text)) if ending == ".csv" else [json.loads(line) for line in text]
    assert [row["status"] for row in found] == ["read", "absent"]
    assert found[0]["contract"] == GRADE.ref


def test_plain_rows_of_an_unknown_ending(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the ending must say the format"):
        write("readings", [], tmp_path / "readings.txt")


ALONE = ["langfuse", "phoenix", "otel", "junit", "readings"]


@pytest.mark.parametrize("name", [*ALONE, *BESIDE])
def test_a_file_that_is_there_stays(name: str, example: Examples, tmp_path: Path) -> None:
    to = tmp_path / "there.jsonl"
    to.write_text("mine")
    archive = example(BESIDE[name]) if name in BESIDE else None
    with pytest.raises(InputError, match="is there already; readings never replace a file"):
        write(name, [], to, archive)
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "nowhere.jsonl")
    with pytest.raises(InputError, match="is there already"):
        write(name, [], tmp_path / "link.jsonl", archive)
    assert to.read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.jsonl", "there.jsonl"]


@pytest.mark.parametrize("name", ALONE)
def test_a_file_appears_whole_or_not_at_all(name: str, tmp_path: Path) -> None:
    def failing() -> Iterator[Reread]:
        yield made("GRADE: C")
        raise KeyboardInterrupt

    exporter = EXPORTERS.get(name)
    assert exporter is not None
    with pytest.raises(KeyboardInterrupt):
        exporter.write(WriteBack(rereads=failing(), to=tmp_path / "new.jsonl"))
    assert not list(tmp_path.iterdir())
    with pytest.raises(InputError, match="cannot be written"):
        exporter.write(WriteBack(rereads=[], to=tmp_path / "no" / "folder.jsonl"))


def test_a_name_taken_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    to = tmp_path / "new.jsonl"

    def slow() -> Iterator[Reread]:
        yield made("GRADE: C")
        to.write_text("somebody else")

    exporter = EXPORTERS.get("otel")
    assert exporter is not None
    with pytest.raises(InputError, match="is there already"):
        exporter.write(WriteBack(rereads=slow(), to=to))
    assert to.read_text() == "somebody else"
    assert [path.name for path in tmp_path.iterdir()] == ["new.jsonl"]


def test_every_exporter_says_what_it_does() -> None:
    for exporter in EXPORTERS:
        assert exporter.title
        assert exporter.about
        assert exporter.checked
    assert set(EXPORTERS.built_in) == {*ALONE, *BESIDE, "inspect", "mlflow"}


def test_an_exporter_without_its_package_says_how_to_get_it(
    example: Examples, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("oyez.importers._extra.import_module", missing)
    for name in ("inspect", "mlflow"):
        with pytest.raises(InputError, match=rf"pip install 'oyez\[{name}\]'"):
            write(name, [], tmp_path / "new.eval", example("inspect.json"))
    assert not list(tmp_path.iterdir())


def test_an_abstention_is_a_verdict() -> None:
    reply = Reply(id="r", text="GRADE: N/A")
    reading = oyez.read(reply, oyez.line("GRADE", ["C", "I"], abstain=["N/A"]))
    assert isinstance(reading, Reading)
    assert reading.status is Status.READ
    body = requests("langfuse", Reread(Draw(reply=reply), reading))[0]["body"][0]
    assert (body["value"], body["metadata"]["abstained"]) == ("N/A", True)
