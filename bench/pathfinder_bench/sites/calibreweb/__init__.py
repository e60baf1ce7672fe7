"""A library of electronic books: Calibre-Web."""
