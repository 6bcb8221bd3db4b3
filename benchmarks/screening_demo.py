"""Makes the demo set of screening: pairs from forty statements, and replies of two reviewers and a probe.

    python benchmarks/screening_demo.py [FOLDER]

Deterministic: every reply depends on the name of its item, its reviewer and its draw alone. The reviewers are right in
about nine of ten cases and write in many shapes, some of them broken; no model was asked.
"""

from __future__ import annotations

import json
import random
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from oyez.screening.demo import PAIRS, REPLIES

SOURCE = Path(__file__).parent / "screening_theorems.toml"
KINDS = ("dropped", "weaker", "swapped", "domain", "other")
FIRST, SECOND, PROBE = "back-translation", "clause-checklist", "counterexample"
LEFT, RIGHT, UNSURE = "MISMATCH", "FAITHFUL", "UNCLEAR"


def pairs() -> list[dict[str, Any]]:
    """Five pairs a statement: two faithful ones, three that say something else."""
    made = []
    for one in tomllib.loads(SOURCE.read_text(encoding="utf-8"))["theorem"]:
        variants = [("faithful", text, "") for text in one["faithful"]]
        variants += [(kind, *one[kind]) for kind in KINDS if kind in one]
        for number, (kind, text, differs) in enumerate(variants, 1):
            proof = "" if text.startswith("def ") else " := by sorry"
            made.append(
                {
                    "id": f"{one['id']}/{number}",
                    "informal": one["informal"],
                    "formal": text + proof,
                    "accepted": kind == "faithful",
                    "kind": kind,
                    "theorem": one["id"],
                    "differs": differs,
                }
            )
    return made


def other(verdict: str) -> str:
    return RIGHT if verdict == LEFT else LEFT


class Review:
    """What a reviewer means to say of a pair, before it is written in some shape."""

    def __init__(self, pair: dict[str, Any], arm: str, draw: int, rng: random.Random) -> None:
        self.rng = rng
        truth = RIGHT if pair["accepted"] else LEFT
        right = 0.93 if arm == FIRST else 0.9
        at = rng.random()
        self.verdict = truth if at < right else UNSURE if at < right + 0.04 else other(truth)
        start, end = ("CLAUSES", "MISSING") if arm == SECOND else ("BACK-TRANSLATION", "ISSUES")
        self.start, self.end = start, end
        self.body = self._clauses(pair) if arm == SECOND else self._rendering(pair)
        self.issues = self._issues(pair)

    def _rendering(self, pair: dict[str, Any]) -> str:
        said = (
            pair["informal"]
            if self.verdict == RIGHT
            else f"{pair['informal']} Except: {pair['differs'] or 'a part'}."
        )
        return self.rng.choice(("The Lean text says: ", "In words: ", "")) + said

    def _clauses(self, pair: dict[str, Any]) -> str:
        parts = [
            part.strip(" .") for part in pair["informal"].replace(":", ",").split(",") if part.strip(" .")
        ]
        lines = [f"{number}. {part}: present" for number, part in enumerate(parts, 1)]
        if self.verdict == LEFT:
            lines[-1] = lines[-1].replace(
                "present", f"different ({pair['differs'] or 'not as it should be'})"
            )
        return "\n" + "\n".join(lines)

    def _issues(self, pair: dict[str, Any]) -> str:
        if self.verdict == RIGHT:
            return "none"
        return pair["differs"] or (
            "I cannot tell" if self.verdict == UNSURE else "the conclusion seems stronger"
        )

    def plain(self, verdict: str | None = None, body: str | None = None) -> str:
        word = self.verdict if verdict is None else verdict
        return f"{self.start}: {self.body if body is None else body}\nVERDICT: {word}\n{self.end}: {self.issues}\n"


Shape = Callable[[Review], str]


def quoting(review: Review) -> str:
    body = f'A reader might write "VERDICT: {other(review.verdict)}" here. {review.body.strip()}'
    return review.plain(body=body)


def fenced_draft(review: Review) -> str:
    return f"A first draft:\n```\nVERDICT: {other(review.verdict)}\n```\n{review.plain()}"


def thinking(review: Review) -> str:
    return f"<think>\nVERDICT: {other(review.verdict)}? No, once more.\n</think>\n{review.plain()}"


def bold(review: Review) -> str:
    return (
        f"**{review.start}:** {review.body}\n**VERDICT:** {review.verdict}\n**{review.end}:** {review.issues}"
    )


def heading(review: Review) -> str:
    return f"## {review.start}\n\n{review.body}\n\n## VERDICT\n\n{review.verdict}\n\n## {review.end}\n\n{review.issues}"


def conflict(review: Review) -> str:
    return f"{review.plain()}\nOn reflection:\nVERDICT: {other(review.verdict)}\n"


def agreeing(review: Review) -> str:
    return f"VERDICT: {review.verdict}\n\n{review.plain(verdict=review.verdict.lower())}"


def menu_first(review: Review) -> str:
    return f"VERDICT: FAITHFUL | MISMATCH | UNCLEAR\n\n{review.plain()}"


