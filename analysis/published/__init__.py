"""Facts typed from the source papers; README.md says which."""
