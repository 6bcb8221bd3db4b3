"""Every command on archives in odd dress: it ends with a page or with one clear error."""

import random
from pathlib import Path

import fuzz_commands
import pytest


@pytest.mark.parametrize("seed", range(6))
def test_no_command_is_at_fault(seed: int, tmp_path: Path) -> None:
    ran = list(fuzz_commands.round_of(random.Random(seed), tmp_path))
    assert len(ran) > 15
    assert [one.args for one in ran if one.faulty] == []
    assert {one.result.exit_code for one in ran} <= {0, 1, 2, 3}
    assert all(one.result.stderr.startswith("oyez: ") for one in ran if one.result.exit_code == 2)
