"""The blocks of the page on plugs: files to write, programs to run, and what they print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "plugs.md"
_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

OFFLINE = {
    "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
    "LANGSMITH_TRACING": "false",
    "PROMPTFOO_DISABLE_TELEMETRY": "1",
    "PROMPTFOO_DISABLE_UPDATE": "1",
}
"""What keeps the tools from asking a network."""


def write_files(folder: Path) -> dict[str, str]:
    """Write every named block of the page into `folder`; gives what each program prints, where the page says it."""
    printed, last = {}, ""
    for language, name, contents in _BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if name:
            (folder / name).write_text(contents, encoding="utf-8")
            last = name
        elif language == "text":
            printed[last] = contents
    return printed


def run(folder: Path, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command in `folder`, with `python` standing for this one."""
    told = [sys.executable if word == "python" else word for word in command]
    environment = {**os.environ, **OFFLINE, **more}
    return subprocess.run(told, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
