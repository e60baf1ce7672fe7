"""`python -m bench`: every measurement."""

from bench.perception import main

main()
