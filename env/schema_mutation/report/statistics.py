"""Figures from scores: the mean and how sure it is."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 10_000
SEED = 20261015
_Z = 1.959963984540054  # the standard normal's 97.5 % point

_NO_SPREAD = 1e-9

Floats = NDArray[np.float64]


class Interval(NamedTuple):
    """The bounds of a 95 % confidence interval."""

    low: float
    high: float


def interval(scores: Sequence[float], clusters: Sequence[str]) -> Interval:
    """A 95 % confidence interval of the mean score, from 0 to 1.

    Tasks of one cluster (base tool or API) succeed and fail together, so clusters are
    resampled, not tasks: bootstrap-t with 10,000 resamples from a fixed seed. Near 0 and 1
    few clusters differ, and resampling sees too little of them; so the interval is widened
    to hold Wilson's as well, at as many independent trials as the spread between clusters
    comes to. Where they do not differ at all, that is one trial a cluster.

    Raises:
        ValueError: there are no scores.
    """
    if not scores:
        raise ValueError("an interval needs at least one score")
    names = {name: place for place, name in enumerate(dict.fromkeys(clusters))}
    place = [names[name] for name in clusters]
    sums: Floats = np.bincount(place, weights=np.asarray(scores, float)).astype(np.float64)
    sizes: Floats = np.bincount(place).astype(np.float64)
    mean, error = (float(figure) for figure in _mean_and_error(sums, sizes))
    if error < _NO_SPREAD:
        return _wilson(mean, len(sums))
    wilson = _wilson(mean, min(mean * (1 - mean) / error**2, len(scores)))
    count = len(sums)
    drawn: NDArray[np.int64] = np.random.default_rng(SEED).integers(count, size=(RESAMPLES, count))
    means, errors = _mean_and_error(sums[drawn], sizes[drawn])
    usable = errors > _NO_SPREAD
    low, high = np.quantile((means[usable] - mean) / errors[usable], [0.025, 0.975])
    return Interval(
        max(0.0, min(wilson.low, mean - float(high) * error)),
        min(1.0, max(wilson.high, mean - float(low) * error)),
    )


def _mean_and_error(sums: Floats, sizes: Floats) -> tuple[Floats, Floats]:
    """The mean over all tasks and its standard error between clusters, along the last axis."""
    count = sums.shape[-1]
    total = sizes.sum(-1)
    mean = sums.sum(-1) / total
    residuals = sums - mean[..., None] * sizes
    spread = (residuals**2).sum(-1) * count / max(count - 1, 1)
    return mean, np.sqrt(spread) / total


def _wilson(mean: float, trials: float) -> Interval:
    centre = (mean + _Z**2 / (2 * trials)) / (1 + _Z**2 / trials)
    half = _Z / (1 + _Z**2 / trials) * sqrt(mean * (1 - mean) / trials + _Z**2 / (4 * trials**2))
    return Interval(max(0.0, centre - half), min(1.0, centre + half))
