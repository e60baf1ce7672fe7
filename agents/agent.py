"""What every agent is: a prompt file, a typed output, and the shared run with its recovery."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from jinja2 import Environment, FileSystemLoader, StrictUndefined, meta
from pydantic import BaseModel, ConfigDict, ValidationError

from pathfinder.agents.fence import as_prompt_text, inert
from pathfinder.agents.models.base import Message, Model, Prompt, Reply, Scores, ScoringModel
from pathfinder.agents.models.scoring import check_logprobs
from pathfinder.core import events
from pathfinder.core.errors import ModelError, ReplyEmpty, ReplyInvalid, ReplyTruncated
from pathfinder.core.journal import Journal
from pathfinder.core.yamlfile import load_plain

PROMPTS = Path(__file__).parent / "prompts"
TRIES = 4
HOTTER = 0.1
_USER = "\n---user---\n"


class Output(BaseModel):
    """A reply's fields; their names are the papers'."""

    model_config = ConfigDict(extra="ignore")


T = TypeVar("T", bound=Output)


class BadReply(ValueError):
    """A reply that can't be used; the message tells the model why, and it is asked again."""


@dataclass(frozen=True)
class Call:
    """How an agent is asked.

    The sampling options of its profile, and where the call is written down.

    context: Tokens the model must hold.
    step: The step that the call belongs to.
    images: Pictures (PNG) that go with what is asked, for a model that can look at them.
    """

    journal: Journal
    step: int
    temperature: float = 0.0
    max_tokens: int = 160
    context: int = 4096
    seed: int = 0
    images: tuple[bytes, ...] = ()


@dataclass
class Agent(Generic[T]):
    """One role, played by a model. Subclasses name their prompt file and their output.

    Where a file NAME.examples.yaml lies beside the prompt file, its worked examples stand before
    what is asked.
    """

    model: Model
    template: ClassVar[str]
    output: ClassVar[type[Output]]

    @property
    def role(self) -> str:
        """The role's name, as in a constellation."""
        return type(self).__name__.lower()

    @property
    def examples(self) -> str:
        """The file of its worked examples, without ".examples.yaml"."""
        return self.template

    def run(
        self,
        call: Call,
        *,
        schema: dict[str, Any] | None = None,
        check: Callable[[T], T] | None = None,
        heard: Callable[[Reply], None] | None = None,
        tries: int = TRIES,
        **scene: Any,
    ) -> T:
        """Ask until the reply can be used.

        Args:
            call: Sampling options and the journal.
            schema: A narrower JSON schema than the output's own, such as one whose enum lists this
                scene's handles.
            check: Looks at a well-formed reply; returns it (or a corrected one), or raises BadReply
                with the reason.
            heard: Takes each reply before it is looked at, with its log-probabilities.
            tries: So many bad replies end it.
            scene: What the prompt file needs.

        Raises:
            ReplyInvalid: As many bad replies in a row as there are tries.
            ModelError: The back-end failed.
        """
        messages, worked = self._messages(call, scene)
        wanted = schema or self.output.model_json_schema()
        reason = ""
        for attempt in range(1, tries + 1):
            prompt = Prompt(
                messages=_with_reason(messages, reason),
                schema=wanted,
                temperature=call.temperature + HOTTER * (attempt - 1),
                max_tokens=call.max_tokens * (1 + (reason == _TOO_LONG)),
                context=call.context,
                seed=call.seed + attempt - 1,
                examples=worked,
                logprobs=heard is not None,
                asks=self.template,
            )
            reply, reason = self._reply(call, prompt, attempt)
            if not reason:
                if heard:
                    heard(reply)
                output, reason = self._read(reply.text, check)
                self._note(call, prompt, reply, attempt, reason)
                if output is not None:
                    return output
            else:
                self._note(call, prompt, reply, attempt, reason)
        raise ReplyInvalid(
            f"{self.role} ({self.model.name}): {tries} bad replies in a row; the last: {reason}"
        )

    def _messages(self, call: Call, scene: Mapping[str, Any]) -> tuple[tuple[Message, ...], int]:
        """What the model reads, and how many of the messages are worked examples."""
        own = _with_images(_masked(render(self.template, **scene), call), call.images)
        worked = worked_examples(self.template, self.examples)
        return (own[0], *worked, *own[1:]), len(worked)

    def _reply(self, call: Call, prompt: Prompt, attempt: int) -> tuple[Reply, str]:
        try:
            return self.model.reply(prompt), ""
        except ReplyTruncated:
            return Reply(""), _TOO_LONG
        except ReplyEmpty:
            return Reply(""), "the reply was empty"
        except ModelError as error:
            self._note(call, prompt, Reply(""), attempt, str(error))
            raise

    def _read(self, text: str, check: Callable[[T], T] | None) -> tuple[T | None, str]:
        try:
            output: T = self.output.model_validate_json(_json_part(text))  # type: ignore[assignment]
            return (check(output) if check else output), ""
        except ValidationError as error:
            first = error.errors()[0]
            return None, f"{'.'.join(map(str, first['loc'])) or 'the reply'}: {first['msg']}"
        except BadReply as error:
            return None, str(error)

    def _note(self, call: Call, prompt: Prompt, reply: Reply, attempt: int, error: str) -> None:
        call.journal.write(
            events.Call(
                step=call.step,
                role=self.role,
                model=self.model.name,
                prompt=tuple(_for_journal(message) for message in prompt.asked),
                reply=reply.text,
                prompt_tokens=reply.prompt_tokens,
                cached_tokens=reply.cached_tokens,
                reply_tokens=reply.reply_tokens,
                seconds=round(reply.seconds, 3),
                attempt=attempt,
                temperature=round(prompt.temperature, 3),
                error=error,
            )
        )

    def score(self, call: Call, choices: tuple[str, ...], **scene: Any) -> Scores | None:
        """Log-probabilities of one-word replies; None when the back-end does not give them."""
        if not isinstance(self.model, ScoringModel):
            return None
        messages, worked = self._messages(call, scene)
        prompt = Prompt(
            messages,
            max_tokens=1,
            context=call.context,
            seed=call.seed,
            examples=worked,
            asks=self.template,
        )
        scores = self.model.score(prompt, choices)
        if scores is not None:
            self._check(scores, choices)
            text = ", ".join(
                f"{choice} {logprob:.2f}"
                for choice, logprob in zip(choices, scores.logprobs, strict=True)
            )
            self._note(call, prompt, replace(scores.reply, text=text), 1, "")
        return scores

    def _check(self, scores: Scores, choices: tuple[str, ...]) -> None:
        try:
            check_logprobs(scores.logprobs)
        except ReplyInvalid as error:
            raise ReplyInvalid(f"{self.role} ({self.model.name}): {error}") from None
        if len(scores.logprobs) != len(choices):
            raise ReplyInvalid(
                f"{self.role} ({self.model.name}): {len(scores.logprobs)} log-probabilities for "
                f"{len(choices)} choices"
            )


