"""Metrics: what verdicts are worth, one metric a file."""

from oyez.core.metric import Metric
from oyez.core.registry import Registry

METRICS: Registry[Metric] = Registry("oyez.metrics", "METRIC", Metric)
"""All metrics, by name."""
