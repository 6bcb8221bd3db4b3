"""What a screening may use, and has used: calls, tokens and money, counted an item at a time."""

from __future__ import annotations

from collections.abc import Mapping

from oyez.core.errors import InputError
from oyez.judges import Delivery, Judge
from oyez.judging import Budget
from oyez.judging.limits import Spent
from oyez.judging.transport import tokens_of
from oyez.ledger import Ledger
from oyez.screening.evidence import EvidenceSpec
from oyez.screening.pair import Pair
from oyez.screening.profile import Profile
from oyez.screening.screening import Screening

Cost = Spent
_BYTES_A_TOKEN = 3.5
_OUT = 256
"""Tokens that a reply is taken to have where its cap is not known."""


class Purse:
    """Holds a run to its budget; draws that the ledger held before cost nothing."""

    def __init__(
        self, profile: Profile, judges: Mapping[str, Judge], ledger: Ledger, budget: Budget | None
    ) -> None:
        self.spent = Cost()
        self._flying = Cost()
        self._profile = profile
        self._judges = judges
        self._ledger = ledger
        self._budget = budget
        self._before = ledger.count()
        if budget is not None and budget.unit == "money":
            for spec in profile.asked:
                planned = profile.judge_of(spec)
                if planned is None or planned.price is None:
                    raise InputError(f"a budget in money needs a price for the judge of {spec.name}")

    @property
    def why(self) -> str:
        """Why an item was not screened."""
        return f"the budget of {self._budget.text if self._budget else ''} has no room for it"

    def most(self, pair: Pair) -> Cost:
        """The most that an item may take: every judge once, and the reviewers once more."""
        total = Cost()
        size = sum(len(text.encode("utf-8", "replace")) for text in pair.texts.values())
        for spec in self._profile.asked:
            times = 2 if spec.kind == "reviewer" and self._profile.confirm else 1
            assert spec.ask is not None
            into = int((size + len(spec.ask.task.template.source)) / _BYTES_A_TOKEN) + 4
            out = self._judges[spec.name].cap or _OUT
            _add(total, self._of(spec, into * times, out * times, times), 1)
        return total

    def room(self, need: Cost) -> bool:
        """Whether that much fits beside what was spent and what is being spent."""
        if self._budget is None:
            return True
        both = Cost()
        _add(both, self.spent, 1)
        _add(both, self._flying, 1)
        return self._budget.room(both, need)

    def reserve(self, need: Cost) -> None:
        """Take it."""
        _add(self._flying, need, 1)

    def settle(self, need: Cost, made: Screening) -> None:
        """Put what an item took in the place of what was taken for it."""
        _add(self._flying, need, -1)
        for one in (*made.findings, *(made.repeats or ())):
            if one.read is not None and one.read.draw is not None and one.read.draw > self._before:
                spec = next(spec for spec in self._profile.asked if spec.name == one.by)
                usage = self._ledger.get(one.read.draw).draw.usage
                into, out = tokens_of(Delivery(usage=usage))
                _add(self.spent, self._of(spec, into, out, 1), 1)

    def _of(self, spec: EvidenceSpec, into: int, out: int, calls: int) -> Cost:
        planned = self._profile.judge_of(spec)
        price = planned.price if planned is not None else None
        return Cost(calls=calls, tokens=into + out, money=price.of(into, out) if price else 0.0)


def _add(total: Cost, one: Cost, sign: int) -> None:
    total.calls += sign * one.calls
    total.tokens += sign * one.tokens
    total.money += sign * one.money
