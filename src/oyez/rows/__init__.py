"""Replies in and readings out: rows of JSONL, CSV and Parquet files, and directories of texts."""
