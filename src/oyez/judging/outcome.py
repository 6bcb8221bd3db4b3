"""What a run came to, in counts that add up."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from oyez.core.status import Status
from oyez.core.tally import Tally
from oyez.judging.limits import Spent


class End(StrEnum):
    """Why a run ended."""

    DONE = "done"
    """Every draw of the plan is in the ledger."""
    BUDGET = "budget"
    """The next request would have gone over the budget."""
    STOP_WHEN = "stop-when"
    """The share that was named was passed."""
    STOPPED = "stopped"
    """A judge cannot be asked: a bad key, an unpaid bill, a server that is gone."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A run, as far as it came."""

    end: End
    why: str | None
    """What ended it; `None` if it is done."""
    wanted: int
    """Draws that the plan wants, as far as was looked."""
    stored: int
    """Draws that the ledger held before."""
    asked: int
    """Draws that were asked for now, and are in the ledger."""
    reasked: int
    """Those of them that are further attempts at an unread reply."""
    retries: int
    """Attempts that failed in transport and were made again."""
    forged: int
    """Look-alikes of sealed verdicts that were set aside."""
    models: dict[str, int] = {}
    """The models that say they answered now, other than those that were asked for, with their draws."""
    tally: Tally
    """All draws that were looked at, those from before included."""
    spent: Spent
    """What it took; for replies whose tokens the judge does not count, a guess."""
    guessed: int = 0
    """Replies whose tokens were guessed."""

    @property
    def in_vain(self) -> bool:
        """Whether the run is done, and not one of its draws was delivered."""
        lost = self.tally.statuses[Status.UNDELIVERED]
        return self.end is End.DONE and 0 < lost == self.tally.replies
