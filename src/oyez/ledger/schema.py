"""The tables of a ledger as SQL, and the scripts that bring an older ledger up to date."""

from __future__ import annotations

import sqlite3
from typing import Final

APPLICATION_ID: Final = 0x6F79657A
"""`oyez` in ASCII; SQLite keeps it in the file's header, where `file` and others look."""

PAGE_SIZE: Final = 16384

FACTS: Final = (
    "runs",
    "imports",
    "judges",
    "contracts",
    "instruments",
    "prompts",
    "replies",
    "draws",
    "readings",
    "recorded",
    "screenings",
    "calibrations",
)
"""The tables of facts, parents before children. `commits` says which rows were added together."""

_TABLES = """
CREATE TABLE runs (
  id      INTEGER PRIMARY KEY,
  kind    TEXT NOT NULL,             -- append, import, read
  started TEXT NOT NULL,             -- UTC, ISO 8601
  oyez    TEXT NOT NULL,             -- version of the package
  note    TEXT,
  escaped TEXT,
  hash    BLOB NOT NULL
) STRICT;
CREATE TABLE imports (
  id               INTEGER PRIMARY KEY,
  run              INTEGER NOT NULL REFERENCES runs (id),
  source           TEXT NOT NULL,    -- absolute path, or the name that was given to the archive
  source_sha256    TEXT NOT NULL,    -- of the file; of names and hashes for a directory
  source_bytes     INTEGER NOT NULL,
  importer         TEXT NOT NULL,
  importer_version TEXT NOT NULL,
  options          TEXT NOT NULL,    -- JSON: which columns were named
  escaped          TEXT,
  hash             BLOB NOT NULL
) STRICT;
CREATE TABLE judges (
  id              INTEGER PRIMARY KEY,
  digest          TEXT NOT NULL,     -- of model, template and settings, or as the archive gives it
  name            TEXT,
  model           TEXT,              -- as asked for
  template_digest TEXT,              -- of the prompt template
  settings        TEXT,              -- JSON
  escaped         TEXT,
  hash            BLOB NOT NULL
) STRICT;
CREATE TABLE contracts (
  id      INTEGER PRIMARY KEY,
  digest  TEXT NOT NULL UNIQUE,      -- 64 hex digits
  name    TEXT NOT NULL,
  version INTEGER NOT NULL,
  ref     TEXT NOT NULL,             -- name@version#digest
  toml    TEXT,                      -- the whole file; null for a contract made in code
  tree    TEXT NOT NULL,             -- canonical JSON of what affects reading
  escaped TEXT,
  hash    BLOB NOT NULL
) STRICT;
CREATE TABLE instruments (
  id           INTEGER PRIMARY KEY,
  digest       TEXT NOT NULL UNIQUE,
  contract     INTEGER REFERENCES contracts (id), -- null: the value came with the archive, and nobody knows how
  reader       TEXT,                              -- version of the reading rules
  judge_digest TEXT,                              -- null: the archive does not say
  tool         TEXT,                              -- what recorded the value, where known
  tool_version TEXT,
  parser       TEXT,
  escaped      TEXT,
  hash         BLOB NOT NULL
) STRICT;
CREATE TABLE prompts (
  id      INTEGER PRIMARY KEY,
  digest  TEXT NOT NULL,             -- sha256:…
  text    TEXT NOT NULL,
  escaped TEXT
) STRICT;
CREATE TABLE replies (
  id      INTEGER PRIMARY KEY,
  digest  TEXT NOT NULL,             -- sha256:…
  text    TEXT NOT NULL,             -- verbatim
  escaped TEXT
) STRICT;
CREATE TABLE draws (
  id             INTEGER PRIMARY KEY,
  run            INTEGER NOT NULL REFERENCES runs (id),
  import         INTEGER REFERENCES imports (id),
  reply          INTEGER REFERENCES replies (id), -- null: nothing was delivered, or the raw text was not kept
  prompt_digest  TEXT,                            -- of the prompt as sent; the text may be in prompts
  judge          INTEGER REFERENCES judges (id),
  name           TEXT,                            -- the id of the draw in its archive
  item           TEXT,
  arm            TEXT,
  draw_index     INTEGER,                         -- which independent draw, counted from 0
  shown_order    TEXT,                            -- for pairwise judging
  ids            TEXT,                            -- JSON: the ids that an item contract expects
  stop           TEXT NOT NULL,                   -- end, length, refusal, error, unknown
  stop_native    TEXT,                            -- the provider's own word
  model_returned TEXT,
  usage          TEXT,                            -- JSON: tokens, as the provider counts them
  latency        REAL,                            -- seconds
  error          TEXT,                            -- what went wrong in transport
  received       TEXT,                            -- when the reply came, as the archive says
  raw_absent     TEXT,                            -- why there is no raw text although a reply came: not re-readable
  meta           TEXT,                            -- JSON: everything else
  escaped        TEXT,
  hash           BLOB NOT NULL,
  CHECK (raw_absent IS NULL OR reply IS NULL)
) STRICT;
CREATE TABLE readings (
  id         INTEGER PRIMARY KEY,
  run        INTEGER NOT NULL REFERENCES runs (id),
  draw       INTEGER NOT NULL REFERENCES draws (id),
  instrument INTEGER NOT NULL REFERENCES instruments (id),
  status     TEXT NOT NULL,
  verdict    TEXT,                   -- JSON; null without a verdict
  abstained  INTEGER NOT NULL,       -- 0 or 1
  rule       TEXT,                   -- names of the recoveries
  span_start INTEGER,                -- code points into the reply's text
  span_end   INTEGER,
  problems   TEXT,                   -- JSON list of {code, message, start, end}; null for none
  fields     TEXT,                   -- JSON, for contracts with several fields
  escaped    TEXT,
  hash       BLOB NOT NULL,
  UNIQUE (draw, instrument)
) STRICT;
CREATE TABLE recorded (
  id         INTEGER PRIMARY KEY,
  run        INTEGER NOT NULL REFERENCES runs (id),
  draw       INTEGER NOT NULL REFERENCES draws (id),
  instrument INTEGER NOT NULL REFERENCES instruments (id),
  name       TEXT,                   -- which of several recorded values
  value      TEXT,                   -- JSON, as the archive holds it; null where it holds none
  label      TEXT,
  status     TEXT,                   -- the tool's own word
  escaped    TEXT,
  hash       BLOB NOT NULL
) STRICT;
CREATE TABLE commits (
  id    INTEGER PRIMARY KEY,
  run   INTEGER NOT NULL REFERENCES runs (id),
  at    TEXT NOT NULL,               -- UTC, ISO 8601
  spans TEXT NOT NULL,               -- JSON: table → [first id, last id, sha256 over the hashes of these rows]
  last  INTEGER NOT NULL,            -- 1: the run ended with this commit
  hash  BLOB NOT NULL                -- over the columns above and two commits before: the run's and the ledger's
) STRICT;
CREATE INDEX replies_by_digest ON replies (substr(digest, 8, 16));
CREATE INDEX prompts_by_digest ON prompts (substr(digest, 8, 16));
CREATE INDEX draws_by_name ON draws (name, import) WHERE name IS NOT NULL;
CREATE INDEX draws_by_reply ON draws (reply) WHERE reply IS NOT NULL;
CREATE INDEX imports_by_source ON imports (source);
CREATE INDEX imports_by_sha256 ON imports (source_sha256);
CREATE INDEX recorded_by_draw ON recorded (draw);
CREATE INDEX judges_by_digest ON judges (digest);
"""


