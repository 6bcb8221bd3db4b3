"""Frozen values that every layer shares; nothing here imports another layer."""
