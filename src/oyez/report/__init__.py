"""Tallies and readings as people read them: plain text for a terminal, and the same as JSON."""
