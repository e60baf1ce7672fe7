"""The classes of a school, in French: Kolibri."""
