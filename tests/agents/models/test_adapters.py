"""Adapters: which model has one, and that it is on for the agents that it was trained for alone."""

import hashlib
import random
import struct
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pathfinder.agents.agent import PROMPTS
from pathfinder.agents.models import Message, ModelOptions, Prompt, adapters, open_model
from pathfinder.agents.models.adapters import ADAPTED, FOLDER, Adapter, adapter_of, parted
from pathfinder.agents.models.catalogue import catalogue, find_entry, weights_path
from pathfinder.agents.models.embedded import EmbeddedModel
from pathfinder.agents.models.llama import beginning_of, is_moved, moved
from pathfinder.agents.models.prefixes import Prefixes
from pathfinder.agents.models.serving import Place, RemoteEngine, serve
from pathfinder.agents.thresholds import thresholds_for
from pathfinder.core.errors import ModelMissing
from pathfinder_bench.sites.contract import find_apps
from tests.fakes.reopened import reopened

SHIPPED = sorted(path.stem for path in FOLDER.glob("*.gguf"))
WEIGHTS = weights_path("smollm2-135m")
OPTIONS = ModelOptions(context=1280, threads=1, prefixes=True)
ADAPTER = Adapter("tiny+pathfinder", Path("tiny.gguf"), "0123456789abcdef", frozenset({"a/moved"}))
EXAMPLES = tuple(
    Message(role, f"Example {number} of a shop. " * 9 if role == "user" else "A")
    for number in (1, 2)
    for role in ("user", "assistant")
)
PROMPT = Prompt(
    (Message("system", "You test a shop."), *EXAMPLES, Message("user", "Which, A or B?")),
    max_tokens=1,
    examples=len(EXAMPLES),
)


def test_a_name_says_whether_its_adapter_is_wanted():
    assert parted("smollm2-135m") == ("smollm2-135m", False)
    assert parted(f"smollm2-135m{ADAPTED}") == ("smollm2-135m", True)
    assert adapter_of("smollm2-135m") is None
    assert all(adapter_of(f"embedded/{name}{ADAPTED}") for name in SHIPPED)


def test_weights_without_an_adapter_are_refused_with_those_that_have_one():
    with pytest.raises(
        ModelMissing, match=r"no adapter for 'smollm2-135m'; leave out \+path.*1.5b"
    ):
        adapter_of(f"smollm2-135m{ADAPTED}")


@pytest.mark.parametrize("name", SHIPPED)
def test_what_comes_with_pathfinder_is_whole_and_for_agents_that_there_are(name):
    adapter = adapter_of(f"{name}{ADAPTED}")
    assert adapter is not None
    sum_of_it = hashlib.sha256(adapter.path.read_bytes()).hexdigest()
    assert adapter.version == sum_of_it[:16]
    assert f'"sha256": "{sum_of_it}"' in adapter.path.with_suffix(".json").read_text()
    assert all((PROMPTS / f"{agent}.md").is_file() for agent in adapter.agents)
    assert adapter.learned <= {app.name for app in find_apps(role="tuning")}
    assert thresholds_for(f"embedded/{name}{ADAPTED}").name != "strictest"


def test_the_weights_are_those_of_the_name_without_it():
    for name in SHIPPED:
        assert find_entry(f"{name}{ADAPTED}") == catalogue()[name]
        assert weights_path(f"{name}{ADAPTED}") == weights_path(name)


def test_a_request_says_it_either_way_and_nothing_where_there_is_none():
    on, off = moved(ADAPTER, on=True), moved(ADAPTER, on=False)
    assert on == {"lora": [{"id": 0, "scale": 1.0}]}
    assert off == {"lora": [{"id": 0, "scale": 0.0}]}
    assert moved(None, on=True) == {}
    assert [is_moved(each) for each in (on, off, {})] == [True, False, False]
    assert beginning_of({"messages": [1, 2], **on}, 1)["lora"] == on["lora"]


