"""Small journals, as sessions write them."""

import json
from pathlib import Path
from typing import Any

ROLES = ("perceptron", "system1", "entrybot", "oracle", "critic")


def constellation(*models: str) -> dict[str, str]:
    """Perceptron, System 1 and EntryBot by name; the other roles have one model."""
    return dict(zip(ROLES, [*models, "embedded/judge-1b", "embedded/judge-1b"], strict=True))


def session(
    folder: Path,
    *,
    models: dict[str, str] | None = None,
    site: str = "demo",
    status: str = "success",
    orders: int | None = 1,
    steps: int = 3,
    seconds: float = 60.0,
    blame: str = "nobody",
    trial: dict[str, Any] | None = None,
    calls: tuple[dict[str, Any], ...] = (),
) -> Path:
    """A session's folder.

    As many steps as said, and what the site's truth lists afterwards (None: it does not tell).
    """
    folder.mkdir(parents=True)
    task = {"goal": "make a purchase", "site": site, "url": "http://127.0.0.1:8600/"}
    events: list[dict[str, Any]] = [
        {
            "event": "session",
            "time": 100.0,
            "session": folder.name,
            "task": task,
            "models": models or constellation(*["embedded/a-1b"] * 3),
        }
    ]
    for step in range(1, steps + 1):
        events.append(
            {
                "event": "look",
                "time": 100.0 + step,
                "step": step,
                "url": task["url"],
                "elements": [{}, {}],
            }
        )
        events.append(
            {
                "event": "choice",
                "time": 100.2 + step,
                "step": step,
                "text": f'press "{step}"',
                "by": "model",
                "candidates": [{}],
            }
        )
        events.append(
            {
                "event": "change",
                "time": 100.5 + step,
                "step": step,
                "said": "-> a page",
                "nothing": False,
            }
        )
    events += [{"event": "call", "time": 101.0, "step": 1, **call} for call in calls]
    if status:
        events.append(
            {
                "event": "verdict",
                "time": 199.0,
                "status": status,
                "blame": blame,
                "steps": steps,
                "seconds": seconds,
            }
        )
    if orders is not None:
        events.append({"event": "truth", "time": 200.0, "orders": [{}] * orders})
    (folder / "journal.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
    if trial is not None:
        (folder / "trial.json").write_text(json.dumps(trial))
    return folder


def rate(folder: Path, *ratings: tuple[str, str]) -> None:
    """Ratings of persons, one after the other."""
    lines = [
        json.dumps({"event": "rating", "time": at, "rater": who, "label": label})
        for at, (who, label) in enumerate(ratings)
    ]
    (folder / "ratings.jsonl").write_text("\n".join(lines) + "\n")
