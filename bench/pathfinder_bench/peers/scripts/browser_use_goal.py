"""One goal by browser-use; see the package's docstring for what comes in and goes out."""

import asyncio
import json
import os
import sys
import time
from typing import Any

MOST_STEPS = 30


async def play(asked: dict[str, Any], told: dict[str, Any]) -> None:
    """Run an agent; put what is known into `told`."""
    from browser_use import Agent, BrowserSession, ChatOpenAI

    def on_step(state: object, output: object, number: int) -> None:
        told["steps"] = number
        print(json.dumps(told), flush=True)

    seconds = int(asked["seconds"])
    agent = Agent(
        asked["goal"],
        llm=ChatOpenAI(
            asked["model"],
            base_url=asked["model_url"],
            api_key="none",
            timeout=seconds,
            max_completion_tokens=512,
            add_schema_to_system_prompt=asked["schema"],
        ),
        browser_session=BrowserSession(
            executable_path=asked["chromium"],
            headless=True,
            chromium_sandbox=False,
            enable_default_extensions=False,
            viewport={"width": 1280, "height": 900},
            user_data_dir=None,
            args=asked["chromium_arguments"],
        ),
        initial_actions=[{"navigate": {"url": asked["url"], "new_tab": False}}],
        register_new_step_callback=on_step,
        use_vision=False,
        flash_mode=True,
        use_judge=False,
        llm_timeout=seconds,
        step_timeout=seconds,
        file_system_path=asked["folder"],
    )
    history = await agent.run(max_steps=MOST_STEPS)
    claimed = {True: "success", False: "failure", None: ""}[history.is_successful()]
    said = history.final_result() or ""
    told |= {
        "claimed": claimed,
        "words": said,
        "answer": said if claimed else "",
        "steps": history.number_of_steps(),
        "error": "" if claimed else next(filter(None, reversed(history.errors())), ""),
    }


def main() -> None:
    asked = json.loads(sys.argv[1])
    os.environ.update(
        ANONYMIZED_TELEMETRY="false",
        BROWSER_USE_CLOUD_SYNC="false",
        BROWSER_USE_VERSION_CHECK="false",
        BROWSER_USE_CONFIG_DIR=asked["folder"],
    )
    began = time.monotonic()
    told: dict[str, Any] = {"claimed": "", "steps": 0}
    try:
        asyncio.run(play(asked, told))
    except Exception as error:
        told["error"] = f"{type(error).__name__}: {error}"
    print(json.dumps(told | {"seconds": time.monotonic() - began}), flush=True)


if __name__ == "__main__":
    main()
