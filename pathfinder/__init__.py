"""PathFinder tests web sites by exploring them. Heavy imports belong in the submodules."""

__version__ = "0.1.0"
