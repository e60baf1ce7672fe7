"""Runs beside the application: its database, its first data and what tells of them."""
