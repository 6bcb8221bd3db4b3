"""The documentation: generated pages are fresh, nothing is undocumented, and Python on every page runs."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

import oyez
from oyez.cli import main
from oyez.core.metric import Metric
from oyez.forms import FORMS
from oyez.judges import JUDGES
from oyez.judging.load import TOP_KEYS
from oyez.judging.load_judges import JUDGE_KEYS
from oyez.judging.protocols import PROTOCOLS
from oyez.measure.policies import POLICIES
from oyez.measure.shows import SHOWS
from oyez.metrics import METRICS
from oyez.pages import pages
from oyez.recoveries import RECOVERIES
from oyez.scales import SCALES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
MARKDOWN = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md")])
_PYTHON = re.compile(r"^```python\n((?!>>>).*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("name", list(pages()))
def test_generated_pages_are_fresh(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name], "run `make docs`"


_ELSEWHERE = ("formats", "judges", "protocols")
RUN = [
    p for p in MARKDOWN if _PYTHON.search(p.read_text(encoding="utf-8")) and p.parent.name not in _ELSEWHERE
]
"""Pages whose Python runs by itself; that on the pages of formats, judges and protocols runs beside their examples, in
tests of their own."""


@pytest.mark.parametrize("path", RUN, ids=str)
def test_python_on_the_page_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in _PYTHON.findall(path.read_text(encoding="utf-8")):
        exec(compile(block, str(path), "exec"), names)


@pytest.mark.parametrize("path", MARKDOWN, ids=str)
def test_links_lead_somewhere(path: Path) -> None:
    for target in _LINK.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def read(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def test_every_rule_is_documented() -> None:
    assert [rule.name for rule in RECOVERIES if f"### {rule.name}\n" not in read("recoveries.md")] == []
    assert [rule.name for rule in FORMS if f"{{ {rule.name} = " not in read("contracts.md")] == []
    assert [rule.name for rule in SCALES if rule.name not in read("contracts.md")] == []
    assert [name for name in oyez.contract_names() if f"## {name}\n" not in read("catalogue.md")] == []
    assert [name for name in oyez.contract_names() if f"`{name}`" not in read("which-contract.md")] == []
    assert [status for status in oyez.Status if f"| `{status}` |" not in read("statuses.md")] == []


@pytest.mark.parametrize("metric", [*METRICS], ids=lambda metric: metric.name)
def test_every_metric_has_a_page(metric: Metric) -> None:
    page = read(f"metrics/{metric.name}.md")
    assert page.startswith(f"# `{metric.name}`: ")
    assert [part.name for part in metric.parameters if f"| `{part.name}` |" not in page] == []
    for part in ("**Formula**: ", "```python", "**Not for** "):
        assert part in page, part
    assert f"[`{metric.name}`]({metric.name}.md)" in read("metrics/README.md")


def test_every_policy_and_table_is_documented() -> None:
    assert [name for name in POLICIES if f"**{name}**" not in read("old-defaults.md")] == []
    assert [name for name in SHOWS if f"| `{name}` |" not in read("measure.md")] == []


def test_every_command_is_documented() -> None:
    def walk(command: click.Command, title: str) -> list[str]:
        context = click.Context(command, info_name=title)
        found = [title]
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                child = command.get_command(context, name)
                assert child is not None
                found += walk(child, f"{title} {name}")
        return found

    page = read("cli.md")
    assert [title for title in walk(main, "oyez") if f"## {title}\n" not in page] == []


def test_every_judge_and_protocol_has_a_page() -> None:
    assert [rule.name for rule in JUDGES if not (DOCS / "judges" / f"{rule.name}.md").exists()] == []
    assert [rule.name for rule in PROTOCOLS if not (DOCS / "protocols" / f"{rule.name}.md").exists()] == []
    page = read("judge.md")
    assert [
        key for key in (*TOP_KEYS, *JUDGE_KEYS) if f"`{key}`" not in page and f"`{key}.NAME`" not in page
    ] == []


def test_every_problem_code_is_documented() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "oyez").rglob("*.py"))
    made = re.findall(r'(?:Problem|Refused|Broken|Note)\(\s*"([a-z_]+)"', source)
    page = read("statuses.md")
    assert len(set(made)) > 12
    assert [code for code in sorted(set(made)) if f"`{code}`" not in page] == []
