"""Sessions that come with the program, for those who have no models."""
