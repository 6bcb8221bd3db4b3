"""`oyez audit`: what a parser does to replies whose reading is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from oyez.cli.audit_options import (
    a_number,
    check_together,
    kinds_of,
    known_families,
    limits_of,
    reckoning_of,
)
from oyez.cli.ends import GATE, say
from oyez.cli.progress import Progress
from oyez.cli.terminal import room

if TYPE_CHECKING:
    from oyez.audit import Audit
    from oyez.audit.answer import Reckoning
    from oyez.audit.finding import Kind
    from oyez.audit.named import Pattern
    from oyez.audit.subject import Subject
    from oyez.contract import Contract

FORMATS = ("text", "json", "markdown", "junit", "sarif", "html")


@click.command(short_help="Find out what a parser does to replies whose reading is known.")
@click.argument("parser", required=False)
@click.option("--contract", "-c", required=True, metavar="NAME|FILE", help="What the judge was asked for.")
@click.option("--regex", metavar="PATTERN", help="Audit a regular expression instead of a named parser.")
@click.option("--group", metavar="NAME|N", help="Its group; else the first one, or the whole match.")
@click.option("--pick", type=click.Choice(["first", "last", "only"]), default="first", show_default=True)
@click.option(
    "--nothing", multiple=True, metavar="VALUE", help="A value by which it says that it found nothing."
)
@click.option("--raises", multiple=True, metavar="NAME", help="An exception by which it says so.")
@click.option(
    "--map", "words", multiple=True, metavar="GIVEN=VERDICT", help="What a value that it gives means."
)
@click.option("--with-stop", is_flag=True, help="Call it with the provider's stop reason as well.")
@click.option("--family", "families", multiple=True, metavar="NAME", help="Only this family of replies.")
@click.option(
    "--count", type=click.IntRange(1), help="How many replies; else each one once in each language."
)
@click.option("--seed", default=0, show_default=True)
@click.option("--on", "archive", metavar="REPLIES|LEDGER", help="Compare on an archive instead.")
@click.option("--through", metavar="MODULE:FUNCTION", help="What becomes of a value: score or decision.")
@click.option("--queue", metavar="FILE", help="With --on: write the replies to check by hand, as JSONL.")
@click.option("--mutate", metavar="CASES", help="Change the parser on purpose: do these cases notice?")
@click.option(
    "--seconds",
    type=click.FloatRange(0.001, 3600),
    callback=a_number,
    default=2.0,
    show_default=True,
    help="For one reply.",
)
@click.option(
    "--memory", type=click.IntRange(64), default=2048, show_default=True, help="MiB of address space."
)
@click.option(
    "--python", metavar="PATH", help="The Python that runs module:function, of another environment."
)
@click.option("--fail-on", metavar="KINDS", help="Exit with 1 on these, as `silent,invented`.")
@click.option("--format", "kind", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--to", metavar="FILE|-", help="Write the page there.")
@click.option("--cases", metavar="FILE", help="Write the failing replies as a case file.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def command(**options: Any) -> int:
    """Find out what a parser does to replies whose reading is known.

    PARSER is module:function, the name of a known parser, a command that reads JSONL, or `oyez`. The replies are
    built from the contract, so what they say is known. Foreign code runs in a process of its own, with limits of
    time, memory and output: containment of accidents, not a sandbox.
    """
    from oyez.audit.named import Pattern, named
    from oyez.contract import contract as load

    if options["as_json"]:
        options["kind"] = "json"
    check_together(options)
    terms = load(options["contract"])
    reckoning, wanted = reckoning_of(options, terms), kinds_of(options["fail_on"])
    pattern = None
    if options["regex"] is not None:
        pattern = Pattern(pattern=options["regex"], group=options["group"], pick=options["pick"])
    subject = named(
        options["parser"],
        terms,
        pattern=pattern,
        limits=limits_of(options),
        stop=options["with_stop"],
        python=options["python"],
    )
    try:
        if options["mutate"] is not None:
            return _mutate(options, reckoning, pattern, terms)
        if options["archive"] is not None:
            return _on(options, subject, reckoning, terms, wanted)
        if _of_itself(options):
            return _own(options, terms, wanted)
        return _audit(options, subject, reckoning, terms, wanted)
    finally:
        subject.close()


def _of_itself(options: dict[str, Any]) -> bool:
    """Whether oyez is asked about itself, and not about oyez as one parser among others."""
    others = ("cases", "through", "with_stop", "nothing", "raises", "words")
    asked = any(options[name] for name in others) or options["kind"] not in ("text", "json")
    return options["parser"] == "oyez" and not asked


def _audit(
    options: dict[str, Any], subject: Subject, reckoning: Reckoning, terms: Contract, wanted: tuple[Kind, ...]
) -> int:
    from oyez.audit import audit
    from oyez.audit.through import decisions
    from oyez.report.audit import page

    families = known_families(options["families"])
    with Progress(options["count"], "replies") as progress:
        found = audit(
            subject,
            terms,
            reckoning=reckoning,
            families=families,
            count=options["count"],
            seed=options["seed"],
            step=progress.step,
        )
    through = decisions(options["through"], found, terms) if options["through"] else ()
    _give(options["to"], page(options["kind"], found, through, room()))
    if options["cases"] is not None:
        _keep_cases(options["cases"], found, terms, options["contract"])
    return GATE if found.falls_short(wanted) else 0


def _keep_cases(to: str, found: Audit, terms: Contract, named: str) -> None:
    """Write the failing replies as cases, and say how many could not be."""
    from oyez.audit.cases import finding_rows, write_rows

    written = write_rows(to, finding_rows(found, terms, named))
    say(f"oyez: {written:,} of {len(found.findings):,} findings are cases in {to}")
    if written < len(found.findings):
        say(
            "oyez: the contract reads the others in another way than they are meant, so they are no cases of it"
        )


def _own(options: dict[str, Any], terms: Contract, wanted: tuple[Kind, ...]) -> int:
    """oyez itself: also what its recoveries do, and where it gives no verdict."""
    from oyez.audit.own import own_audit
    from oyez.report.audit_own import lines, tree

    families = known_families(options["families"])
    found = own_audit(terms, families=families, count=options["count"], seed=options["seed"])
    _show(options, lambda: lines(found, room()), lambda: tree(found))
    return GATE if sum(found.counts[kind] for kind in wanted) else 0


def _show(options: dict[str, Any], lines: Callable[[], list[str]], tree: Callable[[], Any]) -> None:
    """The page as text or as one JSON object."""
    from oyez.rows.reading import to_json_bytes

    text = to_json_bytes(tree()).decode() if options["kind"] == "json" else "\n".join(lines()) + "\n"
    _give(options["to"], text)


def _give(to: str | None, text: str) -> None:
    if to is None or to == "-":
        click.echo(text, nl=False)
        return
    from pathlib import Path

    from oyez.rows.atomic import appearing

    with appearing(Path(to)) as path:
        path.write_text(text, encoding="utf-8")


def _on(
    options: dict[str, Any], subject: Subject, reckoning: Reckoning, terms: Contract, wanted: tuple[Kind, ...]
) -> int:
    from oyez.audit.archive import compare_archive
    from oyez.report.audit_archive import lines, tree

    found = compare_archive(
        options["archive"], subject, terms, reckoning, through=options["through"], queue=options["queue"]
    )
    _show(options, lambda: lines(found, room()), lambda: tree(found))
    return GATE if found.failed(wanted) else 0


def _mutate(options: dict[str, Any], reckoning: Reckoning, pattern: Pattern | None, terms: Contract) -> int:
    from oyez.audit.mutants import mutate_parser
    from oyez.report.audit_mutants import lines, tree

    limits = limits_of(options)
    found = mutate_parser(options["parser"], pattern, terms, options["mutate"], reckoning, limits)
    _show(options, lambda: lines(found, room()), lambda: tree(found))
    return 0
