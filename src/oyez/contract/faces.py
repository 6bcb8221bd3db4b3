"""One contract, several faces: prompt, schema, grammar and reply come from what the reader reads by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

import msgspec

if TYPE_CHECKING:
    from oyez.contract.model import Contract


class Faces(msgspec.Struct, frozen=True, kw_only=True):
    """What a contract can be turned into. `ids` are the items of one reply, where the contract names none."""

    def prompt(self, *, ids: Iterable[str] | None = None) -> str:
        """The format instruction to paste into a judge's prompt; it holds no verdict itself.

        Raises `ContractError` where no one reply can hold all fields.
        """
        from oyez.contract.prompt import prompt

        return prompt(_of(self, ids))

    def schema(self, *, narrow: bool = False, ids: Iterable[str] | None = None) -> dict[str, Any]:
        """A JSON Schema (2020-12) that accepts exactly the objects that the contract reads strictly.

        With `narrow`, the schema to hand to a provider of structured output: every field, no other key,
        and labels spelt one way. Raises `ContractError` for a contract that reads no JSON object.
        """
        from oyez.contract.schema import schema

        return schema(_of(self, ids), narrow=narrow)

    def grammar(self, *, ids: Iterable[str] | None = None) -> str:
        """A llama.cpp grammar (GBNF); whatever it generates, the contract reads.

        Raises `ContractError` where no one reply can hold all fields, a scale is too wide to list, or the
        ids of items are not known.
        """
        from oyez.contract.grammar import grammar

        return grammar(_of(self, ids))

    def write(self, values: Mapping[str, Any]) -> str:
        """A reply that says the values, field by field: `contract.write({"verdict": "faithful"})`.

        Raises `OyezError` for an unknown field or a value that is not on its scale.
        """
        from oyez.contract.write import write

        return write(_of(self, None), values)


def _of(faces: Faces, ids: Iterable[str] | None) -> Contract:
    """The contract itself, or for a reply whose items are known one that names them."""
    contract = cast("Contract", faces)
    if ids is None or contract.ids is not None:
        return contract
    return msgspec.structs.replace(contract, ids=tuple(ids))
