"""Replies built with a known reading: prelude, body and tail, for every form and scale."""

import os

from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "oyez", deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile(
    "mutants", parent=settings.get_profile("oyez"), database=None, phases=[Phase.explicit, Phase.generate]
)
settings.load_profile(os.environ.get("OYEZ_PROFILE", "oyez"))
