"""The two profiles: `paper` is the published pipeline, parameter for parameter; `fast` is for users."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Profile:
    """A profile's parameters. Source of `paper`'s: PathFinder, IV. contexts are tokens, prompt_limit characters."""

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


PROFILES = {
    "fast": Profile("fast", temperature=0.0, perceptron_context=4096),
    "paper": Profile("paper", temperature=0.1),
}
