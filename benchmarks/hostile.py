"""Inputs made to be slow or large for each form: what a quadratic scan, or one that keeps too much, would choke on."""

from __future__ import annotations

from hostile_json import JSON_INPUTS
from hostile_lines import LINE_INPUTS
from hostile_marks import BRACKET_INPUTS, MARK_INPUTS
from hostile_parts import Hostile
from hostile_region import REGION_INPUTS, WHOLE_INPUTS

__all__ = ["INPUTS", "Hostile"]

INPUTS: dict[str, list[Hostile]] = {
    "line": LINE_INPUTS,
    "bracket": BRACKET_INPUTS,
    "phrase, after, tag": MARK_INPUTS,
    "json": JSON_INPUTS,
    "region": REGION_INPUTS,
    "whole": WHOLE_INPUTS,
}
