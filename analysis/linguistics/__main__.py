"""`python -m pathfinder.analysis.linguistics RUNS… [--out FILE]`.

Write the linguistics page, and say what was found.
"""

import argparse
import sys
from pathlib import Path

from pathfinder.analysis.linguistics.report import profile, write_report
from pathfinder.analysis.sessions import read_sessions
from pathfinder.core.errors import PathFinderError


def main() -> int:
    """Read the folders, write the page."""
    parser = argparse.ArgumentParser(
        prog="python -m pathfinder.analysis.linguistics", description="Profile what models write."
    )
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUNS")
    parser.add_argument("--out", type=Path, default=Path("linguistics.html"), metavar="FILE")
    parser.add_argument("--role", default="perceptron", metavar="ROLE")
    asked = parser.parse_args()
    try:
        found = profile(read_sessions(asked.runs), asked.role)
    except PathFinderError as error:
        print(f"pathfinder.analysis.linguistics: {error}", file=sys.stderr)
        return error.exit_code
    print("\n".join([*found.summary, str(write_report(found, asked.out))]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