def _guards(table: str) -> str:
    """Triggers that keep every row as it was added; `INSERT OR REPLACE` deletes without firing the third."""
    refuse = "SELECT RAISE(ABORT, 'a ledger only grows: no row is changed or removed')"
    return f"""
CREATE TRIGGER {table}_stay BEFORE UPDATE ON {table} BEGIN {refuse}; END;
CREATE TRIGGER {table}_keep BEFORE DELETE ON {table} BEGIN {refuse}; END;
CREATE TRIGGER {table}_once BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id)
BEGIN {refuse}; END;
"""


_SCREENINGS = """
CREATE TABLE screenings (
  id         INTEGER PRIMARY KEY,
  run        INTEGER NOT NULL REFERENCES runs (id),
  item       TEXT NOT NULL,
  profile    TEXT NOT NULL,          -- name@version#digest
  instrument TEXT NOT NULL,          -- digest of the profile, its judges and the reader
  outcome    TEXT NOT NULL,          -- flagged, review, passed
  told       TEXT NOT NULL,          -- JSON: the texts, the evidence, the reasons; replies are named by their draws
  escaped    TEXT,
  hash       BLOB NOT NULL
) STRICT;
CREATE TABLE calibrations (
  id         INTEGER PRIMARY KEY,
  run        INTEGER NOT NULL REFERENCES runs (id),
  profile    TEXT NOT NULL,          -- name@version#digest
  instrument TEXT NOT NULL,          -- as in screenings
  told       TEXT NOT NULL,          -- JSON: outcomes on items that people accepted and rejected
  escaped    TEXT,
  hash       BLOB NOT NULL
) STRICT;
CREATE INDEX screenings_by_item ON screenings (item);
CREATE INDEX calibrations_by_instrument ON calibrations (instrument);
"""

_SECOND = ("screenings", "calibrations")
_FIRST = tuple(table for table in FACTS if table not in _SECOND)

MIGRATIONS: Final = (
    _TABLES + "".join(_guards(table) for table in (*_FIRST, "commits")),
    _SCREENINGS + "".join(map(_guards, _SECOND)),
)
"""Script n brings a ledger from version n to n + 1; `PRAGMA user_version` holds the version."""


def statements(script: str) -> list[str]:
    """The statements of a script, triggers whole."""
    found, begun = [], ""
    for line in script.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            found.append(begun)
            begun = ""
    return found


VERSION: Final = len(MIGRATIONS)
"""The version of the schema that this package reads and writes."""
