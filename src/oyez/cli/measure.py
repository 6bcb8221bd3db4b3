"""`oyez measure`: a number of readings, with its counts, interval and bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oyez.cli.printing import check_forms
from oyez.cli.terminal import room

if TYPE_CHECKING:
    from oyez.measure.load import Loaded
    from oyez.measure.usual import Ask
    from oyez.report.measure_page import Page


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
@click.option(
    "--show",
    "shows",
    multiple=True,
    metavar="NAME",
    help="agreement, draws, loss, parser, ranking, swap, truth.",
)
@click.option("--labels", metavar="FILE", help="What people said: rows with id or item, and label.")
@click.option(
    "--raters", default="judge", show_default=True, metavar="FIELD", help="Whose agreement is shown."
)
@click.option("--floor", default=1, show_default=True, type=int, help="Read draws that an item needs.")
@click.option("--baseline", metavar="NAME", help="The model that a ranking's win rates are against.")
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
    shows: tuple[str, ...],
    labels: str | None,
    raters: str,
    floor: int,
    baseline: str | None,
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
    from oyez.measure.usual import Ask, usual_metric

    given = dict(_pair(param) for param in params)
    loaded = _load(readings, contract, where)
    name = metric or usual_metric(loaded.scale)
    ask = None
    if name is not None:
        ask = Ask(
            metric=name,
            parameters=given,
            ends=ends,
            abstain=abstain,
            level=level,
            interval=interval,
            policy=policy,
        )
    page = _page(loaded, ask, by, pairs, acknowledge_split, policies=policies, metric=metric, shows=shows)
    if shows:
        more = {"raters": raters, "floor": floor, "baseline": baseline, "level": level, "parameters": given}
        page = _with_shows(page, loaded, ask, by, shows, labels, more)
    _print(page, as_json, as_jsonl, as_markdown, as_latex)
    return 0


def _pair(param: str) -> tuple[str, str]:
    key, middle, value = param.partition("=")
    if not middle or not key.strip():
        raise click.UsageError(f"a parameter is written KEY=VALUE, not {param!r}")
    return key.strip(), value


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
    ask: Ask | None,
    by: str | None,
    pairs: tuple[tuple[str, str], ...],
    acknowledge: str | None,
    *,
    policies: bool,
    metric: str | None,
    shows: tuple[str, ...],
) -> Page:
    """The page; with things to show and no metric named, it has no estimates."""
    from oyez.compare.arms import compare_loaded
    from oyez.compare.split import check_draws
    from oyez.core.errors import InputError
    from oyez.measure.usual import NEEDS

    try:
        from oyez.measure.measurement import Measurement
        from oyez.measure.policies import POLICIES
        from oyez.measure.run import measured
        from oyez.report.measure_page import Page
    except ImportError as fault:
        raise InputError(NEEDS) from fault
    if ask is None and not shows:
        raise InputError(_no_metric(loaded))
    group = by or ("arm" if pairs else None)
    compared = compare_loaded(loaded, pairs, acknowledge, ask, group or "arm") if pairs else None
    split = compared.split if compared else check_draws(loaded, group, acknowledge)
    measurement = Measurement(())
    if ask is not None and (metric is not None or not shows):
        names = list(POLICIES) if policies else [ask.policy]
        measurement = measured(loaded.seen, ask.terms(loaded.scale), group, names)
    return Page(
        source=loaded.name,
        instruments=loaded.instruments,
        split=split,
        acknowledged=acknowledge if split else None,
        measurement=measurement,
        differences=compared.differences if compared else (),
        left_out=loaded.left_out,
        repeated=loaded.repeated,
    )


def _no_metric(loaded: Loaded) -> str:
    """What to say where no metric was named and the scale, if it is at hand, has no usual one."""
    from oyez.metrics import METRICS

    said = f"name a metric with --metric: {', '.join(METRICS.built_in)}"
    return f"{said}; or the contract of the readings with --contract" if loaded.contract is None else said


def _with_shows(
    page: Page,
    loaded: Loaded,
    ask: Ask | None,
    by: str | None,
    shows: tuple[str, ...],
    labels: str | None,
    more: dict[str, Any],
) -> Page:
    import msgspec

    from oyez.core.errors import InputError
    from oyez.core.nearest import listed
    from oyez.measure.labels import load_labels
    from oyez.measure.shows import SHOWS, Wanted

    for name in shows:
        if name not in SHOWS:
            raise InputError(f"nothing {name!r} to show; {listed(name, SHOWS)}")
    told = None if labels is None else load_labels(labels)
    wanted = Wanted(loaded=loaded, ask=ask, by=by, labels=told, **more)
    return msgspec.structs.replace(page, shown={name: SHOWS[name](wanted) for name in shows})


def _print(page: Page, as_json: bool, as_jsonl: bool, as_markdown: bool, as_latex: bool) -> None:
    from oyez.core.visible import fit
    from oyez.report import measure_page as page_text
    from oyez.report import sheets
    from oyez.rows.reading import to_json_bytes

    if as_json:
        click.echo(to_json_bytes(page_text.tree(page)), nl=False)
    elif as_jsonl:
        for row in page_text.rows(page):
            click.echo(to_json_bytes(row), nl=False)
    elif as_markdown or as_latex:
        form = sheets.markdown if as_markdown else sheets.latex
        click.echo("\n".join(form(page_text.sheets(page))))
    else:
        lines = [fit(line, 4 * room()) for line in page_text.head(page)]
        click.echo("\n".join([*lines, "", *sheets.text(page_text.sheets(page), room())]))
