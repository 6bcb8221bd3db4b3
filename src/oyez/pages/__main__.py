"""`python -m oyez.pages DOCS` writes the generated pages into a folder; `--check` says which are stale and exits 1."""

from __future__ import annotations

import sys
from pathlib import Path

from oyez.pages import pages


def main(arguments: list[str]) -> int:
    """Write or check the pages; the exit code."""
    folder = Path(next((word for word in arguments if not word.startswith("-")), "docs"))
    stale = []
    for name, text in pages().items():
        path = folder / name
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if "--check" not in arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in stale:
        sys.stdout.write(f"{'stale' if '--check' in arguments else 'written'}: {folder / name}\n")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
