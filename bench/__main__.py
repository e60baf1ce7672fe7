"""`python -m bench`: what a look costs.

Sessions with a real model take hours: `python -m bench.sessions`.
"""

from bench.perception import main

main()
