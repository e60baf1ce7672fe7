"""Notes of what is to be done, in German: Roundup."""
