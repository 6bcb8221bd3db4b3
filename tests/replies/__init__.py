"""Replies built with a known reading: prelude, body and tail, for every form and scale."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "oyez", deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("oyez")
