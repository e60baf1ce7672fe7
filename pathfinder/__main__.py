"""`python -m pathfinder` is `pathfinder`."""

from pathfinder.cli import main

main()
