"""The page of recoveries: each with its rule, what it serves, and an example that is read as the page is made."""

from __future__ import annotations

import oyez
from oyez.core.recovery import PlaceRule, Recovery, anything, labels, not_text, numbers
from oyez.pages.markdown import GENERATED, code, data, sentence
from oyez.recoveries import RECOVERIES, in_order

SERVES = {
    anything: "every scale",
    not_text: "every scale but text and json",
    numbers: "integer and number",
    labels: "labels and preference",
}

HEAD = f"""{GENERATED}

# Recoveries

A recovery is a small, named way to a verdict that the strict form does not give. A contract names the ones that it
allows: `recover = "safe"` is every rule below that is not marked opt-in, and a list may hold names and `"safe"`.

Recoveries run only where the strict reading found neither a verdict nor a conflict, so adding, removing or reordering
them never changes a verdict that was read. What they find goes through the same scale and the same settling. The
reading's `rule` names those that it took, joined by `+`: the place first, then the values.

- **Value recoveries** take one defect off a value, wherever it was found.
- **Place recoveries** look where the form itself does not; at most one of them gives the verdict. All that are named
  are tried: different verdicts are a conflict, and a value that is off the scale blocks.
- The recoveries of **whole lines** serve the verdict field only, and never the scales text and json.
- On a reply that was cut (`stop` is `length`) only value recoveries run, on values that are complete, unless the
  contract says `recover_truncated = true`.
"""


def page() -> str:
    """The whole page."""
    rules = in_order(rule.name for rule in RECOVERIES)
    parts = [HEAD]
    for title, places in (("## Value recoveries", False), ("## Place recoveries", True)):
        parts.append(title)
        parts += [_entry(rule) for rule in rules if isinstance(rule, PlaceRule) is places]
    return "\n\n".join(parts)


def _entry(rule: Recovery) -> str:
    lines = [f"### {rule.name}", sentence(_function(rule))]
    served = SERVES.get(rule.serves) or f"the scale {_scale_name(rule)}"
    forms = f"forms: {', '.join(rule.forms)}" if isinstance(rule, PlaceRule) and rule.forms else "all forms"
    whole = "; whole line" if isinstance(rule, PlaceRule) and rule.whole_line else ""
    lines.append(f"*{'safe' if rule.safe else 'opt-in'}; {served}; {forms}{whole}*")
    return "\n\n".join([*lines, *_example(rule)])


def _function(rule: Recovery) -> object:
    return rule.find if isinstance(rule, PlaceRule) else rule.rewrite


def _scale_name(rule: Recovery) -> str:
    return {"boolean-string": "boolean", "scalar-label": "labels"}[rule.name]


def _example(rule: Recovery) -> list[str]:
    """The example and its twin, each with what the reader makes of it."""
    example = rule.example
    if example is None:
        return []
    contract = oyez.contract({**example.contract, "recover": [rule.name]})
    form, scale = data(example.contract["form"]), data(example.contract["scale"])
    more = {key: value for key, value in example.contract.items() if key not in ("form", "scale")}
    extra = f", {data(more)}" if more else ""
    lines = [f"Under form {form} and scale {scale}{extra}:", ""]
    for reply in (example.reply, example.twin):
        reading = oyez.read(reply, contract)
        said = f"`{reading.status}`" + (f", {data(reading.verdict)}" if reading.ok else "")
        lines.append(f"- {code(reply)} is {said}")
    return ["\n".join(lines)]


PAGES = {"recoveries.md": page}
