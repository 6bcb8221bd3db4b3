"""Compares known parsers with the tools themselves on generated replies, where a tool is installed.

    python benchmarks/known_parsers.py [--replies 20000] [--wheels DIR]

With --wheels also the patterns of older Inspect releases, whose wheels lie in DIR (`pip download --no-deps`).
Each line says how many replies were tried, in how many the tool found a value, and in how many the two differ.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from oyez.known_parsers import KNOWN_PARSERS, parser_of

Rule = Callable[[str], Any]

GRADES = [
    "GRADE:",
    "GRADE: ",
    "down",
    "Grade :",
    "\u200b",
    "C",
    "P",
    "I",
    "correct",
    "Incorrect",
    "partial",
    "\n",
    "**",
    "x",
    "CI",
    ".",
]
OBJECTS = [
    '{"score": 9',
    '{"score": 80}',
    '{"score": 80,}',
    "so: ",
    "\n",
    "[1,]",
    '{"a": "x, ]", "score": 3,}',
    "}",
    "{",
    "```json\n",
    '"score": 5',
]


def deepeval_json() -> Rule:
    from deepeval.metrics.utils.generation import trimAndLoadJson

    def read(text: str) -> Any:
        try:
            found = trimAndLoadJson(text)
        except Exception:  # the tool raises whatever its parser raises
            return None
        return found.get("score") if isinstance(found, dict) else None

    return read


def inspect_offered() -> Rule:
    from inspect_ai.scorer import _model as scorer

    def read(text: str) -> Any:
        """What the scorer does with the match of its pattern when it wrote the instructions itself."""
        match = re.search(scorer._PERMISSIVE_GRADE_PATTERN, text)
        word = match.group(1).strip() if match else ""
        grade = scorer._GRADE_WORD_VALUES.get(word.lower(), word.upper() if len(word) == 1 else None)
        return grade if grade in ("C", "P", "I") else None

    return read


def inspect_pattern() -> Rule:
    from inspect_ai.scorer import _model as scorer

    def read(text: str) -> Any:
        match = re.search(scorer.DEFAULT_GRADE_PATTERN, text)
        return match.group(1).upper() if match else None

    return read


def inspect_release(wheel: Path) -> tuple[str, Rule]:
    """The version in a wheel of Inspect, and what its scorer does with the match of its default pattern."""
    with zipfile.ZipFile(wheel) as archive:
        source = archive.read("inspect_ai/scorer/_model.py").decode()
    names: dict[str, Any] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in (
            "_GRADE_SPACING",
            "DEFAULT_GRADE_PATTERN",
        ):
            exec(ast.unparse(node), names)  # a constant of the tool
    pattern = re.compile(names["DEFAULT_GRADE_PATTERN"])
    missing = "I" if "value=INCORRECT" in source else None
    capitals = "value = value.upper()" in source

    def read(text: str) -> Any:
        match = pattern.search(text)
        grade = match.group(1) if match else None
        return missing if grade is None else grade.upper() if capitals else grade

    return wheel.name.split("-")[1], read


TOOLS: list[tuple[str, Callable[[], Rule], list[str]]] = [
    ("inspect-0.3.259", inspect_offered, GRADES),
    ("inspect-0.3.245", inspect_pattern, GRADES),
    ("deepeval-json", deepeval_json, OBJECTS),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replies", type=int, default=20_000)
    parser.add_argument("--wheels", type=Path)
    asked = parser.parse_args()
    for wheel in sorted(asked.wheels.glob("inspect_ai-*.whl")) if asked.wheels else []:
        version, theirs = inspect_release(wheel)
        known = parser_of("inspect_ai/model_graded_qa", version)
        if known is None or known.name == "inspect-0.3.259":
            continue  # the scorer does more than match since then; see below
        compare(f"{known.name} and {version}", known.read, theirs, GRADES, asked.replies)
    for name, load, bits in TOOLS:
        ours = KNOWN_PARSERS.built_in[name]
        try:
            theirs = load()
        except ImportError as fault:
            print(f"{name}: not compared: {fault}")
            continue
        compare(name, ours.read, theirs, bits, asked.replies)


def compare(name: str, ours: Rule, theirs: Rule, bits: list[str], replies: int) -> None:
    draw = random.Random(7)
    texts = ["".join(draw.choices(bits, k=draw.randint(1, 8))) for _ in range(replies)]
    found = sum(theirs(text) is not None for text in texts)
    differ = sum(theirs(text) != ours(text) for text in texts)
    print(f"{name}: {len(texts)} replies, {found} with a value, {differ} differ")


if __name__ == "__main__":
    main()
