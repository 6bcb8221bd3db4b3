"""Suggesting contracts for replies."""
