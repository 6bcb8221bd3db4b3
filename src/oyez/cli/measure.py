"""`oyez measure`: a number of readings, with its counts, interval and bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from oyez.cli.printing import check_forms
from oyez.cli.terminal import room

if TYPE_CHECKING:
    from oyez.measure.load import Loaded
    from oyez.measure.usual import Ask
    from oyez.report.measure_text import Page


@click.command(short_help="Make numbers of readings, with intervals and bounds.")
@click.argument("readings")
@click.option("--metric", "-m", metavar="NAME", help="Which number.")
@click.option(
    "--param", "-p", "params", multiple=True, metavar="KEY=VALUE", help="A parameter of the metric."
)
@click.option("--by", metavar="FIELD", help="For each value of this field too: `arm`, `judge`, `meta.x` …")
@click.option(
    "--compare", "pairs", nargs=2, multiple=True, metavar="A B", help="B less A; arms, or groups of --by."
)
@click.option("--policies", is_flag=True, help="Show what each way of counting unread draws makes of it.")
@click.option(
    "--policy", default="complete", show_default=True, metavar="NAME", help="How unread draws count."
)
@click.option(
    "--abstain",
    default="exclude",
    show_default=True,
    type=click.Choice(["exclude", "worst", "category"]),
    help="What abstentions count as.",
)
@click.option("--level", default=0.95, show_default=True, type=float, help="Confidence level of intervals.")
@click.option("--interval", default="auto", show_default=True, metavar="NAME", help="How intervals are made.")
@click.option("--scale", "ends", nargs=2, type=float, metavar="LOW HIGH", help="The ends of the scale.")
@click.option(
    "--contract", "-c", metavar="NAME|FILE", help="Whose readings, or the contract of the readings."
)
@click.option("--where", metavar="FILTER", help="Which draws of a ledger: `judge=m run=3`.")
@click.option(
    "--acknowledge-split", metavar="REASON", help="Go on over different instruments; REASON is printed."
)
@click.option("--json", "as_json", is_flag=True, help="Print the tables as one JSON object.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Print one JSON object an estimate.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the tables in Markdown.")
@click.option("--latex", "as_latex", is_flag=True, help="Print the tables in LaTeX.")
def command(
    readings: str,
    metric: str | None,
    params: tuple[str, ...],
    by: str | None,
    pairs: tuple[tuple[str, str], ...],
    policies: bool,
    policy: str,
    abstain: str,
    level: float,
    interval: str,
    ends: tuple[float, float] | None,
    contract: str | None,
    where: str | None,
    acknowledge_split: str | None,
    as_json: bool,
    as_jsonl: bool,
    as_markdown: bool,
    as_latex: bool,
) -> int:
    """Make a number of readings, and say what it rests on.

    READINGS is a file that `oyez read --to` wrote (.jsonl, .csv, .parquet; - for JSONL on standard input), or a
    ledger. Every number comes with the draws that were asked for, read, recovered and lost, its interval, the value
    without recoveries, and bounds: the least and the most that it could be if the unread draws had gone either way.
    Readings of several instruments are refused (exit 3), as in `oyez compare`. Needs the extra `oyez[measure]`.
    """
    check_forms(None, as_json=as_json, as_jsonl=as_jsonl)
    if as_json + as_jsonl + as_markdown + as_latex > 1:
        raise click.UsageError("--json, --jsonl, --markdown and --latex exclude each other")
    from oyez.measure.usual import Ask

    given = dict(_pair(param) for param in params)
    loaded = _load(readings, contract, where)
    ask = Ask(
        metric=_metric(metric, loaded),
        parameters=given,
        ends=ends,
        abstain=abstain,
        level=level,
        interval=interval,
        policy=policy,
    )
    page = _page(loaded, ask, by, pairs, acknowledge_split, policies=policies)
    _print(page, as_json, as_jsonl, as_markdown, as_latex)
    return 0


def _pair(param: str) -> tuple[str, str]:
    key, middle, value = param.partition("=")
    if not middle or not key.strip():
        raise click.UsageError(f"a parameter is written KEY=VALUE, not {param!r}")
    return key.strip(), value


def _metric(metric: str | None, loaded: Loaded) -> str:
    from oyez.core.errors import InputError
    from oyez.measure.usual import usual_metric
    from oyez.metrics import METRICS

    name = metric or usual_metric(loaded.scale)
    if name is None:
        raise InputError(f"name a metric with --metric: {', '.join(METRICS.built_in)}")
    return name


def _load(readings: str, contract: str | None, where: str | None) -> Loaded:
    from oyez.cli.read_sources import is_database
    from oyez.contract import contract as load
    from oyez.ledger import Ledger
    from oyez.measure.load import load_ledger, load_readings

    if not is_database(readings):
        if where is not None:
            raise click.UsageError("--where chooses draws of a ledger, and READINGS is none")
        return load_readings(readings, load(contract) if contract else None)
    with Ledger(readings, readonly=True) as opened:
        return load_ledger(opened, None, opened.asked(contract) if contract else None, where or "")


def _page(
    loaded: Loaded,
    ask: Ask,
    by: str | None,
    pairs: tuple[tuple[str, str], ...],
    acknowledge: str | None,
    *,
    policies: bool,
) -> Page:
    from oyez.compare.arms import compare_loaded
    from oyez.compare.split import check_draws
    from oyez.core.errors import InputError
    from oyez.measure.usual import NEEDS

    try:
        from oyez.measure.policies import POLICIES
        from oyez.measure.run import measured
        from oyez.report.measure_text import Page
    except ImportError as fault:
        raise InputError(NEEDS) from fault
    by = by or ("arm" if pairs else None)
    compared = compare_loaded(loaded, pairs, acknowledge, ask, by or "arm") if pairs else None
    split = compared.split if compared else check_draws(loaded, by, acknowledge)
    names = list(POLICIES) if policies else [ask.policy]
    return Page(
        source=loaded.name,
        instruments=loaded.instruments,
        split=split,
        acknowledged=acknowledge if split else None,
        measurement=measured(loaded.seen, ask.terms(loaded.scale), by, names),
        differences=compared.differences if compared else (),
    )


def _print(page: Page, as_json: bool, as_jsonl: bool, as_markdown: bool, as_latex: bool) -> None:
    from oyez.core.visible import fit
    from oyez.report import measure_text, sheets
    from oyez.rows.reading import to_json_bytes

    if as_json:
        click.echo(to_json_bytes(measure_text.tree(page)), nl=False)
    elif as_jsonl:
        for row in measure_text.rows(page):
            click.echo(to_json_bytes(row), nl=False)
    elif as_markdown or as_latex:
        form = sheets.markdown if as_markdown else sheets.latex
        click.echo("\n".join(form(measure_text.sheets(page))))
    else:
        lines = [fit(line, 4 * room()) for line in measure_text.head(page)]
        click.echo("\n".join([*lines, "", *sheets.text(measure_text.sheets(page), room())]))
