"""The rating page.

Sessions in a folder, looked through and rated in a browser, and watched while they run.
"""
