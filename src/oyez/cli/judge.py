"""`oyez judge`: run a judging plan, check one, and take it through batch files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oyez.cli.ends import GATE, UNREADABLE, say
from oyez.cli.judge_files import batch, check, ingest, probabilities
from oyez.cli.printing import check_forms
from oyez.cli.terminal import room
from oyez.cli.words import words

if TYPE_CHECKING:
    from oyez.judging import Outcome, Plan
    from oyez.report.read_table import ReadTable


class _PlanFirst(click.Group):
    """`oyez judge PLAN` is short for `oyez judge run PLAN`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["run", *args]
        return super().parse_args(ctx, args)


@click.group("judge", cls=_PlanFirst, short_help="Ask judges, keep every reply, and read it.")
def command() -> None:
    """Ask judges, keep every reply, and read it.

    A plan says what is judged, how it is shown, by whom, and under which contract. `oyez judge PLAN` is short for
    `oyez judge run PLAN`.
    """


@command.command("run", short_help="Run a plan: ask for every draw that is not in the ledger.")
@click.argument("plan")
@click.option("--ledger", metavar="LEDGER", help="Where everything goes, if not where the plan says.")
@click.option(
    "--dry-run", is_flag=True, help="Show what would be asked, with a guess at the tokens, and ask nothing."
)
@click.option(
    "--budget", metavar="AMOUNT", help="Stop before more is used: `500 calls`, `2M tokens` or `$5`."
)
@click.option(
    "--stop-when", metavar="SHARE", help='Stop, with exit code 1: "unread>5% of 200" (of the last 200).'
)
@click.option(
    "--again",
    metavar="ENDS",
    default="",
    help="Ask once more for draws that ended so: undelivered, refused, truncated (commas between).",
)
@click.option(
    "--by", metavar="COLUMN", help="Count by the values of this column too (`meta.x` reaches inside)."
)
@click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Print the table as one JSON object a group.")
def run(
    plan: str,
    ledger: str | None,
    dry_run: bool,
    budget: str | None,
    stop_when: str | None,
    again: str,
    by: str | None,
    as_json: bool,
    as_jsonl: bool,
) -> int:
    """Run a plan: ask for every draw that is not in the ledger, keep what comes back, and read it.

    Stopped at any point and started again, the same command goes on where it was. Exit codes: 0 every draw is in the
    ledger, 1 the budget or --stop-when ended the run or no draw was delivered, 2 bad input or a judge that cannot be
    asked.
    """
    from oyez.judging import StopWhen, load_plan, survey
    from oyez.judging import budget as parsed_budget
    from oyez.rows.reply import check_group

    check_forms(None, as_json=as_json, as_jsonl=as_jsonl)
    if by is not None:
        check_group(by)  # before anything is asked, since asking costs
    loaded = load_plan(plan)
    most = None if budget is None else parsed_budget(budget)
    until = None if stop_when is None else StopWhen(stop_when)
    found = survey(loaded)
    path = ledger or loaded.ledger
    if dry_run:
        return _dry(loaded, found, path, as_json=as_json)
    total = found.draws * len(loaded.judges)
    outcome, table = _run(loaded, path, total, by, budget=most, stop_when=until, again=words(again))
    return _told(loaded, outcome, table, as_json=as_json, as_jsonl=as_jsonl)


def _run(loaded: Plan, path: str, total: int, by: str | None, **how: Any) -> tuple[Outcome, ReadTable]:
    from oyez.cli.judge_progress import JudgeProgress
    from oyez.judging import run_plan
    from oyez.ledger import Ledger
    from oyez.report.run import ReadRun
    from oyez.rows.replies import ReplyRow
    from oyez.rows.reply import group_of

    reading = ReadRun(loaded.task.read_under, path, by, room())
    with Ledger(path) as ledger, JudgeProgress(total) as progress:

        def watch(reply: Any, made: Any, stored: bool) -> None:
            group = group_of(reply, by) if by is not None else None
            reading.take(made, ReplyRow(reply, path, group))
            progress.watch(reply, made, stored)

        outcome = run_plan(loaded, ledger, watch=watch, surveyed=True, **how)
    return outcome, reading.table()


def _told(loaded: Plan, outcome: Outcome, table: ReadTable, *, as_json: bool, as_jsonl: bool) -> int:
    from oyez.cli.read import show
    from oyez.judging import End
    from oyez.report.judge_text import outcome_lines

    if outcome.tally.replies:
        show(table, as_json, as_jsonl, to_stderr=False)
    for line in outcome_lines(outcome, loaded):
        say(f"oyez: {line}")
    if outcome.in_vain:
        return GATE
    return {End.DONE: 0, End.STOPPED: UNREADABLE}.get(outcome.end, GATE)


def _dry(loaded: Plan, found: Any, path: str, *, as_json: bool) -> int:
    from pathlib import Path

    from oyez.judging.run import made_judges, stored_counts
    from oyez.ledger import Ledger
    from oyez.report.judge_text import dry_lines, dry_tree
    from oyez.rows.reading import to_json_bytes

    judges = made_judges(loaded, keys=False)
    caps = {name: judge.cap for name, judge in judges.items()}
    there = dict.fromkeys(judges, 0)
    if Path(path).exists():
        with Ledger(path, readonly=True) as ledger:
            there = stored_counts(loaded, ledger, judges)
    if as_json:
        click.echo(to_json_bytes(dry_tree(loaded, found, caps, there)), nl=False)
    else:
        click.echo("\n".join(dry_lines(loaded, found, caps, there)))
    return 0


for one in (check, batch, ingest, probabilities):
    command.add_command(one)
