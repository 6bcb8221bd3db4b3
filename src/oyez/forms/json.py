"""The value at a path of a JSON object; strictly, the region is that one object.

With `around = "prose"` the object may stand after prose, in a closed fence, or at the end of a line.
"""

from __future__ import annotations

from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import Found
from oyez.core.form import FormRule, choice_key, path_key, path_tree
from oyez.forms._objects import ObjectForm, Placed, doubled, json_candidate
from oyez.forms._write import object_with, path_words, put_at
from oyez.text.json_path import At


class JsonForm(ObjectForm, frozen=True):
    """`{ json = "score" }`, optionally `around = "prose"` and `object = "only" | "last" | "first"`."""

    steps: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The name of the form."""
        return "json"

    @property
    def path(self) -> tuple[str, ...]:
        """The path of the value."""
        return self.steps

    def take(self, at: At, placed: Placed, ask: Ask) -> Found:
        """The value as one candidate."""
        fault = "duplicate_key" if at.twice or doubled(at.node, placed, ask) else None
        return Found((json_candidate(at.node.value, at.node, placed, fault=fault),))

    def tree(self) -> dict[str, Any]:
        """The form as a contract writes it."""
        return {"json": path_tree(self.steps)} | object_tree(self)

    def put(self, tree: dict[str, Any], value: Any) -> None:
        """The value at the path."""
        put_at(tree, self.steps, value)

    def schema(self, value: dict[str, Any], ask: Ask, *, narrow: bool) -> dict[str, Any]:
        """Objects in which the path exists and holds such a value."""
        return object_with(self.steps, value)

    def describe(self) -> str:
        """Where the value stands."""
        return f"at {path_words(self.steps)} of a JSON object{self.surroundings}"

    def ask_for(self) -> tuple[str, ...]:
        """The key in words."""
        return (f"The object holds your value at {path_words(self.steps)}.",)


def object_tree(form: ObjectForm) -> dict[str, Any]:
    """The keys that all JSON forms share, defaults left out."""
    around = {"around": form.around} if form.around else {}
    return around | ({"object": form.object} if form.object != "only" else {})


def object_keys(table: dict[str, Any]) -> dict[str, Any]:
    """The keys that all JSON forms share, checked."""
    return {
        "around": choice_key(table, "around", ("prose",)),
        "object": choice_key(table, "object", ("only", "last", "first")) or "only",
    }


def _make(table: dict[str, Any]) -> JsonForm:
    return JsonForm(steps=path_key(table, "json"), **object_keys(table))


FORM = FormRule("json", ("around", "object"), _make)
