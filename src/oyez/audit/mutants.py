"""Changes a parser or a contract on purpose and asks which of the user's own cases notice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from oyez.audit.answer import Answer, Reckoning
from oyez.audit.contract_mutants import contract_mutants
from oyez.audit.named import Pattern, function_spec, named
from oyez.audit.regex_mutants import pattern_mutants
from oyez.audit.run import reply_of
from oyez.audit.source_mutants import source_mutants
from oyez.audit.subject import Subject
from oyez.audit.worker import Limits, Worker
from oyez.check.case import Case
from oyez.check.run import cases, check, examples
from oyez.contract import Contract
from oyez.core.errors import InputError
from oyez.core.reply import Reply
from oyez.core.value import same
from oyez.probes import probes
from oyez.reader import read
from oyez.rows.replies import open_source

PROBED = 2000
"""Probes that are tried to show what an unnoticed change does."""
_TWINS = {
    "first-match": ("last-match", "menu-prefix"),
    "last-match": ("first-match",),
    "menu-prefix": ("first-match", "last-match"),
    "first-number": ("trailing-number",),
    "trailing-number": ("first-number",),
    "trailing-integer": ("trailing-number", "first-number"),
}
"""Known parsers that stand for small changes of each other."""


class Mutant(msgspec.Struct, frozen=True, kw_only=True):
    """One change, and who noticed."""

    change: str
    noticed: tuple[str, ...]
    """The ids of the cases that come out otherwise."""
    shows: str | None = None
    """For an unnoticed change: a reply on which it shows; `None` where no probe does either."""
    before: str = ""
    """What that reply reads as without the change."""
    after: str = ""


class Mutation(msgspec.Struct, frozen=True, kw_only=True):
    """What changing a parser or a contract came to."""

    subject: str
    cases: int
    mutants: tuple[Mutant, ...]

    @property
    def noticed(self) -> int:
        """Changes that some case notices."""
        return sum(bool(one.noticed) for one in self.mutants)


def mutate_parser(
    parser: str | None,
    pattern: Pattern | None,
    terms: Contract,
    file: str,
    reckoning: Reckoning,
    limits: Limits | None = None,
) -> Mutation:
    """Change a parser in small ways, and run the cases of a file on each. Raises `InputError`."""
    found = [case for case in _cases(file) if case.reply.text is not None]
    replies = [case.reply for case in found]
    subject = named(parser, terms, pattern=pattern, limits=limits)
    try:
        base = list(subject.answers(replies))
        tried = [reply_of(one) for one in probes(terms, count=PROBED)]
        shown = list(subject.answers(tried))
        mutants = []
        for change, changed in _changed(parser, pattern, terms):
            with suppress(InputError):  # a change that no longer loads is no mutant
                mutants.append(_mutant(change, changed, found, base, tried, shown))
    finally:
        subject.close()
    return Mutation(subject=subject.name, cases=len(found), mutants=tuple(mutants))


def _mutant(
    change: str,
    changed: Subject,
    found: list[Case],
    base: list[Answer],
    tried: list[Reply],
    shown: list[Answer],
) -> Mutant:
    try:
        answers = list(changed.answers([case.reply for case in found]))
        noticed = tuple(
            str(case.reply.id)
            for case, old, new in zip(found, base, answers, strict=True)
            if not _alike(old, new)
        )
        if noticed:
            return Mutant(change=change, noticed=noticed)
        for reply, old, new in zip(tried, shown, changed.answers(tried), strict=True):
            if not _alike(old, new):
                return Mutant(
                    change=change, noticed=(), shows=reply.text, before=_said(old), after=_said(new)
                )
        return Mutant(change=change, noticed=())
    finally:
        changed.close()


def _alike(old: Answer, new: Answer) -> bool:
    return old.end is new.end and same(old.value, new.value)


def _said(answer: Answer) -> str:
    return repr(answer.value) if not answer.said else f"({answer.end.value})"


def _changed(parser: str | None, pattern: Pattern | None, terms: Contract) -> Iterator[tuple[str, Subject]]:
    """Each change with the changed parser."""
    limits = Limits(seconds=1.0)
    if pattern is not None:
        for said, changed in pattern_mutants(pattern.pattern):
            yield (
                said,
                named(None, terms, pattern=msgspec.structs.replace(pattern, pattern=changed), limits=limits),
            )
        for pick in {"first", "last", "only"} - {pattern.pick}:
            one = msgspec.structs.replace(pattern, pick=pick)
            yield (
                f"take the {pick} match, not the {pattern.pick}",
                named(None, terms, pattern=one, limits=limits),
            )
        return
    assert parser is not None
    bare = parser.removeprefix("known:")
    if bare in _TWINS:
        for twin in _TWINS[bare]:
            yield f"{twin} in its place", named(twin, terms)
        return
    yield from _functions(parser, limits)


def _functions(parser: str, limits: Limits) -> Iterator[tuple[str, Subject]]:
    spec = function_spec(parser)
    probe = Worker(parser, spec, limits)
    list(probe.answers([Reply(text="")]))
    probe.close()
    if probe.place is None or not Path(probe.place[0]).is_file():
        raise InputError(f"{parser}: its source is not at hand, so it cannot be changed")
    file = probe.place[0]
    source = Path(file).read_text(encoding="utf-8")
    for said, changed in source_mutants(source):
        new: dict[str, Any] = {"kind": "mutated", "file": file, "source": changed}
        yield said, Worker(parser, spec | new, limits)


def mutate_contract(terms: Contract, file: str | None) -> Mutation:
    """Change a contract in small ways, and read its examples, or the cases of a file, under each."""
    found = examples(terms) if file is None else _cases(file)
    passed = {str(one.case.reply.id) for one in check(found, lambda _: terms) if one.passed}
    tried = [reply_of(one) for one in probes(terms, count=PROBED)]
    shown = [read(reply, terms) for reply in tried]
    mutants = []
    for change, changed in contract_mutants(terms):
        noticed = tuple(
            str(one.case.reply.id)
            for one in check(found, lambda _, made=changed: made)  # type: ignore[misc]  # bound now, on purpose
            if one.passed is not (str(one.case.reply.id) in passed)
        )
        if noticed:
            mutants.append(Mutant(change=change, noticed=noticed))
            continue
        mutants.append(_unnoticed(change, changed, tried, shown))
    return Mutation(subject=terms.ref, cases=len(found), mutants=tuple(mutants))


def _unnoticed(change: str, changed: Contract, tried: list[Reply], shown: list[Any]) -> Mutant:
    for reply, old in zip(tried, shown, strict=True):
        new = read(reply, changed)
        if new.status is not old.status or not same(new.verdict, old.verdict):
            said = [f"{one.status}" + (f" {one.verdict!r}" if one.ok else "") for one in (old, new)]
            return Mutant(change=change, noticed=(), shows=reply.text, before=said[0], after=said[1])
    return Mutant(change=change, noticed=())


def _cases(file: str) -> list[Case]:
    with open_source(file, set()) as source:
        return cases(source)
