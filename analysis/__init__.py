"""Reads journals; writes tables and figures."""
