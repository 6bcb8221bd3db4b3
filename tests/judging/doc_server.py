"""What the pages on judges are answered: one fixed reply in the wire format that was asked for."""

from __future__ import annotations

from typing import Any

from judging.fault_server import Act, chat, claude

TEXT = "7 × 8 is 56, and the answer says 54.\n\nVERDICT: fail"


def script(_number: int, path: str, _body: dict[str, Any]) -> Act:
    return claude(TEXT) if path.endswith("/messages") else chat(TEXT)
