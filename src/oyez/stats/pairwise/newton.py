"""The maximum of the Bradley-Terry likelihood by Newton's method, for many win matrices at once."""

from __future__ import annotations

import msgspec
import numpy as np

from oyez.stats.arrays import Bools, Floats

STEP = 1.5
"""Longest step: no two models that met change their gap by more than this.

A logistic likelihood changes its curvature by at most a factor exp(r) over a step that changes no gap by
more than r, so a Newton step cut to r under 1.79 (where exp(r) - r - 1 = r^2) always makes the likelihood
larger (Bach 2010, self-concordant analysis for logistic regression). No line search is needed.
"""
TOLERANCE = 1e-10
"""The search ends once no strength changes by more than this."""
SETTLED = 1e-6
"""A strength that still changes by more than this at the end is not taken."""
ROUNDS = 100


class Strengths(msgspec.Struct, frozen=True):
    """The maxima of B likelihoods over m models."""

    theta: Floats
    """Centred log-strengths (B, m)."""
    information: Floats
    """Negative second derivatives (B, m, m); singular along equal changes of all strengths."""
    settled: Bools
    """Whether the search ended (B)."""


def connected(wins: Floats) -> Bools:
    """For each of B win matrices (B, m, m): whether wins lead from every model to every other.

    Exactly then a finite maximum exists (Ford 1957).
    """
    beats = wins > 0.0
    return np.asarray(_reached(beats) & _reached(beats.transpose(0, 2, 1)))


def find_strengths(wins: Floats, start: Floats | None = None) -> Strengths:
    """The maxima for B connected win matrices (B, m, m), searched from `start` (m) or from the odds of winning."""
    played = wins + wins.transpose(0, 2, 1)
    met, won = played > 0.0, wins.sum(axis=2)
    theta = np.log((won + 0.5) / (wins.sum(axis=1) + 0.5)) if start is None else start
    theta = np.broadcast_to(theta, won.shape)
    fixed = fix(played.mean(axis=(1, 2)), wins.shape[1])
    moved, information = np.full(len(wins), np.inf), np.zeros(wins.shape)
    for _ in range(ROUNDS):
        gradient, information = _derivatives(theta, played, won)
        step = np.linalg.solve(information + fixed, gradient[:, :, None])[:, :, 0]
        change = np.abs(step[:, :, None] - step[:, None, :]) * met
        step = step * (STEP / np.maximum(change.max(axis=(1, 2)), STEP))[:, None]
        theta = theta + step
        moved = np.abs(step).max(axis=1)
        if moved.max(initial=0.0) <= TOLERANCE:
            break
    theta = theta - theta.mean(axis=1, keepdims=True)
    return Strengths(theta, information, moved <= SETTLED)


def fix(size: Floats, models: int) -> Floats:
    """What is added to B information matrices of the given `size` (B) so that they can be inverted.

    A constant matrix fixes the direction that the likelihood leaves open, and changes nothing else: the
    gradient has no part along it. The trace on the diagonal keeps rounding from making the sum singular where
    weights differ a million million fold; it slows the search there and moves no maximum.
    """
    return size[:, None, None] * (1.0 + 1e-13 * np.eye(models))


def _derivatives(theta: Floats, played: Floats, won: Floats) -> tuple[Floats, Floats]:
    expected = 1.0 / (1.0 + np.exp(theta[:, None, :] - theta[:, :, None]))
    gradient = won - (played * expected).sum(axis=2)
    weight = played * expected * (1.0 - expected)
    information = -weight
    at = np.arange(theta.shape[1])
    information[:, at, at] += weight.sum(axis=2)
    return gradient, information


def _reached(beats: Bools) -> Bools:
    """Whether every model is reached from the first one along `beats`."""
    found = np.zeros(beats.shape[:2], dtype=bool)
    found[:, 0] = True
    while True:
        further = found | (found[:, :, None] & beats).any(axis=1)
        if (further == found).all():
            return np.asarray(found.all(axis=1))
        found = further
