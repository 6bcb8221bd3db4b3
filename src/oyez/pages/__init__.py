"""The generated pages of the documentation: one page a file, each exporting `PAGES`, from file name to text."""

from __future__ import annotations

from collections.abc import Callable

from oyez.pages import catalogue, commands, formats, forms, ledger_schema, probes, recoveries, screening

Page = Callable[[], str]


def pages() -> dict[str, str]:
    """Every generated page, by its path under `docs/`."""
    makers: dict[str, Page] = {
        **recoveries.PAGES,
        **catalogue.PAGES,
        **forms.PAGES,
        **commands.PAGES,
        **ledger_schema.PAGES,
        **formats.PAGES,
        **probes.PAGES,
        **screening.PAGES,
    }
    return {name: make().rstrip() + "\n" for name, make in makers.items()}
