"""The invariants of reading, each as a property over built replies, arbitrary text, or both."""

from __future__ import annotations

import random
from typing import Any

import fuzz
import fuzz_replies
import invariants
import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from replies.forms import MARKED, PLACES, REPEATED
from replies.scales import CLOSED
from replies.scenes import RECOVERIES, Scene, scene

import oyez
from oyez.core.reading import FieldReading
from oyez.core.status import Status

POOL = fuzz.contracts(random.Random(7), 150)
ANYTHING = st.text(st.characters(), max_size=60)
MARKS = st.sampled_from(
    [*fuzz_replies.MARKS, *fuzz_replies.OBJECTS, *fuzz_replies.WRAPS, *fuzz_replies.VALUES]
)
MASH = st.lists(st.one_of(MARKS, ANYTHING, st.sampled_from(fuzz_replies.PROSE)), max_size=8).map("".join)
STOPS = st.sampled_from([None, "stop", "length", "refusal", "error", "no such word"])


@given(scene("on"))
def test_a_value_in_the_form_and_on_the_scale_is_read_where_it_stands(built: Scene) -> None:
    reading = built.read()
    assert reading.status == "read"
    assert invariants.alike(reading.verdict, built.written[0].verdict)
    assert (reading.start, reading.end) == built.spans[0]
    assert reading.abstained is built.written[0].abstained
    assert reading.rule is None


@given(scene("off", kits=CLOSED))
def test_a_value_off_the_scale_is_no_verdict_and_says_why(built: Scene) -> None:
    reading = built.read()
    codes = built.written[0].code.split("|")
    code = codes[-1] if built.place.in_json else codes[0]
    assert reading.status == "off_scale"
    assert (code, *built.spans[0]) in [(one.code, one.start, one.end) for one in reading.problems]


@given(scene("on", "on", places=REPEATED))
def test_two_values_agree_or_compete(built: Scene) -> None:
    reading = built.read()
    one, other = built.written
    if invariants.alike(one.verdict, other.verdict):
        assert reading.status == "read"
        assert (reading.start, reading.end) == built.spans[0]
    else:
        assert reading.status == "conflict"
        assert {(two.start, two.end) for two in reading.problems} >= set(built.spans)


@given(scene("on", "on", "on", places=REPEATED))
def test_of_three_values_none_wins_by_its_place(built: Scene) -> None:
    verdicts = [one.verdict for one in built.written]
    agree = all(invariants.alike(verdicts[0], other) for other in verdicts)
    assert built.read().status == ("read" if agree else "conflict")


@given(scene("on"), RECOVERIES, RECOVERIES)
def test_recoveries_never_change_a_strict_reading(built: Scene, some: Any, others: Any) -> None:
    first, second = built.read(recover=some), built.read(recover=others)
    assert invariants.essence(first) == invariants.essence(second)
    assert first.status == "read"


@given(scene("on", "on", places=REPEATED), RECOVERIES, st.randoms())
def test_the_order_in_which_recoveries_are_named_does_not_matter(
    built: Scene, some: Any, dice: random.Random
) -> None:
    named = [some] if isinstance(some, str) else list(some)
    again = dice.sample(named, len(named))
    assert built.read(recover=named) == built.read(recover=again)


@given(MASH, st.sampled_from(POOL), STOPS)
def test_every_rule_holds_of_any_mash_of_marks(text: str, pair: fuzz.Pair, stop: str | None) -> None:
    fuzz.check(oyez.Reply(text=text, stop=stop), pair)


@given(ANYTHING, st.sampled_from(POOL), STOPS)
def test_no_text_makes_reading_raise(text: str, pair: fuzz.Pair, stop: str | None) -> None:
    fuzz.check(oyez.Reply(text=text, stop=stop), pair)


def test_the_fuzzer_finds_nothing() -> None:
    outcome = fuzz.run(3_000, 11, fuzz.contracts(random.Random(11), 300), most_faults=1)
    assert not outcome.faults, outcome.faults[0]
    assert {"read", "recovered", "absent", "off_scale", "conflict", "truncated", "malformed"} <= set(
        outcome.statuses
    )


STRANGE = [0xD800, 0xDFFF, 0, 0xFFFF, 0x10FFFF, 0x7F, 0x2028, 0x85]


@pytest.mark.parametrize("mark", list(map(chr, STRANGE)))
@given(built=scene("on"))
def test_strange_characters_beside_an_answer_change_nothing(mark: str, built: Scene) -> None:
    text = f"odd {mark} one\n{built.text}" if built.place in (*MARKED[:1], MARKED[6]) else built.text
    reading = oyez.read(text, built.contract)
    assert invariants.alike(reading.verdict, built.written[0].verdict)


@given(scene("on", places=REPEATED), st.sampled_from(["7", "PASS", "10", "yes", "A>B", "true", "x > y > z"]))
def test_values_in_prose_are_never_taken(built: Scene, word: str) -> None:
    before = built.text[: built.spans[0][0]]
    prose = f"I might say {word}, and {word} of 10 is near.\n"
    assert oyez.read(prose + built.text, built.contract).verdict == built.read().verdict
    assert (
        oyez.read(f"{prose}So much for {word} then.", {**built.contract, "recover": "safe"}).status
        == "absent"
    )
    assert before == built.text[: len(before)]


@given(scene("on"))
def test_a_verdict_is_what_its_evidence_means(built: Scene) -> None:
    reading = built.read()
    assert reading.evidence is not None
    read = oracle.from_json if built.place.in_json else oracle.from_text
    assert invariants.alike(read(reading.evidence, built.kit.tree), reading.verdict)


@pytest.mark.parametrize("status", list(Status))
def test_a_reading_cannot_be_made_against_its_status(status: Status) -> None:
    made: dict[str, Any] = {"contract": "c@1#0", "reader": "1", "status": status}
    rule = "emphasis" if status == "recovered" else None
    if status.has_verdict:
        with pytest.raises(ValueError, match="needs a place"):
            oyez.Reading(**made, verdict="A", rule=rule)
        with pytest.raises(ValueError, match="needs a place"):
            oyez.Reading(**made, verdict="A", start=0, end=1, rule=None if rule else "emphasis")
        assert oyez.Reading(**made, verdict="A", start=0, end=1, rule=rule).ok
        return
    assert not oyez.Reading(**made).ok
    wrongs: tuple[dict[str, Any], ...] = ({"verdict": "A"}, {"start": 0, "end": 1}, {"rule": "emphasis"})
    for wrong in wrongs:
        with pytest.raises(ValueError, match="has no verdict"):
            oyez.Reading(**made, **wrong)


@pytest.mark.parametrize("status", list(Status))
def test_a_field_cannot_be_made_against_its_status(status: Status) -> None:
    if status.has_verdict:
        with pytest.raises(ValueError, match="needs a place"):
            FieldReading(status, "A", None, None, None)
        return
    for verdict, rule, start in (("A", None, None), (None, "quotes", None), (None, None, 3)):
        with pytest.raises(ValueError, match="has no verdict"):
            FieldReading(status, verdict, rule, start, None)


def test_there_are_eleven_statuses_and_two_have_a_verdict() -> None:
    assert {status.value for status in Status if status.has_verdict} == {"read", "recovered"}
    assert len(Status) == 11
    assert len(PLACES) == 13
