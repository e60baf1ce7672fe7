"""Runs in the application's own environment: its tables, its first data and its server."""
