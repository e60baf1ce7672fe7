"""A page as a user sees it. The only package that imports selenium."""
