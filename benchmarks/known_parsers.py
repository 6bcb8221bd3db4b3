"""Compares known parsers with the tools themselves on generated replies, where a tool is installed.

    python benchmarks/known_parsers.py [--replies 20000]

Each line says how many replies were tried, in how many the tool found a value, and in how many the two differ.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable
from typing import Any

from oyez.known_parsers import KNOWN_PARSERS

Rule = Callable[[str], Any]

GRADES = [
    "GRADE:",
    "GRADE: ",
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


TOOLS: list[tuple[str, Callable[[], Rule], list[str]]] = [
    ("inspect-0.3.259", inspect_offered, GRADES),
    ("inspect-0.3.245", inspect_pattern, GRADES),
    ("deepeval-json", deepeval_json, OBJECTS),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replies", type=int, default=20_000)
    asked = parser.parse_args()
    for name, load, bits in TOOLS:
        ours = KNOWN_PARSERS.built_in[name]
        try:
            theirs = load()
        except ImportError as fault:
            print(f"{name}: not compared: {fault}")
            continue
        draw = random.Random(7)
        texts = ["".join(draw.choices(bits, k=draw.randint(1, 8))) for _ in range(asked.replies)]
        found = sum(theirs(text) is not None for text in texts)
        differ = sum(theirs(text) != ours.read(text) for text in texts)
        print(f"{name}: {len(texts)} replies, {found} with a value, {differ} differ")


if __name__ == "__main__":
    main()
