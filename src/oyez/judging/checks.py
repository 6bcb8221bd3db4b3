"""Checking a plan's prompts before anything is paid for: what a judge is told against how it will be read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import msgspec

from oyez.check.run import check as check_cases
from oyez.check.run import examples
from oyez.contract import Contract, Field
from oyez.core.errors import ContractError, InputError, OyezError
from oyez.core.form import Form
from oyez.core.reply import Reply
from oyez.core.scale import Scale
from oyez.core.value import Refused
from oyez.judges import Judge
from oyez.judging.asks import shape_of
from oyez.judging.plan import Plan
from oyez.judging.seal import draw_mark, sealed
from oyez.judging.wants import ask_for, survey, wants
from oyez.reader import read
from oyez.scales._menus import is_placeholder
from oyez.text.regions import plain

_NEARLY = re.compile(r"\{\{?\s*(\w+)\s*\}?\}")
"""What looks like a slot."""
_CHARS_A_TOKEN = 2.0
"""A cautious count: labels and keys take more tokens than prose does."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    what: str
    good: bool
    said: str
    """What was found, in a sentence."""


def check_plan(plan: Plan, judges: dict[str, Judge]) -> list[Finding]:
    """Everything that can be seen without asking a judge, good and bad."""
    checks: list[Callable[[], Iterator[Finding]]] = [
        lambda: _slots(plan),
        lambda: _leftovers(plan),
        lambda: _instruction(plan),
        lambda: _examples(plan),
        lambda: _own_words(plan),
        lambda: _menus(plan),
        lambda: _caps(plan, judges),
        lambda: _shapes(plan),
    ]
    return [finding for one in checks for finding in one()]


def _slots(plan: Plan) -> Iterator[Finding]:
    """Every slot of the template is filled for every item, and every slot of the protocol is used."""
    there = plan.task.slots
    missing = [slot for slot in plan.protocol.slots if slot not in there]
    if missing:
        yield Finding(
            "slots", False, f"the protocol {plan.protocol.name} needs {_braced(missing)} in the template"
        )
    try:
        found = survey(plan)
    except InputError as fault:
        yield Finding("slots", False, str(fault))
        return
    if not missing:
        yield Finding("slots", True, f"{_braced(there)} filled in {found.prompts:,} prompts")


def _braced(slots: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f"{{{slot}}}" for slot in slots)


def _leftovers(plan: Plan) -> Iterator[Finding]:
    """Nothing in the template's own text looks like a slot that was not taken for one."""
    left = [match[0] for text in _own_text(plan) for match in _NEARLY.finditer(text)]
    said = (
        f"{', '.join(dict.fromkeys(left))} is text and not a slot; a slot is {{name}}"
        if left
        else "none left"
    )
    yield Finding("braces", not left, said)


def _own_text(plan: Plan) -> list[str]:
    """What the templates say themselves, slots left out."""
    found = [plan.task.template, *([plan.task.system] if plan.task.system is not None else [])]
    return [piece for one in found for piece in one.pieces[::2]]


def _instruction(plan: Plan) -> Iterator[Finding]:
    """The judge is told the format, once."""
    task = plan.task
    pieces = [*task.template.pieces[1::2], *(task.system.pieces[1::2] if task.system is not None else ())]
    count = pieces.count("instructions")
    own = task.contract.instructions
    if count:
        said = (
            f"{{instructions}} stands {count} times in the prompt"
            if count > 1
            else "the contract's own, once"
        )
        yield Finding("instruction", count == 1, said)
    elif task.seal:
        yield Finding(
            "instruction", False, "a sealed plan needs {instructions}, which tell the judge its mark"
        )
    elif own is not None:
        times = sum(text.count(own.strip()) for text in _own_text(plan))
        yield Finding(
            "instruction", times == 1, f"the text that the contract quotes stands {times} times in the prompt"
        )
    else:
        yield Finding(
            "instruction",
            bool(_found_forms(plan)),
            "no {instructions} in the prompt; "
            + (
                "it shows the form by itself"
                if _found_forms(plan)
                else "and nowhere in it does the form stand"
            ),
        )
    if task.fence and "fence" not in task.slots:
        yield Finding(
            "fence", False, "judged text is fenced, and the prompt does not say so: put {fence} before it"
        )


def _examples(plan: Plan) -> Iterator[Finding]:
    """The contract's own examples read as they say; under a seal, replies that are written for each label do."""
    contract = plan.task.contract
    try:
        results = [*check_cases(examples(contract), lambda _: contract)]
    except ContractError as fault:
        yield Finding("examples", False, "; ".join(fault.faults))
        return
    failed = [result.case.place for result in results if result.case.sure and not result.passed]
    said = f"{len(failed)} read otherwise: {failed[0]}" if failed else f"{len(results)} read as they say"
    yield Finding("examples", not failed, said)
    under = sealed(contract, draw_mark([])) if plan.task.seal else contract
    values = samples(under)
    wrong = [value for value, text in values if read(Reply(text=text, stop="stop"), under).verdict != value]
    if values:
        said = (
            f"a reply that says {wrong[0]!r} is read otherwise"
            if wrong
            else f"{len(values)} written ones read"
        )
        yield Finding("replies", not wrong, said)


