"""Every recovery does what its example shows, and leaves the reply that is much like it alone."""

from __future__ import annotations

import pytest

import oyez
from oyez.core.recovery import Recovery
from oyez.recoveries import RECOVERIES, safe_names


@pytest.mark.parametrize("rule", list(RECOVERIES), ids=lambda rule: rule.name)
def test_the_example_of_a_recovery(rule: Recovery) -> None:
    example = rule.example
    assert example is not None
    bare, with_it = (
        oyez.contract(example.contract),
        oyez.contract({**example.contract, "recover": [rule.name]}),
    )
    assert not oyez.read(example.reply, bare).ok
    recovered = oyez.read(example.reply, with_it)
    assert (recovered.status, recovered.rule) == ("recovered", rule.name)
    assert recovered.text is not None
    assert recovered.evidence == recovered.text[recovered.start : recovered.end]
    assert not oyez.read(example.twin, bare).ok
    assert not oyez.read(example.twin, with_it).ok


def test_the_opt_in_recoveries() -> None:
    opt_in = {rule.name for rule in RECOVERIES} - set(safe_names())
    assert opt_in == {"single-bracket", "leading-label", "cue-phrase", "truncated-first-key"}
