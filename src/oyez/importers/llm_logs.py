"""The log of the `llm` command-line tool: an SQLite file with every prompt and reply."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from oyez.core.errors import InputError
from oyez.core.reply import Reply
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._inspect_shapes import Message, prompt_of
from oyez.importers._row import Row, finite, known, load_json
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Judge

_CHAIN: Final = """
WITH RECURSIVE chain(hash, parent, role, depth) AS (
  SELECT hash, parent_hash, role, 0 FROM messages WHERE hash = :tip
  UNION ALL SELECT m.hash, m.parent_hash, m.role, depth + 1 FROM messages m JOIN chain ON m.hash = chain.parent
  WHERE depth < 10000 AND (:stop IS NULL OR chain.parent != :stop))
SELECT chain.role, chain.depth, p.text FROM chain JOIN parts p ON p.message_hash = chain.hash
WHERE p.type = 'text' ORDER BY chain.depth DESC, p.position
"""
"""The texts of the messages from `tip` back to, and without, `stop`; the oldest first."""


class _Importer(Importer):
    name = "llm-logs"
    title = "The log of the `llm` tool (`logs.db`)"
    tool = "llm"
    verified = True
    checked = "a log written by llm 0.36 with a scripted model; the older table `responses` from the field paths only"
    where = (
        "`turns`, `messages` and `parts` of releases that store messages once, `responses.response` of older ones; "
        "both are read. Every reply of the log is a draw, whether it was meant as a judge's or not"
    )
    recorded = "nothing: the log holds no verdicts"
    lost = "Which item and arm a reply was about. The stop reason is taken from `response_json` where that holds one."
    write_back = "nothing to write back"
    example = "llm-logs.sql"

    def sniff(self, head: Head) -> float:
        sqlite = head.start.startswith(b"SQLite format 3\0")
        return 0.8 if sqlite and (b"responses" in head.start or b"turns" in head.start) else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        with closing(_open(source.path)) as db:
            try:
                tables = {
                    row["name"] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                }
                if not tables & {"turns", "responses"}:
                    raise InputError(f"{source.name}: no table turns or responses: not a log of llm")
                if "responses" in tables:
                    yield from _responses(db, source)
                if "turns" in tables:
                    yield from _turns(db, source)
            except (sqlite3.Error, OverflowError, UnicodeDecodeError) as fault:
                raise InputError(f"{source.name}: cannot be read as a log of llm: {fault}") from fault


def _open(path: Path) -> sqlite3.Connection:
    """The file, opened so that nothing is written into it or beside it."""
    wal = path.with_name(path.name + "-wal")
    if wal.exists() and wal.stat().st_size:
        raise InputError(
            f"{path}: still open elsewhere, or not closed ({wal.name} is not empty): close it first"
        )
    db = sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro&immutable=1", uri=True)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA trusted_schema = OFF")
    return db


def _responses(db: sqlite3.Connection, source: Source) -> Iterator[Draw]:
    def draw(row: sqlite3.Row) -> Draw:
        sent = [
            Message(role="system", content=_text(row, "system")),
            Message(role="user", content=_text(row, "prompt")),
        ]
        prompt = prompt_of([message for message in sent if message.content], {})
        place = Row(f"{source.name}: responses {row['id']}", dict(row), source.name)
        return _draw(_text(row, "response") or None, prompt, place)

    return source.one_each(db.execute("SELECT * FROM responses ORDER BY id"), draw)


def _text(row: sqlite3.Row, column: str) -> str:
    return str(row[column] or "")


def _turns(db: sqlite3.Connection, source: Source) -> Iterator[Draw]:
    def draw(row: sqlite3.Row) -> Draw:
        answer = _messages(db, row["tip_message_hash"], row["parent_message_hash"])
        said = [message.content for message in answer if message.role == "assistant"]
        prompt = prompt_of(_messages(db, row["parent_message_hash"], None), {})
        text = "".join(str(part) for part in said) if said else None
        return _draw(text, prompt, Row(f"{source.name}: turns {row['id']}", dict(row), source.name))

    return source.one_each(db.execute("SELECT * FROM turns ORDER BY id"), draw)


def _messages(db: sqlite3.Connection, tip: str | None, stop: str | None) -> list[Message]:
    """The messages from `tip` back to, and without, `stop`, oldest first, each with its text parts joined."""
    found: dict[int, Message] = {}
    for role, depth, text in db.execute(_CHAIN, {"tip": tip, "stop": stop}):
        message = found.setdefault(depth, Message(role=role))
        message.content = f"{message.content}{text or ''}"
    return list(found.values())


def _draw(text: str | None, prompt: str | None, place: Row) -> Draw:
    row = place.value
    answer = _json(row.get("response_json"), place.place)
    options = _json(row.get("options_json"), place.place)
    usage = {key: row[key] for key in ("input_tokens", "output_tokens") if row.get(key) is not None}
    milliseconds = row.get("duration_ms")
    return Draw(
        reply=Reply(
            id=row["id"],
            text=text,
            stop=_stop(answer),
            judge=row["model"],
            meta=known(thread=row.get("thread_id") or row.get("conversation_id"), place=place.at),
        ),
        judge=Judge(name=row["model"], model=row["model"], settings=options or None),
        prompt=prompt,
        model_returned=row.get("resolved_model"),
        usage=usage or None,
        latency=milliseconds / 1000 if isinstance(milliseconds, int) else None,
        received=row.get("datetime_utc"),
        raw_absent="the log holds no text for this reply" if text is None else None,
    )


def _json(text: Any, place: str) -> dict[str, Any]:
    value = finite(load_json(text, place)) if isinstance(text, str) and text else None
    return value if isinstance(value, dict) else {}


def _stop(answer: dict[str, Any]) -> str | None:
    """The stop reason in the provider's own JSON: of OpenAI's, Anthropic's and Ollama's shapes."""
    choices = answer.get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    places = (answer.get("finish_reason"), answer.get("stop_reason"), answer.get("done_reason"))
    for word in (first.get("finish_reason"), *places):
        if isinstance(word, str):
            return word
    return None


IMPORTER = _Importer()
