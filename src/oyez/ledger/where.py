"""A small filter language over draws and their readings: `status=conflict judge=gpt-4 arm!=B verdict>=50`.

Terms stand side by side, and all must hold. A term is FIELD OPERATOR VALUE without spaces between: `=` `!=` `<` `<=`
`>` `>=`, `~` (contains) and `!~`. `arm=A,B` is either; an empty value is "not given" (`rule=`, `error!=`). A value in
double quotes may hold spaces and commas.
"""

from __future__ import annotations

import difflib
import re
from typing import Any, Final

import msgspec

from oyez.core.errors import InputError
from oyez.ledger.escape import escaped, fits

DRAW_FIELDS: Final = {
    "id": "d.name",
    "number": "d.id",
    "item": "d.item",
    "arm": "d.arm",
    "order": "d.shown_order",
    "draw": "d.draw_index",
    "judge": "j.name",
    "judge_digest": "j.digest",
    "model": "coalesce(d.model_returned, j.model)",
    "stop": "d.stop",
    "stop_native": "d.stop_native",
    "error": "d.error",
    "run": "d.run",
    "received": "d.received",
    "source": "i.source",
    "text": "r.text",
    "reply": "r.digest",
    "raw_absent": "d.raw_absent",
}
"""Field → SQL, for what is known of a draw; `meta.KEY` reaches into its meta."""

READING_FIELDS: Final = {
    "status": "k.status",
    "verdict": "k.verdict",
    "abstained": "k.abstained",
    "rule": "k.rule",
    "contract": "c.name",
    "contract_digest": "c.digest",
    "reader": "n.reader",
    "instrument": "n.digest",
}
"""Field → SQL, for what is known of a reading; with one of them, a filter looks at readings."""

_TERM = re.compile(
    r'\s*(?P<field>[A-Za-z_][\w.\-]*)(?P<sign>!=|<=|>=|!~|=|<|>|~)(?P<value>(?:"[^"]*"|[^\s"])*)'
)
_PART = re.compile(r'(?:"[^"]*"|[^,"])+')
_PREFIXES = ("judge_digest", "contract_digest", "instrument", "reply")
_NUMBERS = ("number", "draw", "run", "abstained")
_WORDS = {"true": "1", "false": "0", "yes": "1", "no": "0"}


class Where(msgspec.Struct, frozen=True):
    """A filter as an SQL condition."""

    sql: str
    values: tuple[Any, ...]
    readings: bool
    """Whether the condition looks at readings, and not only at draws."""


def where(text: str) -> Where:
    """The condition of a filter; an empty filter holds always. Raises `InputError` that says what is wrong."""
    parts, values, fields = [], [], []
    at = 0
    while text[at:].strip():
        term = _TERM.match(text, at)
        if term is None or not (term.end() == len(text) or text[term.end()].isspace()):
            wrong = text[at:].strip()
            raise InputError(f"not a term of a filter: {wrong!r}; write FIELD=VALUE, such as status=conflict")
        sql, bound = _term(term["field"], term["sign"], term["value"])
        parts.append(sql)
        values += bound
        fields.append(term["field"])
        at = term.end()
    readings = any(field in READING_FIELDS for field in fields)
    return Where(" AND ".join(parts) or "1", tuple(values), readings)


def draws_only(text: str) -> Where:
    """The condition of a filter on draws. Raises `InputError` if it looks at readings."""
    condition = where(text)
    if condition.readings:
        raise InputError(
            f"{text!r} looks at readings; here only draws can be chosen, by {', '.join(DRAW_FIELDS)}"
        )
    return condition


def quoted(term: str) -> str:
    """What a shell hands over as one argument, as part of a filter.

    Several terms (`status=conflict arm=A` in quotes) stay as they are; of one term, a value with a space or a comma
    is quoted again.
    """
    found = _TERM.match(term)
    if found is None or found.end() == len(term) or '"' in term:
        return term
    value = term[found.start("value") :]
    if any(_known(more["field"]) for more in _TERM.finditer(term, found.end())):
        return term
    return f'{found["field"]}{found["sign"]}"{value}"'


def _known(field: str) -> bool:
    return field in DRAW_FIELDS or field in READING_FIELDS or field.startswith("meta.")


def _term(field: str, sign: str, written: str) -> tuple[str, list[Any]]:
    column, bound = _column(field)
    choices = [_plain(part) for part in _PART.findall(written)] or [""]
    if sign in ("<", "<=", ">", ">="):
        sql, more = _compared(field, column, sign, choices)
        return sql, bound + more
    made = [_matches(field, column, sign.endswith("~"), choice) for choice in choices]
    sql = " OR ".join(sql for sql, _ in made)
    values = [value for _, more in made for value in bound + more]
    return f"{'NOT ' if sign.startswith('!') else ''}coalesce({sql}, 0)", values


def _plain(part: str) -> str:
    """A value without its quotes, as it stands in the ledger."""
    value = part.replace('"', "")
    return value if fits(value) else escaped(value)


def _column(field: str) -> tuple[str, list[Any]]:
    if field.startswith("meta."):
        path = "$" + "".join(f'."{part}"' for part in field.split(".")[1:])
        return "CASE WHEN json_valid(d.meta) THEN json_extract(d.meta, ?) END", [path]
    column = DRAW_FIELDS.get(field) or READING_FIELDS.get(field)
    if column is None:
        known = [*DRAW_FIELDS, *READING_FIELDS, "meta.KEY"]
        near = difflib.get_close_matches(field, known, n=1)
        hint = f"; do you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
        raise InputError(f"unknown field {field!r} in a filter{hint}")
    return column, []


def _matches(field: str, column: str, contains: bool, choice: str) -> tuple[str, list[Any]]:
    if choice == "":
        return f"({column}) IS NULL", []
    if contains:
        return f"instr({column}, ?) > 0", [choice]
    if field in _PREFIXES:
        return f"substr({column}, 1, ?) = ?", [len(choice), choice]
    if field in _NUMBERS:
        return f"{column} = ?", [_number(field, _WORDS.get(choice, choice))]
    if field == "verdict":
        return "(k.verdict = ? OR (json_type(k.verdict) = 'text' AND json_extract(k.verdict, '$') = ?))", [
            choice
        ] * 2
    if field.startswith("meta."):
        return f"CAST({column} AS TEXT) = ?", [choice]
    return f"{column} = ?", [choice]


def _compared(field: str, column: str, sign: str, choices: list[str]) -> tuple[str, list[Any]]:
    """A comparison: of numbers for verdicts, meta and counts, of text for the rest (dates, names)."""
    if len(choices) > 1:
        raise InputError(f"{field}{sign} takes one value")
    if field == "verdict":
        sql = f"(json_type(k.verdict) IN ('integer', 'real') AND CAST(k.verdict AS REAL) {sign} ?)"
        return sql, [_number(field, choices[0])]
    if field.startswith("meta.") or field in _NUMBERS:
        return f"coalesce(({column}) {sign} ?, 0)", [_number(field, choices[0])]
    return f"coalesce(({column}) {sign} ?, 0)", [choices[0]]


def _number(field: str, written: str) -> float:
    try:
        return float(written)
    except ValueError:
        raise InputError(f"{field} is compared with numbers, and {written!r} is none") from None
