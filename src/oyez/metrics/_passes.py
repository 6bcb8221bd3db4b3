"""Whether a verdict on a criterion means that it is met."""

from __future__ import annotations

from typing import Any

from oyez.core.errors import InputError
from oyez.core.metric import Parameter, Settings, shown
from oyez.metrics.label_rate import check_label, label_of

PASS = Parameter("pass", "The labels that mean met, `yes,partly`; booleans mean what they say.")


class Passes:
    """Tells met criteria from unmet ones."""

    def __init__(self, settings: Settings, metric: str) -> None:
        self._metric = metric
        self._labels = settings.words("pass")
        for label in self._labels:
            check_label(label, settings)

    def met(self, verdict: Any) -> float:
        """1 for a met criterion, 0 for an unmet one, their share for an object of several.

        Raises `InputError` for labels where none was said to mean met, and for other verdicts.
        """
        if isinstance(verdict, dict) and verdict:
            return sum(map(self.met, verdict.values())) / len(verdict)
        if self._labels and not isinstance(verdict, (list, dict)):
            return float(label_of(verdict) in self._labels)
        if isinstance(verdict, bool):
            return float(verdict)
        raise InputError(
            f"the metric {self._metric} takes booleans, and the verdict {shown(verdict)} is none; say which labels "
            "mean met with -p pass=LABEL,…"
        )
