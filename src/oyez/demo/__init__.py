"""Made-up judge replies in seven formats, each with its contract: every status, and every recovery."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent


def archives() -> list[tuple[Path, Path]]:
    """The archives of the demo: replies and their contract."""
    return [(contract.with_suffix(".jsonl"), contract) for contract in sorted(FOLDER.glob("*.toml"))]
