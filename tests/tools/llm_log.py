"""Makes a log of the `llm` tool with a scripted model: python tests/tools/llm_log.py FILE (needs the package llm)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any


def main(path: str) -> None:
    import llm
    import sqlite_utils
    from llm.migrations import migrate

    class Scripted(llm.Model):  # type: ignore[misc]  # the package has no types here
        model_id = "scripted-judge"

        class Options(llm.Options):  # type: ignore[misc]  # the same
            temperature: float | None = None

        def execute(
            self, prompt: Any, stream: bool, response: Any, conversation: Any = None
        ) -> Iterator[str]:
            response.response_json = {"choices": [{"finish_reason": "stop"}]}
            response.set_usage(input=3, output=2)
            yield f"About {prompt.prompt}.\n"
            yield "Rating: [[7]]"

    db = sqlite_utils.Database(path)
    migrate(db)
    model = Scripted()
    for text in ("pears", "plums"):
        reply = model.prompt(text, system="You judge fruit.", temperature=0.5, stream=False)
        reply.text()
        reply.log_to_db(db)
    talk = model.conversation()
    for text in ("figs", "and sloes"):
        reply = talk.prompt(text, stream=False)
        reply.text()
        reply.log_to_db(db)


if __name__ == "__main__":
    main(sys.argv[1])
