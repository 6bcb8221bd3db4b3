"""The judges of a plan file: what every judge has, and what its kind has besides."""

from __future__ import annotations

from typing import Any

from oyez.contract.keys import Keys
from oyez.contract.keys import Path as Steps
from oyez.judges import JUDGES, JudgeRule, JudgeSpec
from oyez.judging.limits import Price
from oyez.judging.plan import PlanJudge
from oyez.judging.transport import Retries

JUDGE_KEYS = (
    "kind",
    "model",
    "settings",
    "structured",
    "logprobs",
    "timeout",
    "concurrency",
    "retries",
    "backoff",
    "requests_per_minute",
    "tokens_per_minute",
    "price",
)
"""The keys that every judge may have."""


def judges_from(keys: Keys, base: str) -> dict[str, PlanJudge]:
    """The judges by name; faults are kept in `keys`."""
    tables = keys.tree.get("judge")
    if not isinstance(tables, dict) or not tables:
        keys.fault(("judge",), 'a plan needs a judge: [judge.NAME] kind = "openai"')
        return {}
    made = {name: _judge(keys, name, table, base) for name, table in tables.items()}
    return {name: judge for name, judge in made.items() if judge is not None}


def _judge(keys: Keys, name: str, table: Any, base: str) -> PlanJudge | None:
    path: Steps = ("judge", name)
    if not isinstance(table, dict) or not isinstance(table.get("kind"), str):
        keys.fault(path, f"the judge {name} must be a table with a kind: {_kinds()}")
        return None
    rule = JUDGES.get(table["kind"])
    if rule is None:
        keys.fault((*path, "kind"), f"there is no kind of judge {table['kind']!r}; there are {_kinds()}")
        return None
    for key in table:
        if key not in (*JUDGE_KEYS, *rule.keys):
            keys.unknown((*path, key), (*JUDGE_KEYS, *rule.keys), f"[judge.{name}]")
    before = len(keys.faults)
    spec, retries = _spec(keys, name, table, rule, base), _retries(keys, table, path)
    rates = {key: _number(keys, table, key, path) for key in ("requests_per_minute", "tokens_per_minute")}
    price = _price(keys, table, path)
    if len(keys.faults) > before:
        return None
    return PlanJudge(spec=spec, retries=retries, price=price, **rates)


def _kinds() -> str:
    return ", ".join(rule.name for rule in JUDGES)


def _spec(keys: Keys, name: str, table: dict[str, Any], rule: JudgeRule, base: str) -> JudgeSpec:
    path: Steps = ("judge", name)
    model, settings = table.get("model"), table.get("settings", {})
    if not isinstance(model, str | None) or (rule.model and not model):
        keys.fault((*path, "model") if "model" in table else path, f"the judge {name} must name a model")
    if not isinstance(settings, dict):
        keys.fault((*path, "settings"), "settings must be a table, such as { temperature = 0 }")
        settings = {}
    structured = table.get("structured")
    if structured is not None and structured not in rule.structured:
        can = ", ".join(rule.structured) or "nothing"
        keys.fault(
            (*path, "structured"), f"structured is {structured!r}; a judge of this kind can be held to: {can}"
        )
    logprobs = table.get("logprobs")
    if logprobs is not None and (not rule.logprobs or type(logprobs) is not int or not 1 <= logprobs <= 20):
        keys.fault((*path, "logprobs"), "logprobs must be a number from 1 to 20, where the kind gives them")
    return JudgeSpec(
        name=name,
        kind=rule.name,
        model=model,
        settings=settings,
        structured=structured,
        options={key: table[key] for key in rule.keys if key in table},
        base=base,
        timeout=_number(keys, table, "timeout", path) or 120.0,
        concurrency=_count(keys, table, "concurrency", path, 8, 1),
        logprobs=logprobs,
    )


def _retries(keys: Keys, table: dict[str, Any], path: Steps) -> Retries:
    return Retries(
        times=_count(keys, table, "retries", path, 6, 0), base=_number(keys, table, "backoff", path) or 0.5
    )


def _price(keys: Keys, table: dict[str, Any], path: Steps) -> Price | None:
    """Money for a million tokens in and out."""
    found = table.get("price")
    if found is None:
        return None
    known = isinstance(found, dict) and set(found) <= {"input", "output"} and found
    if not known or not all(type(value) in (int, float) and value >= 0 for value in found.values()):
        keys.fault((*path, "price"), "price must be { input = 2.5, output = 10 }, for a million tokens")
        return None
    return Price(**{key: float(value) for key, value in found.items()})


def _number(keys: Keys, table: dict[str, Any], key: str, path: Steps) -> float | None:
    value = table.get(key)
    if value is not None and (type(value) not in (int, float) or not value > 0):
        keys.fault((*path, key), f"{key} must be a number above 0")
        return None
    return None if value is None else float(value)


def _count(keys: Keys, table: dict[str, Any], key: str, path: Steps, default: int, least: int) -> int:
    value = table.get(key, default)
    if type(value) is not int or value < least:
        keys.fault((*path, key), f"{key} must be a whole number from {least}")
        return default
    return value