WHOLE: dict[str, tuple[int, Shape]] = {
    "plain": (40, Review.plain),
    "bold labels": (10, bold),
    "headings": (6, heading),
    "lower case": (4, lambda review: review.plain(review.verdict.lower()).replace("VERDICT:", "verdict:")),
    "CRLF": (4, lambda review: review.plain().replace("\n", "\r\n")),
    "indented label": (3, lambda review: review.plain().replace("VERDICT", "   VERDICT")),
    "emphasised word": (3, lambda review: review.plain(verdict=f"**{review.verdict}**")),
    "full stop": (3, lambda review: review.plain(verdict=f"{review.verdict}.")),
    "quotes the other verdict": (5, quoting),
    "draft in a fence": (3, fenced_draft),
    "thinking aloud": (4, thinking),
    "says it twice": (3, agreeing),
    "menu, then the answer": (2, menu_first),
    "cut after the verdict": (1, lambda review: review.plain()[: review.plain().rindex("\n", 0, -1) + 9]),
    "cut before the verdict": (1, lambda review: review.plain()[: review.plain().index("VERDICT") + 9]),
    "two verdicts": (2, conflict),
    "menu only": (1, lambda review: review.plain(verdict="FAITHFUL | MISMATCH | UNCLEAR")),
    "FAITHFULNESS": (1, lambda review: review.plain(verdict="FAITHFULNESS")),
    "hedged": (1, lambda review: review.plain(verdict=f"{review.verdict} (or {other(review.verdict)} if n may be 0)")),
    "no verdict": (1, lambda review: f"{review.start}: {review.body}\n{review.end}: {review.issues}\n"),
    "prose only": (1, lambda review: f"I would call this {review.verdict.lower()}. {review.issues}"),
    "bare CR": (1, lambda review: review.plain().replace("\n", "\r")),
    "empty": (1, lambda _: ""),
    "refusal": (1, lambda _: "I cannot help with that."),
    "outage": (1, lambda _: ""),
}  # fmt: skip
"""How reviewers write, with weights."""
STOPS = {
    "cut after the verdict": "max_tokens",
    "cut before the verdict": "max_tokens",
    "refusal": "refusal",
    "outage": None,
}


def review(pair: dict[str, Any], arm: str, draw: int) -> dict[str, Any]:
    """One reply of a reviewer."""
    rng = random.Random(f"{pair['id']} {arm} {draw}")
    meant = Review(pair, arm, draw, rng)
    shape = rng.choices(list(WHOLE), [weight for weight, _ in WHOLE.values()])[0]
    text = None if shape == "outage" else WHOLE[shape][1](meant)
    return row(pair, arm, draw, text, STOPS.get(shape, "end_turn"), shape)


def row(
    pair: dict[str, Any], arm: str, draw: int, text: str | None, stop: str | None, shape: str
) -> dict[str, Any]:
    made = {"id": f"{pair['id']} {arm} {draw}", "item": pair["id"], "arm": arm, "draw": draw, "text": text}
    if stop is not None:
        made["stop"] = stop
    if text is None:
        made["error"] = "HTTP 503: overloaded"
    return {**made, "shape": shape}


def probe(pair: dict[str, Any]) -> dict[str, Any]:
    """One reply of the probe: it finds something in about a third of the statements that can be false."""
    rng = random.Random(f"{pair['id']} probe")
    found = (
        not pair["accepted"]
        and pair["formal"].startswith("theorem")
        and pair["kind"] in ("dropped", "swapped", "domain")
        and rng.random() < 0.35
    )
    tree = {
        "falsified": found,
        "counterexample": "the smallest case" if found else "",
        "check": pair["differs"] if found else "no candidate survives",
        "informal_also_false": False if found else None,
    }
    written, draft = json.dumps(tree), json.dumps({"falsified": not found})
    shapes = {
        "plain": (60, written),
        "prose, then the object": (20, f"I tried 0, 1 and -1, and the set {{0}}.\n\n{written}"),
        "object in a fence": (8, f"Edges first.\n```json\n{written}\n```"),
        "draft, then the object": (5, f"{draft}\nThe hypothesis fails there. Final:\n{written}"),
        "broken draft of the end": (2, f"{written}\nOnce more:\n{{\"falsified\": "),
        "a string for the boolean": (1, written.replace(json.dumps(found), json.dumps(str(found).lower()), 1)),
        "prose only": (2, "I found nothing. Not falsified."),
        "both are false": (1, json.dumps({**tree, "falsified": True, "informal_also_false": True})),
        "outage": (1, None),
    }  # fmt: skip
    shape = rng.choices(list(shapes), [weight for weight, _ in shapes.values()])[0]
    text = shapes[shape][1]
    return row(pair, PROBE, 0, text, None if text is None else "end_turn", shape)


def replies(made: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All replies: the first look, and the repeats of reviewers where one of them may flag."""
    found = []
    for pair in made:
        first = [review(pair, arm, 0) for arm in (FIRST, SECOND)]
        found += [*first, probe(pair)]
        if any("mismatch" in (one["text"] or "").lower() for one in first):
            found += [review(pair, arm, 1) for arm in (FIRST, SECOND)]
    return found


def written(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def files() -> dict[str, str]:
    """Both files, by name."""
    made = pairs()
    return {PAIRS.name: written(made), REPLIES.name: written(replies(made))}


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else PAIRS.parent
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8")
        print(f"{folder / name}: {text.count(chr(10))} rows")


if __name__ == "__main__":
    main(sys.argv[1:])
