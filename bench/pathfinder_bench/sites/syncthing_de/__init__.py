"""Folders that the computers of an office share, in German: Syncthing."""
