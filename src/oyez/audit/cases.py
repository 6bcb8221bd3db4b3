"""Probes and failing replies as case files, to commit and to run again."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from oyez.audit.finding import Finding, agrees
from oyez.audit.run import Audit
from oyez.contract import Contract
from oyez.contract.load import names_a_file
from oyez.core.reply import Reply
from oyez.probes import FAMILIES, Kit, Known, probes
from oyez.reader import read
from oyez.rows.atomic import appearing
from oyez.rows.reading import to_json_bytes


def contract_rows(
    terms: Contract,
    named: str,
    *,
    families: Iterable[str] | None = None,
    count: int | None = None,
    seed: int = 0,
) -> Iterator[dict[str, Any]]:
    """Every probe of a contract as a case.

    Whether there is a verdict, and which, is known by construction; the status beside it is the reader's own.
    Replies for which the two disagree (under parity contracts) are left out: they would be no case that holds.
    """
    kit = Kit(terms)
    told = contract_in_case(terms, named)
    for probe in probes(terms, families=families, count=count, seed=seed):
        reply = Reply(id=probe.id, text=probe.text, stop=probe.scene.stop, ids=probe.ids)
        family = FAMILIES.get(probe.family)
        why = family.about if family is not None else ""
        row = _row(terms, kit, told, reply, probe.known, why)
        if row is not None:
            yield row


def finding_rows(found: Audit, terms: Contract, named: str) -> Iterator[dict[str, Any]]:
    """The shortest failing reply of each finding as a case: what a repaired parser has to read."""
    kit = Kit(terms)
    told = contract_in_case(terms, named)
    for number, finding in enumerate(found.findings, start=1):
        reply = Reply(id=f"{number}-{finding.family}", text=finding.reply, stop=finding.stop, ids=kit.ids)
        known = Known(has=finding.has, verdict=finding.known, plain=False)
        row = _row(terms, kit, told, reply, known, _why(finding))
        if row is not None:
            yield row


def _why(finding: Finding) -> str:
    return f"{finding.kind.value}: {finding.sentence}"


def _row(
    terms: Contract, kit: Kit, told: str | dict[str, Any], reply: Reply, known: Known, why: str
) -> dict[str, Any] | None:
    reading = read(reply, terms)
    if reading.ok and not (known.has and agrees(kit, known.verdict, reading.verdict)):
        return None
    if not reading.ok and known.due(terms.fields[kit.field.name].recover):
        return None
    want: dict[str, Any] = {"status": reading.status.value}
    if reading.ok:
        want["verdict"] = reading.verdict
    row: dict[str, Any] = {"id": reply.id, "contract": told, "reply": reply.text}
    row |= {} if reply.stop is None else {"stop": reply.stop}
    row |= {} if reply.ids is None else {"ids": list(reply.ids)}
    return row | {"want": want, "why": why}


def contract_in_case(terms: Contract, named: str) -> str | dict[str, Any]:
    """How a case names its contract: one of the catalogue by its name, any other as a whole, without its examples."""
    if not names_a_file(named):
        return named
    if terms.toml is None:
        return str(Path(named).resolve())
    tree = tomllib.loads(terms.toml)
    return {key: value for key, value in tree.items() if key != "example"}


def write_rows(path: str, rows: Iterable[dict[str, Any]]) -> int:
    """Write a case file, which appears when it is whole; the number of cases."""
    count = 0
    with appearing(Path(path)) as beside, beside.open("wb") as out:
        for row in rows:
            out.write(to_json_bytes(row))
            count += 1
    return count
