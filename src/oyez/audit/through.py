"""What becomes of a parser's values: the score or decision that a function makes of each."""

from __future__ import annotations

import json
from typing import Any

from oyez.audit.finding import Kind
from oyez.audit.named import function_spec
from oyez.audit.run import Audit
from oyez.audit.worker import Limits, Worker
from oyez.contract import Contract
from oyez.core.errors import InputError


class Through:
    """A score or decision function, `module:function`, called with one value at a time."""

    def __init__(self, name: str, limits: Limits | None = None) -> None:
        self.name = name
        self._worker = Worker(name, function_spec(name), limits or Limits())
        self._known: dict[str, Any] = {}

    def of(self, value: Any) -> str:
        """What it makes of a value, as text; an exception by its name."""
        key = json.dumps(value, sort_keys=True, default=repr)
        if key not in self._known:
            answer = self._worker.call([value])
            self._known[key] = repr(answer.value) if answer.end == "value" else answer.said
        return str(self._known[key])

    def close(self) -> None:
        """Let go of its process."""
        self._worker.close()


def decisions(name: str, found: Audit, terms: Contract) -> tuple[str, ...]:
    """What the function makes of the values that are none, beside what it makes of the scale's own, in sentences."""
    field = terms.fields.get(terms.verdict)
    labels = field.scale.labels if field is not None else ()
    if not labels:
        raise InputError("--through compares with the labels of a scale; use it with --on for other scales")
    through = Through(name)
    try:
        own = {label: through.of(label) for label in labels}
        said = [_one(None, "nothing", through, own)]
        given = dict.fromkeys(
            word
            for one in found.findings
            if one.kind is Kind.INVENTED and one.family == "off-scale"
            for word in one.directions
        )
        said += [_one(value, repr(value), through, own) for value in given if value not in own]
    finally:
        through.close()
    return tuple(said)


def _one(value: Any, shown: str, through: Through, own: dict[str, str]) -> str:
    made = through.of(value)
    alike = [label for label, decided in own.items() if decided == made]
    same = f", the same as of a plain {' or '.join(map(repr, alike))}" if alike else ""
    return f"{through.name} makes {made} of {shown}{same}"
