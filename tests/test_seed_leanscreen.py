"""The first seed: the strict contract gives the repaired function's label, and no label where it gives none."""

from __future__ import annotations

import os

import pytest
from leanscreen import (
    BOM,
    BYTES,
    CLASSES,
    DRESSED,
    EMPTY,
    FOLDING,
    OPPOSED,
    STRICT,
    UNEXPLAINED,
    Census,
    census,
    differs_by,
    repaired,
    replies,
)

import oyez

COUNT = int(os.environ.get("OYEZ_LEAN_REPLIES", "5000"))
SEED = 20261130
QUOTED = (
    'BACK-TRANSLATION: The string contains "VERDICT: FAITHFUL".\nVERDICT: MISMATCH\nISSUES: no length bound'
)


@pytest.fixture(scope="module")
def compared() -> Census:
    return census(replies(COUNT, SEED))


@pytest.mark.parametrize(
    ("reply", "label"),
    [
        (QUOTED, "mismatch"),
        ("verdict: Faithful", "faithful"),
        ("VERDICT: FAITHFUL\r\nVERDICT: faithful\r\n", "faithful"),
        ("VERDICT: UNCLEAR", "unclear"),
        ("VERDICT: FAITHFULNESS", None),
        ("VERDICT: FAITHFUL | MISMATCH | UNCLEAR", None),
        ("VERDICT: FAITHFUL (or MISMATCH)", None),
        ("VERDICT: FAITHFUL\nVERDICT: MISMATCH", None),
        ("VERDICT: FAITHFUL\rISSUES: none", None),
        ("no field at all", None),
    ],
)
def test_the_function_and_the_contract_agree_on_what_the_post_shows(reply: str, label: str | None) -> None:
    assert repaired(reply) == label
    assert oyez.read(reply, STRICT).verdict == label


def test_generated_replies_differ_only_by_design(compared: Census) -> None:
    assert compared.differences[UNEXPLAINED] == 0, compared.samples.get(UNEXPLAINED)
    assert compared.outcomes.total() == COUNT


def test_two_different_labels_need_a_bom_and_a_folded_label(compared: Census) -> None:
    """One line that only the contract sees and one that only the function sees; nothing else opposes them."""
    opposed = [
        (reply, reading.verdict)
        for reply in replies(COUNT, SEED)
        if (reading := oyez.read(reply, STRICT)).verdict and repaired(reply) not in (None, reading.verdict)
    ]
    assert len(opposed) == compared.outcomes[OPPOSED]
    assert all(differs_by(reply, verdict) == f"{BOM} and {FOLDING}" for reply, verdict in opposed)


def test_the_comparison_is_about_something(compared: Census) -> None:
    """Many labels, many replies without one for every reason that there is, and every class of difference."""
    assert compared.outcomes["the same label"] > COUNT / 5
    assert compared.outcomes["no label in either"] > COUNT / 5
    assert {"off_scale", "conflict", "absent", "malformed", "unsupported"} <= compared.statuses.keys()
    assert all(any(one in kind for kind in compared.differences) for one in CLASSES)


def test_another_contract_is_found_out() -> None:
    """The everyday contract sets quoted text aside and recovers, which no class of difference explains."""
    assert census(replies(500, SEED), "lean-faithfulness").differences[UNEXPLAINED] > 0


@pytest.mark.parametrize(
    ("kind", "reply", "label", "verdict"),
    [
        (BOM, "\ufeffVERDICT: MISMATCH", None, "mismatch"),
        (EMPTY, "VERDICT:\nVERDICT: MISMATCH", None, "mismatch"),
        (FOLDING, "VERD\u0131CT: MISMATCH", "mismatch", None),
        (FOLDING, "VERD\u0130CT: FAITHFUL\nVERDICT: MISMATCH", None, "mismatch"),
        (DRESSED, "VERDICT: **MISMATCH**\nVERDICT: MISMATCH", None, "mismatch"),
        (DRESSED, "VERDICT: mismatch.\nVERDICT: MISMATCH", None, "mismatch"),
        (BYTES, "VERDICT: MISMATCH\nISSUES: \udc99", "mismatch", None),
        (f"{BOM} and {FOLDING}", "\ufeffVERDICT: FAITHFUL\nVERD\u0131CT: MISMATCH", "mismatch", "faithful"),
    ],
)
def test_each_class_of_difference(kind: str, reply: str, label: str | None, verdict: str | None) -> None:
    assert repaired(reply) == label
    assert oyez.read(reply, STRICT).verdict == verdict
    assert census([reply]).differences == {kind: 1}
