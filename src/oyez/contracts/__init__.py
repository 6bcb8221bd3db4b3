"""The catalogue: one contract a TOML file."""
