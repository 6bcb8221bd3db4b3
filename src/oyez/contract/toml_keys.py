"""A TOML tokenizer that keeps the place of every key, for text that Python's own parser has accepted.

It knows strings, comments, inline tables, arrays, dotted and quoted keys, tables and arrays of tables (TOML 1.0).
"""

from __future__ import annotations

import re

Path = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]++")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+"{3,5}'  # up to two quotes may stand right before the closing three
    r"|'''(?:[^']|'{1,2}(?!'))*+'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*+'",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\n]*+")
"""A number, a date or a boolean."""


def toml_keys(text: str) -> dict[Path, int]:
    """The path of every key, table and item of an array, with the code point where it is first written."""
    scan = _Scan(text)
    scan.run()
    return scan.keys


class _Scan:
    """One pass over the text; `at` is where it stands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.keys: dict[Path, int] = {}
        self.tables: dict[Path, int] = {}
        """The arrays of tables, with the index of the table that is open."""

    def run(self) -> None:
        table: Path = ()
        self._skip()
        while self.at < len(self.text):
            if self.text.startswith("[", self.at):
                table = self._header()
            else:
                self._pair(table)
            self._skip()

    def _skip(self) -> None:
        match = _BLANK.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    def _take(self, mark: str) -> bool:
        """Pass over the mark and the blanks after it, if it stands here."""
        found = self.text.startswith(mark, self.at)
        if found:
            self.at += len(mark)
            self._skip()
        return found

    def _header(self) -> Path:
        many = self._take("[[")
        if not many:
            self._take("[")
        path: Path = ()
        parts = self._dotted()
        for number, (key, at) in enumerate(parts, start=1):
            path = (*path, key)
            self.keys.setdefault(path, at)
            if many and number == len(parts):
                self.tables[path] = self.tables.get(path, -1) + 1
            if path in self.tables:
                path = (*path, self.tables[path])
                self.keys.setdefault(path, at)
        self.at += 2 if many else 1
        return path

    def _dotted(self) -> list[tuple[str, int]]:
        """The parts of a key with their places, and the blanks after it."""
        parts = [self._key()]
        while self._take("."):
            parts.append(self._key())
        return parts

    def _key(self) -> tuple[str, int]:
        start = self.at
        match = (_STRING if self.text[start : start + 1] in "\"'" else _BARE_KEY).match(self.text, start)
        assert match is not None
        self.at = match.end()
        self._skip()
        return _unquoted(match[0]), start

    def _pair(self, table: Path) -> None:
        path = table
        for key, at in self._dotted():
            path = (*path, key)
            self.keys.setdefault(path, at)
        self._take("=")
        self._value(path)

    def _value(self, path: Path) -> None:
        string = _STRING.match(self.text, self.at)
        if string is not None:
            self.at = string.end()
        elif self._take("["):
            self._array(path)
        elif self._take("{"):
            self._table(path)
        else:
            plain = _PLAIN.match(self.text, self.at)
            assert plain is not None
            self.at = plain.end()
        self._skip()

    def _array(self, path: Path) -> None:
        index = 0
        while not self._take("]"):
            self.keys[(*path, index)] = self.at
            self._value((*path, index))
            self._take(",")
            index += 1

    def _table(self, path: Path) -> None:
        while not self._take("}"):
            self._pair(path)
            self._take(",")


def _unquoted(key: str) -> str:
    if key[0] == "'":
        return key[1:-1]
    if key[0] != '"' or "\\" not in key:
        return key.strip('"')
    import tomllib  # knows the escapes

    return next(iter(tomllib.loads(f"{key} = 0")))
