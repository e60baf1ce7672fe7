"""The same forum in German."""
