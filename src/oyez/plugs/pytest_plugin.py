"""pytest: a fixture that runs a file of cases, and fails with what differs and where."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike, fspath
from typing import Any

import pytest

_ROOM = 100
"""Columns of a failure's lines."""


@pytest.fixture(scope="session")
def oyez_cases() -> Callable[[str | PathLike[str]], Any]:
    """A function that runs a case file, as `oyez check` does: `oyez_cases("cases.jsonl")`.

    It fails the test with a picture of every case that differs, and gives the counts. A file that cannot be read, or
    that holds no case, is an error.
    """
    return run


def run(path: str | PathLike[str]) -> Any:
    """Run the cases of a file; fails the running test if one differs. Raises `InputError` for a broken file."""
    __tracebackhide__ = True  # the picture of the case is what matters
    from oyez.check import run as checking
    from oyez.report.check_text import Count, result_lines
    from oyez.rows.replies import open_source

    name = fspath(path)
    with open_source(name, set()) as source:
        found = checking.cases(source)
    count, shown = Count(), list[str]()
    for result in checking.check(found, checking.loader(name)):
        count.add(result)
        if not result.passed and result.case.sure:
            shown += [*result_lines(result, _ROOM), ""]
    if count.failed:
        pytest.fail("\n".join([*shown, count.closing()]), pytrace=False)
    return count
