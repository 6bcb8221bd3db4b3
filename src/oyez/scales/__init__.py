"""Scales: what a value may be. One scale a file, each exporting `SCALE`."""

from oyez.scales._common import SCALES, scale_from

__all__ = ["SCALES", "scale_from"]
