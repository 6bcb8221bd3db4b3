"""Judges: one kind a file, each with one method that asks once and says what came back."""

from oyez.core.registry import Registry
from oyez.judges._judge import Delivery, Fault, Judge, JudgeRule, JudgeSpec, Message, Request, Shape

JUDGES: Registry[JudgeRule] = Registry("oyez.judges", "JUDGE", JudgeRule)
"""Every kind of judge by its name in a plan."""


def make_judge(spec: JudgeSpec) -> Judge:
    """The judge that a plan writes. Raises `ValueError` with a plain sentence."""
    rule = JUDGES.get(spec.kind)
    if rule is None:
        raise ValueError(f"there is no kind of judge {spec.kind!r}")
    return rule.make(spec)


__all__ = [
    "JUDGES",
    "Delivery",
    "Fault",
    "Judge",
    "JudgeRule",
    "JudgeSpec",
    "Message",
    "Request",
    "Shape",
    "make_judge",
]
