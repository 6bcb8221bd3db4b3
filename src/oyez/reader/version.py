"""The version of the reading rules: it changes whenever any reply reads differently."""

VERSION = "1"
