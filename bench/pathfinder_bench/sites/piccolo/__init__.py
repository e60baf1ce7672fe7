"""The toys, families and loans of a toy library (Piccolo Admin)."""
