"""Whole scenes: a contract, a reply, and the reading that must come out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

import oyez
from replies.forms import PLACES, Place
from replies.scales import KITS, Kit, Written

RECOVERIES: st.SearchStrategy[Any] = st.one_of(
    st.just([]),
    st.just("safe"),
    st.lists(
        st.sampled_from(
            [
                *("zero-width", "emphasis", "quotes", "placeholder-brackets", "trailing-stop", "of-max"),
                *("numeric-spelling", "numeric-string", "boolean-string", "scalar-label", "fenced-reply"),
                *("decorated-label", "escaped-markers", "labelled-bracket", "next-line", "fenced-object"),
                *("embedded-object", "trailing-object", "lenient-json", "bare-value", "last-line-integer"),
                *("emphasised-integer", "labelled-score", "last-line-label", "first-line-label"),
                *("single-bracket", "leading-label", "truncated-first-key"),
            ]
        ),
        unique=True,
    ),
)


@dataclass(frozen=True)
class Scene:
    """A reply under a contract, with its values and their places."""

    contract: dict[str, Any]
    text: str
    written: tuple[Written, ...]
    spans: tuple[tuple[int, int], ...]
    place: Place = field(repr=False)
    kit: Kit = field(repr=False)

    def read(self, stop: str | None = None, **changes: Any) -> oyez.Reading:
        """The reading under the scene's contract, some keys of it changed."""
        return oyez.read(oyez.Reply(text=self.text, stop=stop), oyez.contract({**self.contract, **changes}))


def fits(place: Place, kit: Kit) -> bool:
    """Whether the form can hold every value of the scale as written."""
    return not (kit.name == "json" and "bracket" in place.name)


@st.composite
def pairs(
    draw: st.DrawFn, places: tuple[Place, ...] = PLACES, kits: tuple[Kit, ...] = KITS
) -> tuple[Place, Kit]:
    """A form and a scale that go together."""
    place, kit = draw(st.sampled_from(places)), draw(st.sampled_from(kits))
    assume(fits(place, kit))
    return place, kit


def contract_for(place: Place, kit: Kit, recover: Any = "safe") -> dict[str, Any]:
    """A contract of one field."""
    return {"form": place.tree, "scale": kit.tree, "recover": recover}


def compose(pieces: list[tuple[str, str, str]]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Stretches before a value, values and stretches after them as one text, with the places of the values."""
    text, spans = "", []
    for before, value, after in pieces:
        text += before
        spans.append((len(text), len(text) + len(value)))
        text += value + after
    return text, tuple(spans)


def next_line(text: str) -> str:
    """The text, ended by a line end."""
    return text if text.endswith("\n") else text + "\n"


@st.composite
def scene(
    draw: st.DrawFn,
    *counts: str,
    places: tuple[Place, ...] = PLACES,
    kits: tuple[Kit, ...] = KITS,
    recover: st.SearchStrategy[Any] = RECOVERIES,
) -> Scene:
    """A reply with one value for each of `counts`: `on` or `off` the scale."""
    place, kit = draw(pairs(places, kits))
    written = tuple(draw(kit.on if which == "on" else kit.off) for which in counts)
    pieces: list[tuple[str, str, str]] = []
    for number, one in enumerate(written):
        after = draw(place.after)
        pieces.append(
            (draw(place.before), place.value(one), next_line(after) if number + 1 < len(written) else after)
        )
    text, spans = compose(pieces)
    return Scene(contract_for(place, kit, draw(recover)), text, written, spans, place, kit)
