"""An audit as one HTML page without scripts; replies are hostile, so every text is escaped."""

from __future__ import annotations

from html import escape

from oyez.audit import Audit, Finding
from oyez.audit.direction import direction_text
from oyez.audit.finding import Kind
from oyez.audit.plainest import Unread
from oyez.core.visible import visible_text
from oyez.report.audit_text import given, known, shown

_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f3f3f3;padding:.7rem}mark{background:#ffd54d}"
    "table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.2rem .7rem;text-align:left}"
    "td.n{text-align:right}h2{border-top:1px solid #bbb;padding-top:1rem;font-size:1.1rem}"
)
_HEAD = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width">'
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
)


def page(found: Audit, through: tuple[str, ...]) -> str:
    """The page."""
    title = f"Audit of {found.subject}"
    parts = [f"{_HEAD}<title>{text(title)}</title><style>{_STYLE}</style></head><body>"]
    parts.append(f"<h1>{text(title)}</h1><p>Contract <code>{text(found.contract)}</code>.</p>")
    parts += [f"<p>{text(note)}</p>" for note in found.notes]
    if found.unread is not None:
        parts.append(_unread(found.unread))
    rows = [f'<tr><th>{kind.value}</th><td class="n">{found.counts[kind]}</td></tr>' for kind in Kind]
    parts.append(f"<table>{''.join(rows)}</table>")
    parts += [_finding(one) for one in found.findings] or ["<p>No finding.</p>"]
    if through:
        said = "".join(f"<li>{text(one)}</li>" for one in through)
        parts.append(f"<h2>What becomes of the values</h2><ul>{said}</ul>")
    return "\n".join([*parts, "</body></html>"]) + "\n"


def _unread(one: Unread) -> str:
    reply = text(one.reply[:4000], "\n\t")
    causes = "".join(f"<li>{text(cause)}</li>" for cause in one.causes)
    return (
        f"<h2>It reads none of the plain replies</h2><p>{text(one.sentence)}</p>"
        f'<pre dir="ltr">{reply}</pre>'
        f"<p>Known: <code>{text(shown(one.known))}</code>. Given: <code>{text(one.gave)}</code>.</p>"
        f"<p>Likely causes:</p><ul>{causes}</ul>"
    )


def _finding(one: Finding) -> str:
    title = f"{one.kind.value}: {one.family}, {one.count} of {one.tried}"
    disputed = f"<p>Disputed: {text(one.disputed)}</p>" if one.disputed else ""
    said = direction_text(one.directions)
    favours = f" It {text(said)}." if said else ""
    return (
        f"<h2>{text(title)}</h2><p>{text(one.sentence)}</p>{disputed}"
        f'<pre dir="ltr">{_marked(one)}</pre>'
        f"<p>Known: <code>{text(known(one))}</code>. Given: <code>{text(given(one))}</code>.{favours}</p>"
    )


def _marked(one: Finding) -> str:
    if one.span is None:
        return text(one.reply[:4000], "\n\t")
    start, end = one.span
    low = max(0, start - 2000)
    inner = text(one.reply[start:end][:2000], "\n\t")
    before, after = text(one.reply[low:start], "\n\t"), text(one.reply[end : end + 2000], "\n\t")
    return f"{before}<mark>{inner}</mark>{after}"


def text(said: str, keep: str = "") -> str:
    """Any text as it may stand in the page or in an attribute."""
    return escape(visible_text(said, keep=keep))
