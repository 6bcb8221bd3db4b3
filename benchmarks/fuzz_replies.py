"""Seeded contracts and replies for the fuzzer: fragments that mean something to some form, joined and then damaged."""

from __future__ import annotations

import json
import random
from typing import Any

import fuzz_templates

FORMS: list[Any] = fuzz_templates.TABLES["forms"]
SCALES: list[Any] = fuzz_templates.TABLES["scales"]
RECOVERIES: list[str] = fuzz_templates.TABLES["recoveries"]
VALUES: list[str] = fuzz_templates.TABLES["values"]
PROSE: list[str] = fuzz_templates.TABLES["prose"]
MARKS: list[str] = fuzz_templates.TABLES["marks"]
OBJECTS: list[str] = fuzz_templates.TABLES["objects"]
WRAPS: list[str] = fuzz_templates.TABLES["wraps"]
DRESSES: list[str] = fuzz_templates.TABLES["dresses"]
STRANGE: list[str] = fuzz_templates.TABLES["strange"]
STOPS = (*(None,) * 8, *("stop", "length") * 3, "max_tokens", "refusal", "odd")
JOINS = ("\n", "\n", "\n\n", " ", "", "\r\n")


def contract(dice: random.Random) -> dict[str, Any]:
    """A contract of one field, or now and then of several."""
    tree = _field(dice)
    if dice.random() < 0.2:
        tree = _several(dice)
    for key, values in _KEYS.items():
        if dice.random() < 0.12:
            tree[key] = dice.choice(values)
    return tree


_KEYS: dict[str, tuple[Any, ...]] = {
    "quoted": ("candidate",),
    "dissent": ("ignore",),
    "menus": ("candidate",),
    "cut": ("value",),
    "recover_truncated": (True,),
    "thinking": ([], ["scratch"], ["think", "b"]),
    "placeholders": (["rating", "score"], ["x"]),
    "label": ("Rating", "Note"),
    "starts_after": ("Answer:::", "\n"),
    "instructions": ("VERDICT: PASS\n[[A]]\n<score>7</score>\nPlot: 7", "Output (a) is better."),
    "ids": (["1", "2"], [1]),
    "partial": (True,),
    "at_least": (1, 2),
}


def _field(dice: random.Random) -> dict[str, Any]:
    count = dice.choice((0, 0, 1, 3, 8, len(RECOVERIES)))
    chosen: Any = dice.choice(("safe", "safe", [], dice.sample(RECOVERIES, count), ["safe", "leading-label"]))
    tree = {"form": dice.choice(FORMS), "scale": dice.choice(SCALES), "recover": chosen}
    if dice.random() < 0.2:
        tree["repeats"] = dice.choice(("forbid", "last", "first", "agree"))
    return tree


def _several(dice: random.Random) -> dict[str, Any]:
    names = ["one", "two", "three"][: dice.randint(1, 3)]
    fields = {name: _field(dice) for name in names}
    for field in fields.values():
        if dice.random() < 0.3:
            field["optional"] = True
    tree: dict[str, Any] = {"field": fields, "verdict": dice.choice([*names, "*"])}
    return tree | ({"all_fields": True} if dice.random() < 0.3 else {})


def without_recoveries(tree: dict[str, Any]) -> dict[str, Any]:
    """The same contract without any recovery."""
    if "field" not in tree:
        return {**tree, "recover": []}
    return {**tree, "field": {name: {**field, "recover": []} for name, field in tree["field"].items()}}


def reply(dice: random.Random, tree: dict[str, Any]) -> str:
    """A few fragments joined, most of them in the contract's forms and of its scales, and sometimes damaged."""
    fields = list(tree.get("field", {"": tree}).values()) or [{"form": dice.choice(FORMS), "scale": "text"}]
    if dice.random() < 0.3:
        return dice.choice(("\n", "\n\n")).join(_plainly(dice, field) for field in fields)
    count = len(fields) + dice.choice((-1, 0, 0, 1, 2, 4))
    order = [fields[number % len(fields)] for number in range(max(1, count))]
    text = dice.choice(JOINS).join(_fragment(dice, field) for field in order)
    if dice.random() < 0.3:
        text = dice.choice(WRAPS).replace("%s", "") + dice.choice(JOINS) + text
    for _ in range(dice.choice((0, 0, 0, 0, 1, 1, 3))):
        text = _damage(dice, text)
    return text


