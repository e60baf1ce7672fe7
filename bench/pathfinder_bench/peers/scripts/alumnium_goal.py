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
            told |= {
                "claimed": "success",
                "words": done.explanation,
                "steps": sum(len(step.tools) for step in done.steps),
            }
            if asked["asks"]:
                told["answer"] = str(alumni.get(asked["asks"]))
            elif asked["check"]:
                told |= _checked(alumni, f"this has been done: {asked['check']}")
        finally:
            with suppress(Exception):
                alumni.quit()


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
