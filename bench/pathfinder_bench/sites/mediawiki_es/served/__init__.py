"""Runs beside the application: its settings and its first data."""