def samples(contract: Contract) -> list[tuple[object, str]]:
    """Verdicts with the shortest replies that say them: every label, or both ends of a range."""
    field = contract.fields.get(contract.verdict)
    if field is None or field.forms[0].parts is not None:
        return []
    made = []
    for verdict in _verdicts(field.scale):
        try:
            made.append((verdict, contract.write({field.name: verdict})))
        except OyezError:
            continue
    return made


def _verdicts(scale: Scale) -> list[object]:
    if scale.labelled:
        return list(scale.labels)
    if scale.bounds is None:
        return []
    return [int(bound) if bound == int(bound) else bound for bound in scale.bounds]


def _own_words(plan: Plan) -> Iterator[Finding]:
    """The prompt itself, echoed by a judge, is no verdict."""
    asked = ask_for(plan, "", next(iter(wants(plan)))) if _filled(plan) else None
    if asked is None:
        return
    blank = {
        slot: "" if slot not in ("instructions", "mark", "fence") else asked.values[slot]
        for slot in asked.values
    }
    text = plan.task.template.fill(blank)
    reading = read(Reply(text=text, stop="stop"), plan.task.read_under)
    said = (
        f"a judge that echoes the prompt would be read as {reading.verdict!r}"
        if reading.ok
        else "no verdict in it"
    )
    yield Finding("echo", not reading.ok, said)


def _filled(plan: Plan) -> bool:
    try:
        ask_for(plan, "", next(iter(wants(plan))))
    except InputError:
        return False
    return True


def _found_forms(plan: Plan) -> list[tuple[Field, Form, str, bool]]:
    """Values that stand in the contract's form in the template's own text: whether each may stand there."""
    contract = plan.task.contract
    found = []
    for text in _own_text(plan):
        region = plain(text, 0, text)
        for field in contract.fields.values():
            for form in field.forms:
                if form.marked and form.path is None:
                    for one in form.find(region, contract.asks[field.name]).candidates:
                        value = one.value if isinstance(one.value, str) else text[one.start : one.end]
                        found.append((field, form, value, _may_stand(contract, field, value)))
    return found


def _may_stand(contract: Contract, field: Field, value: str) -> bool:
    fine = not isinstance(field.scale.admit(value), Refused)
    return (
        fine or is_placeholder(value, contract.asks[field.name]) or not any(char.isalnum() for char in value)
    )


def _menus(plan: Plan) -> Iterator[Finding]:
    """What the template shows in the contract's form is on the scale, as the contract spells it."""
    strange = [(form.kind, value) for _, form, value, fine in _found_forms(plan) if not fine]
    said = "; ".join(
        f"the {kind} in the prompt says {value!r}, which is not on the scale" for kind, value in strange
    )
    yield Finding("menus", not strange, said or "as the contract spells them")


def _caps(plan: Plan, judges: dict[str, Judge]) -> Iterator[Finding]:
    """A reply that holds the longest verdict fits under the cap."""
    under = sealed(plan.task.contract, draw_mark([])) if plan.task.seal else plan.task.contract
    texts = [text for _, text in samples(under)]
    if not texts:
        return
    need = int(max(len(text) for text in texts) / _CHARS_A_TOKEN) + 1
    for name, judge in judges.items():
        if judge.cap is None:
            yield Finding("cap", True, f"{name}: no cap on the reply is set")
        else:
            fine = judge.cap >= need or (plan.task.contract.cut == "value" and judge.cap >= 1)
            said = f"{name}: {judge.cap} tokens; the shortest reply takes about {need}"
            yield Finding("cap", fine, said)


def _shapes(plan: Plan) -> Iterator[Finding]:
    """Structured output has a face of the contract to be made from."""
    for name, judge in plan.judges.items():
        spec = judge.spec
        if spec.structured is None:
            continue
        mark = draw_mark([]) if plan.task.seal else None
        ids = next(iter(wants(plan))).shown.ids if _filled(plan) else None
        try:
            shape = shape_of(plan.task, spec, mark, ids)
        except ContractError as fault:
            yield Finding("structured", False, f"{name}: {'; '.join(fault.faults)}")
            continue
        size = len(json.dumps(msgspec.to_builtins(shape)))
        yield Finding("structured", True, f"{name}: {spec.structured}, {size:,} characters")
