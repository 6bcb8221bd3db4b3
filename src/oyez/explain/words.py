"""The words of an explanation: short clauses, each true of one place."""

from __future__ import annotations

from typing import Any, Final

from oyez.core.candidate import Broken
from oyez.core.status import Status
from oyez.core.value import Admitted, Refused
from oyez.reader.judge import Judged
from oyez.reader.lift import Lifted

MOST = 60
"""Code points of a verdict that are quoted."""

PASSED: Final = "the contract lets another repeat count"
OTHER_OBJECT: Final = "the contract lets another object count"
OTHERWISE: Final = "another place says otherwise, and neither wins"
REPEATED: Final = "the contract forbids repeats"
SPOILED: Final = "no object counts beside a broken one"
SIBLING: Final = "something off the scale beside it may have been meant"
CUT: Final = "the reply was cut before this value was surely complete"
CUT_BESIDE: Final = "a value that was cut may say otherwise"
WHOLE: Final = "the whole has no verdict"
BLOCKS: Final = "it may have been meant, so nothing beside it counts"
BLOCKS_PARTS: Final = "nothing beside it counts"
HARMLESS: Final = "it cannot have been meant as a value, so it is set aside"

ASIDE: Final = {
    "quoted": "it stands in quoted text, and quoted is not said",
    "in_thinking": "it stands in thinking, and thought is not said",
}
SCREENED: Final = {
    Status.UNDELIVERED: "No whole reply came back",
    Status.EMPTY: "A reply came back with no text",
    Status.REFUSED: "The provider reports a refusal, and there is no text",
    Status.TRUNCATED: "The reply was cut before any text came",
    Status.UNSUPPORTED: "The text cannot be read as it is",
}


def shown(verdict: Any) -> str:
    """A verdict in a sentence, cut where it is long."""
    text = repr(verdict[: MOST + 1] if isinstance(verdict, str) else verdict)
    return text if len(text) <= MOST else text[:MOST] + "…"


def says(one: Judged, outcome: Admitted, cause: str) -> str:
    """A value on the scale, and what is wrong about it."""
    return f"it says {shown(outcome.verdict)}{_by(one)}; {cause}"


def on_scale(one: Judged, outcome: Admitted, cause: str) -> str:
    """A value on the scale that does not count, and why."""
    return f"it says {shown(outcome.verdict)}{_by(one)}, which is on the scale, but {cause}"


def taken(one: Judged, outcome: Admitted) -> str:
    """The verdict itself."""
    abstained = ", which the contract counts as abstaining" if outcome.abstained else ""
    return f"it says {shown(outcome.verdict)}{_by(one)}{abstained}"


def agrees(one: Judged, outcome: Admitted) -> str:
    """A repeat of the verdict."""
    return f"it says {shown(outcome.verdict)}{_by(one)} too"


def agrees_once_repaired(outcome: Refused, lifted: Lifted) -> str:
    """An off-scale sibling that a value recovery turns into the same verdict."""
    repaired = f"with {' and '.join(lifted.names)} it would say {shown(lifted.outcome.verdict)} too"
    return f"{outcome.message}; {repaired}, so it does not block"


def broken(one: Broken, beside: bool) -> str:
    """A broken place; `beside` says whether a verdict stands all the same."""
    more = "; more text could have completed it" if one.open_at_end else ""
    return f"{one.message}{more}{'; the verdict stands without it' if beside else ''}"


def _by(one: Judged) -> str:
    return f" by {'+'.join(one.names)}" if one.names else ""
