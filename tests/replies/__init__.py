"""Replies built with a known reading: prelude, body and tail, for every form and scale."""
