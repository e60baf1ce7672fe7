"""The profiles: `paper` is the published pipeline, parameter for parameter.

`fast` is for users.
"""

from dataclasses import asdict, dataclass
from typing import Any

from pathfinder.core import doors
from pathfinder.core.errors import UsageError
from pathfinder.core.suggest import did_you_mean


@dataclass(frozen=True)
class Profile:
    """A profile's parameters.

    Source of `paper`'s: PathFinder, IV. contexts are tokens, prompt_limit characters.
    """

    name: str
    temperature: float
    oracle_frequency: int = 5
    history: int = 16
    max_steps: int = 31
    perceptron_context: int = 8192
    context: int = 4096
    prompt_limit: int = 8192 * 4

    def to_json(self) -> dict[str, Any]:
        """The parameters for the journal."""
        return asdict(self)


CRAWL = "crawl"
"""Without a goal and without a model; what `--goal ""` stands for."""

PROFILES = {
    "fast": Profile("fast", temperature=0.0, perceptron_context=4096),
    "paper": Profile("paper", temperature=0.1),
}
_CRAWL = Profile(CRAWL, temperature=0.0, max_steps=60)


def find_profile(name: str) -> Profile:
    """The profile of that name: one of ours, or one that an installed package offers.

    Raises:
        UsageError: There is none; says which name comes closest.
    """
    if name == CRAWL:
        return _CRAWL
    others = doors.offered(doors.PLAYERS)
    if name not in PROFILES and name not in others:
        known = (*PROFILES, *others)
        raise UsageError(f"profile {name!r} is not known; {did_you_mean(name, known)}")
    return PROFILES.get(name) or Profile(name, temperature=0.0)
