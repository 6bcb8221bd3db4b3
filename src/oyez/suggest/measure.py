"""How well replies read under a contract, as a number that a weak contract cannot win by accident."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from oyez.contract import Contract, contract_names
from oyez.contract.model import EVERY_FIELD
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.scale import Scale
from oyez.core.status import Status
from oyez.core.tally import verdict_word
from oyez.reader import read
from oyez.suggest.values import Suggestion

RECOVERED: Final = 0.6
"""What a recovered verdict counts beside a strict one."""
WEAK_FORMS: Final = {"whole": 0.03, "last_line": 0.04, "first_line": 0.05}
"""How much less a verdict counts whose place is its only mark."""
PROSE: Final = 0.01
"""The same for an object that may stand anywhere in prose."""
ALTERNATIVE: Final = 0.02
"""The same for each form besides the first."""
FREE: Final = 0.3
"""The same for a scale that takes any text or any JSON value."""
UNUSED: Final = 0.06
"""The same for a scale of which next to nothing occurs; in proportion where more of it does."""
MISSING_FIELDS: Final = 0.04
"""The same for a contract whose other fields are all missing; in proportion where some are there."""
PARITY: Final = 0.15
"""The same for a contract that copies another tool's choice among competing answers."""
VARIANT: Final = 0.02
"""The same for a variant of a contract of the catalogue: `arena-hard-v2` beside `arena-hard`."""


class Measure:
    """Counts readings under one contract."""

    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._strict = self._recovered = self._abstained = self._conflicts = self._replies = 0
        self._said = 0.0
        self._verdicts: dict[str, Any] = {}
        self._fields: set[str] = set()

    def add(self, reading: Reading) -> None:
        """Count the reading of a reply that holds text."""
        self._replies += 1
        self._conflicts += reading.status is Status.CONFLICT
        if not reading.ok:
            return
        strict = reading.status is Status.READ
        self._strict += strict
        self._recovered += not strict
        self._abstained += reading.abstained
        if reading.abstained:
            return
        self._said += 1 if strict else RECOVERED
        said = reading.verdict.values() if isinstance(reading.verdict, dict) else [reading.verdict]
        for verdict in said:
            self._verdicts.setdefault(verdict_word(verdict), verdict)
        if reading.fields:
            self._fields |= {name for name, field in reading.fields.items() if field.status.has_verdict}

    def result(self, *, drafted: bool) -> Suggestion:
        """What was counted, with the score; the text of a draft is the caller's to add."""
        said = self._said / self._replies if self._replies else 0.0
        return Suggestion(
            contract=self._contract,
            drafted=drafted,
            score=said * (1 - self._discount()),
            replies=self._replies,
            strict=self._strict,
            recovered=self._recovered,
            abstained=self._abstained,
            conflicts=self._conflicts,
        )

    def _discount(self) -> float:
        parts = [_form_discount(self._contract), self._scale_discount(), self._field_discount()]
        parts += [PARITY] * self._contract.parity + [VARIANT] * is_variant(self._contract.name)
        return min(sum(parts), 1.0)

    def _scale_discount(self) -> float:
        agreed = self._contract
        if agreed.verdict == EVERY_FIELD:
            free = [field.scale.free or not _closed(field.scale) for field in agreed.fields.values()]
            return FREE / 3 * sum(free) / len(free)  # that all keys are there is a strong mark of its own
        scale = agreed.fields[agreed.verdict].scale
        if scale.free or scale.tree() == "json":
            return FREE
        return UNUSED * (1 - used(scale, list(self._verdicts.values())))

    def _field_discount(self) -> float:
        others = set(self._contract.fields) - {self._contract.verdict}
        return MISSING_FIELDS * len(others - self._fields) / len(others) if others else 0.0


def used(scale: Scale, verdicts: list[Any]) -> float:
    """Which share of the scale occurs: of its labels, or of the range of its numbers."""
    labels = [label for label in scale.labels if label not in scale.abstain]
    if labels:
        return len({each for each in verdicts if each in labels}) / len(labels)
    numbers = [each for each in verdicts if isinstance(each, int | float) and not isinstance(each, bool)]
    if scale.bounds is not None and numbers:
        low, high = scale.bounds
        return (max(numbers) - min(numbers)) / (high - low)
    return 1.0 if scale.bounds is None else 0.0


def _closed(scale: Scale) -> bool:
    return bool(scale.labels) or scale.bounds is not None


def _form_discount(agreed: Contract) -> float:
    names = list(agreed.fields) if agreed.verdict == EVERY_FIELD else [agreed.verdict]
    forms = [form for name in names for form in agreed.fields[name].forms]
    weak = max(WEAK_FORMS.get(form.kind, PROSE if form.tree().get("around") else 0.0) for form in forms)
    return weak + ALTERNATIVE * (len(forms) - len(names))


def is_variant(name: str) -> bool:
    """Whether the name is that of another contract of the catalogue with a word more."""
    return any(name.startswith(f"{other}-") for other in contract_names())


def measure(replies: Iterable[Reply], contract: Contract, *, drafted: bool = False) -> Suggestion:
    """Read replies that hold text under a contract, and say how well it went."""
    counts = Measure(contract)
    for reply in replies:
        counts.add(read(reply, contract))
    return counts.result(drafted=drafted)


def with_text(made: Suggestion, why: tuple[str, ...], toml: str) -> Suggestion:
    """The same with reasons and with the text of the contract."""
    return msgspec.structs.replace(made, why=why, toml=toml)
