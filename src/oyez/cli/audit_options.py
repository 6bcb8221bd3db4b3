"""The options of `oyez audit`, checked and turned into what an audit takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oyez.cli.words import words

if TYPE_CHECKING:
    from oyez.audit.answer import Reckoning
    from oyez.audit.finding import Kind
    from oyez.audit.worker import Limits
    from oyez.contract import Contract


def a_number(_: click.Context, option: click.Parameter, value: float) -> float:
    """Raises `BadParameter` for NaN, which passes every range."""
    if value != value:
        raise click.BadParameter("nan is no number of seconds", param=option)
    return value


def check_together(options: dict[str, Any]) -> None:
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


def meanings_of(pairs: tuple[str, ...], terms: Contract) -> dict[str, Any]:
    """What each value of a `--map` means. Raises `UsageError` for one that means no verdict of the contract."""
    from oyez.audit.answer import on_scale
    from oyez.probes import Kit

    kit = Kit(terms)
    meanings = {}
    for pair in pairs:
        given, separator, verdict = pair.partition("=")
        if not separator:
            raise click.UsageError(f"--map: {pair!r} is not GIVEN=VERDICT")
        meanings[given] = _value(verdict)
        if kit.parts is None and not on_scale(meanings[given], kit.scale):
            labels = ", ".join(kit.scale.labels)
            raise click.UsageError(
                f"--map {given}={verdict}: {verdict!r} is no verdict of the contract"
                + (f" ({labels})" if labels else "")
            )
    return meanings


def limits_of(options: dict[str, Any]) -> Limits:
    """How long one call may take, and how much memory."""
    from oyez.audit.worker import Limits

    return Limits(seconds=options["seconds"], memory=options["memory"] * 1024**2)


def kinds_of(said: str | None) -> tuple[Kind, ...]:
    """The faults that `--fail-on` names. Raises `UsageError` for a word that names none."""
    from oyez.audit.finding import FAULTS

    known = {kind.key: kind for kind in FAULTS}
    named = words(said)
    wrong = [word for word in named if word not in known]
    if wrong:
        raise click.UsageError(f"--fail-on: no kind {wrong[0]!r}; there are {', '.join(known)}")
    return tuple(known[word] for word in named)


def known_families(said: tuple[str, ...]) -> tuple[str, ...] | None:
    """The families that were asked for, or `None` for all. Raises `UsageError` for one that is none."""
    from oyez.probes import FAMILIES

    wrong = [name for name in said if FAMILIES.get(name) is None]
    if wrong:
        raise click.UsageError(
            f"--family: no family {wrong[0]!r}; there are {', '.join(family.name for family in FAMILIES)}"
        )
    return said or None


def reckoning_of(options: dict[str, Any], terms: Contract) -> Reckoning:
    """How the values that the parser gives are to be taken."""
    from oyez.audit.answer import Reckoning

    return Reckoning(
        nothing=tuple(value for said in options["nothing"] for value in (said, _value(said))),
        raises=tuple(options["raises"]),
        words=meanings_of(options["words"], terms),
        stop=options["with_stop"],
    )


def _value(said: str) -> Any:
    """A value from the command line: JSON where it is JSON, else the text."""
    import json

    try:
        return json.loads(said)
    except ValueError:
        return said