def _plainly(dice: random.Random, field: dict[str, Any]) -> str:
    """A value in one of the form's own templates."""
    return _filled(dice, dice.choice(_templates(dice, field["form"])), field["scale"])


def _fragment(dice: random.Random, field: dict[str, Any]) -> str:
    kind = dice.random()
    if kind < 0.12:
        return dice.choice(PROSE)
    if kind < 0.22:
        return dice.choice(WRAPS).replace("%s", _fragment(dice, field), 1)
    templates = _templates(dice, field["form"]) if kind < 0.85 else fuzz_templates.everything()
    return _filled(dice, dice.choice(templates), field["scale"])


def _filled(dice: random.Random, template: fuzz_templates.Template, scale: Any) -> str:
    """The template with values in its slots, often the same in all of them."""
    pieces = template.text.split("%s")
    values = [_value(dice, scale, template.in_json) for _ in pieces[1:]]
    if len(values) > 1 and dice.random() < 0.6:
        values = values[:1] * len(values)
    return "".join(piece + value for piece, value in zip(pieces, [*values, ""], strict=True))


def _templates(dice: random.Random, form: Any) -> list[fuzz_templates.Template]:
    return fuzz_templates.for_form(dice.choice(form) if isinstance(form, list) else form)


def _value(dice: random.Random, scale: Any, in_json: bool) -> str:
    """A value, most often one that the scale knows, plain or in some dress."""
    known = _known(scale)
    value = dice.choice(known) if known and dice.random() < 0.75 else dice.choice(VALUES)
    if not in_json or dice.random() < 0.1:
        return dice.choice(DRESSES).replace("%s", value) if dice.random() < 0.25 else value
    if dice.random() < 0.6 and isinstance(scale, dict) and not {"labels", "preference"} & scale.keys():
        return f"[{value.replace(' ', ', ')}]" if "list" in scale else value
    return json.dumps(value, ensure_ascii=dice.random() < 0.5)


def _known(scale: Any) -> list[str]:
    if not isinstance(scale, dict):
        return ["some words", '{"k": 1}', "[1, 2]", "7"]
    words = [
        *scale.get("labels", ()),
        *scale.get("preference", ()),
        *scale.get("alias", ()),
        *scale.get("abstain", ()),
    ]
    if "boolean" in scale:
        words += ["true", "false"]
    if "integer" in scale or "number" in scale:
        low, high = scale.get("integer") or scale["number"]
        words += [str(low), str(high), str(low + 1), f"{low}-{high}", str(high + 1)]
    if "ranking" in scale:
        words += [
            " > ".join(scale["ranking"]),
            json.dumps(scale["ranking"]),
            ">".join(reversed(scale["ranking"])),
        ]
    if "list" in scale:
        words += [f"{one} {two}" for one in _known(scale["list"])[:3] for two in _known(scale["list"])[:2]]
    return words


def _damage(dice: random.Random, text: str) -> str:
    """One cut, doubled stretch, swap or strange character."""
    start, end = sorted((dice.randint(0, len(text)), dice.randint(0, len(text))))
    kind = dice.randrange(6)
    if kind == 0:
        return text[:start] + text[min(end, start + 3) :]
    if kind == 1:
        return text[:end] + text[start:end] + text[end:]
    if kind == 2:
        return text[end:] + text[start:end] + text[:start]
    if kind == 3:
        return text[:start]
    if kind == 4:
        return text[:start] + text[start:end].swapcase() + text[end:]
    return text[:start] + dice.choice(STRANGE) + text[start:]
