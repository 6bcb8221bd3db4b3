"""A changed reading fails until the reader's version and the CHANGELOG say so."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

from freeze import frozen_versions, load, read_row

import oyez
from oyez.reader import VERSION

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
RAISE = (
    "readings changed: raise oyez.reader.VERSION, say what changed under 'Readings changed' in CHANGELOG.md, and run "
    "python tests/frozen/freeze.py"
)


def test_every_reading_is_as_it_was_frozen() -> None:
    assert VERSION in frozen_versions(), (
        f"reader {VERSION} has no frozen corpus: python tests/frozen/freeze.py"
    )
    contracts, rows = load(VERSION)
    loaded = {name: oyez.contract(tree) for name, tree in contracts.items()}
    changed = [
        (row["contract"], row["reply"], row["reading"], made)
        for row in rows
        if (made := plain(read_row(row, loaded[row["contract"]]))) != row["reading"]
    ]
    assert not changed, f"{len(changed)} {RAISE}; the first: {changed[0]}"


def plain(tree: Any) -> Any:
    """As it comes back from a file."""
    return json.loads(json.dumps(tree))


def test_the_corpus_holds_every_status_and_every_recovery() -> None:
    _, rows = load(frozen_versions()[-1])
    assert len(rows) > 500
    statuses = Counter(row["reading"]["status"] for row in rows)
    assert set(statuses) == set(oyez.Status)
    from oyez.recoveries import RECOVERIES

    used = {name for row in rows for name in (row["reading"]["rule"] or "").split("+")}
    assert {rule.name for rule in RECOVERIES} <= used | {"safe"}


def changed_versions() -> list[str]:
    """Versions that read a reply of the corpus otherwise than the version before."""
    found = []
    for before, after in pairwise(frozen_versions()):
        old, new = (
            {json.dumps(key(row)): row["reading"] for row in load(version)[1]} for version in (before, after)
        )
        if any(old[name] != new[name] for name in old.keys() & new.keys()):
            found.append(after)
    return found


def key(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "reading"}


def told_versions(changelog: str) -> set[str]:
    """The reader versions that the sections "Readings changed" speak of."""
    sections = re.findall(r"^### Readings changed\n(.*?)(?=^##|\Z)", changelog, re.MULTILINE | re.DOTALL)
    return {version for section in sections for version in re.findall(r"`(\d+(?:\.\d+)*)`", section)}


def test_the_changelog_tells_every_version_of_the_reader() -> None:
    told = told_versions(CHANGELOG.read_text(encoding="utf-8"))
    assert VERSION in told, "CHANGELOG.md, Readings changed: name the version of the reader, as `N`"
    assert [version for version in changed_versions() if version not in told] == []


def test_the_section_is_found() -> None:
    text = "## [2]\n\n### Readings changed\n\n- Reader `2`: less.\n\n### Added\n\n- `7`\n\n"
    text += "## [1]\n### Readings changed\n- `1.5`\n"
    assert told_versions(text) == {"2", "1.5"}
