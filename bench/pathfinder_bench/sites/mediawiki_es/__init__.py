"""What a botanical society has written down, in Spanish (MediaWiki)."""
