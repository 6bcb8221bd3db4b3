"""The examples of a contract: replies with their readings, which must be ones that a reading can be compared with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from oyez.contract.keys import Keys
from oyez.contract.model import Field
from oyez.contract.wanted import WANTED, Fault, faults_of, unknown_keys

AROUND: Final = ("id", "reply", "stop", "error", "ids", "sure", "why")
"""What an example says beside the reading."""
_WORDS = ("id", "stop", "error", "why")


def check_examples(keys: Keys, fields: dict[str, Field]) -> None:
    """Keep everything that is wrong with the examples."""
    examples = keys.tree.get("example", [])
    if not isinstance(examples, list):
        keys.fault(("example",), "example must be a list of tables")
        return
    several = "field" in keys.tree
    for number, example in enumerate(examples):
        if not isinstance(example, dict) or "reply" not in example or "status" not in example:
            keys.fault(("example", number), "an example needs reply and status")
            continue
        for path, message in _faults(example, tuple(fields) if several else ()):
            name = repr(".".join(map(str, path)))
            keys.fault(("example", number, *path), f"example {number + 1}: {message.format(name)}")


def wanted_of(example: dict[str, Any]) -> dict[str, Any]:
    """What an example says of the reading."""
    return {key: value for key, value in example.items() if key not in AROUND}


def _faults(example: dict[str, Any], fields: tuple[str, ...]) -> Iterator[Fault]:
    yield from unknown_keys(example, (*AROUND, *WANTED))
    if not isinstance(example["reply"], str | None):
        yield ("reply",), "{} must be text"
    for key in _WORDS:
        if example.get(key) is not None and not isinstance(example[key], str):
            yield (key,), "{} must be text"
    if not isinstance(example.get("sure", True), bool):
        yield ("sure",), "{} must be true or false"
    ids = example.get("ids", [])
    if not isinstance(ids, list) or not all(isinstance(name, str | int) for name in ids):
        yield ("ids",), "{} must be a list of words"
    wanted = {key: value for key, value in example.items() if key in WANTED}
    yield from faults_of(wanted)
    said = wanted.get("fields")
    for name in said if isinstance(said, dict) else ():
        if name not in fields:
            yield ("fields", name), "{} is no field of the contract"
