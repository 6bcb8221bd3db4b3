"""`oyez explain`: the text, the JSON, ids that are not there, other columns."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

import oyez
from oyez.rows.reading import reading_row

Call = Callable[..., Result]


def test_it_shows_every_place_and_why(call: Call, archive: Path, contract: Path) -> None:
    done = call("explain", archive, "q4", "-c", contract)
    assert done.exit_code == 0
    head, _, body = done.stdout.partition("\n\n")
    assert head.splitlines()[0] == "reply     q4"
    assert head.splitlines()[1].endswith("replies.jsonl:4")
    assert body == (
        "    1 | [[A]] or rather [[B]]\n"
        "      |   ^ 1 competes\n"
        "      |                   ^ 2 competes\n"
        "\n"
        "  1  competes: 'A' at 2:3 (bracket)\n"
        "     it says 'A'; another place says otherwise, and neither wins\n"
        "  2  competes: 'B' at 18:19 (bracket)\n"
        "     it says 'B'; another place says otherwise, and neither wins\n"
        "\n"
        "conflict. 2 places compete, and none wins.\n"
    )


def test_replies_stand_in_the_order_asked_for(call: Call, archive: Path, contract: Path) -> None:
    done = call("explain", archive, "q3", "q1", "-c", contract)
    assert done.stdout.index("reply     q3\n") < done.stdout.index("reply     q1\n")
    assert "recovered by emphasis." in done.stdout


def test_hostile_text_is_shown_not_printed(call: Call, archive: Path, contract: Path) -> None:
    done = call("explain", archive, "q5", "-c", contract)
    assert "    1 | Neither␛[2J.\n" in done.stdout
    assert "\x1b" not in done.stdout


def test_an_undelivered_reply_says_what_went_wrong(call: Call, archive: Path, contract: Path) -> None:
    done = call("explain", archive, "q6", "-c", contract)
    assert done.stdout.endswith("undelivered. No whole reply came back: timed out.\n")


def test_json_holds_the_reading_and_every_place(call: Call, archive: Path, contract: Path) -> None:
    done = call("explain", archive, "q3", "q6", "-c", contract, "--json")
    first, second = json.loads(done.stdout)["explained"]
    reply = oyez.Reply(id="q3", judge="n", stop="end", text="[[**B**]]", meta={"lang": "ko"})
    assert first["reading"] == reading_row(oyez.read(reply, oyez.contract(str(contract))), reply)
    assert first["fields"][0]["considered"] == [
        {
            "form": "bracket",
            "start": 2,
            "end": 7,
            "value": "**B**",
            "fate": "taken",
            "why": "it says 'B' by emphasis",
            "complete": True,
            "part": None,
            "by": ["emphasis"],
        }
    ]
    assert first["fields"][0]["recoveries"][0]["said"] == "emphasis makes 'B'"
    assert (second["text"], second["fields"], second["error"]) == (None, [], "timed out")


def test_an_unknown_id_exits_with_2_and_names_the_nearest(call: Call, archive: Path, contract: Path) -> None:
    done = call("explain", archive, "q1", "q33", "-c", contract)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "no reply has the id 'q33'; the nearest are 'q3'" in done.stderr


def test_other_columns_and_bad_rows(call: Call, contract: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"key": 7, "out": {"said": 5}}\n{"key": 8, "out": {"said": "[[A]]"}}\n')
    options = ("--id", "key", "--text", "out.said", "-c", contract)
    assert call("explain", path, "8", *options).exit_code == 2
    done = call("explain", path, "8", *options, "--skip-bad")
    assert done.exit_code == 0
    assert "1 taken" in done.stdout
    assert "bad row" in done.stderr
