"""Print how often each interval covers the truth, with its Monte Carlo error; Markdown on stdout.

    python benchmarks/coverage.py [--data-sets 2000] [--only rate,clustered,...]

Every cell draws `--data-sets` data sets from a model whose true value is known, runs the library's own
function on each, and counts. Nominal level: 95%. The one-proportion table enumerates all outcomes instead,
and sets the simulated figure beside the exact one.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterable

import coverage_models
import coverage_rates

Rows = Iterable[tuple[str, ...]]
Section = tuple[str, tuple[str, ...], Callable[[int], Rows]]

SECTIONS: dict[str, Section] = {
    "rate": (
        "One proportion: exact coverage, and simulated in brackets",
        ("n", "rate", "wilson", "clopper-pearson", "jeffreys"),
        coverage_rates.one_rate,
    ),
    "clustered": (
        "Rate from several draws an item (1 to 5, mean 3)",
        ("items", "rate", "ICC", "CLT, normal", "CLT, t", "score form", "bootstrap"),
        coverage_rates.clustered_rates,
    ),
    "ratings": (
        "Mean of ratings 1 to 10, several draws an item (1 to 5), ICC 0.5",
        ("items", "truth", "CLT, normal", "CLT, t", "bootstrap"),
        coverage_rates.clustered_ratings,
    ),
    "missing": (
        "Imbens-Manski, truth at the worse end of the bounds",
        ("n", "rate", "unread", "normal", "score", "exact"),
        coverage_rates.missing,
    ),
    "missing-draws": (
        "Imbens-Manski over several draws an item (1 to 5), ICC 0.5, truth at the worse end",
        ("items", "rate", "unread", "normal, clustered", "score, clustered"),
        coverage_rates.missing_draws,
    ),
    "paired": (
        "Difference of two rates on the same items",
        ("items", "rate a", "difference", "tango", "newcombe, paired", "CLT, t"),
        coverage_rates.paired,
    ),
    "independent": (
        "Difference of two rates on different items, n each",
        ("n", "rate a", "difference", "newcombe"),
        coverage_rates.independent,
    ),
    "judge": (
        "Rogan-Gladen with the interval of Lee et al., 1000 items",
        ("labels a class", "truth", "specificity", "sensitivity", "lee"),
        coverage_models.judge_error,
    ),
    "ppi": (
        "Rate from n labels and 1000 verdicts of a judge that is right 85% of the time",
        ("labels", "truth", "ppi", "ppi++", "labels only, CLT t"),
        coverage_models.ppi,
    ),
    "agreement": (
        "Two raters, three values, 20% of ratings missing for alpha and AC1",
        ("items", "agreement", "cohen", "fleiss", "gwet", "alpha, nominal"),
        coverage_models.agreement,
    ),
    "ranking": (
        "Bradley-Terry, 6 models, each item one game of every pair; ranks for all models at once",
        ("items", "spread", "strengths", "joint ranks", "mean width of ranks"),
        coverage_models.ranking,
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the coverage of the intervals.")
    parser.add_argument("--data-sets", type=int, default=2000, help="data sets a cell")
    parser.add_argument("--only", default=",".join(SECTIONS), help="sections, separated by commas")
    chosen = parser.parse_args()
    error = 100 * math.sqrt(0.95 * 0.05 / chosen.data_sets)
    print(f"Percent covered; {chosen.data_sets} data sets a cell, Monte Carlo standard error {error:.2f}.")
    for name in chosen.only.split(","):
        title, head, rows = SECTIONS[name]
        start = time.perf_counter()
        print(f"\n### {title}\n\n| {' | '.join(head)} |\n|{'---|' * len(head)}", flush=True)
        for row in rows(chosen.data_sets):
            print(f"| {' | '.join(row)} |", flush=True)
        print(f"\n({name}: {time.perf_counter() - start:.0f} s)")


if __name__ == "__main__":
    main()
