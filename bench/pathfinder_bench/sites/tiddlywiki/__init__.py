"""A notebook that is one page: TiddlyWiki."""
