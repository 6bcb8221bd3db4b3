"""Cutting the answer region of a reply, and keeping what was set aside for the list of problems."""

from __future__ import annotations

import re

import msgspec

from oyez.contract.model import Contract
from oyez.core.form import Form
from oyez.core.region import Region
from oyez.forms._objects import ObjectForm
from oyez.text.json_node import Fault
from oyez.text.json_scan import scan
from oyez.text.mask import blank, only
from oyez.text.quoted import fences_and_quotes
from oyez.text.regions import plain, quoting_aside
from oyez.text.thinking import tags, thinking

_QUOTE_MARK = re.compile(r"^[ >]+", re.MULTILINE)
BOM = "\ufeff"


class Cut(msgspec.Struct, frozen=True):
    """The answer region and what was set aside around it."""

    region: Region
    thought: tuple[tuple[int, int], ...]
    """Thinking blocks; places count from the start of the region."""
    quoted: bool
    """Whether quoted text was set aside."""
    names: tuple[str, ...]
    """The tags that are thinking."""

    @property
    def body(self) -> str:
        """The stretch of the reply with nothing blanked."""
        return self.region.raw[self.region.start :]

    def for_form(self, form: Form) -> Region:
        """The region as the form sees it: a reply that is one JSON object is no place for tags or quotes."""
        if not isinstance(form, ObjectForm) or self.region.text == self.body:
            return self.region
        memo = self.region.memo
        if "whole" not in memo:
            is_object = _is_object(self.body)
            memo["whole"] = plain(self.region.raw, self.region.start, self.body) if is_object else None
        whole: Region | None = memo["whole"]
        return self.region if whole is None else whole


def cut_region(text: str, contract: Contract) -> Cut:
    """The region of a reply in which the judge speaks for itself, under the rules of the contract."""
    start = 1 if text.startswith(BOM) else 0
    if contract.starts_after is not None:
        place = text.find(contract.starts_after, start)
        start = place + len(contract.starts_after) if place >= 0 else start
    body = text[start:]
    found = thinking(body, contract.thinking)
    spoken = blank(body, found.spans)
    make = quoting_aside if contract.quoted == "aside" else plain
    region = make(text, start, spoken, open_thinking=found.unclosed)
    return Cut(region, found.spans, region.text != spoken, contract.thinking)


def _is_object(body: str) -> bool:
    bare = body.strip()
    if not bare.startswith("{") or not bare.endswith("}"):
        return False
    node = scan(bare, 0)
    return not isinstance(node, Fault) and node.end == len(bare)


def set_aside(cut: Cut) -> list[tuple[str, Region]]:
    """What was set aside, as regions of its own with a problem code: thinking tags and quote marks are blanked."""
    raw, start, body = cut.region.raw, cut.region.start, cut.body
    found = []
    if cut.thought:
        text = tags(cut.names).sub(lambda match: " " * len(match[0]), only(body, cut.thought))
        found.append(("in_thinking", plain(raw, start, text)))
    if cut.quoted:
        text = only(cut.region.spoken, _quoted_inside(cut.region))
        found.append(("quoted", plain(raw, start, text)))
    return found


def _quoted_inside(region: Region) -> list[tuple[int, int]]:
    """The text inside fences, and of block-quote lines without their marks."""
    fences = {fence.start: fence for fence in region.fences}
    _, spans = fences_and_quotes(region.spoken)
    inside = []
    for start, end in spans:
        fence = fences.get(start)
        if fence is not None:
            inside.append((fence.inner_start, fence.inner_end))
        else:
            mark = _QUOTE_MARK.match(region.spoken, start, end)
            inside.append((mark.end() if mark else start, end))
    return inside
