"""Runs in the application's own environment: its settings, its pages and its first data."""
