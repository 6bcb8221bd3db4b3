"""Tests of the statistics; a package, so that its conftest has a name of its own."""
