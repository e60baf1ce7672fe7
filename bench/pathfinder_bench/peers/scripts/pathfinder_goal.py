"""One goal by PathFinder itself; see the package's docstring for what comes in and goes out."""

import json
import sys
from pathlib import Path

from pathfinder.agents.explore import ROLES
from pathfinder.agents.models import open_model
from pathfinder.core.verdict import CLAIMS, Status
from pathfinder_bench.sites.contract import load_app
from pathfinder_bench.sites.session import explore


def main() -> None:
    asked = json.loads(sys.argv[1])
    app = load_app(Path(asked["app"]))
    verdict, _ = explore(
        app,
        app.goal(asked["goal_id"]),
        asked["address"],
        Path(asked["folder"]),
        dict.fromkeys(ROLES, open_model(asked["model"])),
    )
    stuck = "failure" if verdict.status is Status.STUCK else ""
    told = {
        "claimed": "success" if verdict.status in CLAIMS else stuck,
        "answer": verdict.answer or f"{verdict.evidence} {verdict.reason}",
        "words": f"{verdict.status}: {verdict.reason}",
        "steps": verdict.steps,
        "seconds": verdict.seconds,
    }
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
