"""The demo set: 200 pairs of informal and Lean statements, and replies of two reviewers and a probe, all made up."""

from __future__ import annotations

import shutil
from pathlib import Path

PAIRS = Path(__file__).parent / "pairs.jsonl"
"""A row a pair: `id`, `informal`, `formal`, `accepted`, `kind`, `theorem`."""
REPLIES = Path(__file__).parent / "replies.jsonl"
"""A row a draw: `id`, `item`, `arm`, `draw`, `text`, `stop`, `error`, `shape`."""

PROFILE = Path(__file__).parent / "profile.toml"
"""Lean is left out, so that the demo is the same everywhere."""


def write(folder: Path) -> None:
    """Copy pairs, replies and profile into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in (PAIRS, REPLIES, PROFILE):
        shutil.copyfile(file, folder / file.name)
