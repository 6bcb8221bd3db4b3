"""Label probabilities from log-probabilities: an estimate of its own, with the mass that lies off the scale.

Where a verdict is one token, the model's probabilities for that token say more than the token that was drawn. They
are read from the tokens that the provider lists (the likeliest few); what they leave over is unseen, and belongs to
nobody. G-Eval (Liu et al. 2023, arXiv:2303.16634) takes the expected rating from them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import msgspec

from oyez.contract import Contract
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.value import Refused
from oyez.judging.reading import judging_of


class LabelMass(msgspec.Struct, frozen=True, kw_only=True):
    """Where the probability of one verdict token lies; the parts sum to 1."""

    labels: dict[Any, float]
    """Verdict → probability, for what is on the scale."""
    off_scale: float
    """Probability of listed tokens that are no verdict."""
    unseen: float
    """Probability of tokens that the provider did not list."""

    @property
    def on_scale(self) -> float:
        """Probability on the scale, from 0 to 1."""
        return sum(self.labels.values())

    @property
    def expected(self) -> float | None:
        """Expected rating given that the verdict is on the scale: Σ p·v / Σ p; `None` where labels are no numbers."""
        if not self.labels or not all(type(verdict) in (int, float) for verdict in self.labels):
            return None
        return float(sum(chance * verdict for verdict, chance in self.labels.items())) / self.on_scale


def label_mass(contract: Contract, reply: Reply, reading: Reading) -> LabelMass | None:
    """The probabilities of the token that holds the verdict; without a verdict, of the first token.

    `None` where no log-probabilities came, where the verdict is more or less than one token, where there is no verdict
    and the contract does not begin with it, or where the listed probabilities are no probabilities.
    """
    tokens = judging_of(reply).get("logprobs")
    if not isinstance(tokens, list) or not tokens:
        return None
    at = _token(contract, reading, tokens)
    if at is None:
        return None
    listed = {str(one["token"]): math.exp(one["logprob"]) for one in (*tokens[at]["top"], tokens[at])}
    total = sum(listed.values())
    if not math.isfinite(total) or total > 1 + 1e-3:
        return None
    labels: dict[Any, float] = {}
    off_scale = 0.0
    scale = contract.fields[contract.verdict].scale
    for token, chance in listed.items():
        admitted = scale.admit(token.strip()) if token.strip() else Refused("wrong_type", "no value")
        if isinstance(admitted, Refused):
            off_scale += chance
        else:
            labels[admitted.verdict] = labels.get(admitted.verdict, 0.0) + chance
    return LabelMass(labels=labels, off_scale=off_scale, unseen=max(0.0, 1 - total))


def _token(contract: Contract, reading: Reading, tokens: list[dict[str, Any]]) -> int | None:
    """The place of the token that is the verdict, the whole of it."""
    if contract.verdict not in contract.fields:
        return None
    if reading.start is None:
        first = contract.fields[contract.verdict].forms[0].site in ("whole", "first")
        return 0 if first else None
    start = 0
    for at, one in enumerate(tokens):
        text = str(one["token"])
        if start <= reading.start < start + len(text):
            return at if text.strip() == reading.evidence else None
        start += len(text)
    return None


class MassEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """Label probabilities over many draws; it never replaces the verdicts, and stands beside them."""

    draws: int
    """Draws that were looked at."""
    used: int
    """Draws whose verdict token has probabilities."""
    labels: dict[Any, float]
    """Mean probability of each verdict over the draws used; with the two below they sum to 1."""
    off_scale: float
    """Mean probability of listed tokens that are no verdict."""
    unseen: float
    """Mean probability of tokens that were not listed."""
    expected: float | None
    """Mean of the expected ratings of the draws used that have one; `None` without any."""


def mass_estimate(contract: Contract, read: Iterable[tuple[Reply, Reading]]) -> MassEstimate:
    """The estimate over draws with their readings, in one pass."""
    labels: dict[Any, float] = {}
    draws = used = rated = 0
    off_scale = unseen = expected = 0.0
    for reply, reading in read:
        draws += 1
        mass = label_mass(contract, reply, reading)
        if mass is None:
            continue
        used += 1
        off_scale, unseen = off_scale + mass.off_scale, unseen + mass.unseen
        for verdict, chance in mass.labels.items():
            labels[verdict] = labels.get(verdict, 0.0) + chance
        if (one := mass.expected) is not None:
            rated, expected = rated + 1, expected + one
    share = 1 / used if used else 0.0
    return MassEstimate(
        draws=draws,
        used=used,
        labels={
            verdict: chance * share for verdict, chance in sorted(labels.items(), key=lambda pair: -pair[1])
        },
        off_scale=off_scale * share,
        unseen=unseen * share,
        expected=expected / rated if rated else None,
    )
