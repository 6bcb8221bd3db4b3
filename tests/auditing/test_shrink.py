"""What is left of a failing reply is minimal: nothing more can be taken away."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from oyez.audit.shrink import shrink
from oyez.probes import Piece, Role, Scene
from oyez.probes._scene import NOTHING

Fails = Callable[[str], bool]


def scene(*pieces: Piece | str) -> Scene:
    """Prose where plain text is given."""
    made = tuple(Piece(one, Role.PROSE) if isinstance(one, str) else one for one in pieces)
    return Scene(variant="made", pieces=made, known=NOTHING)


KEPT = Piece("VERDICT: A", Role.SAID, "A")
TABLE: list[tuple[Scene, Fails, str]] = [
    (scene("one two\n", KEPT, "\nthree"), lambda text: "VERDICT" in text, "VERDICT: A"),
    (scene("one two three\n", KEPT), lambda text: "two" in text, "two \nVERDICT: A"),
    (
        scene("a b c d\n", KEPT, Piece("\n"), "e f"),
        lambda text: "b" in text and "e" in text,
        "b \nVERDICT: A\ne ",
    ),
    (scene("long line here\n", KEPT), lambda text: "\n" in text, "\nVERDICT: A"),
    (scene("x\n", KEPT), lambda text: len(text) >= 12, "x\nVERDICT: A"),
    (scene("一 二 三\n", KEPT), lambda text: "二" in text, "二 \nVERDICT: A"),
    (scene("a a a\n", "b b\n", "a b\n", KEPT), lambda text: text.count("b") >= 2, "b b\nVERDICT: A"),
    (scene(KEPT), lambda text: True, "VERDICT: A"),
    (
        scene("1 2 3 4 5 6 7 8 9\n", KEPT),
        lambda text: bool(re.search("2.*5.*9", text, re.DOTALL)),
        "2 5 9\nVERDICT: A",
    ),
]


@pytest.mark.parametrize(("given", "fails", "left"), TABLE)
def test_the_table(given: Scene, fails: Fails, left: str) -> None:
    assert shrink(given, lambda one: fails(one.text)).text == left


@pytest.mark.parametrize(("given", "fails", "left"), TABLE)
def test_no_further_word_can_go(given: Scene, fails: Fails, left: str) -> None:
    pieces = shrink(given, lambda one: fails(one.text)).pieces
    for at, piece in enumerate(pieces):
        if piece.role is Role.PROSE:
            assert not fails("".join(one.text for one in (*pieces[:at], *pieces[at + 1 :])))


def test_what_says_something_is_never_taken_away() -> None:
    decoy = Piece("VERDICT: B", Role.FENCED, "B")
    kept = shrink(scene("prose\n", decoy, Piece("\n"), KEPT), lambda _: True).pieces
    assert kept == (decoy, Piece("\n"), KEPT)


def test_it_stops_after_so_many_tries() -> None:
    tries = 0

    def fails(_: Scene) -> bool:
        nonlocal tries
        tries += 1
        return False

    shrink(scene(*["word " * 50] * 20, KEPT), fails, tries=37)
    assert tries == 37
