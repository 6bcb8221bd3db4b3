"""The demo set: 200 pairs of informal and Lean statements, and replies of two reviewers and a probe, all made up."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

PAIRS = Path(__file__).parent / "pairs.jsonl"
"""A row a pair: `id`, `informal`, `formal`, `accepted`, `kind`, `theorem`."""
REPLIES = Path(__file__).parent / "replies.jsonl"
"""A row a draw: `id`, `item`, `arm`, `draw`, `text`, `stop`, `error`, `shape`."""


PROFILE: dict[str, Any] = {
    "extends": "lean-faithfulness",
    "name": "lean-faithfulness-demo",
    "evidence": {"lean": {"off": True}},
}
"""Lean is left out, so that the demo is the same everywhere."""


def write(folder: Path) -> None:
    """Copy both files into a folder, which is made, with the profile beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in (PAIRS, REPLIES):
        shutil.copyfile(file, folder / file.name)
    profile = (
        'extends = "lean-faithfulness"\nname = "lean-faithfulness-demo"\n\n[evidence.lean]\noff = true\n'
    )
    (folder / "profile.toml").write_text(profile, encoding="utf-8")
