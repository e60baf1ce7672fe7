"""The talks of a gathering: pretalx."""
