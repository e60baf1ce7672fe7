import subprocess
import sys

import pytest

from pathfinder.agents.models import default_model_name, open_model, parse_constellation
from pathfinder.agents.models.choose import EMBEDDED_DEFAULT
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.errors import ModelMissing, UsageError
from tests.fakes.ollama_server import OllamaServer

ROLES = ("perceptron", "system1", "entrybot", "oracle")


@pytest.mark.parametrize("name", ["olama/gemma2", "gemma2", "ollama/", ""])
def test_an_unknown_back_end_is_said(name):
    with pytest.raises(UsageError, match=r"is not known.*ollama/…"):
        open_model(name)


def test_did_you_mean():
    with pytest.raises(UsageError, match="did you mean 'ollama'"):
        open_model("olama/gemma2")
    with pytest.raises(ModelMissing, match=r"did you mean 'qwen2.5-coder-1.5b'"):
        open_model("embedded/qwen2.5-coder-1b")


def test_one_model_for_all_and_one_for_a_role():
    found = parse_constellation(["embedded/a", "oracle=ollama/gemma2"], ROLES)
    assert found == {
        "perceptron": "embedded/a",
        "system1": "embedded/a",
        "entrybot": "embedded/a",
        "oracle": "ollama/gemma2",
    }


def test_a_path_with_an_equals_sign_is_no_role():
    assert parse_constellation(["embedded//models/a=b.gguf"], ["oracle"]) == {
        "oracle": "embedded//models/a=b.gguf"
    }


def test_roles_that_are_not_named_play_the_default(monkeypatch):
    monkeypatch.setenv("PATHFINDER_MODEL", "openai/tiny")
    assert parse_constellation(["oracle=ollama/gemma2"], ["oracle", "system1"]) == {
        "oracle": "ollama/gemma2",
        "system1": "openai/tiny",
    }


def test_an_unknown_role_is_said():
    with pytest.raises(UsageError) as said:
        parse_constellation(["oracel=ollama/gemma2"], ROLES)
    assert (
        str(said.value)
        == "--model oracel=ollama/gemma2: no role 'oracel'; did you mean 'oracle'? Roles are "
        f"{', '.join(ROLES)}."
    )
    with pytest.raises(UsageError, match=r"no role 'zzzzzz'\. Roles are perceptron"):
        parse_constellation(["zzzzzz=ollama/gemma2"], ROLES)


def test_a_role_without_a_model_is_said():
    with pytest.raises(UsageError, match="oracle="):
        parse_constellation(["oracle="], ROLES)


def test_the_default_is_embedded_unless_a_configured_ollama_answers():
    assert default_model_name({}) == EMBEDDED_DEFAULT == "embedded/qwen2.5-coder-1.5b+pathfinder"
    assert (
        default_model_name({"PATHFINDER_MODEL": "openai/x", "OLLAMA_MODEL": "gemma2"}) == "openai/x"
    )
    assert (
        default_model_name({"OLLAMA_MODEL": "gemma2", "OLLAMA_HOST": "http://127.0.0.1:9"})
        == EMBEDDED_DEFAULT
    )
    with OllamaServer(ScriptedModel()) as server:
        assert default_model_name({"OLLAMA_HOST": server.url}) == EMBEDDED_DEFAULT
        assert (
            default_model_name({"OLLAMA_HOST": server.url, "OLLAMA_MODEL": "gemma2"})
            == "ollama/gemma2"
        )
        assert (
            default_model_name(
                {"OLLAMA_HOST": server.url, "PATHFINDER_OLLAMA_MODEL": "phi4", "OLLAMA_MODEL": "x"}
            )
            == "ollama/phi4"
        )


def test_importing_the_back_ends_loads_none_of_their_libraries():
    code = (
        "import sys, pathfinder.agents.models; print([m for m in ('xllamacpp', 'ollama', "
        "'openai', 'huggingface_hub', 'httpx') if m in sys.modules])"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )
