"""What is to be mended and built for a travelling puppet theatre (Trac)."""
