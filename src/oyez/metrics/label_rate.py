"""The share of verdicts that are one label."""

from __future__ import annotations

from typing import Any

from oyez.core.errors import InputError
from oyez.core.metric import Metric, Parameter, Reckoning, Settings, one_a_draw
from oyez.core.nearest import listed
from oyez.core.observation import Observation
from oyez.core.scale import Scale
from oyez.core.tally import verdict_word
from oyez.core.value import Admitted


def label_of(verdict: Any) -> str:
    """A verdict as the label that it is: text as it stands, others as JSON writes them."""
    return verdict if isinstance(verdict, str) else verdict_word(verdict)


def check_label(label: str, settings: Settings) -> None:
    """Raise `InputError` for a label that the contract does not have, or has as an abstention."""
    scale = settings.scale
    if scale is None:
        return
    if label in scale.abstain and settings.abstain != "category":
        raise InputError(f"{label!r} is an abstention; to count it as a label give --abstain category")
    if scale.labels and label not in (*scale.labels, *scale.abstain):
        raise InputError(f"the scale has no label {label!r}; {listed(label, scale.labels)}")
    if not scale.labels and (scale.numeric or scale.menu_words) and not _admitted(label, scale):
        raise InputError(f"the scale has no value {label!r}; it takes {scale.describe()}")


def _admitted(label: str, scale: Scale) -> bool:
    """Whether a number or boolean of the scale is written as the label is."""
    found = scale.admit(label)
    return isinstance(found, Admitted) and label_of(found.verdict) == label


def _make(settings: Settings) -> Reckoning:
    label = settings.word("label")
    if label is None:
        raise InputError("the metric label-rate needs a label: -p label=LABEL")
    check_label(label, settings)

    def worth(seen: Observation) -> tuple[float, int]:
        return float(label_of(seen.verdict) == label), 1

    return Reckoning(
        what=f"rate of {label!r}", worth=worth, ends=(0.0, 1.0), rate=True, category=True, units=one_a_draw
    )


METRIC = Metric(
    name="label-rate",
    about="The share of verdicts that are one label.",
    parameters=(Parameter("label", "The label that counts; booleans are written true and false."),),
    make=_make,
)
