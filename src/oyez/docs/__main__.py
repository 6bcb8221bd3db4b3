"""Write the generated pages into the folder `docs` of the working directory."""

from __future__ import annotations

import sys
from pathlib import Path

from oyez.docs.formats import pages


def main(folder: Path) -> None:
    """Write every page into `folder`, and say which."""
    for name, text in pages(folder).items():
        (folder / name).write_text(text, encoding="utf-8")
        sys.stdout.write(f"{folder / name}\n")


main(Path("docs"))
