"""Runs in the application: its first data."""
