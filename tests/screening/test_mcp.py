"""The server over stdio, called by a client of the official SDK in another process."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oyez.cli import main
from screening.rooms import FAITHFUL, FIRST, MISMATCH, NOTHING, PROBE, SECOND

pytest.importorskip("mcp")

PAIR = {"informal": "Every natural number is positive.", "formal": "theorem t (n : ℕ) : 0 < n := by sorry"}


def replies(folder: Path) -> Path:
    said = {FIRST: MISMATCH, SECOND: FAITHFUL, PROBE: NOTHING}
    again = {FIRST: MISMATCH, SECOND: FAITHFUL}
    rows = [{"id": name, "item": "t1", "arm": name, "draw": 0, "text": text} for name, text in said.items()]
    rows += [
        {"id": f"{name} 1", "item": "t1", "arm": name, "draw": 1, "text": text}
        for name, text in again.items()
    ]
    path = folder / "replies.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def talk(folder: Path, act: Callable[[Any], Awaitable[Any]]) -> Any:
    """Start the server, act as its client, and end it."""
    import asyncio

    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    args = ["-m", "oyez", "mcp", "--replay", str(replies(folder)), "--ledger", str(folder / "s.oyez")]
    starting = StdioServerParameters(command=sys.executable, args=args, cwd=str(folder), env=dict(os.environ))

    async def go() -> Any:
        async with stdio_client(starting) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            return await act(session)

    return asyncio.run(go())


def test_the_three_tools(tmp_path: Path) -> None:
    async def act(session: Any) -> dict[str, Any]:
        listed = [tool.name for tool in (await session.list_tools()).tools]
        calls = {
            "screen": {"texts": PAIR, "item": "t1"},
            "read": {
                "reply": 'BACK-TRANSLATION: "VERDICT: FAITHFUL"\nVERDICT: MISMATCH',
                "contract": "lean-faithfulness",
            },
            "explain": {"reply": "VERDICT: FAITHFULNESS", "contract": "lean-faithfulness"},
        }
        told = {
            name: json.loads((await session.call_tool(name, given)).content[0].text)
            for name, given in calls.items()
        }
        return {"listed": listed, **told}

    found = talk(tmp_path, act)
    assert found["listed"] == ["screen", "read", "explain"]
    screened = found["screen"]
    assert (screened["outcome"], screened["certifies"]) == ("flagged", False)
    assert "never certifies" in screened["note"]
    assert [one["said"] for one in screened["evidence"] if one["kind"] == "command"] == [
        "left out by the profile"
    ]
    assert [reason["code"] for reason in screened["reasons"]][:2] == ["flag-confirmed", "mismatch"]
    assert screened["reviewers"][0]["reply"].startswith("t1/back-translation#")
    assert (found["read"]["status"], found["read"]["verdict"]) == ("read", "mismatch")
    assert found["explain"]["reading"]["status"] == "off_scale"
    assert found["explain"]["fields"][1]["considered"]


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        ("screen", {"texts": {"informal": "x"}}, "has no formal"),
        ("screen", {"texts": PAIR, "profile": "./own.toml"}, "there is no profile"),
        ("screen", {"texts": {**PAIR, "formal": "/etc/Item.lean"}}, "not the name of a file"),
        ("screen", {"texts": {**PAIR, "colour": "red"}}, "knows no text 'colour'"),
        ("read", {"reply": "x", "contract": "./own.toml"}, "must be a name of the catalogue"),
        ("explain", {"reply": "x", "contract": "no-such"}, "no such contract"),
    ],
)
def test_faults_are_told(tool: str, given: dict[str, Any], said: str, tmp_path: Path) -> None:
    async def act(session: Any) -> tuple[bool, str]:
        result = await session.call_tool(tool, given)
        return bool(result.is_error), str(result.content[0].text)

    failed, text = talk(tmp_path, act)
    assert failed
    assert said in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--judges", "none.toml"], "none.toml: No such file"),
        (["--replay", "none.jsonl"], "none.jsonl: there is no such file"),
        (["--profile", "none.toml"], "none.toml: No such file"),
        (["--judges", "judges.toml"], "must name a model @ judges.toml:1:8"),
    ],
)
def test_a_fault_in_a_file_is_said_before_the_first_call(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "judges.toml").write_text('[judge.default]\nkind = "openai"\n')
    done = CliRunner().invoke(main, ["mcp", *arguments])
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
