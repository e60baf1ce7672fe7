"""The rating page: sessions in a folder, looked through and rated in a browser, and watched while they run."""
