"""What the replay of a recording leaves in it."""

from pathfinder.core.scenario import Locator, Scenario, Step, Target
from pathfinder.session.recording import as_found


def test_the_locator_that_found_the_element_comes_first():
    by_name, by_id, by_path = (
        Locator(by="role", value="button", name="Send"),
        Locator(by="id", value="send"),
        Locator(by="xpath", value="//button"),
    )
    press = Step(kind="click", target=Target(locators=(by_name, by_id, by_path)))
    scenario = Scenario(steps=(Step(kind="navigate", value="/"), press, press))
    found = as_found(scenario, {1: 0, 2: 1, 3: 0})
    assert found.steps[1].target.locators == (by_id, by_name, by_path)
    assert found.steps[2] == press
