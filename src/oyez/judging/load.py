"""Reading a plan file, TOML or JSON, and collecting everything that is wrong with it, each fault with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from oyez.contract import Contract
from oyez.contract.keys import NOWHERE, Keys, Where
from oyez.contract.keys import Path as Steps
from oyez.contract.parse import json_tree, toml_tree
from oyez.core.errors import ContractError, InputError
from oyez.core.visible import visible_text
from oyez.judging.item import ArmSpec, ItemsSpec
from oyez.judging.load_judges import judges_from
from oyez.judging.plan import Plan, Task
from oyez.judging.protocols import PROTOCOLS, Protocol
from oyez.judging.template import Template
from oyez.judging.written import contract_from, prompt_from

TOP_KEYS = (
    "name",
    "contract",
    "template",
    "system",
    "seal",
    "fence",
    "draws",
    "seed",
    "reask",
    "ledger",
    "items",
    "protocol",
    "arm",
    "judge",
)
_ITEM_KEYS = ("file", "id", "keep", "columns")
_ARM_KEYS = ("answer", "file", "id")


class PlanError(InputError):
    """A plan that cannot be used; `faults` lists everything wrong with it, not only the first."""

    def __init__(self, name: str, faults: list[str]) -> None:
        self.faults = list(faults)
        super().__init__("\n".join(f"{name}: {fault}" for fault in self.faults))


def load_plan(path: str | Path) -> Plan:
    """The plan in a file; names of files in it are reckoned from its folder. Raises `PlanError` with every fault."""
    name = visible_text(str(path))
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except OSError as fault:
        raise PlanError(name, [fault.strerror or str(fault)]) from fault
    except UnicodeDecodeError as fault:
        raise PlanError(name, [f"not UTF-8 at byte {fault.start}"]) from fault
    try:
        parsed = json_tree(text, name) if name.endswith(".json") else toml_tree(text, name)
    except ContractError as fault:
        raise PlanError(name, fault.faults) from fault
    return _build(Keys(parsed.tree, parsed.locate), name, str(Path(path).parent), str(path))


def plan_of(tree: dict[str, Any], base: str | Path = ".") -> Plan:
    """The plan that a tree writes, as the file would; `base` is the folder from which names of files are reckoned."""
    return _build(Keys(tree, _dotted), "plan", str(base), None)


def _dotted(path: Steps) -> Where:
    return NOWHERE, "at " + ".".join(map(str, path)) if path else ""


def _build(keys: Keys, name: str, base: str, source: str | None) -> Plan:
    for key in keys.tree:
        if key not in TOP_KEYS:
            keys.unknown((key,), TOP_KEYS, "a plan")
    contract, judges = _contract(keys, base), judges_from(keys, base)
    arms, items, protocol = _arms(keys, base), _items(keys, base), _protocol(keys)
    prompt = _template(keys, "template", base)
    own = keys.text("name") or (Path(source).stem if source else "plan")
    numbers = {key: keys.count(key, least) for key, least in (("draws", 1), ("seed", 0), ("reask", 0))}
    protocol = protocol if protocol is None or contract is None else protocol.under(contract)
    seal = keys.flag(keys.tree, "seal", ())
    fence = keys.flag(keys.tree, "fence", ()) if "fence" in keys.tree else seal
    _fits(keys, contract, protocol, arms)
    system, where = _template(keys, "system", base), keys.text("ledger")
    if prompt is None and "template" not in keys.tree:
        keys.fault((), "template is missing: the prompt, or the name of a file that holds it")
    if keys.faults or contract is None or prompt is None or protocol is None or items is None:
        raise PlanError(name, keys.faults)
    task = Task(contract=contract, template=prompt, system=system, seal=seal, fence=fence)
    return Plan(
        name=own,
        task=task,
        protocol=protocol,
        items=items,
        arms=arms,
        judges=judges,
        draws=1 if numbers["draws"] is None else numbers["draws"],
        seed=numbers["seed"] or 0,
        reask=numbers["reask"] or 0,
        ledger=str(Path(base, where or f"{own}.oyez")),
        source=source,
    )


def _contract(keys: Keys, base: str) -> Contract | None:
    """The contract by its name in the catalogue, its file, or its tree."""
    written = keys.tree.get("contract")
    if written is None:
        keys.fault((), "contract is missing: a name of the catalogue, a file, or a table")
        return None
    return contract_from(keys, ("contract",), written, base)


def _template(keys: Keys, key: str, base: str) -> Template | None:
    """A prompt, or the name of its file."""
    text = keys.text(key)
    if text is None:
        return None
    try:
        return prompt_from(text, base)
    except ValueError as fault:
        keys.fault((key,), f"{key}: {fault}; a prompt itself has a slot or several lines")
        return None


def _items(keys: Keys, base: str) -> ItemsSpec | None:
    table = keys.tree.get("items")
    if isinstance(table, str):
        table = {"file": table}
    if not isinstance(table, dict):
        keys.fault(("items",), 'items must be a table with a file: [items] file = "items.jsonl"')
        return None
    for key in table:
        if key not in _ITEM_KEYS:
            keys.unknown(("items", key), _ITEM_KEYS, "[items]")
    columns, keep = table.get("columns", {}), table.get("keep", [])
    if not isinstance(columns, dict) or not all(isinstance(value, str) for value in columns.values()):
        keys.fault(("items", "columns"), 'columns must hold names of columns: { slot = "column" }')
        return None
    if not isinstance(keep, list) or not all(isinstance(value, str) for value in keep) or "judging" in keep:
        keys.fault(("items", "keep"), "keep must be a list of columns, none of them named judging")
        return None
    file, name = _word(keys, table, "file", ("items",)), _word(keys, table, "id", ("items",), "id")
    return (
        None
        if file is None or name is None
        else ItemsSpec(file=str(Path(base, file)), id=name, keep=tuple(keep), columns=columns)
    )


def _arms(keys: Keys, base: str) -> dict[str, ArmSpec]:
    tables = keys.tree.get("arm", {})
    if not isinstance(tables, dict):
        keys.fault(("arm",), 'arms are tables: [arm.NAME] answer = "column"')
        return {}
    made = {}
    for name, table in tables.items():
        path: Steps = ("arm", name)
        if not isinstance(table, dict):
            keys.fault(path, f"the arm {name} must be a table")
            continue
        for key in table:
            if key not in _ARM_KEYS:
                keys.unknown((*path, key), _ARM_KEYS, f"[arm.{name}]")
        file = _word(keys, table, "file", path) if "file" in table else None
        answer, key_column = (
            _word(keys, table, "answer", path, "answer"),
            _word(keys, table, "id", path, "id"),
        )
        if " vs " in name:
            keys.fault(path, f"the name {name!r} of an arm holds ' vs ', which stands between two arms")
        if answer is not None and key_column is not None:
            made[name] = ArmSpec(
                answer=answer, file=None if file is None else str(Path(base, file)), id=key_column
            )
    return made


def _protocol(keys: Keys) -> Protocol | None:
    table = keys.tree.get("protocol")
    if isinstance(table, str):
        table = {"name": table}
    if not isinstance(table, dict) or not isinstance(table.get("name"), str):
        keys.fault(("protocol",), f"protocol must be one of {', '.join(rule.name for rule in PROTOCOLS)}")
        return None
    rule = PROTOCOLS.get(table["name"])
    if rule is None:
        known = ", ".join(rule.name for rule in PROTOCOLS)
        keys.fault(("protocol", "name"), f"there is no protocol {table['name']!r}; there are {known}")
        return None
    for key in table:
        if key not in ("name", *rule.keys):
            keys.unknown(("protocol", key), ("name", *rule.keys), "[protocol]")
    try:
        return rule.make({key: value for key, value in table.items() if key != "name"})
    except ValueError as fault:
        keys.fault(("protocol",), f"protocol {rule.name}: {fault}")
        return None


def _fits(keys: Keys, contract: Contract | None, protocol: Protocol | None, arms: dict[str, ArmSpec]) -> None:
    """Keep what keeps contract, protocol and arms from going together."""
    if protocol is None:
        return
    if (why := protocol.arms(len(arms))) is not None:
        keys.fault(("arm",), f"the protocol {protocol.name} {why}; there are {len(arms)} arms")
    against = getattr(protocol, "against", None)
    if against is not None and against not in arms:
        keys.fault(("protocol", "against"), f"against names no arm: {against!r}")
    if contract is not None and (why := protocol.suits(contract)) is not None:
        keys.fault(("contract",), why)


def _word(keys: Keys, table: dict[str, Any], key: str, path: Steps, default: str | None = None) -> str | None:
    value = table.get(key, default)
    if not isinstance(value, str) or not value:
        keys.fault((*path, key) if key in table else path, f"{key} must be text")
        return None
    return value
