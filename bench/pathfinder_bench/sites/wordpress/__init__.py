"""The website of a guild of bell-ringers, from behind (WordPress)."""
