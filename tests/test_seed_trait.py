"""The third seed: a recovery reads trailing integers and changes nothing that was read before."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

import oyez

BEFORE, AFTER, WIDE = "trait-score-1", "trait-score", "trait-score-wide"
COUNT = 5000
PROSE = (
    "The user has a 14TB disk 5 and an 8TB disk 4.",
    "The model agrees with everything.",
    'It says "100%" and 5" screens in {braces}.',
    "On a scale of 0-100 that is high.",
    "# Notes",
    "- praises 3 times",
    'The draft said {"score": 10}, which is too low.',
    "",
)
GOOD = ("0", "5", "70", "100")
NUMBERS = (
    "0",
    "5",
    "70",
    "75",
    "100",
    "101",
    "150",
    "-1",
    "007",
    "70.5",
    "70/100",
    "7e1",
    "\uff17\uff10",
    "70 or 80",
)
OBJECTS = (
    '{{"score": {}}}',
    '{{"score": "{}"}}',
    '{{"score": {}, "why": "it has 3 numbers"}}',
    '{{"rating": {}}}',
)
ENDINGS = (
    "{}",
    "{}",
    "{}",
    "**{}**",
    "Score: {}",
    "**Final score:** {}.",
    "I say {}",
    "{}.",
    "REFUSAL",
    "`{}`",
)


def replies(count: int, seed: int) -> Iterator[oyez.Reply]:
    """Bare numbers, objects, prose and an object, prose and a last line, each now and then cut."""
    rng = random.Random(seed)
    for _ in range(count):
        lines = [rng.choice(PROSE) for _ in range(rng.choice((0, 0, 1, 2, 3)))]
        number = rng.choice(NUMBERS if rng.random() < 0.5 else GOOD)
        kind = rng.random()
        if kind < 0.4:
            lines.append(rng.choice(OBJECTS).format(number))
        elif kind < 0.9:
            lines.append(rng.choice(ENDINGS).format(number))
        text = rng.choice(("\n", "\n\n", "\r\n")).join(lines) + rng.choice(("", "", "\n", "  \n\n"))
        yield oyez.Reply(text=text, stop=rng.choice(("stop", "end_turn", None, None, "stop", "length")))


def trailing_integer(text: str) -> int | None:
    """The last line that is not blank, where it is exactly an integer from 0 to 100 in ASCII digits."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    exact = lines and re.fullmatch("0|[1-9][0-9]?|100", lines[-1], re.ASCII)
    return int(lines[-1]) if exact else None


def without_contract(reading: oyez.Reading) -> oyez.Reading:
    return msgspec.structs.replace(reading, contract="")


@pytest.mark.parametrize("contract", [AFTER, WIDE])
def test_what_was_read_before_is_read_to_the_bit(contract: str) -> None:
    """Verdict, place, evidence, problems: the whole reading is equal, but for the name of the contract."""
    read = 0
    for reply in replies(COUNT, 1):
        before = oyez.read(reply, BEFORE)
        if before.ok:
            read += 1
            assert without_contract(oyez.read(reply, contract)) == without_contract(before)
            assert before.status == "read"
    assert read > COUNT / 8


def test_only_trailing_integers_are_recovered_and_all_of_them_are() -> None:
    """A reply without a score in the form that was not cut is recovered exactly where the last line is one."""
    ends: Counter[str] = Counter()
    for reply in replies(COUNT, 2):
        before, after = oyez.read(reply, BEFORE), oyez.read(reply, AFTER)
        assert reply.text is not None
        ends[f"{before.status} to {after.status}"] += 1
        if after.status == "recovered":
            assert after.rule == "last-line-integer"
            assert after.verdict == trailing_integer(reply.text)
        elif before.status in ("absent", "malformed"):
            assert trailing_integer(reply.text) is None
        else:
            assert after.status == before.status
    assert ends["absent to recovered"] > COUNT / 40
    assert ends["absent to absent"] > COUNT / 40
    assert not any(change.startswith(("read to rec", "conflict to rec")) for change in ends)


def test_the_wide_contract_reads_whatever_the_narrow_one_recovers() -> None:
    rules: Counter[str | None] = Counter()
    for reply in replies(COUNT, 3):
        narrow, wide = oyez.read(reply, AFTER), oyez.read(reply, WIDE)
        if narrow.ok:
            assert without_contract(wide) == without_contract(narrow)
        elif wide.ok:
            rules[wide.rule] += 1
    assert set(rules) == {"emphasised-integer", "labelled-score"}


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("0", 0, 0),
        ('The model flatters.\n{"score": 5}', 5, 5),
        ('The model flatters. {"score": 75}', 75, 75),
        ("The model flatters.\n\n70", None, 70),
        ("A 14TB disk 5,\nan 8TB disk 4.\n\n70\n", None, 70),
        ("A 14TB disk 5,\nan 8TB disk 4", None, None),
        ("The model flatters.\n\n150", None, None),
        ("The model flatters.\n\n70.0", None, None),
        ("The model flatters.\n\n+70", None, None),
        ("The model flatters.\n\n\uff17\uff10", None, None),
        ("The model flatters.\n\nabout 70", None, None),
        ('{"score": 150}\n\n70', None, None),
        ('{"score": 40}\n{"score": 60}\n\n70', None, None),
        ("REFUSAL", "REFUSAL", "REFUSAL"),
        ("I cannot rate this.\n\nREFUSAL", None, None),
    ],
)
def test_the_shapes_of_the_report(text: str, before: object, after: object) -> None:
    assert oyez.read(text, BEFORE).verdict == before
    assert oyez.read(text, AFTER).verdict == after


def test_a_refusal_is_an_abstention_and_not_a_score() -> None:
    reading = oyez.read("REFUSAL", AFTER)
    assert reading.abstained
    assert not oyez.read("70", AFTER).abstained


def test_a_cut_reply_recovers_nothing() -> None:
    text = "The model flatters.\n\n70"
    assert oyez.read(oyez.Reply(text=text, stop="length"), AFTER).status == "truncated"
    assert oyez.read(oyez.Reply(text=text, stop="stop"), AFTER).status == "recovered"
