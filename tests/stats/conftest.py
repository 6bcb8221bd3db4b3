"""Nothing is timed in a test: the first call into pandas or statsmodels may take long."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
