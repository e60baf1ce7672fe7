"""What prompts begin with: read once, kept on disk, loaded by the next process."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pathfinder.agents.models import Message, ModelOptions, Prompt, serving
from pathfinder.agents.models.base import NO_PREFIXES
from pathfinder.agents.models.catalogue import weights_path
from pathfinder.agents.models.embedded import EmbeddedModel
from pathfinder.agents.models.engine import Engine
from pathfinder.agents.models.prefixes import Prefixes, kept, prefixes_folder, trim
from pathfinder.agents.models.serving import Place
from pathfinder.core.errors import ModelTimeout
from tests.fakes.reopened import reopened

WEIGHTS = weights_path("smollm2-135m")
OPTIONS = ModelOptions(context=1280, threads=1, prefixes=True)
OFF = ModelOptions(context=1280, threads=1, prefixes=False)
SCHEMA = {
    "type": "object",
    "properties": {
        "Why": {"type": "string", "maxLength": 40},
        "Letter": {"enum": ["A", "B"]},
    },
    "required": ["Why", "Letter"],
}
real_weights = pytest.mark.skipif(
    not WEIGHTS.is_file(), reason="needs `pathfinder models pull smollm2-135m`"
)


def asked(goal: str, agent: str = "shop", words: int = 14) -> Prompt:
    """A prompt with two worked examples, all of an agent's alike but for the last message."""
    examples = [
        (Message("user", f"Example {number}: {agent} " * words), Message("assistant", letter))
        for number, letter in enumerate("AB")
    ]
    worked = [message for pair in examples for message in pair]
    messages = (Message("system", f"You test a {agent}."), *worked, Message("user", goal))
    return Prompt(messages, SCHEMA, max_tokens=100, examples=len(worked))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    """The folder of prefixes, in an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return prefixes_folder()


@pytest.fixture
def fresh() -> Iterator:  # type: ignore[type-arg]
    """Opens models as a fresh process would: with nothing read."""

    def opened(options: ModelOptions = OPTIONS) -> EmbeddedModel:
        return EmbeddedModel(str(WEIGHTS), options, served=False)

    with reopened(opened) as open_one:
        yield open_one


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def answers(model: EmbeddedModel, goal: str = "Which, A or B?") -> tuple[object, ...]:
    """The log-probabilities and the greedy reply, with the tokens that were cached for the first."""
    scores = model.score(asked(goal), ("A", "B", "Yes"))
    return scores.logprobs, model.reply(asked(goal)).text, scores.reply.cached_tokens


@pytest.mark.embedded
@real_weights
class TestWithRealWeights:
    def test_the_next_process_reads_only_what_is_new_and_says_the_same(self, fresh, folder) -> None:
        without = answers(fresh(OFF))
        assert not folder.exists()
        first = answers(fresh())
        assert len(names(folder)) == 1
        then = answers(fresh())
        assert first == without
        assert then[:2] == without[:2]
        assert (without[2], first[2]) == (0, 0)
        assert then[2] > 80
        assert len(names(folder)) == 1

    @pytest.mark.long
    def test_another_question_of_the_agent_finds_it_too(self, fresh) -> None:
        without = answers(fresh(OFF), "Go on.")
        answers(fresh())
        assert answers(fresh(), "Go on.")[:2] == without[:2]

    @pytest.mark.long
    def test_what_its_place_held_before_makes_no_difference(self) -> None:
        prompts = [asked("Go on.", words=10), asked("Go on.", words=14)]
        requests = [
            {"messages": messages(each, 6), "max_tokens": 1, "logprobs": True, "top_logprobs": 5}
            for each in prompts
        ]
        said = []
        for before in ([], requests[:1]):
            engine = Engine(WEIGHTS, OFF, slots=1)
            for request in (*before, requests[1]):
                answer = engine.ask(request, 60, 5)
            assert answer
            assert answer.reply(0).cached_tokens == 0
            said.append(answer.first_tokens)
            engine.close()
        assert said[0] == said[1]

    @pytest.mark.long
    def test_it_holds_what_is_common_and_nothing_of_what_was_asked(self, fresh, folder) -> None:
        model = fresh()
        model.score(asked("Buy a lamp for Ada Lovelace."), ("A", "B"))
        (before,) = [path.read_bytes() for path in folder.iterdir()]
        model = fresh()
        model.score(asked("Sell it."), ("A", "B"))
        assert [path.read_bytes() for path in folder.iterdir()] == [before]
        for path in folder.iterdir():
            path.unlink()
        fresh().score(asked("Sell it."), ("A", "B"))
        assert [path.read_bytes() for path in folder.iterdir()] == [before]

    def test_a_system_text_alone_is_not_kept(self, fresh, folder) -> None:
        prompt = Prompt((Message("system", "Be brief."), Message("user", "Yes or no?")))
        fresh().score(prompt, ("Yes", "No"))
        assert names(folder) == []

    @pytest.mark.long
    @pytest.mark.parametrize("damage", ["cut", "changed", "empty", "folder"])
    def test_a_damaged_file_is_ignored_and_replaced(self, fresh, folder, damage) -> None:
        sound = answers(fresh())
        (path,) = folder.iterdir()
        content = path.read_bytes()
        damaged = {
            "cut": content[:-1000],
            "changed": content[:-1000] + bytes(1000),
            "empty": b"",
        }
        path.unlink()
        if damage == "folder":
            path.mkdir()
        else:
            path.write_bytes(damaged[damage])
        assert answers(fresh()) == sound
        if damage != "folder":
            assert [each.read_bytes() for each in folder.iterdir()] == [content]

    @pytest.mark.long
    def test_a_file_that_llama_cpp_refuses_is_replaced(self, fresh, folder, tmp_path) -> None:
        sound = answers(fresh())
        (path,) = folder.iterdir()
        model = Prefixes.of(WEIGHTS, OPTIONS)
        assert model
        path.unlink()
        foreign = tmp_path / "foreign"
        foreign.write_bytes(b"whole by its checksum, but of another program")
        model.keep(foreign, messages(asked(""), 5))
        assert answers(fresh()) == sound
        assert names(folder) == [path.name]

    @pytest.mark.long
    def test_an_agent_that_made_room_for_others_finds_its_beginning_again(self, fresh) -> None:
        model = fresh(ModelOptions(context=512, threads=1, prefixes=True))
        agents = [f"agent {number}" for number in range(13)]
        for agent in agents:
            model.score(asked("Go.", agent, words=8), ("A", "B"))
        assert model.score(asked("Go.", agents[0], words=8), ("A", "B")).reply.cached_tokens > 90

    @pytest.mark.long
    def test_a_cache_that_cannot_be_written_is_no_error(self, fresh, folder) -> None:
        without = answers(fresh(OFF))
        folder.parent.mkdir()
        folder.write_text("not a folder")
        assert answers(fresh()) == without
        folder.unlink()
        model = fresh()
        folder.rmdir()
        assert answers(model) == without

    @pytest.mark.long
    def test_a_reading_that_was_given_up_is_done_again(self, fresh, folder) -> None:
        model = fresh()
        hasty = EmbeddedModel(str(WEIGHTS), replace(OPTIONS, timeout=0.001), served=False)
        with pytest.raises(ModelTimeout):
            hasty.score(asked("Which, A or B?"), ("A", "B"))
        assert names(folder) == []
        model.score(asked("Which, A or B?"), ("A", "B"))
        assert len(names(folder)) == 1

    @pytest.mark.long
    def test_two_processes_at_once_leave_one_whole_file(self, fresh, folder) -> None:
        code = """
