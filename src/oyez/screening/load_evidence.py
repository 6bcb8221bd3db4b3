"""The reviewers and the other evidence of a profile; faults are kept."""

from __future__ import annotations

from typing import Any

from oyez.contract import Contract
from oyez.contract.keys import Keys
from oyez.contract.keys import Path as Steps
from oyez.judging import Task, Template
from oyez.judging.asks import SPECIAL
from oyez.judging.written import contract_from, prompt_from
from oyez.screening.evidence import EVIDENCE, AskSpec, EvidenceRule, EvidenceSpec

ASK_KEYS = ("judge", "contract", "template", "system", "accept", "reject", "fence", "seal")
"""The keys of evidence that rests on a judge."""


def reviewers_from(keys: Keys, base: str, slots: tuple[str, ...]) -> list[EvidenceSpec]:
    """The tables `[reviewer.NAME]`, in their order."""
    rule = EVIDENCE.get("reviewer")
    assert rule is not None
    return [
        made
        for name, table in _tables(keys, "reviewer")
        if (made := _one(keys, "reviewer", name, table, rule, base, slots))
    ]


def evidence_from(keys: Keys, base: str, slots: tuple[str, ...]) -> list[EvidenceSpec]:
    """The tables `[evidence.NAME]`, in their order."""
    known = [rule.name for rule in EVIDENCE if rule.name != "reviewer"]
    taken = {name for name, _ in _tables(keys, "reviewer")}
    made = []
    for name, table in _tables(keys, "evidence"):
        path: Steps = ("evidence", name)
        rule = EVIDENCE.get(str(table.get("kind")))
        if rule is None or rule.name == "reviewer":
            keys.fault(
                (*path, "kind"),
                f"there is no kind of evidence {table.get('kind')!r}; there are {', '.join(known)}",
            )
        elif name in taken:
            keys.fault(path, f"{name} is the name of a reviewer too")
        elif (one := _one(keys, "evidence", name, table, rule, base, slots)) is not None:
            made.append(one)
    return made


def _tables(keys: Keys, key: str) -> list[tuple[str, dict[str, Any]]]:
    tables = keys.tree.get(key, {})
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        keys.fault((key,), f"{key} holds tables: [{key}.NAME]")
        return []
    return list(tables.items())


def _one(
    keys: Keys,
    key: str,
    name: str,
    table: dict[str, Any],
    rule: EvidenceRule,
    base: str,
    slots: tuple[str, ...],
) -> EvidenceSpec | None:
    path: Steps = (key, name)
    known = (
        *(("kind", "required", "off") if key == "evidence" else ()),
        *(ASK_KEYS if rule.asks else ()),
        *rule.keys,
    )
    before = len(keys.faults)
    for each in table:
        if each not in known:
            keys.unknown((*path, each), known, f"[{key}.{name}]")
    for each in rule.texts:
        if isinstance(table.get(each), str) and table[each] not in slots:
            keys.fault(
                (*path, each), f"an item has no text {table[each]!r} here; there are {', '.join(slots)}"
            )
    ask = _ask(keys, path, name, table, rule, base, slots) if rule.asks else None
    spec = EvidenceSpec(
        name=name,
        kind=rule.name,
        required=keys.flag(table, "required", path),
        off=keys.flag(table, "off", path),
        options={each: table[each] for each in rule.keys if each in table},
        base=base,
        ask=ask,
    )
    if len(keys.faults) == before:
        try:
            rule.make(spec)
        except ValueError as fault:
            keys.fault(path, f"[{key}.{name}]: {fault}")
    return spec if len(keys.faults) == before else None


def _ask(
    keys: Keys,
    path: Steps,
    name: str,
    table: dict[str, Any],
    rule: EvidenceRule,
    base: str,
    slots: tuple[str, ...],
) -> AskSpec | None:
    contract = contract_from(keys, (*path, "contract"), table.get("contract"), base, f"{name}: ")
    prompt = _template(keys, path, table, "template", base)
    system = _template(keys, path, table, "system", base) if "system" in table else None
    judge = table.get("judge", name)
    if not isinstance(judge, str) or not judge:
        keys.fault((*path, "judge"), "judge must be the name of a judge")
    if contract is None or prompt is None or not isinstance(judge, str):
        return None
    fence = keys.flag(table, "fence", path) if "fence" in table else True
    task = Task(
        contract=contract, template=prompt, system=system, fence=fence, seal=keys.flag(table, "seal", path)
    )
    for slot in task.slots:
        if slot not in (*slots, *SPECIAL):
            keys.fault(
                (*path, "template"),
                f"the slot {{{slot}}} is no text of the profile; those are {', '.join(slots)}",
            )
    accept, reject = _verdicts(keys, path, table, contract, rule)
    return AskSpec(judge=judge, task=task, accept=accept, reject=reject)


def _template(keys: Keys, path: Steps, table: dict[str, Any], key: str, base: str) -> Template | None:
    text = table.get(key)
    if not isinstance(text, str) or not text:
        keys.fault(
            (*path, key) if key in table else path,
            f"{path[1]}: {key} must be a prompt, or the name of its file",
        )
        return None
    try:
        return prompt_from(text, base)
    except ValueError as fault:
        keys.fault((*path, key), f"{path[1]}: {key}: {fault}")
        return None


def _scale(contract: Contract) -> dict[str, Any]:
    """The scale of the verdict; nothing where the verdict is an object of all fields, or of a scale without keys."""
    field = contract.fields.get(contract.verdict)
    tree = field.scale.tree() if field is not None else None
    return tree if isinstance(tree, dict) else {}


def _verdicts(
    keys: Keys, path: Steps, table: dict[str, Any], contract: Contract, rule: EvidenceRule
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The verdicts for an item and against it; together with those that abstain they are all that there are."""
    scale = _scale(contract)
    if rule.name == "probe":
        if "boolean" not in scale:
            keys.fault(
                (*path, "contract"), f"{path[1]}: a probe needs a contract whose verdict is true or false"
            )
        return (False,), (True,)
    accept, reject = (table.get(key, []) for key in ("accept", "reject"))
    if not isinstance(accept, list) or not isinstance(reject, list) or not accept or not reject:
        keys.fault(path, f"{path[1]}: accept and reject must be lists of verdicts")
        return (), ()
    labels = [True, False] if "boolean" in scale else scale.get("labels")
    if not isinstance(labels, list):
        keys.fault(
            (*path, "contract"),
            f"{path[1]}: a reviewer needs a contract whose verdict is a label, or true or false",
        )
        return (), ()
    doubts = scale.get("abstain") or []
    named = [*accept, *reject]
    for each in named:
        if each not in labels or each in doubts or named.count(each) > 1:
            keys.fault(
                path,
                f"{path[1]}: {each!r} must be a verdict of the contract that is no doubt, and stand once",
            )
    for each in labels:
        if each not in named and each not in doubts:
            keys.fault(
                path,
                f"{path[1]}: the contract's verdict {each!r} stands neither under accept nor under reject",
            )
    return tuple(accept), tuple(reject)
