"""How its tables are made."""
