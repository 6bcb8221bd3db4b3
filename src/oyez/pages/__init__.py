"""The generated pages of the documentation: one page a file, each exporting `PAGES`, from file name to text."""

from __future__ import annotations

from collections.abc import Callable

from oyez.pages import catalogue, commands, formats, forms, recoveries

Page = Callable[[], str]


def pages() -> dict[str, str]:
    """Every generated page, by its path under `docs/`."""
    made = (recoveries.PAGES, catalogue.PAGES, forms.PAGES, commands.PAGES, formats.PAGES)
    makers: dict[str, Page] = {name: make for pages in made for name, make in pages.items()}
    return {name: make().rstrip() + "\n" for name, make in makers.items()}
