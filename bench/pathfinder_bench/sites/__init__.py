"""Applications to measure PathFinder on: each installs from a registry and has its truth outside its pages.

A folder here with a `site.yaml` is an application; the modules beside them install, check and play.
"""