import sys
import time
from tests.agents.models.test_prefixes import EmbeddedModel, OPTIONS, answers
model = EmbeddedModel(sys.argv[1], OPTIONS, served=False)
print("ready", flush=True)
sys.stdin.readline()
print(answers(model)[:2])
"""
        both = [
            subprocess.Popen(
                [sys.executable, "-c", code, str(WEIGHTS)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(2)
        ]
        for each in both:
            assert each.stdout
            assert each.stdout.readline() == "ready\n"
        for each in both:
            assert each.stdin
            each.stdin.write("\n")
            each.stdin.flush()
        said = [each.communicate()[0] for each in both]
        assert len(names(folder)) == len(kept(folder)) == 1
        assert said[0] == said[1] == f"{answers(fresh())[:2]}\n"

    @pytest.mark.long
    def test_a_server_loads_them_when_it_starts(self, folder, monkeypatch) -> None:
        monkeypatch.setattr(serving, "IDLE", 0.5)
        monkeypatch.delenv(NO_PREFIXES)
        options, seen = ModelOptions(threads=1), []
        for _ in range(2):
            model = EmbeddedModel(str(WEIGHTS), options, served=True)
            seen.append(model.score(asked("Which, A or B?"), ("A", "B")))
            model.close()
            while Place.of(WEIGHTS, options).read():  # it strikes itself out before it ends
                time.sleep(0.1)
        first, then = seen
        assert first.reply.cached_tokens == 0
        assert then.reply.cached_tokens > 150
        assert then.logprobs == first.logprobs
        assert len(names(folder)) == 1


def messages(prompt: Prompt, count: int) -> list[dict[str, str]]:
    """The first messages, as llama.cpp is asked."""
    return [{"role": each.role, "content": each.content} for each in prompt.messages[:count]]


@pytest.fixture
def model(tmp_path) -> Prefixes:
    weights = tmp_path / "some.gguf"
    weights.write_bytes(b"GGUF")
    found = Prefixes.of(weights, OPTIONS)
    assert found
    return found


def keep(model: Prefixes, text: str, size: int, used: float = 0.0) -> Path:
    """Keep a file of that many bytes, used last at that time."""
    part = model.part()
    assert part
    part.write_bytes(text[:1].encode() * size)
    model.keep(part, [text])
    path = model.find([text])
    assert path
    if used:
        os.utime(path, (used, used))
    return path


def test_what_was_used_longest_ago_goes_first(model) -> None:
    model = Prefixes(model.folder, model.model, limit=250)
    first, second = keep(model, "first", 100, 1000), keep(model, "second", 100, 2000)
    assert model.find(["first"]) == first
    third = keep(model, "third", 100)
    assert {path for path, _ in kept(model.folder)} == {first, third}
    assert model.find(["second"]) is None
    assert not second.exists()


def test_other_files_are_neither_counted_nor_removed(model) -> None:
    (model.folder / "notes.txt").write_text("mine" * 1000)
    (model.folder / "0123456789abcdef-0123456789abcdef-0123456789abcdef.prefix").symlink_to("/etc")
    path = keep(model, "first", 100)
    assert kept(model.folder) == [(path, 100)]
    assert trim(model.folder, 0) == 1
    assert len(names(model.folder)) == 2


def test_what_was_never_finished_goes_after_an_hour(model) -> None:
    old, new = model.part(), model.part()
    assert old
    assert new
    for part in (old, new):
        part.write_text("half")
    os.utime(old, (1000, 1000))
    keep(model, "first", 100)
    assert new.exists()
    assert not old.exists()


def test_a_newer_file_of_the_same_text_takes_the_place(model) -> None:
    keep(model, "first", 100)
    path = keep(model, "first", 101)
    assert kept(model.folder) == [(path, 101)]


def test_only_this_user_can_read_them(model) -> None:
    path = keep(model, "first", 100)
    assert path.stat().st_mode & 0o077 == 0
    assert model.folder.stat().st_mode & 0o077 == 0


def test_they_are_of_one_file_of_weights_one_context_and_one_library(tmp_path, monkeypatch) -> None:
    weights, other = tmp_path / "some.gguf", tmp_path / "other.gguf"
    for path in (weights, other):
        path.write_bytes(b"GGUF")
        os.utime(path, (1000, 1000))
    of = [Prefixes.of(weights, OPTIONS), Prefixes.of(other, OPTIONS)]
    of.append(Prefixes.of(weights, ModelOptions(context=2048, prefixes=True)))
    of.append(Prefixes.of(weights, OPTIONS, slots=20))
    os.utime(weights, (2000, 2000))
    of.append(Prefixes.of(weights, OPTIONS))
    monkeypatch.setattr("pathfinder.agents.models.prefixes.metadata.version", lambda name: "0.0.1")
    of.append(Prefixes.of(weights, OPTIONS))
    assert len({each.model for each in of if each}) == 6
    assert Prefixes.of(weights, ModelOptions(1.0, 1280, threads=4, prefixes=True)) == of[-1]


def test_they_are_switched_off_by_option_and_environment(tmp_path, monkeypatch) -> None:
    weights = tmp_path / "some.gguf"
    weights.write_bytes(b"GGUF")
    assert Prefixes.of(weights, ModelOptions(prefixes=False)) is None
    assert Prefixes.of(weights, ModelOptions()) is None
    monkeypatch.delenv(NO_PREFIXES)
    assert Prefixes.of(weights, ModelOptions())
    assert Prefixes.of(tmp_path / "none.gguf", ModelOptions()) is None
