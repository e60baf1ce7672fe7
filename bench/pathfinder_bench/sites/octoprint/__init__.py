"""The 3D printer of a repair café (OctoPrint)."""
