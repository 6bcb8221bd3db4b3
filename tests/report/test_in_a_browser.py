"""Pages in a real browser: replies stand there as text, and nothing in them runs."""

from __future__ import annotations

import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

import oyez
from oyez.audit import Audit, Finding
from oyez.audit.finding import Kind
from oyez.report.audit_html import page

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--virtual-time-budget=2000",
    "--dump-dom",
]
HOSTILE = (
    '<script>document.title = "owned"</script>\n<img src=x onerror="document.title=\'owned\'">\n'
    "</pre></code><h2>Audit: all agrees</h2>\n&lt;b&gt; ]]> <!-- \n**VERDICT:** FAITHFUL."
)

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")


class _Dom(HTMLParser):
    """The elements of a page, its title, and the text in its `pre`."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.title = self.pre = ""
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        if tag in ("pre", "title"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            self._open.remove(tag)

    def handle_data(self, data: str) -> None:
        if "pre" in self._open:
            self.pre += data
        if "title" in self._open:
            self.title += data


def shown(html: str, folder: Path) -> _Dom:
    """The page as the browser made it, after its scripts had their time."""
    (folder / "page.html").write_text(html, encoding="utf-8")
    assert BROWSER is not None
    done = subprocess.run(
        [BROWSER, *FLAGS, f"--user-data-dir={folder / 'profile'}", (folder / "page.html").as_uri()],
        capture_output=True,
        check=True,
        timeout=120,
        text=True,
    )
    dom = _Dom()
    dom.feed(done.stdout)
    return dom


def test_the_browser_runs_scripts_where_nothing_is_escaped(tmp_path: Path) -> None:
    assert shown(f"<!doctype html><title>as made</title>{HOSTILE}", tmp_path).title == "owned"


def test_the_page_of_a_reading(tmp_path: Path) -> None:
    reading = oyez.read(HOSTILE, oyez.contract("lean-faithfulness"))
    assert reading.verdict == "faithful"
    dom = shown(f"<!doctype html><title>as made</title>{reading._repr_html_()}", tmp_path)
    assert dom.title == "as made"
    assert dom.pre == HOSTILE
    assert not {"script", "img", "h2"} & {*dom.elements}
    assert dom.elements.count("mark") == 1


def test_the_page_of_an_audit(tmp_path: Path) -> None:
    finding = Finding(
        family="plain",
        kind=Kind.SILENT,
        count=1,
        tried=2,
        reply=HOSTILE,
        known="faithful",
        has=True,
        gave=HOSTILE,
        span=(8, 40),
    )
    audit = Audit(
        subject=HOSTILE,
        contract="c",
        notes=(HOSTILE,),
        counts=dict.fromkeys(Kind, 1),
        families={},
        findings=(finding,),
    )
    dom = shown(page(audit, ()), tmp_path)
    assert dom.title.startswith("Audit of")
    assert dom.pre == HOSTILE
    assert not {"script", "img"} & {*dom.elements}
    assert dom.elements.count("h2") == 1
