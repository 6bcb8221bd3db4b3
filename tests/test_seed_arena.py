"""The second seed: which garbled verdicts the permissive pattern lets through, and what the contracts say of them."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import product

import pytest

import oyez
from oyez.scales.preference import Preference

TEN = {
    "A>>B": "A>>B",
    "A>B": "A>B",
    "A=B": "A=B",
    "B>A": "B>A",
    "B>>A": "B>>A",
    "B<<A": "A>>B",
    "B<A": "A>B",
    "B=A": "A=B",
    "A<B": "B>A",
    "A<<B": "B>>A",
}
"""Each label that the score table of the tool knows, with the label of the prompt that means the same."""
RUNS = ["".join(run) for size in range(1, 6) for run in product("AB<>=", repeat=size)]
"""Everything of up to five characters that the pattern takes for a label."""


def permissive(reply: str) -> str | None:
    """The last run of the five characters in double brackets, else in single ones, as the tool finds it."""
    for pattern in (r"\[\[([AB<>=]+)\]\]", r"\[([AB<>=]+)\]"):
        runs = re.findall(pattern, reply.upper())
        if runs:
            return str(runs[-1])
    return None


def win_of_b(label: str | None) -> float:
    """The share of the win for B: a table of five labels, and one half for anything else."""
    return {"B>A": 1.0, "B>>A": 1.0, "A>B": 0.0, "A>>B": 0.0}.get(label or "", 0.5)


def test_every_run_of_the_characters_counts_for_the_permissive_pattern() -> None:
    assert len(RUNS) == 3905
    assert all(permissive(f"My final verdict is: [[{run}]]") == run for run in RUNS)


def test_v2_reads_ten_written_labels_and_refuses_every_other_run() -> None:
    ends: Counter[str] = Counter()
    for run in RUNS:
        reading = oyez.read(f"My final verdict is: [[{run}]]", "arena-hard-v2")
        assert reading.verdict == TEN.get(run), run
        assert reading.evidence == (run if run in TEN else None)
        ends[reading.status] += 1
    assert ends == {"read": 10, "off_scale": 3895}


def test_garbled_runs_used_to_be_ties() -> None:
    """The table gives one half to 3,901 runs. One is the tie of the prompt, five are labels that it does not know."""
    ties = [run for run in RUNS if win_of_b(permissive(f"[[{run}]]")) == 0.5]
    assert len(ties) == 3901
    read = {run for run in ties if oyez.read(f"[[{run}]]", "arena-hard-v2").ok}
    assert read == {"A=B", "B=A", "A<B", "A<<B", "B<A", "B<<A"}


@pytest.mark.parametrize("reply", ["[[AB]]", "[[A>A]]", "[[>]]", "[[=]]", "[[B]]", "[[A>>>B]]", "[[A=>B]]"])
def test_the_shapes_of_the_report_have_a_reason_instead_of_a_tie(reply: str) -> None:
    assert permissive(reply) is not None
    reading = oyez.read(reply, "arena-hard-v2")
    assert reading.status == "off_scale"
    assert [problem.code for problem in reading.problems] == ["not_in_vocabulary"]


@pytest.mark.parametrize("written", TEN)
def test_winner_and_strength_are_those_of_the_score_table(written: str) -> None:
    scale = oyez.contract("arena-hard-v2").fields["verdict"].scale
    assert isinstance(scale, Preference)
    verdict = oyez.read(f"[[{written}]]", "arena-hard-v2").verdict
    left, operator, right = written[0], written[1:-1], written[-1]
    winner = None if operator == "=" else left if ">" in operator else right
    assert scale.winner(verdict) == winner
    assert scale.strength(verdict) == (0 if winner is None else len(operator))


def test_the_five_label_contract_refuses_the_mirrored_spellings() -> None:
    read = {run for run in RUNS if oyez.read(f"[[{run}]]", "arena-hard").ok}
    assert read == {"A>>B", "A>B", "A=B", "B>A", "B>>A"}


PIECES = (
    "My final verdict is: ",
    "Answer B cites ",
    " and ",
    "\n",
    "\n\n",
    "> ",
    "```\n",
    "<think>",
    "</think>",
    ". ",
)
INSIDE = (*TEN, *TEN, "AB", "A>A", "a>b", "A", "B", "1", "note", "A > B", "")


def bracketed(rng: random.Random) -> str:
    """A reply with up to four brackets in it, single or double."""
    reply = ""
    for _ in range(rng.randint(0, 4)):
        value = rng.choice(INSIDE)
        reply += rng.choice(PIECES) + (f"[[{value}]]" if rng.random() < 0.7 else f"[{value}]")
    return reply + rng.choice(PIECES)


def legacy_kind(reply: str) -> str:
    """How the legacy contract and the tool's pattern compare on a reply."""
    found, reading = permissive(reply), oyez.read(reply, "arena-hard-legacy")
    if reading.ok:
        if TEN.get(found or "") == reading.verdict:
            return "the same label"
        return SPACED if " " in str(reading.evidence) else "unexplained"
    if found is None:
        return "no label in either"
    if found not in TEN:
        return "garbled label"
    last = re.findall(r"\[\[(.*?)\]\]", reply) or re.findall(r"\[([^\[\]]*)\]", reply)
    return "other brackets last" if last[-1].upper() not in TEN else "unexplained"


SPACED = "a label with space in it"


def test_the_legacy_contract_is_the_tool_but_for_three_kinds_of_reply() -> None:
    """Garbled labels are refused; the last brackets count whatever they hold; space in a label is ignored."""
    rng = random.Random(7)
    kinds: Counter[str] = Counter()
    for _ in range(5000):
        kinds[legacy_kind(bracketed(rng))] += 1
    assert kinds["unexplained"] == 0
    assert set(kinds) == {
        "the same label",
        "no label in either",
        "garbled label",
        "other brackets last",
        SPACED,
    }
    assert kinds["the same label"] > 2000
