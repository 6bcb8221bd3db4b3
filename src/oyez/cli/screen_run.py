"""What the commands of `oyez screen` share: their options, the run, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from oyez.cli.ends import GATE, UNREADABLE, say
from oyez.cli.terminal import room
from oyez.cli.words import words

if TYPE_CHECKING:
    from oyez.report.screen_text import Told
    from oyez.screening import Profile, Screening, Skipped, Summary

LEDGER = "screen.oyez"
"""Where replies and screenings go unless another ledger is named."""


def judge_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say who judges, and where everything goes."""
    options = [
        click.option(
            "--profile", "-p", required=True, metavar="NAME|FILE", help="The profile to screen under."
        ),
        click.option(
            "--judges", metavar="FILE", help="A TOML file of [judge.NAME] tables, as in a judging plan."
        ),
        click.option(
            "--replay", metavar="FILE", help="Recorded replies (a file or ledger) in place of all judges."
        ),
        click.option(
            "--ledger", default=LEDGER, show_default=True, help="Where replies and screenings are kept."
        ),
        click.option(
            "--again",
            metavar="ENDS",
            default="",
            help="Ask once more for draws that ended so (undelivered, …).",
        ),
        click.option("--budget", metavar="AMOUNT", help="The most to use: `500 calls`, `2M tokens` or `$5`."),
        click.option(
            "--jsonl", "as_jsonl", is_flag=True, help="Print one JSON object an item, and nothing else."
        ),
        click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object."),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def words_of(fail_on: str | None) -> tuple[str, ...]:
    """The outcomes and reasons that `--fail-on` names. Raises `UsageError` for a word that is none."""
    from oyez.screening.load import FAIL_ON, fail_on_fault

    named = words(fail_on)
    for word in named:
        if word not in FAIL_ON:
            raise click.UsageError(f"--fail-on: {fail_on_fault(word)}")
    return named


def screen_items(
    terms: Profile,
    items: list[Any],
    fail_on: tuple[str, ...],
    told: Told,
    most: int,
    *,
    ledger: str,
    as_json: bool,
    as_jsonl: bool,
    temporary: bool = False,
    **how: Any,
) -> int:
    """Screen the items, print what came of them, and give the exit code."""
    from oyez.report.screen_text import run_lines
    from oyez.rows.reading import to_json_bytes

    where = None if temporary else ledger
    held: list[dict[str, Any]] = []

    def watch(one: Screening | Skipped) -> None:
        told.add(one)
        if as_jsonl:
            click.echo(to_json_bytes(_payload(one, terms, where)), nl=False)
        elif as_json:
            held.append(_payload(one, terms, where))

    summary = run_items(terms, items, ledger, watch, **how)
    if as_json:
        tree = {
            "profile": terms.ref,
            "outcomes": summary.outcomes,
            "not_screened": summary.skipped,
            "items": held,
        }
        click.echo(to_json_bytes(tree), nl=False)
    elif not as_jsonl:
        click.echo("\n".join(run_lines(terms, summary, told, most, room())))
    return _end(summary, told.hit, fail_on, where)


def _payload(one: Screening | Skipped, terms: Profile, ledger: str | None) -> dict[str, Any]:
    from oyez.screening import Screening, payload
    from oyez.screening.screening import not_screened

    return payload(one, ledger) if isinstance(one, Screening) else not_screened(one.pair, terms.ref, one.why)


def run_items(
    terms: Profile, items: list[Any], path: str, watch: Any, *, budget: str | None, again: str
) -> Summary:
    """Screen the items into a ledger; `watch` is told of each. Raises `InputError` for a budget that is none."""
    from oyez.judging import budget as parsed_budget
    from oyez.ledger import Ledger
    from oyez.screening import screen

    most = None if budget is None else parsed_budget(budget)
    with Ledger(path) as opened:
        return screen(terms, items, opened, watch, budget=most, again=words(again))


def _end(summary: Summary, hit: dict[str, int], fail_on: tuple[str, ...], ledger: str | None) -> int:
    """Say on stderr what ended the run and what the gate found, and give the exit code."""
    cost = summary.cost
    kept = f"replies and screenings are in {ledger}" if ledger else "nothing was kept"
    say(f"oyez: {cost.calls:,} calls; {kept}")
    if summary.skipped:
        say(f"oyez: not screened: {summary.skipped:,}")
    found = [f"{word} {hit[word]:,}" for word in fail_on if hit.get(word)]
    if found:
        say(f"oyez: --fail-on: {', '.join(found)}")
    if summary.stopped is not None:
        say(f"oyez: stopped: {summary.stopped}")
        return UNREADABLE
    return GATE if found else 0
