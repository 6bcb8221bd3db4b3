"""Estimates over readings: numbers that carry their counts, bounds and intervals. Needs `oyez[measure]`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from oyez.core.observation import Observation, observed

if TYPE_CHECKING:
    from oyez.measure.difference import Difference, differences
    from oyez.measure.estimate import Counts, Estimate
    from oyez.measure.load import load_ledger, load_readings
    from oyez.measure.measurement import Measurement
    from oyez.measure.run import measure, terms_of

_HOMES: Final = {
    "Counts": "estimate",
    "Difference": "difference",
    "Estimate": "estimate",
    "Measurement": "measurement",
    "differences": "difference",
    "load_ledger": "load",
    "load_readings": "load",
    "measure": "run",
    "terms_of": "run",
}
"""Name → the module of this package that holds it; loaded when first named, for most of them need numpy."""

__all__ = [
    "Counts",
    "Difference",
    "Estimate",
    "Measurement",
    "Observation",
    "differences",
    "load_ledger",
    "load_readings",
    "measure",
    "observed",
    "terms_of",
]


def __getattr__(name: str) -> Any:
    """The public names, each loaded when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'oyez.measure' has no attribute {name!r}")
    return getattr(import_module(f"oyez.measure.{_HOMES[name]}"), name)
