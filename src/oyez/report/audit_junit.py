"""An audit as JUnit XML: a test case a family, failed where it has findings."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

from oyez.audit import Audit, Finding
from oyez.audit.plainest import Unread
from oyez.report.audit_text import given, known, shown

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def page(found: Audit) -> str:
    """The document."""
    by_family: dict[str, list[Finding]] = {name: [] for name in found.families}
    for one in found.findings:
        by_family.setdefault(one.family, []).append(one)
    failed = sum(bool(each) for each in by_family.values()) + (found.unread is not None)
    tests = len(by_family) + (found.unread is not None)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        (
            f'<testsuites><testsuite name={_quoted(found.subject)} tests="{tests}" failures="{failed}" '
            'errors="0" skipped="0">'
        ),
    ]
    if found.unread is not None:
        lines.append(_unread(found.unread, found.contract))
    for name, each in by_family.items():
        head = f"<testcase classname={_quoted(found.contract)} name={_quoted(name)}"
        if not each:
            lines.append(f"{head}/>")
            continue
        lines.append(f"{head}>")
        lines.append(
            f"<failure type={_quoted(each[0].kind.value)} message={_quoted(each[0].sentence)}>"
            f"{_text(_said(each))}</failure></testcase>"
        )
    return "\n".join([*lines, "</testsuite></testsuites>"]) + "\n"


def _unread(one: Unread, contract: str) -> str:
    body = "\n".join([one.reply[:2000], f"known: {shown(one.known)}; given: {one.gave}", *one.causes])
    return (
        f'<testcase classname={_quoted(contract)} name="reads-plain-replies">'
        f'<failure type="reads none" message={_quoted(one.sentence)}>{_text(body)}</failure></testcase>'
    )


def _said(each: list[Finding]) -> str:
    return "\n\n".join(
        f"{one.kind.value}, {one.count} of {one.tried}: {one.sentence}\n{one.reply[:2000]}\n"
        f"known: {known(one)}; given: {given(one)}"
        for one in each
    )


def _text(text: str) -> str:
    return escape(_NOT_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def _quoted(text: str) -> str:
    return quoteattr(_NOT_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", text))
