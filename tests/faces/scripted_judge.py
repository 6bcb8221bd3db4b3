"""A judge that knows nothing but the text of a format instruction, and does exactly what it says.

It is handed what it wants to say, field by field in the order of the instruction: a text for a line, a
value for JSON. It never sees the contract.
"""

from __future__ import annotations

import json
import re
from typing import Any

_KEY = re.compile(r'the key "([^"]*)"')


def follow(prompt: str, answers: list[Any], items: list[str]) -> str:
    """The reply of a judge that follows the instruction; an answer for several parts is an object."""
    lines = prompt.rstrip("\n").split("\n")
    if any(line.endswith("shape:") for line in lines):
        return _by_shape(lines, answers, items)
    return _by_words(lines, answers)


def _by_shape(lines: list[str], answers: list[Any], items: list[str]) -> str:
    """Copy the shape and put each answer in the place of its stand-in, from the beginning to the end."""
    begin = next(at for at, line in enumerate(lines) if line.endswith("shape:")) + 2
    end = lines.index("", begin)
    shape = "\n".join(lines[begin:end])
    stand_ins = [
        match[1] for line in lines if (match := re.match(r"In place of (?:each )?(.*?) write ", line))
    ]
    if '"..."' in stand_ins:
        shape = _more_items(shape, items)
        stand_ins = [each for each in stand_ins if each != '"..."']
    is_json = shape.rstrip().endswith("}") and "{" in shape
    said = [one for answer in answers for one in (answer.values() if isinstance(answer, dict) else [answer])]
    at = 0
    for one in said:
        place, stand_in = min((shape.find(each, at), each) for each in stand_ins if shape.find(each, at) >= 0)
        text = json.dumps(one, ensure_ascii=False) if is_json and stand_in.startswith('"') else str(one)
        shape = shape[:place] + text + shape[place + len(stand_in) :]
        at = place + len(text)
    return shape


def _more_items(shape: str, items: list[str]) -> str:
    """One object for each item, where the shape shows one for all."""
    tree = json.loads(shape)

    def repeat(node: Any) -> Any:
        if isinstance(node, list):
            return [json.loads(json.dumps(node[0]).replace('"..."', json.dumps(item))) for item in items]
        return {key: repeat(value) for key, value in node.items()} if isinstance(node, dict) else node

    return json.dumps(repeat(tree), ensure_ascii=False)


def _by_words(lines: list[str], answers: list[Any]) -> str:
    """Do what each paragraph says, from one "Your value is" to the next."""
    written: list[str] = []
    tree: dict[str, Any] = {}
    told: list[str] = []
    left = list(answers)
    for line in lines:
        if not line.startswith("Your value is "):
            told.append(re.sub(r"^\d+\. ", "", line))
            continue
        answer = left.pop(0)
        if any("object holds" in each for each in told):
            _put(tree, told, answer)
        else:
            written.append(_line(told, answer))
        told = []
    return "\n".join([*written, json.dumps(tree, ensure_ascii=False)] if tree else written)


def _line(told: list[str], answer: Any) -> str:
    text = "\n".join(told)
    if match := re.search(r"the label (.*), then a colon", text):
        return f"{match[1]}: {answer}"
    if match := re.search(r"names, in this order: (.*)\.", text):
        return "\n".join(f"{name}: {answer[name]}" for name in match[1].split(", "))
    if "marker is" in text and "closing" in text:
        opening, closing = (
            re.findall(rf"The {which} marker is (.*)", text)[0] for which in ("opening", "closing")
        )
        return f"{opening}{answer}{closing}"
    if "fixed words" in text:
        before = re.findall(r"The words before your value are: (.*)", text)
        after = re.findall(r"(.*) - these words follow your value", text)
        return f"{''.join(before)} {answer}{'' if after and after[0][0] in ').' else ' '}{''.join(after)}".strip()
    if match := re.search(r"The marker is (.*)", text):
        return f"{match[1]} {answer}"
    if match := re.search(r"XML tag named (.*)\.", text):
        return f"<{match[1]}>{answer}</{match[1]}>"
    return str(answer)


def _put(tree: dict[str, Any], told: list[str], answer: Any) -> None:
    """Build the object from the keys that the words name, the innermost named first."""
    parts = [part for line in told for part in re.split(r" and your value at |'s id at ", line)]
    paths = [keys[::-1] for part in parts if (keys := _KEY.findall(part))]
    if len(paths) == 1:
        _set(tree, paths[0], answer)
        return
    at, name, value = paths
    items: list[dict[str, Any]] = []
    for key, one in answer.items():
        item: dict[str, Any] = {}
        _set(item, name, key)
        _set(item, value, one)
        items.append(item)
    _set(tree, at, items)


def _set(tree: dict[str, Any], path: list[str], value: Any) -> None:
    for key in path[:-1]:
        tree = tree.setdefault(key, {})
    tree[path[-1]] = value
