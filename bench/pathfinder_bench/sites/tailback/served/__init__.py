"""Runs in the application's own environment: its server and its first data."""
