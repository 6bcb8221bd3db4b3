"""`oyez audit`: what a parser does to replies whose reading is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oyez.cli.ends import GATE
from oyez.cli.progress import Progress
from oyez.cli.terminal import room

if TYPE_CHECKING:
    from oyez.audit import Audit
    from oyez.audit.answer import Reckoning
    from oyez.audit.finding import Kind
    from oyez.audit.subject import Subject
    from oyez.audit.worker import Limits
    from oyez.contract import Contract

FORMATS = ("text", "json", "markdown", "junit", "sarif", "html")


def _a_number(_: click.Context, option: click.Parameter, value: float) -> float:
    """Raises `BadParameter` for NaN, which passes every range."""
    if value != value:
        raise click.BadParameter("nan is no number of seconds", param=option)
    return value


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
    callback=_a_number,
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
@click.option("--to", metavar="FILE", help="Write the page there.")
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

    _fits_together(options)
    terms = load(options["contract"])
    _words_on_scale(options["words"], terms)
    wanted = _kinds(options["fail_on"])
    pattern = None
    if options["regex"] is not None:
        pattern = Pattern(pattern=options["regex"], group=options["group"], pick=options["pick"])
    subject = named(
        options["parser"],
        terms,
        pattern=pattern,
        limits=_limits(options),
        stop=options["with_stop"],
        python=options["python"],
    )
    try:
        if options["mutate"] is not None:
            return _mutate(options, subject, pattern, terms)
        if options["parser"] == "oyez" and options["archive"] is None and options["kind"] == "text":
            return _own(options, terms, wanted)
        if options["archive"] is not None:
            return _on(options, subject, terms, wanted)
        return _audit(options, subject, terms, wanted)
    finally:
        subject.close()


def _limits(options: dict[str, Any]) -> Limits:
    from oyez.audit.worker import Limits

    return Limits(seconds=options["seconds"], memory=options["memory"] * 1024**2)


def _fits_together(options: dict[str, Any]) -> None:
    """Raises `UsageError` for options of which one would be left unheard."""
    if options["parser"] is not None and options["regex"] is not None:
        raise click.UsageError(f"name a parser ({options['parser']}) or give --regex, not both")
    if options["archive"] is not None and options["mutate"] is not None:
        raise click.UsageError("--on and --mutate are two different audits: give one of them")
    if options["regex"] is None and options["group"] is not None:
        raise click.UsageError("--group needs --regex")
    if options["queue"] is not None and options["archive"] is None:
        raise click.UsageError("--queue needs --on: it holds replies of an archive")
    for mode, name in (("--on", "archive"), ("--mutate", "mutate")):
        if options[name] is not None:
            _heard(mode, options)


def _heard(mode: str, options: dict[str, Any]) -> None:
    """Raises `UsageError` for an option of the plain audit that `--on` or `--mutate` takes no notice of."""
    if options["kind"] not in ("text", "json"):
        raise click.UsageError(f"{mode} has the formats text and json, not {options['kind']}")
    unheard = {"--cases": options["cases"], "--family": options["families"], "--count": options["count"]}
    if mode == "--mutate":
        unheard |= {"--fail-on": options["fail_on"], "--through": options["through"]}
        unheard |= {"--with-stop": options["with_stop"], "--python": options["python"]}
    for name, value in unheard.items():
        if value:
            raise click.UsageError(f"{name} says nothing with {mode}")


def _words_on_scale(pairs: tuple[str, ...], terms: Contract) -> None:
    """Raises `UsageError` for a `--map` to what is no verdict of the contract."""
    from oyez.audit.answer import on_scale
    from oyez.probes import Kit

    for pair in pairs:
        given, separator, verdict = pair.partition("=")
        if not separator:
            raise click.UsageError(f"--map: {pair!r} is not GIVEN=VERDICT")
        kit = Kit(terms)
        if kit.parts is None and not on_scale(_value(verdict), kit.scale):
            words = ", ".join(kit.scale.labels)
            raise click.UsageError(
                f"--map {given}={verdict}: {verdict!r} is no verdict of the contract"
                + (f" ({words})" if words else "")
            )


def _audit(options: dict[str, Any], subject: Subject, terms: Contract, wanted: tuple[Kind, ...]) -> int:
    from oyez.audit import audit
    from oyez.audit.through import decisions

    families = known_families(options["families"])
    with Progress(options["count"], "replies") as progress:
        found = audit(
            subject,
            terms,
            reckoning=_reckoning(options),
            families=families,
            count=options["count"],
            seed=options["seed"],
            step=progress.step,
        )
    through = decisions(options["through"], found, terms) if options["through"] else ()
    _print(options, found, through)
    if options["cases"] is not None:
        from oyez.audit.cases import finding_rows, write_rows

        write_rows(options["cases"], finding_rows(found, terms, options["contract"]))
    return GATE if found.falls_short(wanted) else 0


def _own(options: dict[str, Any], terms: Contract, wanted: tuple[Kind, ...]) -> int:
    """oyez itself: also what its recoveries do, and where it gives no verdict."""
    from oyez.audit.own import own_audit
    from oyez.report.audit_own import lines, tree
    from oyez.rows.reading import to_json_bytes

    found = own_audit(terms, count=options["count"])
    if options["as_json"]:
        _give(options["to"], to_json_bytes(tree(found)).decode())
    else:
        _give(options["to"], "\n".join(lines(found, room())) + "\n")
    return GATE if sum(found.counts[kind] for kind in wanted) else 0


def _print(options: dict[str, Any], found: Audit, through: tuple[str, ...]) -> None:
    from oyez.report.audit import page

    kind = "json" if options["as_json"] else options["kind"]
    _give(options["to"], page(kind, found, through, room()))


def _give(to: str | None, text: str) -> None:
    if to is None:
        click.echo(text, nl=False)
        return
    from pathlib import Path

    Path(to).write_text(text, encoding="utf-8")


def _on(options: dict[str, Any], subject: Subject, terms: Contract, wanted: tuple[Kind, ...]) -> int:
    from oyez.audit.archive import compare_archive
    from oyez.report.audit_archive import lines, tree
    from oyez.rows.reading import to_json_bytes

    found = compare_archive(
        options["archive"],
        subject,
        terms,
        _reckoning(options),
        through=options["through"],
        queue=options["queue"],
    )
    if options["as_json"] or options["kind"] == "json":
        _give(options["to"], to_json_bytes(tree(found)).decode())
    else:
        _give(options["to"], "\n".join(lines(found, room())) + "\n")
    return GATE if found.failed(wanted) else 0


def _mutate(options: dict[str, Any], subject: Subject, pattern: Any, terms: Contract) -> int:
    from oyez.audit.mutants import mutate_parser
    from oyez.report.audit_mutants import lines, tree
    from oyez.rows.reading import to_json_bytes

    found = mutate_parser(
        options["parser"], pattern, terms, options["mutate"], _reckoning(options), _limits(options)
    )
    if options["as_json"] or options["kind"] == "json":
        _give(options["to"], to_json_bytes(tree(found)).decode())
    else:
        _give(options["to"], "\n".join(lines(found, room())) + "\n")
    return 0


def _kinds(said: str | None) -> tuple[Kind, ...]:
    from oyez.audit.finding import FAULTS

    known = {kind.key: kind for kind in FAULTS}
    words = [word.strip() for word in (said or "").split(",") if word.strip()]
    wrong = [word for word in words if word not in known]
    if wrong:
        raise click.UsageError(f"--fail-on: no kind {wrong[0]!r}; there are {', '.join(known)}")
    return tuple(known[word] for word in words)


def known_families(said: tuple[str, ...]) -> tuple[str, ...] | None:
    """The families that were asked for, or `None` for all. Raises `UsageError` for one that is none."""
    from oyez.probes import FAMILIES

    wrong = [name for name in said if FAMILIES.get(name) is None]
    if wrong:
        raise click.UsageError(
            f"--family: no family {wrong[0]!r}; there are {', '.join(family.name for family in FAMILIES)}"
        )
    return said or None


def _reckoning(options: dict[str, Any]) -> Reckoning:
    from oyez.audit.answer import Reckoning

    words = {}
    for pair in options["words"]:
        given, separator, verdict = pair.partition("=")
        if not separator:
            raise click.UsageError(f"--map: {pair!r} is not GIVEN=VERDICT")
        words[given] = _value(verdict)
    return Reckoning(
        nothing=tuple(value for said in options["nothing"] for value in (said, _value(said))),
        raises=tuple(options["raises"]),
        words=words,
        stop=options["with_stop"],
    )


def _value(said: str) -> Any:
    """A value from the command line: JSON where it is JSON, else the text."""
    import json

    try:
        return json.loads(said)
    except ValueError:
        return said
