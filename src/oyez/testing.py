"""For tests of one's own parser: fails where it reads a reply otherwise than it is known to read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from oyez.audit import Audit, Reckoning, audit
from oyez.audit.finding import FAULTS
from oyez.audit.subject import Called
from oyez.contract import Contract, contract

__all__ = ["assert_parser"]


def assert_parser(
    parser: Callable[..., Any],
    under: Contract | str | Path | dict[str, Any],
    *,
    fail_on: Iterable[str] = ("silent", "invented", "crashed"),
    nothing: Iterable[Any] = (),
    raises: Iterable[type[BaseException] | str] = (),
    words: dict[str, Any] | None = None,
    stop: bool = False,
    families: Iterable[str] | None = None,
    count: int | None = None,
) -> Audit:
    """Raise `AssertionError`, with every finding, unless the parser reads the probes of a contract as they are known.

    `parser` takes the text of a reply (with `stop` also the provider's stop reason) and gives a value. `fail_on`
    are kinds: `silent`, `invented`, `dropped`, `crashed`. `nothing` are values and `raises` exceptions by which it
    says that it found nothing; `words` maps what it gives to verdicts. The parser runs in this process, without
    limits. Returns the audit.
    """
    terms = under if isinstance(under, Contract) else contract(under)
    kinds = {kind.key: kind for kind in FAULTS}
    chosen = [kinds[name] for name in fail_on]
    reckoning = Reckoning(
        nothing=tuple(nothing),
        raises=tuple(one if isinstance(one, str) else one.__name__ for one in raises),
        words=words or {},
        stop=stop,
    )
    found = audit(Called(parser, stop=stop), terms, reckoning=reckoning, families=families, count=count)
    if found.falls_short(chosen):
        from oyez.report.audit_text import finding_lines, unread_lines

        lines = [] if found.unread is None else list(unread_lines(found.unread, 100))
        lines += [line for one in found.findings if one.kind in chosen for line in finding_lines(one, 100)]
        raise AssertionError("\n".join([f"{found.subject} under {found.contract}:", *lines]))
    return found
