"""Standard errors when observations come in clusters, such as several draws of one item."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from oyez.stats.arrays import Floats, codes, floats

Form: TypeAlias = Literal["c/(c-1)", "miller", "uncorrected"]
"""Which finite-sample form of the clustered standard error; the docs give each formula."""


class ClusterSums(msgspec.Struct, frozen=True):
    """The observations of one column, added up by cluster."""

    sums: Floats
    """Sum of the values of each cluster."""
    sizes: Floats
    """Number of observations of each cluster, all at least 1."""
    squares: float
    """Sum of the squared distances of all observations from the mean."""
    n: int
    """Number of observations."""
    low: float
    """The smallest value; 0 for no observations."""
    high: float
    """The largest value; 0 for no observations."""
    binary: bool
    """Whether all values are 0 or 1."""

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return len(self.sums)

    @property
    def mean(self) -> float:
        """The mean over all observations, each counting the same; only for n > 0."""
        return float(self.sums.sum() / self.n)


def cluster_sums(values: npt.ArrayLike, clusters: npt.ArrayLike | None = None) -> ClusterSums:
    """`values` (n numbers) added up by `clusters` (n ids); without ids each value is its own cluster.

    Raises `ValueError` for NaN, infinities, or another number of ids than of values.
    """
    row = floats(values)
    if clusters is None:
        sums, sizes = row, np.ones(len(row))
    else:
        ids, k = codes(clusters, len(row))
        sums = np.bincount(ids, weights=row, minlength=k).astype(np.float64)
        sizes = np.bincount(ids, minlength=k).astype(np.float64)
    n = len(row)
    squares = float(((row - row.mean()) ** 2).sum()) if n else 0.0
    low, high = (float(row.min()), float(row.max())) if n else (0.0, 0.0)
    binary = bool(np.isin(row, (0.0, 1.0)).all())
    return ClusterSums(sums, sizes, squares, n, low, high, binary)


def clustered_se(data: ClusterSums, form: Form = "c/(c-1)") -> float | None:
    """Standard error of the mean over all observations; `None` for fewer than two clusters.

    With S_c the sum of the residuals of cluster c and r_i the residual of observation i:

    - `c/(c-1)`: sqrt(C/(C-1) sum S_c^2) / n, the usual sandwich form. With one observation a cluster
      it is the plain standard error sqrt(sum r_i^2 / (n(n-1))).
    - `miller`: sqrt(sum r_i^2 / (n(n-1)) + sum_c sum_(i != j) r_i r_j / n^2), as printed in
      Miller 2024 (arXiv 2411.00640, equation 4); smaller for large clusters.
    - `uncorrected`: sqrt(sum S_c^2) / n.

    Raises `ValueError` for another form.
    """
    if form not in ("c/(c-1)", "miller", "uncorrected"):
        raise ValueError(f"no form {form!r} of the clustered standard error")
    if data.clusters < 2:
        return None
    residual_sums = data.sums - data.mean * data.sizes
    between = float((residual_sums**2).sum())
    if form == "c/(c-1)":
        variance = between * data.clusters / (data.clusters - 1) / data.n**2
    elif form == "miller":
        variance = data.squares / (data.n * (data.n - 1)) + (between - data.squares) / data.n**2
    else:
        variance = between / data.n**2
    return _positive(float(np.sqrt(max(variance, 0.0))), data)


def _positive(se: float, data: ClusterSums) -> float:
    """The standard error, with rounding noise (a billionth of the spread of the values) taken as 0."""
    return 0.0 if se <= 1e-9 * (data.high - data.low) else se
