"""Runs beside the application: the mailboxes, and what takes in all that is sent."""
