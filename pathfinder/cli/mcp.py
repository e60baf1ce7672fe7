"""`pathfinder mcp`: sessions as tools for coding agents."""


def mcp() -> None:
    """Offer explore, read, test, replay and findings as tools, over stdio, to a coding agent."""
    from pathfinder.cli.mcp_tools import make_server

    make_server().run("stdio")
