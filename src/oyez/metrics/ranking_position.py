"""The place that one name has in rankings, 1 for the best."""

from __future__ import annotations

from oyez.core.errors import InputError
from oyez.core.metric import Metric, Parameter, Reckoning, Settings, one_a_draw, shown
from oyez.core.observation import Observation
from oyez.scales.ranking import Ranking


def _make(settings: Settings) -> Reckoning:
    name, ids = settings.word("of"), settings.words("ids")
    if name is None:
        raise InputError("the metric ranking-position needs a name: -p of=NAME")
    if isinstance(settings.scale, Ranking) and not ids:
        ids = settings.scale.ids
    if ids and name not in ids:
        raise InputError(f"no ranking holds {name!r}; they hold {', '.join(ids)}")

    def worth(seen: Observation) -> tuple[float, int]:
        verdict = seen.verdict
        if not isinstance(verdict, list) or verdict.count(name) != 1 or (ids and len(verdict) != len(ids)):
            many = f" of {len(ids)}" if ids else ""
            raise InputError(
                f"the metric ranking-position takes rankings{many} that hold {name!r} once, not {shown(verdict)}"
            )
        return float(verdict.index(name) + 1), 1

    return Reckoning(
        what=f"position of {name!r}",
        worth=worth,
        ends=(1.0, float(len(ids))) if len(ids) > 1 else None,
        worst_high=True,
        units=one_a_draw,
    )


METRIC = Metric(
    name="ranking-position",
    about="The place that one name has in rankings, 1 for the best.",
    parameters=(
        Parameter("of", "The name whose place it is."),
        Parameter("ids", "All names that a ranking holds; else the contract says."),
    ),
    make=_make,
)
