"""Sends what a file of requests says with the service's own client, to a server that keeps what it is sent.

python tests/tools/service_clients.py langfuse|phoenix requests.jsonl http://127.0.0.1:PORT
"""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any


def langfuse(bodies: list[Any], address: str) -> None:
    """Every score by `create_score`, a request for each body."""
    from langfuse import Langfuse

    client = Langfuse(public_key="none", secret_key="none", base_url=address)
    for scores in bodies:
        for score in scores:
            client.create_score(
                name=score["name"],
                value=score["value"],
                data_type=score["dataType"],
                trace_id=score["traceId"],
                observation_id=score.get("observationId"),
                score_id=score["id"],
                comment=score["comment"],
                metadata=score["metadata"],
                timestamp=datetime.fromisoformat(score["timestamp"]),
            )
        client.flush()


def phoenix(bodies: list[Any], address: str) -> None:
    """Every annotation by `log_span_annotations`."""
    from phoenix.client import Client

    for body in bodies:
        Client(base_url=address).spans.log_span_annotations(span_annotations=body["data"], sync=True)


if __name__ == "__main__":
    tool, path, address = sys.argv[1:]
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    {"langfuse": langfuse, "phoenix": phoenix}[tool]([json.loads(line)["body"] for line in lines], address)
