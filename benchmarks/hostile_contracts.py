"""The contracts under which hostile inputs are read."""

from __future__ import annotations

from hostile_parts import Tree

ALL = ["safe", "single-bracket", "leading-label", "truncated-first-key"]
LABELS = {"labels": ["PASS", "FAIL"]}
RATING = {"integer": [1, 10]}
THREE = {"preference": {"A": "A+1", "B": "B+1", "C": "tie"}}
STEPPED = {"number": [0, 10], "step": 0.5}

LINE: Tree = {"form": {"line": "VERDICT"}, "scale": LABELS, "recover": ["safe", "leading-label"]}
ECHO: Tree = {**LINE, "instructions": "VERDICT: PASS\nVERDICT:"}
UNTIL: Tree = {
    "verdict": "verdict",
    "field": {
        "verdict": {"form": {"line": "VERDICT"}, "scale": LABELS, "recover": "safe"},
        "notes": {"form": {"line": "NOTES", "until": "next-label"}, "scale": "text", "recover": "safe"},
        "issues": {"form": {"line": "ISSUES", "until": "next-label"}, "scale": "text", "recover": "safe"},
    },
}
SCORE: Tree = {"form": {"line": "SCORE"}, "scale": STEPPED, "recover": "safe"}
SHEET: Tree = {
    "form": {"lines": ["Plot", "Pace", "Style"]},
    "scale": {"integer": [0, 20]},
    "recover": "safe",
    "at_least": 2,
}
BRACKET: Tree = {
    "form": {"bracket": ["[[", "]]"]},
    "scale": RATING,
    "recover": ["safe", "single-bracket"],
    "label": "Rating",
    "placeholders": ["rating"],
}
BRACKET_ECHO: Tree = {**BRACKET, "instructions": "[[1-10]]"}
CHOICE: Tree = {**BRACKET, "scale": THREE}
ALONE: Tree = {**CHOICE, "form": {"bracket": ["[[", "]]"], "at": "line"}}
LAST: Tree = {**CHOICE, "form": {"bracket": ["[[", "]]"], "at": "last-line"}}
STARS: Tree = {**CHOICE, "form": {"bracket": ["**", "**"]}}
OUT_OF: Tree = {**BRACKET, "form": {"bracket": ["Rating: ", "/5"]}}
PHRASE: Tree = {
    "form": {"phrase": "Output ({}) is better."},
    "scale": {"labels": ["a", "b"]},
    "recover": "safe",
}
RATED_PHRASE: Tree = {**PHRASE, "form": {"phrase": "Rating: {}/5"}, "scale": {"number": [1, 5]}}
SPACED: Tree = {**PHRASE, "form": {"phrase": "I pick {} as the best"}}
CUE: Tree = {**LINE, "recover": ["safe", "cue-phrase"], "cues": ["my pick is {} here"]}
AFTER: Tree = {"form": {"after": "[RESULT]"}, "scale": RATING, "recover": "safe"}
TAG: Tree = {"form": {"tag": "score"}, "scale": RATING, "recover": "safe"}
JSON: Tree = {"form": {"json": "score"}, "scale": RATING, "recover": ["safe", "truncated-first-key"]}
PROSE: Tree = {**JSON, "form": {"json": "score", "around": "prose"}}
DEEP: Tree = {**JSON, "form": {"json": "a.b.score"}}
STEP_JSON: Tree = {**JSON, "scale": STEPPED}
JSON_LABEL: Tree = {**JSON, "scale": LABELS, "recover": ALL[:1]}
ANY_JSON: Tree = {**JSON, "scale": "json"}
ITEMS: Tree = {
    "form": {"json_items": "v", "id": "id", "value": "keep"},
    "scale": {"labels": ["yes", "no"]},
    "recover": "safe",
    "ids": ["1", "2"],
}
FREE_ITEMS: Tree = {key: value for key, value in ITEMS.items() if key != "ids"}
WHOLE: Tree = {"form": {"whole": True}, "scale": LABELS, "recover": ["safe", "leading-label"]}
WHOLE_JSON: Tree = {"form": {"whole": True}, "scale": "json"}
PAIRS: Tree = {"form": {"last_line": True}, "scale": {"list": RATING, "length": 2}, "recover": "safe"}
RANKS: Tree = {"form": {"first_line": True}, "scale": {"ranking": ["m", "M"]}, "recover": "safe"}
BOTH: Tree = {
    "form": [{"json": "score", "around": "prose"}, {"bracket": ["[[", "]]"]}, {"last_line": True}],
    "scale": RATING,
    "recover": "safe",
}
