"""Runs in the application's own environment: its first data."""
