"""Serving: screening, reading and explaining as tools that editors and assistants can call."""
