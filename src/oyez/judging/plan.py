"""A judging plan as frozen values: what is judged, how it is shown, by whom, and under which contract."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from oyez.contract import Contract
from oyez.judges import JudgeSpec
from oyez.judging.fence import ABOUT
from oyez.judging.item import ArmSpec, ItemsSpec
from oyez.judging.limits import Price
from oyez.judging.protocols import Protocol
from oyez.judging.seal import FAMILY, sealed
from oyez.judging.template import Template
from oyez.judging.transport import Retries
from oyez.ledger.hashing import tree_digest


class PlanJudge(msgspec.Struct, frozen=True, kw_only=True):
    """A judge of a plan, with how it is to be treated."""

    spec: JudgeSpec
    retries: Retries = Retries()
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    price: Price | None = None


class Task(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a judge is asked: contract, template, and whether labels are sealed and judged text is fenced.

    Two tasks that ask alike have equal digests; a reviewer of a screening is a task and a judge.
    """

    contract: Contract
    template: Template
    system: Template | None = None
    seal: bool = False
    """Whether every call gets a mark of its own that is part of the labels."""
    fence: bool = False
    """Whether judged text stands between marks that it cannot contain."""

    @cached_property
    def read_under(self) -> Contract:
        """The contract that names the instrument: sealed with a stand-in, where labels are sealed."""
        return sealed(self.contract, FAMILY) if self.seal else self.contract

    @cached_property
    def instructions(self) -> str:
        """The contract's format instruction, with a stand-in for the mark where labels are sealed."""
        return self.contract_prompt(None)

    def contract_prompt(self, ids: tuple[str, ...] | None) -> str:
        """The format instruction for a reply whose items are `ids`."""
        return self.read_under.prompt(ids=ids).rstrip("\n")

    @cached_property
    def digest(self) -> str:
        """64 hex digits over everything of the prompt that is not an item."""
        told = {
            "template": self.template.source,
            "system": None if self.system is None else self.system.source,
            "instructions": self.instructions if "instructions" in self.slots else None,
            "seal": self.seal,
            "fence": ABOUT if self.fence else None,
        }
        return tree_digest("oyez.template.1", told)

    @property
    def slots(self) -> tuple[str, ...]:
        """All slots of the prompt."""
        more = self.system.slots if self.system is not None else ()
        return tuple(dict.fromkeys((*self.template.slots, *more)))


class Plan(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Items × arms × protocol × judges × draws, and the task that each of them is asked."""

    name: str
    task: Task
    protocol: Protocol
    items: ItemsSpec
    arms: dict[str, ArmSpec]
    judges: dict[str, PlanJudge]
    draws: int = 1
    """Independent replies for every prompt and judge."""
    seed: int = 0
    """From which the orders of rankings are drawn."""
    reask: int = 0
    """How often a reply that could not be read is asked for again; every attempt is kept and counted."""
    ledger: str = "judge.oyez"
    """Where everything goes."""
    source: str | None = None
    """The file that it was loaded from."""

    @cached_property
    def digest(self) -> str:
        """64 hex digits over what decides which draws there are; speed and prices do not enter it."""
        told: dict[str, Any] = {
            "name": self.name,
            "contract": self.task.contract.digest,
            "task": self.task.digest,
            "protocol": {"name": self.protocol.name, **msgspec.to_builtins(self.protocol)},
            "arms": list(self.arms),
            "judges": [judge.spec.name for judge in self.judges.values()],
            "seed": self.seed,
        }
        return tree_digest("oyez.plan.1", told)
