"""Which model a name stands for, and which role it plays."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pathfinder.agents.models.adapters import ADAPTED
from pathfinder.agents.models.base import Model, ModelOptions
from pathfinder.core import doors
from pathfinder.core.errors import UsageError
from pathfinder.core.suggest import nearest

if TYPE_CHECKING:
    from pathfinder.agents.models.ollama import OllamaModel
    from pathfinder.agents.models.openai import OpenAIModel

EMBEDDED_DEFAULT = f"embedded/qwen2.5-coder-1.5b{ADAPTED}"
BACKENDS = ("embedded", "served", "ollama", "openai", "scripted", "recorded")


def open_model(name: str, *, options: ModelOptions | None = None, role: str = "") -> Model:
    """The model that a name such as "embedded/qwen2.5-coder-1.5b" or "ollama/gemma2" stands for.

    `role` says whose replies a recorded model plays; empty for all.

    Raises:
        UsageError: No such back-end.
        ModelMissing: The model is not there; the message says how to get it.
    """
    options = options or ModelOptions()
    backend, _, rest = name.partition("/")
    if not rest or not (backend in BACKENDS or backend in doors.offered(doors.MODELS)):
        raise UsageError(_unknown(name))
    if backend not in BACKENDS:
        model: Model = doors.load(doors.MODELS, backend)(rest, options)
        return model
    if backend in ("embedded", "served"):
        from pathfinder.agents.models.embedded import EmbeddedModel

        return EmbeddedModel(rest, options, served=True if backend == "served" else None)
    if backend == "ollama":
        from pathfinder.agents.models.ollama import OllamaModel

        return _checked(OllamaModel(rest, options))
    if backend == "openai":
        from pathfinder.agents.models.openai import OpenAIModel

        return _checked(OpenAIModel(rest, options))
    if backend == "scripted":
        from pathfinder.agents.models.scripted import read_script

        return read_script(Path(rest))
    from pathfinder.agents.models.recorded import RecordedModel

    return RecordedModel(Path(rest), role=role)


T = TypeVar("T", "OllamaModel", "OpenAIModel")


def _checked(model: T) -> T:
    model.check()
    return model


def _unknown(name: str) -> str:
    known = (*BACKENDS, *doors.offered(doors.MODELS))
    kinds = ", ".join(f"{backend}/…" for backend in known)
    like = nearest(name.partition("/")[0], known)
    meant = f"; did you mean {like!r}?" if like else ""
    return f"model '{name}' is not known; a model's name is one of {kinds}{meant}"


def default_model_name(environment: Mapping[str, str] | None = None) -> str:
    """The model to use when none is named.

    PATHFINDER_MODEL, else a configured and reachable Ollama's, else the embedded one.
    """
    environment = os.environ if environment is None else environment
    if name := environment.get("PATHFINDER_MODEL", ""):
        return name
    model = environment.get("PATHFINDER_OLLAMA_MODEL") or environment.get("OLLAMA_MODEL")
    if model:
        from pathfinder.agents.models.ollama import reachable

        if reachable(environment.get("OLLAMA_HOST", "")):
            return f"ollama/{model}"
    return EMBEDDED_DEFAULT


def parse_constellation(words: Sequence[str], roles: Sequence[str]) -> dict[str, str]:
    """The model's name for each role.

    Words are such as "oracle=ollama/gemma2" or, for all other roles, "embedded/…".

    A later word wins over an earlier one; a word with a role wins over one without.

    Raises:
        UsageError: An unknown role, or no model.
    """
    everyone = ""
    named: dict[str, str] = {}
    for word in words:
        role, equals, name = word.partition("=")
        if not equals or "/" in role:
            everyone = word
        elif role not in roles:
            like = nearest(role, roles)
            hint = f"; did you mean {like!r}?" if like else "."
            raise UsageError(
                f"--model {word}: no role '{role}'{hint} Roles are {', '.join(roles)}."
            )
        elif not name:
            raise UsageError(
                f"--model {word}: no model is named; write for example --model "
                f"{role}={EMBEDDED_DEFAULT}"
            )
        else:
            named[role] = name
    everyone = everyone or default_model_name()
    return {role: named.get(role, everyone) for role in roles}
