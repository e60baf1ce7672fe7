"""The mailing lists of a canal's friends (Mailman 3 with Postorius)."""
