"""Space is any character of which `str.isspace()` is true, other than CR and LF."""

from __future__ import annotations

SPACE = (
    "\t\x0b\x0c\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""Every such character; a test compares the list with the whole of Unicode."""

SPACES = f"[{SPACE}]*+"
"""A pattern for any run of space, possessive, so that no scan steps back into it."""


def without_space(text: str) -> str:
    """The text with every white space taken out."""
    return "".join(text.split())
