"""Makes small evalscope reviews with evalscope itself: python tests/tools/evalscope_reviews.py FOLDER.

The model is its mock; the judge is a scripted server on the loopback address, so nothing is asked of a network.
"""

from __future__ import annotations

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

QUESTIONS = ["limescale", "rust", "ink"]
REPLIES = {
    "limescale": '{"reasoning": "It names vinegar.", "verdict": "A"}',
    "rust": "I cannot say.",
    "ink": 'First {"verdict": "A"}, but no:\n{"reasoning": "It is alcohol.", "verdict": "B"}',
}
"""What the judge writes, by a word of the question."""


class Judge(BaseHTTPRequestHandler):
    """Answers as a chat completion."""

    def do_POST(self) -> None:
        asked = self.rfile.read(int(self.headers["Content-Length"])).decode()
        text = next(reply for word, reply in REPLIES.items() if word in asked)
        message = {"role": "assistant", "content": text}
        answer: dict[str, Any] = {
            "id": "c",
            "object": "chat.completion",
            "created": 1,
            "model": "judge",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def reviews(folder: Path) -> Path:
    """The file of reviews of a run in `folder`."""
    from evalscope import TaskConfig, run_task

    data = folder / "data"
    data.mkdir(parents=True)
    rows = [{"query": f"What removes {word}?", "response": "vinegar"} for word in QUESTIONS]
    (data / "kettle.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    server = HTTPServer(("127.0.0.1", 0), Judge)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/v1"
    run_task(
        TaskConfig(
            model="mock",
            eval_type="mock_llm",
            datasets=["general_qa"],
            dataset_args={"general_qa": {"local_path": str(data), "subset_list": ["kettle"]}},
            judge_strategy="llm",
            judge_model_args={"api_url": address, "api_key": "none", "model_id": "judge"},
            work_dir=str(folder / "out"),
            no_timestamp=True,
        )
    )
    (made,) = (folder / "out" / "reviews").rglob("*.jsonl")
    return made


if __name__ == "__main__":
    print(reviews(Path(sys.argv[1])))  # noqa: T201 - a script
