"""`python -m pathfinder` is `pathfinder`."""

from pathfinder.cli.app import main

main()
