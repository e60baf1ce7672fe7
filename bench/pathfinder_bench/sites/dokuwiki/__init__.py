"""The notebook of an observatory's friends (DokuWiki)."""
