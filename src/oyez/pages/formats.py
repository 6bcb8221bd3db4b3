"""The pages on formats: one for each importer, and an index of importers, exporters and known parsers."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import oyez
from oyez.exporters import EXPORTERS
from oyez.importers import IMPORTERS, Importer
from oyez.known_parsers import KNOWN_PARSERS, KnownParser
from oyez.pages.example import example_lines
from oyez.pages.markdown import GENERATED, table

EXAMPLES = Path(oyez.__file__).parents[2] / "docs" / "formats" / "examples"
"""The example files, in a checkout."""


def page(importer: Importer) -> str:
    """The page of one importer; its example is opened as the page is made."""
    state = "verified" if importer.verified else "**unverified**"
    lines = [
        GENERATED,
        f"# {importer.title}",
        "",
        f"Format `{importer.name}`, {state}: tried on {importer.checked}.",
    ]
    if importer.extra:
        lines += ["", f"Needs an extra: `pip install 'oyez[{importer.extra}]'`."]
    for head, told in (
        ("Where the reply lives", importer.where),
        ("What the tool recorded", importer.recorded),
        ("What is lost", importer.lost),
        ("How to write back", importer.write_back),
    ):
        lines += ["", f"## {head}", "", f"{_sentence(told)}"]
    lines += ["", "## On the command line", "", *_commands(importer)]
    with tempfile.TemporaryDirectory() as scratch:
        lines += ["", "## Example", "", *example_lines(importer, EXAMPLES, Path(scratch))]
    return "\n".join(lines) + "\n"


def _commands(importer: Importer) -> list[str]:
    """What one types to take such a file in, to look at it, and to write it back."""
    name, ending = "archive", Path(importer.example).suffix
    if importer.name == "inspect":
        ending = ".eval"
    elif importer.name == "llm-logs":
        name, ending = "logs", ".db"
    typed = [f"oyez import {name}{ending} --into judge.oyez"]
    if importer.rereadable:
        terms = importer.contracts[0] if importer.contracts else "judge.toml"
        typed.append(f"oyez recheck {name}{ending} --contract {terms}")
        if importer.exporter is not None:
            to = "done.jsonl" if importer.exporter == "mlflow" else f"corrected{ending}"
            typed.append(f"oyez write-back {name}{ending} --contract {terms} --to {to}")
    told = ["```sh", *typed, "```"]
    if not importer.rereadable:
        return [*told, "", "There is no reply to read again; the ledger holds the recorded values."]
    if importer.contracts:
        names = " or ".join(f"[`{each}`](../catalogue.md#{each})" for each in importer.contracts)
        return [
            *told,
            "",
            f"The contract is {names} where the judge was asked in the tool's own words; else yours.",
        ]
    return [*told, "", "`judge.toml` is your contract: what the judge was asked to write."]


def _index() -> str:
    lines = [
        GENERATED,
        "# Archives of other tools",
        "",
        "Take the archives that another tool wrote into a [ledger](../ledger.md), see how many of the recorded values",
        "the replies do not bear out, and put the corrected ones back, in a new file:",
        "",
        "```sh",
        "oyez import logs/*.eval --into judge.oyez",
        "oyez recheck logs/run.eval --contract inspect-grade",
        "oyez write-back logs/run.eval --contract inspect-grade --to corrected.eval",
        "```",
        "",
        "[Recheck](../recheck.md) shows what that prints. The format is found by looking at the file; `--format`",
        "names one of the table. A broken row is an error with its place; `--skip-bad` reports and counts such rows,",
        "and goes on. A format that does not keep the reply is imported all the same: its draws are",
        "*not re-readable*, and their recorded values are there. Plain JSONL, CSV and Parquet files need no format:",
        "[`oyez import`](../ledger.md) maps their columns.",
        "",
        "In Python `oyez.importers.open_archive(path)` streams the draws: each with the judge's reply, how it came,",
        "and what the tool recorded.",
        "",
        "Unverified formats were written from a description; no file that the tool itself wrote was at hand.",
        "",
        *table(
            ("format", "files", "tried on", "needs"),
            [
                (
                    f"[`{each.name}`]({each.name}.md)",
                    each.title,
                    _tried(each.verified, each.checked),
                    _extra(each.extra),
                )
                for each in IMPORTERS.built_in.values()
            ],
        ),
        "",
        "- [Writing corrected readings back](write-back.md)",
        "- [Known parsers](known-parsers.md): the rules by which other tools read replies",
        "",
        "Every entry of an archive is checked before it is believed: entries whose names lead out of the archive,",
        "symbolic links, entries that unpack to far more than they are, values larger than the limit and JSON that is",
        "nested too deep are one error that names the place. `oyez.importers.Limits` holds the bounds.",
    ]
    return "\n".join(lines) + "\n"


def _write_back() -> str:
    lines = [
        GENERATED,
        "# Writing corrected readings back",
        "",
        "An exporter writes a new file or adds a record; it never changes or replaces what is there, and a file",
        "appears whole or not at all. Every reading carries its contract's digest, its status and the span of its",
        "evidence.",
        "",
        "`oyez write-back ARCHIVE --contract NAME --to FILE` writes what the archive's own tool reads; `--as EXPORTER`",
        "asks for another of the table below. In Python:",
        "",
        "```python",
        "from pathlib import Path",
        "",
        "import oyez",
        "from oyez.exporters import EXPORTERS, WriteBack, reread",
        "from oyez.importers import open_archive",
        "",
        'archive = Path("mt-bench-single.jsonl")',
        'rereads = reread(open_archive(archive), oyez.contract("mt-bench-rating"))',
        'job = WriteBack(rereads=rereads, to=Path("corrected.jsonl"), archive=archive)',
        'print(EXPORTERS.get("mt-bench").write(job))',
        "```",
        "",
        *table(
            ("exporter", "writes", "what stands there", "tried", "needs"),
            [
                (
                    f"`{each.name}`",
                    each.title,
                    _sentence(each.about),
                    _tried(each.verified, each.checked),
                    _extra(each.extra),
                )
                for each in EXPORTERS.built_in.values()
            ],
        ),
        "",
        "The files of `langfuse` and `phoenix` are requests; `oyez.exporters.send(path, address, headers)` sends them",
        "one after the other and stops at the first that is refused. Their ids are made of the instrument and the",
        "reply, so sending a file twice changes nothing.",
    ]
    return "\n".join(lines) + "\n"


def _parsers() -> str:
    lines = [
        GENERATED,
        "# Known parsers",
        "",
        "The rules by which other tools turn a reply into a value, written from what they do: to compare with,",
        "never to read by. `oyez.known_parsers.KNOWN_PARSERS.get(name).read(text)` gives the value, or `None`.",
        "",
        *table(
            ("name", "tool", "versions", "rule", "described by", "compared"),
            [
                (f"`{each.name}`", each.tool, _versions(each), each.about, each.source, each.checked)
                for each in KNOWN_PARSERS.built_in.values()
            ],
        ),
    ]
    return "\n".join(lines) + "\n"


def _versions(parser: KnownParser) -> str:
    if parser.since and parser.before:
        return f"{parser.since} to before {parser.before}"
    return f"since {parser.since}" if parser.since else f"before {parser.before}" if parser.before else "any"


def _sentence(text: str) -> str:
    told = text[0].upper() + text[1:]
    return told if told.endswith(".") else f"{told}."


def _tried(verified: bool, checked: str) -> str:
    return checked if verified else f"**unverified**: {checked}"


def _extra(extra: str | None) -> str:
    return f"`oyez[{extra}]`" if extra else ""


PAGES: dict[str, Callable[[], str]] = {
    "formats/README.md": _index,
    "formats/write-back.md": _write_back,
    "formats/known-parsers.md": _parsers,
    **{f"formats/{each.name}.md": partial(page, each) for each in IMPORTERS.built_in.values()},
}