_TOO_LONG = "the reply was cut off at the token limit; be brief"


def _for_journal(message: Message) -> events.Message:
    """A message for the journal, which names its pictures by their hash."""
    hashes = tuple(hashlib.sha256(png).hexdigest()[:16] for png in message.images)
    shown: dict[str, Any] = {"images": hashes} if hashes else {}
    return events.Message(role=message.role, content=message.content, **shown)


def _masked(messages: tuple[Message, ...], call: Call) -> tuple[Message, ...]:
    """A net: no secret of the persona goes to a model, wherever the prompt has it from."""
    return tuple(
        replace(message, content=call.journal.mask(message.content)) for message in messages
    )


def _with_images(messages: tuple[Message, ...], images: tuple[bytes, ...]) -> tuple[Message, ...]:
    return (*messages[:-1], replace(messages[-1], images=images)) if images else messages


def _with_reason(messages: tuple[Message, ...], reason: str) -> tuple[Message, ...]:
    if not reason:
        return messages
    last = messages[-1]
    return (
        *messages[:-1],
        replace(
            last,
            content=f"{last.content}\n\nYour last reply could not be used: {inert(reason)}. Reply "
            "again.",
        ),
    )


def _json_part(text: str) -> str:
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(PROMPTS),
        undefined=StrictUndefined,
        finalize=as_prompt_text,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, **scene: Any) -> tuple[Message, ...]:
    """A prompt file as messages; a line `---user---` parts the system text from the user's.

    Every value is made inert.

    Raises:
        jinja2.UndefinedError: The prompt file needs something that was not given.
    """
    text = _environment().get_template(f"{template}.md").render(**scene)
    system, found, user = text.partition(_USER)
    if not found:
        return (Message("user", text.strip()),)
    return (Message("system", system.strip()), Message("user", user.strip()))


@cache
def worked_examples(template: str, examples: str = "") -> tuple[Message, ...]:
    """The examples of a prompt file: what is asked, and the reply, one after the other.

    None where no file of examples of that name, or else of its own, lies beside it. The file is a
    list of `scene:` (what the prompt file needs) and `reply:` (words, or what is written as JSON),
    and `usual:`, which holds for every scene that does not say otherwise.
    """
    path = PROMPTS / f"{examples or template}.examples.yaml"
    if not path.exists():
        return ()
    content = load_plain(path.read_text(encoding="utf-8"))
    usual, out = content.get("usual", {}), []
    for each in content["examples"]:
        out.append(render(template, **{**usual, **each["scene"]})[-1])
        out.append(Message("assistant", _as_reply(each["reply"])))
    return tuple(out)


def _as_reply(reply: object) -> str:
    if isinstance(reply, str):
        return reply
    return json.dumps(reply, ensure_ascii=False, separators=(",", ":"))


def prompt_hashes(templates: Iterable[str] = ()) -> dict[str, str]:
    """SHA-256 of every prompt file with its examples; or of some, and of what they include."""
    names = (
        _with_included(templates)
        if templates
        else sorted(_name(file) for file in PROMPTS.rglob("*.md"))
    )
    return {name: hashlib.sha256(_prompt_bytes(name)).hexdigest() for name in names}


def _prompt_bytes(name: str) -> bytes:
    """A prompt file, with its worked examples of every language."""
    examples = sorted(PROMPTS.glob(f"{name}.*examples.yaml"))
    return b"".join(file.read_bytes() for file in (PROMPTS / f"{name}.md", *examples))


def _with_included(templates: Iterable[str]) -> list[str]:
    found: dict[str, None] = {}
    waiting = list(templates)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            parsed = _environment().parse((PROMPTS / f"{name}.md").read_text(encoding="utf-8"))
            waiting += [
                other.removesuffix(".md")
                for other in meta.find_referenced_templates(parsed)
                if other
            ]
    return sorted(found)


def _name(file: Path) -> str:
    return file.relative_to(PROMPTS).with_suffix("").as_posix()
