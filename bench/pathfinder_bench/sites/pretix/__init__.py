"""Tickets for concerts and readings: pretix."""
