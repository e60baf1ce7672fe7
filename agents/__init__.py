"""Agents: a prompt file, a typed output, and the shared run with its recovery."""
