"""Runs in the application's own environment: its settings, its first data and Mailman's core."""
