"""What comes in (READING §1) and what ends before any form is tried (§2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from replies.scenes import Scene, scene
from replies.table import check, line, whole

import oyez
from oyez.core.status import Stop, normalise_stop

STOPS = {
    "end": "stop end end_turn stop_sequence eos tool_use tool_calls completed STOP",
    "length": "length max_tokens max_output_tokens model_length model_context_window_exceeded MAX_TOKENS",
    "refusal": "refusal content_filter safety SAFETY blocked RECITATION PROHIBITED_CONTENT BLOCKLIST",
    "error": "error failed cancelled canceled expired network_error malformed_response",
}
WORDS = [(word, stop) for stop, words in STOPS.items() for word in words.split()]
INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u202a\u202e\u2066\u2069"
CONTRACT = line()
HIDDEN = st.text(st.sampled_from([*INVISIBLE, " ", "\t", "\n", "\u3000", "\u2028", "\x0b", "\x1c", "\x85"]))


@pytest.mark.parametrize(("word", "stop"), WORDS)
def test_every_stop_word_is_known(word: str, stop: str) -> None:
    assert normalise_stop(word) == stop
    assert oyez.read(oyez.Reply(text="Outcome: keep\n", stop=word), oyez.contract(CONTRACT)).stop == stop


@pytest.mark.parametrize(
    "word", ["", "Stop", "LENGTH", "Refusal", " length", "max-tokens", "ERROR", "paused"]
)
def test_other_words_are_unknown(word: str) -> None:
    assert normalise_stop(word) is Stop.UNKNOWN
    assert normalise_stop(None) is Stop.UNKNOWN


@given(st.text().filter(lambda word: word not in {known for known, _ in WORDS}))
def test_any_other_word_is_unknown(word: str) -> None:
    assert normalise_stop(word) is Stop.UNKNOWN


@given(scene("on"), st.sampled_from(STOPS["error"].split()))
def test_a_stop_by_error_is_undelivered_whatever_the_text(built: Scene, stop: str) -> None:
    assert built.read(stop=stop).status == "undelivered"


@given(scene("on"), st.text(max_size=5))
def test_an_error_is_undelivered_whatever_the_text_and_the_text_is_kept(built: Scene, error: str) -> None:
    reading = oyez.read(oyez.Reply(text=built.text, error=error), oyez.contract(built.contract))
    assert reading.status == "undelivered"
    assert reading.text == built.text


@pytest.mark.parametrize(("word", "stop"), [*WORDS, (None, "unknown")])
def test_no_text_is_undelivered_whatever_the_stop(word: str | None, stop: str) -> None:
    check(CONTRACT, None, "undelivered", stop=word)


@given(HIDDEN, st.sampled_from([*WORDS, (None, "unknown")]))
def test_nothing_to_see_is_empty_or_what_the_stop_says(text: str, stop: tuple[str | None, str]) -> None:
    expected = {"refusal": "refused", "length": "truncated", "error": "undelivered"}.get(stop[1], "empty")
    check(CONTRACT, text, expected, stop=stop[0])


@pytest.mark.parametrize("char", ["x", "\x00", "\ud800", "\u00ad", "\u2061", ".", "\u180e", "\x7f"])
def test_any_other_character_is_text(char: str) -> None:
    check(CONTRACT, f" \u200b{char}\n", "absent")


BARE = ["\r", "x\ry", "Outcome: keep\r", "\r\r\n", "a\n\rb", "Outcome: keep\n\r\nx\r"]


@pytest.mark.parametrize("text", BARE)
@pytest.mark.parametrize("stop", [None, "length", "refusal"])
def test_a_bare_carriage_return_is_unsupported(text: str, stop: str | None) -> None:
    if text.strip():
        check(CONTRACT, text, "unsupported", None, "bare_cr", stop=stop)
    else:
        check(
            CONTRACT, text, {"length": "truncated", "refusal": "refused"}.get(stop or "", "empty"), stop=stop
        )


@given(scene("on"), st.integers(0xDC80, 0xDCFF).map(chr), st.data())
def test_an_undecoded_byte_is_unsupported(built: Scene, byte: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(built.text)))
    text = built.text[:place] + byte + built.text[place:]
    reading = oyez.read(text, built.contract)
    assert reading.status == "unsupported" or "\r" in text
    assert any(one.code in ("undecodable", "bare_cr") for one in reading.problems)


@pytest.mark.parametrize("char", list(map(chr, [0xD800, 0xDBFF, 0xDC00, 0xDC7F, 0xDD00, 0xDFFF, 0])))
def test_other_lone_surrogates_and_nul_are_ordinary(char: str) -> None:
    check(CONTRACT, f"{char}\nOutcome: drop\n{char}", "read", "drop")
    check(CONTRACT, f"Outcome: drop{char}", "off_scale")
    check(whole({"labels": [f"a{char}", "b"]}), f"a{char}", "read", f"a{char}") if char == "\x00" else None


@given(scene("on"))
def test_a_refusal_stop_does_not_hide_a_verdict(built: Scene) -> None:
    assert built.read(stop="refusal").status == "read"
    assert built.read(stop="refusal").stop == "refusal"


@pytest.mark.parametrize(
    "text", ["I will not.", "Outcome: maybe", "Outcome:", "Outcome: keep\nOutcome: drop", "<think>"]
)
def test_a_refusal_stop_outranks_every_other_end(text: str) -> None:
    check(CONTRACT, text, "refused", stop="content_filter")


def test_only_undelivered_and_unsupported_outrank_a_refusal() -> None:
    check(CONTRACT, "Outcome: maybe", "undelivered", stop="refusal", error="reset by peer")
    check(CONTRACT, "Outcome: maybe\r", "unsupported", stop="refusal")
    check(CONTRACT, "- **Outcome:** drop", "recovered", "drop", stop="refusal", rule="decorated-label")


def test_one_leading_mark_of_order_is_dropped() -> None:
    check(CONTRACT, "\ufeffOutcome: keep", "read", "keep", at="keep")
    check(CONTRACT, "\ufeff\ufeffOutcome: keep", "absent")
    check(CONTRACT, "x\n\ufeffOutcome: keep", "absent")


def test_one_string_is_not_many_replies() -> None:
    with pytest.raises(TypeError, match="use read"):
        oyez.read_many("abc", oyez.line("V", ["a", "b"]))
