"""The metric that a scale is usually measured by, and differences under it where the numbers can be made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from oyez.core.errors import InputError
from oyez.core.metric import Ends
from oyez.core.observation import Observation
from oyez.core.scale import Scale
from oyez.scales.preference import Preference
from oyez.scales.ranking import Ranking

if TYPE_CHECKING:
    from oyez.measure.difference import Difference
    from oyez.measure.estimate import Estimate
    from oyez.measure.run import Terms

NEEDS = "intervals and bounds need numpy and scipy: pip install 'oyez[measure]'"

NO_USUAL = "these verdicts have no usual metric; `oyez measure` takes one by name"


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """What to measure, as a person asks for it."""

    metric: str
    parameters: Mapping[str, Any] = {}
    ends: Ends | None = None
    abstain: str = "exclude"
    level: float = 0.95
    interval: str = "auto"
    policy: str = "complete"
    """The policy of a comparison."""

    def terms(self, scale: Scale | None) -> Terms:
        """The metric made for a scale. Raises `InputError` for what does not fit."""
        from oyez.measure.run import terms_of

        return terms_of(
            self.metric,
            parameters=self.parameters,
            scale=scale,
            ends=self.ends,
            abstain=self.abstain,
            level=self.level,
            interval=self.interval,
        )


def usual_metric(scale: Scale | None) -> str | None:
    """`mean` for numbers, `win-rate` for preferences and rankings of two; `None` where there is no usual one."""
    if isinstance(scale, Preference) or (isinstance(scale, Ranking) and len(scale.ids) == 2):
        return "win-rate"
    return "mean" if scale is not None and scale.numeric else None


def usual(
    pairs: Sequence[tuple[str, str]],
    groups: Mapping[str, Sequence[Observation]],
    scale: Scale | None,
    ask: Ask | None,
    by: str,
) -> tuple[tuple[Difference, ...], str | None]:
    """Differences of pairs of groups, or the reason why there are none.

    A metric that was asked for raises `InputError` where it does not fit; the usual one says so in the reason.
    """
    name = usual_metric(scale)
    if ask is None and name is None:
        return (), NO_USUAL
    try:
        from oyez.measure.difference import differences
    except ImportError:
        return (), NEEDS
    wanted = ask or Ask(metric=name or "")
    try:
        return differences(pairs, groups, wanted.terms(scale), by=by, under=wanted.policy), None
    except InputError as fault:
        if ask is not None:
            raise
        return (), str(fault)


def usual_estimate(
    seen: Sequence[Observation], scale: Scale | None, group: dict[str, str | None] | None = None
) -> tuple[Estimate | None, str | None]:
    """The estimate of the usual metric, or the reason why there is none."""
    name = usual_metric(scale)
    if name is None:
        return None, NO_USUAL
    try:
        from oyez.measure.policies import policy
        from oyez.measure.run import estimate
    except ImportError:
        return None, NEEDS
    try:
        return estimate(seen, Ask(metric=name).terms(scale), policy("complete"), group), None
    except InputError as fault:
        return None, str(fault)
