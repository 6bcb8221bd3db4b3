"""What the tests of the ledger share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oyez.cli import main
from oyez.ledger import Ledger

Call = Callable[..., Result]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a ledger may be made."""
    return tmp_path / "judge.oyez"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    """An empty ledger."""
    with Ledger(path) as opened:
        yield opened


@pytest.fixture
def call() -> Call:
    """Run `oyez` with arguments, 80 columns wide."""

    def run(*args: Any) -> Result:
        return CliRunner(env={"COLUMNS": "80"}).invoke(main, [str(arg) for arg in args])

    return run
