"""Bookmarks of bee-keepers, in German: Shaarli."""
