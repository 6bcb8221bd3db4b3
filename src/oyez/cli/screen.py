"""`oyez screen`: decide items with reasons, calibrate a profile, and look at the bundled demo set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oyez.cli.ends import UNREADABLE, say
from oyez.cli.printing import check_forms
from oyez.cli.screen_run import LEDGER, judge_options, run_items, screen_items, words_of
from oyez.cli.terminal import room

if TYPE_CHECKING:
    from oyez.screening import Screening, Skipped


class _RunFirst(click.Group):
    """`oyez screen PAIRS` is short for `oyez screen run PAIRS`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["run", *args]
        return super().parse_args(ctx, args)


@click.group("screen", cls=_RunFirst, short_help="Decide items, with reasons.")
def command() -> None:
    """Decide items, with reasons: flagged, review or passed.

    `oyez screen PAIRS` is short for `oyez screen run PAIRS`. Passing never certifies: it means that nothing was found
    by what was looked at.
    """


@command.command("run", short_help="Screen the items of a file, a folder of Lean files, or one given here.")
@click.argument("pairs", required=False)
@click.option("--informal", metavar="TEXT", help="One item: the informal statement.")
@click.option("--lean", metavar="TEXT|FILE.lean", help="One item: the Lean statement, or a file with one.")
@click.option("--set", "texts", multiple=True, metavar="NAME=TEXT", help="One item: any other text of it.")
@judge_options
@click.option(
    "--fail-on", metavar="WORDS", help="Outcomes and reasons that exit with 1, if not the profile's."
)
@click.option("--by", metavar="COLUMN", help="Count outcomes by the values of this column too.")
@click.option("-n", "most", default=20, type=click.IntRange(0), help="Items shown that did not pass.")
def run(
    pairs: str | None,
    informal: str | None,
    lean: str | None,
    texts: tuple[str, ...],
    fail_on: str | None,
    by: str | None,
    most: int,
    profile: str,
    judges: str | None,
    replay: str | None,
    **how: Any,
) -> int:
    """Screen the items of a file, a folder of Lean files, or one given here.

    PAIRS is JSONL, CSV or Parquet with a row an item (`id` and the texts that the profile needs), a `.lean` file, or a
    folder of such: one item a declaration, whose doc comment is the informal statement. Exit codes: 0 done, 1 an item
    has an outcome or reason that --fail-on names, 2 bad input or a judge that cannot be asked.
    """
    from oyez.report.screen_text import Told
    from oyez.screening import inline, load_profile
    from oyez.screening import pairs as read_pairs

    check_forms(None, as_json=how["as_json"], as_jsonl=how["as_jsonl"])
    terms = load_profile(profile, judges, replay)
    words = words_of(fail_on) or terms.fail_on
    given = _given(informal, lean, texts)
    if (pairs is None) == (not given):
        raise click.UsageError("name PAIRS, or give one item by --informal and --lean or --set")
    items = [inline(given, terms)] if pairs is None else list(read_pairs(pairs, terms))
    return screen_items(terms, items, words, Told(by), most, **how)


def _given(informal: str | None, lean: str | None, texts: tuple[str, ...]) -> dict[str, str]:
    made = {name: text for name, text in (("informal", informal), ("formal", lean)) if text is not None}
    for each in texts:
        name, equals, text = each.partition("=")
        if not equals:
            raise click.UsageError(f"--set {each!r}: write NAME=TEXT")
        made[name] = text
    return made


@command.command("calibrate", short_help="Measure a profile on items that people have decided.")
@click.argument("pairs")
@judge_options
def calibrate(pairs: str, profile: str, judges: str | None, replay: str | None, **how: Any) -> int:
    """Measure a profile on items that people have decided, and carry the rates in every payload from then on.

    PAIRS has a column `accepted`, true or false: what a person decided. The rates belong to this profile, these judges
    and this reader, and are kept in the ledger; screenings of another instrument do not carry them.
    """
    from oyez.ledger import Ledger
    from oyez.ledger.addition import Run
    from oyez.ledger.screenings import add_calibration, end_run
    from oyez.report.screen_text import calibration_lines
    from oyez.rows.reading import to_json_bytes
    from oyez.screening import Screening, load_profile
    from oyez.screening import pairs as read_pairs
    from oyez.screening.calibrate import calibration_of

    check_forms(None, as_json=how["as_json"], as_jsonl=how["as_jsonl"])
    terms = load_profile(profile, judges, replay)
    made: list[Screening] = []

    def watch(one: Screening | Skipped) -> None:
        if isinstance(one, Screening):
            made.append(one)

    path, as_json = how["ledger"], how["as_json"] or how["as_jsonl"]
    summary = run_items(
        terms, list(read_pairs(pairs, terms)), path, watch, budget=how["budget"], again=how["again"]
    )
    if summary.stopped is not None or summary.skipped:
        why = summary.stopped or "the budget had no room for all items"
        say(f"oyez: not calibrated, for a part of the items is not all of them: {why}")
        return UNREADABLE
    told = {"profile": terms.ref, **calibration_of(made, pairs)}
    with Ledger(path) as ledger:
        run = Run("calibrate", terms.ref)
        add_calibration(ledger, run, profile=terms.ref, instrument=made[0].instrument, told=told)
        end_run(ledger, run)
    click.echo(to_json_bytes(told) if as_json else "\n".join(calibration_lines(told, room())), nl=not as_json)
    say(f"oyez: {len(made):,} items; the rates are in {path}")
    return 0


@command.command("demo", short_help="Screen the bundled pairs by recorded replies.")
@click.option("--to", metavar="FOLDER", help="Also write the pairs and the replies there.")
@click.option("-n", "most", default=8, type=click.IntRange(0), help="Items shown that did not pass.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Print one JSON object an item, and nothing else.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
def demo(to: str | None, most: int, as_json: bool, as_jsonl: bool) -> int:
    """Screen the 200 bundled pairs of informal and Lean statements by bundled replies; nobody is asked."""
    import tempfile
    from pathlib import Path

    from oyez.report.screen_text import Told
    from oyez.screening import load_profile
    from oyez.screening import pairs as read_pairs
    from oyez.screening.demo import PAIRS, PROFILE, REPLIES, write

    how: dict[str, Any] = {"as_json": as_json, "as_jsonl": as_jsonl, "budget": None, "again": ""}
    check_forms(None, as_json=how["as_json"], as_jsonl=how["as_jsonl"])
    if to is not None:
        write(Path(to))
    terms = load_profile(PROFILE, replay=REPLIES)
    with tempfile.TemporaryDirectory(prefix="oyez-") as folder:
        items, path = list(read_pairs(str(PAIRS), terms)), str(Path(folder, LEDGER))
        screen_items(terms, items, (), Told("kind"), most, ledger=path, temporary=True, **how)
    return 0
