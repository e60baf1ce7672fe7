"""Runs in the application's own environment: its settings and its first data."""
