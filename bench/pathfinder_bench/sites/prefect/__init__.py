"""The scheduled work of a bakery: Prefect."""
