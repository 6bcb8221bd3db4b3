"""Single: each arm's answer is judged alone, for a rating or a label."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.judging.item import Item
from oyez.judging.protocols._protocol import Protocol, ProtocolRule, Shown


class Single(Protocol, frozen=True, kw_only=True):
    """One prompt an arm; the answer stands in `{answer}`."""

    @property
    def name(self) -> str:
        """As a plan calls it."""
        return "single"

    @property
    def slots(self) -> tuple[str, ...]:
        """The one answer."""
        return ("answer",)

    def show(self, item: Item, names: tuple[str, ...], seed: int) -> Iterator[Shown]:
        """The answer of each arm."""
        for arm in names:
            yield Shown(
                arm=arm, slots={"answer": item.answers[arm]}, judged=("answer",), places={"answer": arm}
            )


def _make(table: dict[str, Any]) -> Single:
    return Single()


PROTOCOL = ProtocolRule("single", (), _make)
