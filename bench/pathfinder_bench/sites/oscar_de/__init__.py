"""The same shop in German."""
