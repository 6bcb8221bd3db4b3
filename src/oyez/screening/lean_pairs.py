"""Lean files as items: one a declaration, whose doc comment is the informal statement."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from oyez.core.errors import InputError
from oyez.screening.lean_scan import Piece, masked, pieces
from oyez.screening.pair import Pair

_MODIFIERS = r"(?:@\[[^\]]*\]\s*|(?:private|protected|noncomputable|unsafe|partial|nonrec|public)\s+)*"
_DECLARATION = re.compile(
    rf"^(?P<head>{_MODIFIERS}(?P<kind>theorem|lemma|def|abbrev|structure|class|inductive|opaque|axiom|instance|example)"
    r"(?![\w.'])[ \t]*(?P<name>[^\s:({\[⦃]*))",
    re.MULTILINE,
)
_COMMAND = re.compile(
    r"^(?:@\[|set_option|open|variable|universe|namespace|section|noncomputable section|end|import|export|local|scoped"
    r"|attribute|notation|infix[lr]?|prefix|postfix|macro|syntax|elab|deriving|mutual|public|#)",
    re.MULTILINE,
)
_CONTEXT = re.compile(
    r"^(?:import|open|variable|universe|namespace|section|end|local notation|scoped notation|notation|set_option)\b",
    re.MULTILINE,
)
_PROVEN = ("theorem", "lemma", "example", "instance")


class _Declaration(msgspec.Struct, frozen=True):
    start: int
    end: int
    kind: str
    name: str


def lean_files(path: Path) -> Iterator[Path]:
    """The file itself, or all `.lean` files below a folder, in order. Raises `InputError` where there is none."""
    if not path.exists():
        raise InputError(f"{path}: there is no such file")
    found = [path] if path.is_file() else sorted(path.rglob("*.lean"))
    if not found:
        raise InputError(f"{path}: holds no .lean file")
    yield from found


def lean_pairs(path: Path, *, documented: bool = True) -> Iterator[Pair]:
    """The declarations of a file, each with the informal statement of its doc comment.

    A proof is left out: `:= by sorry` stands in its place. What the file says before (`open`, `variable`, …, and
    definitions) is the context. Raises `InputError`, with path and line, for a file that cannot be read or holds no
    declaration, and, if they must be `documented`, for a declaration without a doc comment.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as fault:
        raise InputError(f"{path}: {getattr(fault, 'strerror', None) or 'is not UTF-8'}") from fault
    code = masked(text)
    docs = [piece for piece in pieces(text) if piece.kind == "doc"]
    found = [*_declarations(text, code, docs)]
    if not found:
        raise InputError(f"{path}:1: there is no declaration")
    for at, one in enumerate(found):
        place = f"{path}:{text.count(chr(10), 0, one.start) + 1}"
        before = found[at - 1].end if at else 0
        informal = _informal(text, code, docs, before, one)
        if informal is None and documented:
            raise InputError(
                f"{place}: the declaration {one.name or one.kind} has no doc comment of its own; its informal "
                "statement must stand in /-- … -/ right before it"
            )
        name = _full_name(code, one) or f"{path.stem}:{place.rpartition(':')[2]}"
        texts = {"formal": _statement(text, code, one), "context": _context(text, code, found[:at], one)}
        yield Pair(id=name, texts=texts | ({"informal": informal} if informal else {}), place=place)


def _declarations(text: str, code: str, docs: list[Piece]) -> Iterator[_Declaration]:
    starts = list(_DECLARATION.finditer(code))
    stops = sorted(
        [found.start() for found in starts]
        + [found.start() for found in _COMMAND.finditer(code)]
        + [doc.start for doc in docs if doc.start == 0 or text[doc.start - 1] == "\n"]
        + [len(text)]
    )
    for found in starts:
        end = next(stop for stop in stops if stop >= found.end() or stop == len(text))
        end = found.start() + len(code[found.start() : end].rstrip())  # what follows are comments
        yield _Declaration(found.start(), end, found["kind"], found["name"])


def _informal(text: str, code: str, docs: list[Piece], before: int, one: _Declaration) -> str | None:
    """The doc comment right before a declaration, if nothing but space and attributes stands between."""
    near = [doc for doc in docs if before <= doc.start < one.start]
    if not near:
        return None
    between = re.sub(r"@\[[^\]]*\]", "", code[near[-1].end : one.start])
    said = " ".join(text[near[-1].start + 3 : near[-1].end].removesuffix("-/").split())
    return said if not between.strip() and said else None


def _statement(text: str, code: str, one: _Declaration) -> str:
    """The declaration without its proof; a definition whole."""
    if one.kind not in _PROVEN:
        return text[one.start : one.end].strip()
    depth, at = 0, one.start
    while at < one.end:
        char = code[at]
        depth += (char in "([{⟨⦃") - (char in ")]}⟩⦄")
        if depth == 0 and (code.startswith(":=", at) or code.startswith("\n  |", at)):
            return f"{text[one.start : at].rstrip()} := by sorry"
        at += 1
    return f"{text[one.start : one.end].strip()} := by sorry"


def _context(text: str, code: str, earlier: list[_Declaration], one: _Declaration) -> str:
    """Commands and definitions before a declaration, in their order; theorems are left out."""
    lines = {found.start(): _line(text, found.start()) for found in _CONTEXT.finditer(code, 0, one.start)}
    whole = {each.start: text[each.start : each.end].strip() for each in earlier if each.kind not in _PROVEN}
    return "\n".join(held for _, held in sorted({**lines, **whole}.items()))


def _line(text: str, start: int) -> str:
    """A command: its line, and the lines below that are indented."""
    end = start
    while (end := text.find("\n", end)) >= 0 and text[end + 1 : end + 2] in (" ", "\t"):
        end += 1
    return text[start : len(text) if end < 0 else end].rstrip()


def _full_name(code: str, one: _Declaration) -> str:
    """The name under its namespaces."""
    spaces: list[tuple[str, str]] = []
    for found in re.finditer(
        r"^(namespace|(?:noncomputable )?section|end)\b[ \t]*(\S*)", code[: one.start], re.MULTILINE
    ):
        if found[1] != "end":
            spaces.append((found[1], found[2]))
        elif spaces:
            spaces.pop()
    parts = [name for kind, name in spaces if kind == "namespace"]
    return ".".join([*parts, one.name]) if one.name else ""


__all__ = ["lean_files", "lean_pairs"]
