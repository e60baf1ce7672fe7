"""One file a system, and the loop they share."""
