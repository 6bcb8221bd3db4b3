"""The requests that oyez writes for a service are those that the service's own client sends, byte for field."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import oyez
from oyez.core.reply import Reply
from oyez.exporters import EXPORTERS, WriteBack, reread
from oyez.ledger.facts import Draw

SCRIPT = Path(__file__).parents[1] / "tools" / "service_clients.py"
ANSWER = json.dumps({"data": [{"id": "x"}], "message": "Accepted"}).encode()


@pytest.fixture
def taken() -> Iterator[tuple[str, list[Any]]]:
    """The address of a loopback server, and the paths and bodies that it was sent."""
    kept: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers["Content-Encoding"] == "gzip":
                body = gzip.decompress(body)
            kept.append((self.path, json.loads(body)))
            self.send_response(202)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(ANSWER)))
            self.end_headers()
            self.wfile.write(ANSWER)

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", kept
    server.shutdown()
    thread.join()
    server.server_close()


def timed(body: Any) -> Any:
    """A body whose times are compared as times, not as they are spelt."""
    if isinstance(body, list):
        return [each | {"timestamp": datetime.fromisoformat(each["timestamp"])} for each in body]
    return body


@pytest.mark.parametrize(("tool", "package"), [("langfuse", "langfuse"), ("phoenix", "phoenix")])
def test_the_client_sends_the_same(
    tool: str, package: str, taken: tuple[str, list[Any]], tmp_path: Path
) -> None:
    if find_spec(package) is None:
        pytest.skip(f"the client of {tool} is not installed: make plugs")
    texts = ["GRADE: C", "GRADE: C | P | I", "**GRADE:** I"]
    draws = [
        Draw(reply=Reply(id=str(n), text=text, item="0" * 32, meta={"observation": "1" * 16}))
        for n, text in enumerate(texts)
    ]
    to = tmp_path / "requests.jsonl"
    exporter = EXPORTERS.get(tool)
    assert exporter is not None
    exporter.write(WriteBack(rereads=reread(draws, oyez.contract("inspect-grade")), to=to))
    address, kept = taken
    subprocess.run([sys.executable, str(SCRIPT), tool, str(to), address], check=True, timeout=120)
    ours = [json.loads(line) for line in to.read_text().splitlines()]
    assert len(ours) == 3
    assert [(path, timed(body)) for path, body in kept] == [(one["path"], timed(one["body"])) for one in ours]
