"""Freezes what the installed reader makes of a fixed corpus of replies, in `tests/frozen/VERSION.jsonl`.

Run it after raising `oyez.reader.VERSION`: `python tests/frozen/freeze.py`. The replies and contracts are those of the
version before, so that both versions can be laid beside each other; `--fresh` gathers them anew from the examples of
the catalogue and the demo. A file that is there is left alone, unless `--again` says that its version was never
released.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import oyez
from oyez.demo import archives
from oyez.reader import VERSION

FOLDER = Path(__file__).parent
_EXAMPLE = ("stop", "error", "ids")


def frozen_versions() -> list[str]:
    """The versions with a corpus, the oldest first."""
    return sorted(
        (path.stem for path in FOLDER.glob("*.jsonl")),
        key=lambda name: [int(part) for part in name.split(".")],
    )


def load(version: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The contracts by name, and the rows of a version."""
    contracts, rows = {}, []
    for line in (FOLDER / f"{version}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if "reply" in row:
            rows.append(row)
        else:
            contracts[row["contract"]] = row["tree"]
    return contracts, rows


def gather() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The corpus anew: every example of the catalogue, every reply of the demo."""
    contracts, rows = {}, []
    for name in oyez.contract_names():
        tree = tomllib.loads(oyez.contract(name).toml or "")
        rows += [_row(name, example) for example in tree.pop("example", [])]
        contracts[name] = tree
    for replies, file in archives():
        name = f"demo {file.stem}"
        tree = tomllib.loads(file.read_text(encoding="utf-8"))
        tree.pop("example", None)
        contracts[name] = tree
        rows += [
            _row(name, {**row, "reply": row["text"]})
            for row in map(json.loads, replies.read_text("utf-8").splitlines())
        ]
    return contracts, rows


def _row(contract: str, given: dict[str, Any]) -> dict[str, Any]:
    more = {name: given[name] for name in _EXAMPLE if given.get(name) is not None}
    return {"contract": contract, "reply": given["reply"], **more}


def read_row(row: dict[str, Any], contract: oyez.Contract) -> dict[str, Any]:
    """What the installed reader makes of a row, as plain values; all of a reading but its names and its text."""
    ids = tuple(map(str, row["ids"])) if "ids" in row else None
    reply = oyez.Reply(text=row["reply"], stop=row.get("stop"), error=row.get("error"), ids=ids)
    made: dict[str, Any] = msgspec.to_builtins(oyez.read(reply, contract))
    return {name: value for name, value in made.items() if name not in ("contract", "reader", "text")}


def lines(contracts: dict[str, Any], rows: list[dict[str, Any]]) -> Iterator[str]:
    """The file: a line a contract, then a line a reply with its reading."""
    for name, tree in contracts.items():
        yield json.dumps({"contract": name, "tree": tree})
    loaded = {name: oyez.contract(tree) for name, tree in contracts.items()}
    for row in rows:
        asked = {name: value for name, value in row.items() if name != "reading"}
        yield json.dumps({**asked, "reading": read_row(row, loaded[row["contract"]])})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--again", action="store_true")
    asked = parser.parse_args()
    target = FOLDER / f"{VERSION}.jsonl"
    if target.exists() and not asked.again:
        parser.error(f"{target.name} is there: raise oyez.reader.VERSION first")
    versions = frozen_versions()
    contracts, rows = gather() if asked.fresh or not versions else load(versions[-1])
    made = "".join(f"{line}\n" for line in lines(contracts, rows))
    target.write_text(made, encoding="utf-8")
    sys.stdout.write(f"{target.name}: {len(rows)} readings under {len(contracts)} contracts\n")


if __name__ == "__main__":
    main()
