"""One goal by Alumnium; see the package's docstring for what comes in and goes out."""

import json
import os
import sys
import time
from contextlib import suppress
from typing import Any


def play(asked: dict[str, Any], told: dict[str, Any]) -> None:
    """Do the goal; put what is known into `told`."""
    from alumnium import Alumni
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=asked["chromium"], args=asked["chromium_arguments"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(asked["url"])
        alumni = Alumni(page)
        try:
            done = alumni.do(asked["goal"])
            told["words"] = done.explanation
            told["steps"] = sum(len(step.tools) for step in done.steps)
            if asked["asks"]:
                told |= _answered(alumni, asked["asks"])
            elif not told["steps"]:
                told["claimed"] = "failure"
            elif asked["check"]:
                told |= _checked(alumni, f"this has been done: {asked['check']}")
            else:
                told["claimed"] = "success"
        finally:
            with suppress(Exception):
                alumni.quit()


def _answered(alumni: Any, question: str) -> dict[str, str]:
    """What it answers, with its explanation: of a number, 42.30 becomes 42.3 in the answer alone.

    Where nothing was found, `get` gives the explanation in the answer's place; what the model said
    tells the two apart.
    """
    retrieve, heard = alumni.client.retrieve, []

    def remembered(*given: Any, **named: Any) -> Any:
        heard.append(retrieve(*given, **named))
        return heard[-1]

    alumni.client.retrieve = remembered
    said = str(alumni.get(question))
    explanation, value = heard[-1]
    claimed = "failure" if value is None else "success"
    return {"claimed": claimed, "answer": f"{said} {explanation}", "words": said}


def _checked(alumni: Any, statement: str) -> dict[str, str]:
    try:
        return {"claimed": "success", "words": alumni.check(statement)}
    except AssertionError as error:
        return {"claimed": "failure", "words": str(error)}


def main() -> None:
    asked = json.loads(sys.argv[1])
    os.environ.update(
        ALUMNIUM_MODEL=f"openai/{asked['model']}",
        OPENAI_CUSTOM_URL=asked["model_url"],
        OPENAI_API_KEY="none",
        ALUMNIUM_MODEL_TIMEOUT=str(asked["seconds"]),
        ALUMNIUM_CACHE="false",
        ALUMNIUM_STORE_DIR=asked["folder"],
    )
    began = time.monotonic()
    told: dict[str, Any] = {"claimed": "", "steps": 0}
    try:
        play(asked, told)
    except Exception as error:
        told |= {"claimed": "", "error": f"{type(error).__name__}: {error}"}
    print(json.dumps(told | {"seconds": time.monotonic() - began}), flush=True)


if __name__ == "__main__":
    main()
