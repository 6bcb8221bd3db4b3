"""How Hypothesis runs: the same examples every time, or others with OYEZ_EXPLORE=1."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("explore" if os.environ.get("OYEZ_EXPLORE") else "repeatable")
