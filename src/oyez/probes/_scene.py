"""What a probe is made of: pieces with roles, and the reading that is known because of how they were put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from oyez.probes._kit import Kit
    from oyez.probes._prose import Voice


class Role(StrEnum):
    """What a piece of a reply is there for."""

    PROSE = "prose"
    """Text that says nothing in the contract's form; the reply means the same without it."""
    GLUE = "glue"
    """What holds the pieces apart: line ends, quotation marks, other fields."""
    SAID = "said"
    """A value in the contract's form, where the judge speaks for itself."""
    WEAK = "weak"
    """A value in a form that only a recovery reads."""
    INLINE = "inline"
    """A value in the form, in the middle of a sentence that speaks about it."""
    ACROSS = "across"
    """A value in the form, on a line of its own inside a quotation that goes over several lines."""
    STRING = "string"
    """A value in the form, inside a string of the object."""
    FENCED = "fenced"
    """A value in the form inside a closed code fence."""
    BLOCK = "block"
    """A value in the form in a block quotation."""
    THOUGHT = "thought"
    """A value in the form inside a thinking block."""
    MENU = "menu"
    """The list of what could be said, or a placeholder."""
    OFF = "off"
    """Something in the place of a value that is none."""
    LOOSE = "loose"
    """Allowed words or numbers outside the form."""
    OPEN = "open"
    """A form that begins and is not complete."""


class Piece(msgspec.Struct, frozen=True):
    """A stretch of a reply."""

    text: str
    role: Role = Role.GLUE
    value: Any = None
    """The verdict that it would state; `None` for pieces that state none."""


class Known(msgspec.Struct, frozen=True):
    """The reading that a reply has by construction."""

    has: bool
    """Whether there is a verdict."""
    verdict: Any = None
    plain: bool = True
    """Whether it is said in the contract's own form; if not, no verdict is right too."""
    by: tuple[str, ...] = ()
    """The recoveries that it takes; where the contract names all of them, it must be read."""

    def due(self, recover: tuple[str, ...]) -> bool:
        """Whether a parser must give the verdict, under a contract with these recoveries."""
        return self.has and (self.plain or (bool(self.by) and set(self.by) <= set(recover)))


NOTHING = Known(has=False)
"""No verdict is there."""


def says(verdict: Any) -> Known:
    """The verdict is said in the contract's own form."""
    return Known(has=True, verdict=verdict)


def may(verdict: Any, *by: str) -> Known:
    """The verdict is meant, but a careful parser may give none unless the contract names the recoveries."""
    return Known(has=True, verdict=verdict, plain=False, by=by)


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """One reply as a family builds it."""

    variant: str
    pieces: tuple[Piece, ...]
    known: Known
    stop: str | None = None
    needs_stop: bool = False
    """Whether the reading is known only to who sees the provider's stop reason."""
    basic: bool = True
    """Whether it keeps to the format that was asked for, but for what the family is about."""

    @property
    def text(self) -> str:
        """The reply."""
        return "".join(piece.text for piece in self.pieces)


Build = Callable[["Kit", "Voice", Any, Any], Iterator[Scene]]
"""Kit, voice, the value that is right and one that is wrong → scenes."""


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """Replies that try one thing; one family a file."""

    name: str
    about: str
    """What the replies have in common, in one sentence."""
    wrong: str
    """What a parser does that gives a different verdict; goes on from "it"."""
    invented: str
    """What a parser does that gives a verdict where there is none; goes on from "it"."""
    dropped: str
    """What a parser does that loses the verdict; goes on from "it"."""
    build: Build
    spoken: bool = True
    """Whether its replies hold prose, and so differ by language."""
    disputed: str | None = None
    """Why reasonable people may disagree with the known readings; `None` where nobody should."""


class Probe(msgspec.Struct, frozen=True, kw_only=True):
    """A reply with a known reading."""

    id: str
    family: str
    scene: Scene
    language: str
    ids: tuple[str, ...] | None = None
    """The ids that the reply is expected to hold, for items."""

    @property
    def text(self) -> str:
        """The reply."""
        return self.scene.text

    @property
    def known(self) -> Known:
        """Its reading."""
        return self.scene.known
