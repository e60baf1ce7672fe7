"""The command line: `pathfinder COMMAND`, one module a command."""