def test_what_was_read_with_it_is_kept_apart(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    weights = tmp_path / "tiny.gguf"
    weights.write_bytes(b"weights")
    other = replace(ADAPTER, version="f" * 16)
    prefixes = [Prefixes.of(weights, OPTIONS, one) for one in (None, ADAPTER, other)]
    assert len({one.model for one in prefixes if one}) == 3
    places = [Place.of(weights, OPTIONS, tmp_path, one) for one in (None, ADAPTER, other)]
    assert len({one.name for one in places}) == 3


def _text(words: str) -> bytes:
    return struct.pack("<Q", len(words)) + words.encode()


def write_adapter(path: Path) -> None:
    """An adapter of rank 1 for one matrix of the smallest model, as GGUF."""
    chance, size = random.Random(1), 576
    tensors = {
        f"blk.{n}.attn_q.weight.lora_{side}": shape
        for n in (3, 9)
        for side, shape in (
            ("a", (size, 1)),
            ("b", (1, size)),
        )
    }
    facts = [
        *(
            (key, 8, _text(value))
            for key, value in (
                ("general.type", "adapter"),
                ("general.architecture", "llama"),
                ("adapter.type", "lora"),
            )
        ),
        ("adapter.lora.alpha", 6, struct.pack("<f", 1.0)),
    ]
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(facts))
    head += b"".join(_text(key) + struct.pack("<I", kind) + value for key, kind, value in facts)
    for number, (name, shape) in enumerate(tensors.items()):
        head += _text(name) + struct.pack("<IQQIQ", 2, *shape, 0, number * size * 4)
    head += b"\0" * (-len(head) % 32)
    values = (chance.gauss(0, 1) for _ in range(len(tensors) * size))
    path.write_bytes(head + b"".join(struct.pack("<f", value) for value in values))


@pytest.fixture
def adapted(tmp_path, monkeypatch) -> Iterator:  # type: ignore[type-arg]
    """Opens the smallest model with an adapter, as a fresh process would."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    file = tmp_path / "tiny.gguf"
    write_adapter(file)
    adapter = replace(ADAPTER, path=file)
    monkeypatch.setattr("pathfinder.agents.models.embedded.adapter_of", lambda name: adapter)
    with reopened(lambda: EmbeddedModel(str(WEIGHTS), OPTIONS, served=False)) as open_one:
        yield open_one


@pytest.mark.embedded
@pytest.mark.skipif(not WEIGHTS.is_file(), reason="needs `pathfinder models pull smollm2-135m`")
class TestWithRealWeights:
    @pytest.mark.long
    def test_it_is_on_for_its_agents_alone(self, adapted):
        plain = open_model(f"embedded/{WEIGHTS}", options=OPTIONS)
        usual = plain.score(PROMPT, ("A", "B")).logprobs  # type: ignore[attr-defined]
        plain.close()  # type: ignore[attr-defined]
        model = adapted()
        ours, others = replace(PROMPT, asks="a/moved"), replace(PROMPT, asks="a/other")
        first, second = model.score(ours, ("A", "B")), model.score(others, ("A", "B"))
        assert first.logprobs != pytest.approx(usual, abs=0.01)
        assert second.logprobs == pytest.approx(usual, abs=0.01)
        assert model.score(ours, ("A", "B")).logprobs == pytest.approx(first.logprobs, abs=0.01)

    @pytest.mark.long(but=1)
    @pytest.mark.parametrize("asks", ["a/moved", "a/other"])
    def test_a_beginning_is_loaded_as_it_was_read(self, adapted, asks):
        asked = replace(PROMPT, asks=asks)
        first = adapted().score(asked, ("A", "B"))
        second = adapted().score(asked, ("A", "B"))
        assert first.reply.cached_tokens == 0 < second.reply.cached_tokens
        assert second.logprobs == first.logprobs

    @pytest.mark.long
    def test_a_server_answers_as_the_engine_of_one_process(self, adapted, tmp_path):
        model = adapted()
        adapter, folder = model._adapter, tmp_path / "served"
        place = Place.of(WEIGHTS, OPTIONS, folder, adapter)
        server = serve(place, WEIGHTS, OPTIONS, idle=0, adapter=adapter)
        next(server)
        remote = RemoteEngine(WEIGHTS, OPTIONS, folder, adapter)
        served = EmbeddedModel(str(WEIGHTS), OPTIONS, served=False)
        served._engine = remote
        try:
            for asks in ("a/moved", "a/other", "a/moved"):
                asked = replace(PROMPT, asks=asks)
                own, theirs = (one.score(asked, ("A", "B")) for one in (model, served))
                assert theirs.logprobs == pytest.approx(own.logprobs, abs=0.02)
        finally:
            remote.close()
            server.close()


def test_the_adapters_are_few_and_small():
    assert sum(path.stat().st_size for path in adapters.FOLDER.iterdir()) < 12_000_000
