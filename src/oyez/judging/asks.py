"""From items to questions: the prompt of every draw, its identity, and what stands in its slots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.judges import JudgeSpec, Message, Shape
from oyez.judging.fence import ABOUT, fence_mark, fenced
from oyez.judging.item import Item, text_of
from oyez.judging.plan import Task
from oyez.judging.protocols import Shown
from oyez.judging.seal import FAMILY, draw_mark, sealed
from oyez.ledger.hashing import text_digest, tree_digest

SPECIAL = ("instructions", "fence", "mark")
"""Slots that a task fills itself."""
_BYTES_A_TOKEN = 3.5


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """One draw that a plan wants: the prompt without a mark, and where it belongs."""

    name: str
    """The id of the draw. Equal names mean the same judge, settings, prompt, item, arm, order, draw and attempt."""
    item: str
    arm: str | None
    order: str | None
    draw: int
    attempt: int
    """0, and one more for every time that an unread reply was asked for again."""
    values: dict[str, str]
    """What stands in the slots; a stand-in for the mark where labels are sealed."""
    messages: tuple[Message, ...]
    """The prompt that these values make."""
    judged: tuple[str, ...]
    """The texts that others wrote."""
    places: dict[str, str]
    ids: tuple[str, ...] | None
    keep: dict[str, Any]
    """What goes into the draw's meta from the item."""

    @property
    def size(self) -> int:
        """A rough count of tokens of the prompt."""
        held = sum(len(one.content.encode("utf-8", "replace")) for one in self.messages)
        return int(held / _BYTES_A_TOKEN) + 4


def ask_of(
    task: Task, judge_digest: str, item: Item, shown: Shown, *, draw: int, attempt: int = 0, keep: Any = None
) -> Ask:
    """The question for one draw. Raises `KeyError` for a slot that nothing fills."""
    judged = tuple(shown.slots[slot] for slot in shown.judged)
    values = _values(task, item, shown, judged)
    messages = _messages(task, values)
    known = {
        "judge": judge_digest,
        "prompt": text_digest("prompts", "\0".join(f"{one.role}\0{one.content}" for one in messages)),
        "item": item.id,
        "arm": shown.arm,
        "order": shown.order,
        "draw": draw,
        "attempt": attempt,
    }
    parts = [
        item.id,
        shown.arm,
        shown.order,
        str(draw) if draw else None,
        f"again {attempt}" if attempt else None,
    ]
    return Ask(
        name=f"{'/'.join(part for part in parts if part)}#{tree_digest('oyez.ask.1', known)[:16]}",
        item=item.id,
        arm=shown.arm,
        order=shown.order,
        draw=draw,
        attempt=attempt,
        values=values,
        messages=messages,
        judged=judged,
        places=shown.places,
        ids=shown.ids,
        keep=keep or {},
    )


def _values(task: Task, item: Item, shown: Shown, judged: tuple[str, ...]) -> dict[str, str]:
    """What stands in every slot; columns of the item first, so that nothing in them replaces a slot of the task."""
    values = {name: text_of(value) for name, value in item.columns.items()} | shown.slots
    if task.fence:
        mark = fence_mark(judged)
        values |= {slot: fenced(shown.slots[slot], mark) for slot in shown.judged}
        values["fence"] = ABOUT.format(mark=mark)
    for slot, parts in shown.lists.items():
        values[slot] = "\n\n".join(f"[{label}]\n{values[part]}" for label, part in parts.items())
    if "instructions" in task.slots:
        values["instructions"] = task.instructions if shown.ids is None else task.contract_prompt(shown.ids)
    if task.seal:
        values["mark"] = FAMILY
    return values


def _messages(task: Task, values: dict[str, str]) -> tuple[Message, ...]:
    made = [] if task.system is None else [Message("system", task.system.fill(values))]
    return (*made, Message("user", task.template.fill(values)))


class Sealed(msgspec.Struct, frozen=True):
    """A question as it goes out."""

    messages: tuple[Message, ...]
    mark: str | None
    """The mark in its labels; `None` for a question that is not sealed."""
    shape: Shape | None


def seal_ask(task: Task, spec: JudgeSpec, ask: Ask) -> Sealed:
    """Draw the mark, now that all judged text is fixed, and put it into the prompt and the shape."""
    mark = draw_mark([*ask.judged, *(one.content for one in ask.messages)]) if task.seal else None
    messages = ask.messages
    if mark is not None:
        own = {
            name: _marked(ask.values[name], mark) for name in ("instructions", "mark") if name in ask.values
        }
        messages = _messages(task, ask.values | own)
    return Sealed(messages, mark, shape_of(task, spec, mark, ask.ids))


def _marked(text: str, mark: str) -> str:
    """A text of the task itself with the mark in place of its stand-in; judged text never comes here."""
    return text.replace(FAMILY, mark).replace(FAMILY.lower(), mark.lower())


def shape_of(task: Task, spec: JudgeSpec, mark: str | None, ids: tuple[str, ...] | None) -> Shape | None:
    """What the judge is held to. Raises `ContractError` for a contract that has no such face."""
    if spec.structured is None:
        return None
    contract = task.contract if mark is None else sealed(task.contract, mark)
    if spec.structured == "grammar":
        return Shape(grammar=contract.grammar(ids=ids))
    made = {
        key: value
        for key, value in contract.schema(narrow=True, ids=ids).items()
        if key not in ("$schema", "$comment")
    }
    return Shape(schema=made, tool=spec.structured == "tool")


def slots_filled(item: Item, shown: Shown, task: Task) -> Iterator[str]:
    """The slots that a value is there for."""
    yield from item.columns
    yield from shown.slots
    yield "instructions"
    if task.fence:
        yield "fence"
