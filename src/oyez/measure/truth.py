"""A number corrected by labels that people gave, and how often the reading itself is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from oyez.core.errors import InputError
from oyez.core.metric import Reckoning, Standing
from oyez.core.observation import Observation
from oyez.core.value import same
from oyez.measure.agreement import label_of
from oyez.measure.marks import marks_of
from oyez.stats.judge_error import JudgeCounts, rogan_gladen
from oyez.stats.ppi import PredictionPowered, ppi_mean
from oyez.stats.proportion import clopper_pearson, rule_of_three
from oyez.stats.result import Statistic


class Corrected(msgspec.Struct, frozen=True, kw_only=True):
    """A rate corrected for what the judge gets wrong; unread draws come first, so see the bounds beside it."""

    judged: JudgeCounts
    """What the judge said of all draws, and how it did on the labelled ones."""
    raw: float | None
    """The judge's own rate over all draws with a verdict."""
    rogan_gladen: Statistic
    """With the interval of Lee et al."""
    ppi: PredictionPowered
    """Prediction-powered, tuned (PPI++)."""
    labelled: int
    """Draws with a verdict and a label."""
    labelled_unread: int
    """Draws with a label and no verdict; they are in no count."""


class ParserAccuracy(msgspec.Struct, frozen=True, kw_only=True):
    """How often a reading says what a person finds in the reply."""

    checked: int
    """Replies that a person has looked at."""
    right: int
    """Readings that say what the person found, or rightly find nothing."""
    wrong: int
    """Readings with another verdict than the person found."""
    missed: int
    """Readings without a verdict where the person found one."""
    invented: int
    """Readings with a verdict where the person found none."""
    accuracy: Statistic
    """Share of right readings, with Clopper and Pearson's interval."""
    errors_at_most: Statistic
    """The rate of readings that are wrong or invented: with none of them, the rule of three; else Clopper-Pearson."""


def corrected(
    seen: Sequence[Observation], labels: Mapping[str, Any], reckoning: Reckoning, level: float = 0.95
) -> Corrected:
    """A rate with the judge's errors taken out; labels go by the metric's own rule, as verdicts do.

    Labels must be of a random part of the draws. Raises `InputError` for a metric that is no rate, and where no draw
    with a verdict has a label.
    """
    if not reckoning.rate:
        raise InputError(
            f"only rates can be corrected for errors of the judge, and a {reckoning.what} is none"
        )
    judged, truth, rest, unread = [], [], [], 0
    for mark in marks_of(seen, reckoning):
        label = label_of(mark.of, labels)
        if mark.standing is not Standing.READ or mark.worth is None:
            unread += label is not None
        elif label is None:
            rest.append(mark.worth)
        else:
            worth, _ = reckoning.worth(msgspec.structs.replace(mark.of, verdict=label))
            judged.append(mark.worth)
            truth.append(worth)
    if not judged:
        raise InputError("no draw with a verdict has a label; labels name draws by id, or items")
    every = judged + rest
    if any(worth not in (0.0, 1.0) for worth in (*every, *truth)):
        raise InputError("only zeros and ones can be corrected for errors of the judge")
    counts = _counts(judged, truth, every)
    return Corrected(
        judged=counts,
        raw=sum(every) / len(every),
        rogan_gladen=rogan_gladen(counts, level),
        ppi=ppi_mean(truth, judged, rest, level),
        labelled=len(judged),
        labelled_unread=unread,
    )


def _counts(judged: Sequence[float], truth: Sequence[float], every: Sequence[float]) -> JudgeCounts:
    pairs = [*zip(judged, truth, strict=True)]
    return JudgeCounts(
        positive=int(sum(every)),
        n=len(every),
        right_negative=pairs.count((0.0, 0.0)),
        negative=sum(real == 0.0 for real in truth),
        right_positive=pairs.count((1.0, 1.0)),
        positive_labelled=sum(real == 1.0 for real in truth),
    )


def parser_accuracy(
    seen: Sequence[Observation], found: Mapping[str, Any], level: float = 0.95
) -> ParserAccuracy:
    """How often readings say what people found in the replies, from a random sample of them.

    `found` gives, by the draw's id (or its item), the verdict that a person reads in the reply, `None` where there is
    none. Raises `InputError` where no draw is in it.
    """
    ends = [_end(one, found) for one in seen]
    kinds = {kind: ends.count(kind) for kind in ("right", "wrong", "missed", "invented")}
    checked = sum(kinds.values())
    if not checked:
        raise InputError("no reading is among the labels; labels name draws by id, or items")
    errors = kinds["wrong"] + kinds["invented"]
    return ParserAccuracy(
        checked=checked,
        **kinds,
        accuracy=clopper_pearson(kinds["right"], checked, level),
        errors_at_most=clopper_pearson(errors, checked, level) if errors else rule_of_three(checked, level),
    )


def _end(seen: Observation, found: Mapping[str, Any]) -> str | None:
    name = next((name for name in (seen.id, seen.item) if name is not None and name in found), None)
    if name is None:
        return None
    told = found[name]
    if told is None:
        return "invented" if seen.ok else "right"
    if not seen.ok:
        return "missed"
    return "right" if same(seen.verdict, told) else "wrong"
