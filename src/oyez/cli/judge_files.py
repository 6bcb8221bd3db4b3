"""The commands of `oyez judge` beside `run`: check a plan, write batch requests, take results in, weigh tokens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oyez.cli.ends import GATE, say
from oyez.cli.printing import print_table
from oyez.cli.terminal import room

if TYPE_CHECKING:
    from oyez.judges import Judge
    from oyez.judging import Plan

LEDGER = click.option("--ledger", metavar="LEDGER", help="The ledger, if not the one that the plan names.")
JUDGE = click.option("--judge", "judge_name", metavar="NAME", help="Which judge, where the plan has several.")


@click.command("check", short_help="Check a plan's prompts before anything is paid for.")
@click.argument("plan")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as one JSON object.")
def check(plan: str, as_json: bool) -> int:
    """Check a plan's prompts before anything is paid for.

    Slots, the format instruction, the contract's own examples, menus, the cap on the reply, structured output. Exits
    with 1 if anything is wrong. No judge is asked, and no key is needed.
    """
    from oyez.judging import load_plan
    from oyez.judging.checks import check_plan
    from oyez.judging.run import made_judges
    from oyez.report.judge_text import finding_lines, findings_tree

    loaded = load_plan(plan)
    found = check_plan(loaded, made_judges(loaded, keys=False))
    print_table(
        lambda: finding_lines(loaded, found),
        lambda: findings_tree(loaded, found),
        lambda: findings_tree(loaded, found)["findings"],
        as_json=as_json,
        as_jsonl=False,
    )
    return 0 if all(one.good for one in found) else GATE


@click.command("batch", short_help="Write the draws that are missing as batch request files.")
@click.argument("plan")
@click.option("--to", required=True, metavar="FILE", help="The file to write; further ones get a number.")
@JUDGE
@LEDGER
def batch(plan: str, to: str, judge_name: str | None, ledger: str | None) -> int:
    """Write the draws that are missing as batch request files.

    For judges of kind openai and anthropic. Nothing is sent, and no key is needed; `oyez judge ingest` takes the
    results.
    """
    from oyez.judging import load_plan, survey
    from oyez.judging.batch import write_requests
    from oyez.ledger import Ledger

    loaded = load_plan(plan)
    survey(loaded)
    judge = _judge(loaded, judge_name)
    path = Path(ledger or loaded.ledger)
    if path.exists():
        with Ledger(path, readonly=True) as opened:
            written = write_requests(loaded, judge, opened, Path(to))
    else:
        written = write_requests(loaded, judge, None, Path(to))
    for file, count in written:
        say(f"oyez: {file}: {count:,} requests")
    if not written:
        say("oyez: every draw is in the ledger; nothing was written")
    return 0


@click.command("ingest", short_help="Take batch results into the ledger, and read them.")
@click.argument("plan")
@click.argument("results", nargs=-1, required=True)
@JUDGE
@LEDGER
@click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object.")
def ingest(
    plan: str, results: tuple[str, ...], judge_name: str | None, ledger: str | None, as_json: bool
) -> int:
    """Take batch results into the ledger, and read them.

    Rows may come in any order and in several files (OpenAI writes errors into a second one). Expired and errored
    requests are undelivered draws; a second, different answer to one request is kept and marked; a file taken in again
    adds nothing.
    """
    from oyez.cli.read import show
    from oyez.judging import load_plan
    from oyez.judging.ingest import ingest as take_in
    from oyez.ledger import Ledger
    from oyez.report.judge_text import ingested_line
    from oyez.report.run import ReadRun
    from oyez.rows.replies import ReplyRow

    loaded = load_plan(plan)
    path = ledger or loaded.ledger
    reading = ReadRun(loaded.task.read_under, path, None, room())

    def watch(reply: Any, made: Any, stored: bool) -> None:
        reading.take(made, ReplyRow(reply, path))

    with Ledger(path) as opened:
        found = take_in(loaded, _judge(loaded, judge_name), opened, map(Path, results), watch)
    if found.added:
        show(reading.table(), as_json, False, to_stderr=False)
    say(f"oyez: {ingested_line(found)}")
    return 0


@click.command("probabilities", short_help="What the log-probabilities say, beside the verdicts.")
@click.argument("plan")
@LEDGER
@click.option("--json", "as_json", is_flag=True, help="Print the estimate as one JSON object.")
def probabilities(plan: str, ledger: str | None, as_json: bool) -> int:
    """What the log-probabilities say, beside the verdicts.

    For draws that came with log-probabilities and whose verdict is one token: the mean probability of every label, the
    expected rating, and how much probability lies off the scale. It replaces no verdict.
    """
    from oyez.judging import load_plan
    from oyez.judging.logprobs import mass_estimate
    from oyez.judging.reading import judging_of, read_draw
    from oyez.ledger import Ledger
    from oyez.report.judge_text import mass_lines, mass_tree

    loaded = load_plan(plan)
    with Ledger(ledger or loaded.ledger, readonly=True) as opened:
        own = (one for one in opened.replies() if judging_of(one).get("plan") == loaded.digest)
        found = mass_estimate(loaded.task.contract, ((reply, read_draw(loaded.task, reply)) for reply in own))
    print_table(
        lambda: mass_lines(found),
        lambda: mass_tree(found),
        lambda: [mass_tree(found)],
        as_json=as_json,
        as_jsonl=False,
    )
    return 0


def _judge(loaded: Plan, name: str | None) -> Judge:
    """The one judge that is meant. Raises `InputError` where the plan has several, or none of that name."""
    from oyez.core.errors import InputError
    from oyez.judging.run import made_judges

    made = made_judges(loaded, keys=False)
    if name is None and len(made) == 1:
        return next(iter(made.values()))
    if name not in made:
        raise InputError(f"{loaded.name}: --judge must name one of {', '.join(made)}")
    return made[name]
