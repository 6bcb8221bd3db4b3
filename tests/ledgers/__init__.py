"""Tests of the ledger and of what is built on it."""
