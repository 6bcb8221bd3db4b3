"""Templates for the fuzzer: the fragments, written in the words of one form; `%s` is where a value goes."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

TABLES: dict[str, list[Any]] = json.loads(
    (Path(__file__).parent / "fragments.json").read_text(encoding="utf-8")
)


class Template(NamedTuple):
    """A piece of a reply with slots."""

    text: str
    in_json: bool = False
    """Whether the slots are places of JSON values."""


def everything() -> list[Template]:
    """All templates, as they stand in the file."""
    marks = [Template(text) for text in TABLES["marks"]]
    return marks + [Template(text, in_json=True) for text in TABLES["objects"]]


def for_form(form: dict[str, Any]) -> list[Template]:
    """Templates that speak to one form."""
    return _for_form(json.dumps(form))


@lru_cache(maxsize=1024)
def _for_form(written: str) -> list[Template]:
    form = json.loads(written)
    kind = next(iter(form))
    maker = _MAKERS.get(kind)
    made = maker(form) if maker is not None else [text for text in TABLES["marks"] if len(text) < 7]
    return [Template(text, in_json=kind in ("json", "json_items")) for text in made]


def _line(form: dict[str, Any]) -> list[str]:
    marks = [text for text in TABLES["marks"] if "verdict" in text.lower() and "Final" not in text]
    return [text.replace("VERDICT", form["line"]).replace("verdict", form["line"].lower()) for text in marks]


def _lines(form: dict[str, Any]) -> list[str]:
    sheet = "\n".join(f"{name}: %s" for name in form["lines"])
    bold = "\n".join(f"- **{name}:** %s" for name in form["lines"])
    first, last = form["lines"][0], form["lines"][-1]
    return [
        sheet,
        sheet,
        sheet,
        bold,
        f"{first}: %s",
        f"**{last}:** %s",
        f"{sheet}\n{last}: %s",
        f"{first}:\n%s",
    ]


def _bracket(form: dict[str, Any]) -> list[str]:
    opening, closing = form["bracket"]
    if opening == "[[":
        return [text for text in TABLES["marks"] if "[" in text and "RESULT" not in text]
    return [f"{opening}%s{closing}", f"x {opening}%s{closing} y", f"{opening}%s", f"%s{closing}"]


def _phrase(form: dict[str, Any]) -> list[str]:
    whole = form["phrase"].replace("{}", "%s")
    return [
        whole,
        f"So {whole} it is.",
        whole.replace(" ", "  "),
        whole[: len(whole) * 2 // 3],
        f"{whole} {whole}",
    ]


def _after(form: dict[str, Any]) -> list[str]:
    marks = [text for text in TABLES["marks"] if "[RESULT]" in text]
    return [text.replace("[RESULT]", form["after"]) for text in marks]


def _tag(form: dict[str, Any]) -> list[str]:
    marks = [text for text in TABLES["marks"] if "score>" in text.lower()]
    return [text.replace("score", form["tag"]).replace("SCORE", form["tag"].upper()) for text in marks]


def _json(form: dict[str, Any]) -> list[str]:
    steps = form["json"] if isinstance(form["json"], list) else form["json"].split(".")
    key = json.dumps(steps[-1], ensure_ascii=False)
    objects = [text.replace('"score"', key) for text in TABLES["objects"] if '"v"' not in text]
    for step in reversed(steps[:-1]):
        name = json.dumps(step, ensure_ascii=False)
        objects = [f"{{{name}: {text}}}" for text in objects] + objects[:3]
    return objects


def _json_items(form: dict[str, Any]) -> list[str]:
    texts = [text for text in TABLES["objects"] if '"v"' in text]
    for own, key in (('"v"', "json_items"), ('"id"', "id"), ('"keep"', "value")):
        name = form[key] if isinstance(form[key], str) else form[key][-1]
        texts = [text.replace(own, json.dumps(name.split(".")[-1])) for text in texts]
    return texts


_MAKERS = {
    "line": _line,
    "lines": _lines,
    "bracket": _bracket,
    "phrase": _phrase,
    "after": _after,
    "tag": _tag,
    "json": _json,
    "json_items": _json_items,
}
