"""A value between <name> and </name>, any case, no attributes, over several lines if need be."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import Broken, Candidate, Found
from oyez.core.form import Form, FormRule
from oyez.core.region import Region
from oyez.forms.line import value_at

_NAME = re.compile(r"[A-Za-z_][\w.:-]*")


class TagForm(Form, frozen=True):
    """`{ tag = "score" }`: restarts at a nested opening; an opening without a close is a broken place."""

    name: str

    @property
    def kind(self) -> str:
        """The name of the form."""
        return "tag"

    def find(self, region: Region, ask: Ask) -> Found:
        """One candidate or broken place for each pair of tags, and one for a tag left open."""
        candidates: list[Candidate] = []
        broken: list[Broken] = []
        opened: re.Match[str] | None = None
        for match in _tags(self.name).finditer(region.text):
            if not match[1]:
                opened = match
            elif opened is not None:
                made = value_at(
                    region, opened.end(), match.start(), opened.start(), ended=True, outer_end=match.end()
                )
                opened = None
                if isinstance(made, Candidate):
                    candidates.append(made)
                else:
                    broken.append(made)
        if opened is not None:
            start, end = region.start + opened.start(), region.start + len(region.text)
            broken.append(Broken("unclosed", "an opening tag without a close", start, end, open_at_end=True))
        return Found(tuple(candidates), tuple(broken))

    def tree(self) -> dict[str, Any]:
        """The form as a contract writes it."""
        return {"tag": self.name}

    @property
    def marks(self) -> tuple[str, ...]:
        """The opening tag."""
        return (f"<{self.name}>",)

    @property
    def breaks(self) -> tuple[str, ...]:
        """Both tags."""
        return f"<{self.name}>", f"</{self.name}>"

    @property
    def runs_on(self) -> bool:
        """Up to the closing tag."""
        return True

    def write(self, value: Any) -> str:
        """The value between the tags."""
        return f"<{self.name}>{value}</{self.name}>"

    def describe(self) -> str:
        """Where the value stands."""
        return f"between <{self.name}> and </{self.name}>"

    def ask_for(self) -> tuple[str, ...]:
        """The tag by its name only."""
        return (f"Write your value between an opening and a closing XML tag named {self.name}.",)


@lru_cache(maxsize=256)
def _tags(name: str) -> re.Pattern[str]:
    return re.compile(f"<(/?){re.escape(name)}>", re.ASCII | re.IGNORECASE)


def _make(table: dict[str, Any]) -> TagForm:
    name = table["tag"]
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError("tag must be the bare name of a tag, such as score")
    return TagForm(name=name)


FORM = FormRule("tag", (), _make)
