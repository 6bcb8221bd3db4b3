"""The tools over the Model Context Protocol, with its official SDK (extra `oyez[mcp]`)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from oyez._version import __version__
from oyez.core.errors import InputError, OyezError
from oyez.rows.reading import to_json_bytes
from oyez.screening import NEVER_CERTIFIES
from oyez.serving.tools import Settings, Tools

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

ABOUT = (
    "Decides items with reasons (screen), reads what a judge wrote under a contract (read), and says why it reads so "
    f"(explain). {NEVER_CERTIFIES}"
)


def server(settings: Settings) -> MCPServer[Any]:
    """The server; run it over stdio. Raises `InputError` where the SDK is not installed."""
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError as fault:
        raise InputError("the MCP server needs the extra: pip install 'oyez[mcp]'") from fault
    tools = Tools(settings)
    made: MCPServer[Any] = MCPServer("oyez", instructions=ABOUT, version=__version__, log_level="WARNING")

    def told(tree: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(to_json_bytes(tree))  # as the command line writes it
        return found

    async def screen(
        texts: dict[str, str], profile: str = "lean-faithfulness", item: str = "call"
    ) -> dict[str, Any]:
        try:
            return told(await tools.screen(profile, texts, item))
        except OyezError as fault:
            raise ToolError(str(fault)) from fault

    def read(reply: str, contract: str | dict[str, Any], stop: str | None = None) -> dict[str, Any]:
        try:
            return told(tools.read(reply, contract, stop))
        except OyezError as fault:
            raise ToolError(str(fault)) from fault

    def explain(reply: str, contract: str | dict[str, Any], stop: str | None = None) -> dict[str, Any]:
        try:
            return told(tools.explain(reply, contract, stop))
        except OyezError as fault:
            raise ToolError(str(fault)) from fault

    made.add_tool(screen, name="screen", description=_screen_about(tools))
    made.add_tool(read, name="read", description=READ)
    made.add_tool(explain, name="explain", description=EXPLAIN)
    return made


def _screen_about(tools: Tools) -> str:
    return (
        "Decide one item: flagged, review or passed, with the reasons and the evidence. `texts` holds the texts that "
        "the profile needs, such as informal and formal (the Lean declaration). Profiles: "
        f"{', '.join(tools.names())}. Judges are asked, and every reply is kept. {NEVER_CERTIFIES}"
    )


READ = (
    "Read one reply of a judge under a contract (a name of the catalogue, or the contract as an object). Gives a "
    "status, and a verdict with its place exactly where there is one. `stop` is the provider's stop reason."
)
EXPLAIN = "Say why a reply reads as it does: every place that was considered, what became of it, and why."
