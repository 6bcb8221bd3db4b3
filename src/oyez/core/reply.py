"""What came back from a judge."""

from __future__ import annotations

from typing import Any

import msgspec


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """One reply of a judge, verbatim, with what is known about how it came.

    `None` in any field but `text` means that the fact is not known.
    """

    id: str | None = None
    """The name of the draw in its archive."""
    text: str | None
    """The reply, untouched; `None` when none was delivered."""
    stop: str | None = None
    """The provider's own word for why the reply ended."""
    error: str | None = None
    """What went wrong in transport."""
    item: str | None = None
    """What was judged."""
    arm: str | None = None
    """The condition under comparison."""
    judge: str | None = None
    """The judge's name: model, prompt and settings."""
    judge_digest: str | None = None
    """Digest of the judge's model, prompt template and settings."""
    draw: int | None = None
    """Which independent draw of item, arm and judge this is, counted from 0."""
    order: str | None = None
    """The order in which the candidates were shown, for pairwise judging."""
    ids: tuple[str, ...] | None = None
    """The ids that an item contract expects in this reply."""
    meta: dict[str, Any] | None = None
    """Everything else that came with the reply."""
