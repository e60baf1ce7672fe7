"""Runs beside the application: the web pages that it watches."""
