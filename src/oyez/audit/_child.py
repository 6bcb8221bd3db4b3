"""The process in which foreign code runs: limits first, then the code. It needs nothing but Python itself.

The first line of standard input says what to run and under which limits; each further line is one call. Answers
go to the descriptor that was standard output; what the foreign code prints goes to standard error instead.
"""

from __future__ import annotations

import contextlib
import ctypes
import enum
import json
import os
import re
import resource
import signal
import sys
from importlib import import_module
from typing import Any

NEWUSER, NEWNET = 0x10000000, 0x40000000
PDEATHSIG = 1
LONGEST = 64 * 1024


def limit(spec: dict[str, Any]) -> bool:
    """Cut the network where the system allows it, bound the memory, and end with the parent. Whether it is cut."""
    libc = ctypes.CDLL(None, use_errno=True)
    if hasattr(libc, "prctl"):  # Linux only
        libc.prctl(PDEATHSIG, signal.SIGKILL)
    cut = hasattr(libc, "unshare") and bool(libc.unshare(NEWUSER | NEWNET) == 0)
    memory = int(spec["memory"])
    with contextlib.suppress(ValueError, OSError):  # some systems refuse to bound the address space
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if spec.get("output"):
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(spec["output"]), int(spec["output"])))
    return cut


def function(spec: dict[str, Any]) -> tuple[Any, list[Any]]:
    """The function that a spec names, and where it is written."""
    module = import_module(spec["module"])
    found = module
    for name in spec["name"].split("."):
        found = getattr(found, name)
    if not callable(found):
        raise TypeError(f"{spec['name']} cannot be called: it is of type {type(found).__name__}")
    code = getattr(found, "__code__", None)
    place = [code.co_filename, code.co_firstlineno] if code else [getattr(module, "__file__", None), 1]
    return found, place


def mutated(spec: dict[str, Any]) -> tuple[Any, list[Any]]:
    """The function of a module whose text was changed."""
    space: dict[str, Any] = {"__name__": spec["module"], "__file__": spec["file"]}
    sys.path.insert(0, os.path.dirname(os.path.abspath(spec["file"])))
    exec(compile(spec["source"], spec["file"], "exec"), space)
    return space[spec["name"]], [spec["file"], 1]


def pattern(spec: dict[str, Any]) -> tuple[Any, list[Any]]:
    """The function that a regular expression makes."""
    found = re.compile(spec["pattern"])
    group = spec.get("group")
    if group is None:
        group = 1 if found.groups else 0
    pick = spec.get("pick", "first")
    most = spec.get("most")  # of a long match, only the beginning may be wanted

    def read(text: str) -> str | None:
        if pick == "first":
            match = found.search(text)
            value = None if match is None else match.group(group)
            return None if value is None else value[:most]
        values = [match.group(group) for match in found.finditer(text)]
        if pick == "last":
            return values[-1] if values else None
        return values[0] if len(set(values)) == 1 else None

    return read, [None, None]


def plain(value: Any) -> Any:
    """A value as JSON can carry it; other objects as their text."""
    if isinstance(value, enum.Enum):
        return plain(value.value)
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if hasattr(value, "item") and callable(value.item) and getattr(value, "shape", None) == ():
        return plain(value.item())
    return repr(value)


def answer(call: Any, arguments: list[Any]) -> str:
    """What one call came to, as a line."""
    try:
        line = json.dumps({"value": plain(call(*arguments))})
        if len(line) > LONGEST:
            return json.dumps({"crashed": "gave a value of more than 64 KiB"})
        return line
    except MemoryError:
        return json.dumps({"crashed": "out of memory"})
    except (Exception, SystemExit) as fault:
        names = [cls.__name__ for cls in type(fault).__mro__ if cls not in (object, BaseException)]
        with contextlib.suppress(Exception):
            return json.dumps({"raised": names, "message": str(fault)[:500]})
        return json.dumps({"raised": names, "message": ""})


def main() -> None:
    """Set up as the first line says, then answer calls until the input ends."""
    calls = os.fdopen(os.dup(0), "rb")
    out = os.fdopen(os.dup(1), "wb")
    spec = json.loads(calls.readline())
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    cut = limit(spec)
    sys.path[0] = ""
    sys.path[1:1] = spec.get("path", [])
    make = {"function": function, "regex": pattern, "mutated": mutated}[spec["kind"]]
    try:
        call, place = make(spec)
        hello = {"network": "isolated" if cut else "not isolated", "place": place}
    except BaseException as fault:
        call, hello = None, {"fault": f"{type(fault).__name__}: {fault}"[:500]}
    out.write(json.dumps(hello).encode() + b"\n")
    out.flush()
    if call is None:
        return
    own = os.getpid()
    for line in calls:
        made = answer(call, json.loads(line))
        if os.getpid() != own:
            os._exit(0)  # a copy that the code forked: only the first process answers
        out.write(made.encode() + b"\n")
        out.flush()


def run_command(spec: dict[str, Any], argv: list[str]) -> None:
    """Limits, then another program in place of this one."""
    limit(spec)
    os.execvp(argv[0], argv)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        run_command(json.loads(sys.argv[1]), sys.argv[2:])
    else:
        main()
