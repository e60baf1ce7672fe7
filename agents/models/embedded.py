"""A language model in this process.

Llama.cpp through xllamacpp, with JSON schemas enforced as a grammar.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pathfinder.agents.models.adapters import adapter_of
from pathfinder.agents.models.base import LONGEST_CONTEXT, ModelOptions, Prompt, Reply, Scores
from pathfinder.agents.models.catalogue import find_weights
from pathfinder.agents.models.engine import Engine, engine, release
from pathfinder.agents.models.gbnf import grammar
from pathfinder.agents.models.llama import Answer, Request, moved
from pathfinder.agents.models.scoring import choice_logprobs, top_tokens
from pathfinder.agents.models.serving import RemoteEngine, models_are_shared
from pathfinder.agents.models.skeleton import Skeleton, skeleton
from pathfinder.agents.models.waiting import waited
from pathfinder.core.errors import ModelError, ModelTimeout, ReplyEmpty, ReplyTruncated

_TOO_LONG = "exceeds the available context size"
_LONG_SLOTS = 1


class EmbeddedModel:
    """A model of the catalogue, or a .gguf file, run by llama.cpp in this process.

    Its adapter, where its name asks for one, is on for the agents that it was trained for.

    served: Through the server that all sessions on this machine share; None: where that is so for
        this process.

    Models of the same weights share one engine: loaded once, one call at a time, each call reusing
    what it has in common with
    earlier prompts.
    """

    def __init__(
        self,
        name: str,
        options: ModelOptions | None = None,
        *,
        folder: Path | None = None,
        served: bool | None = None,
    ) -> None:
        shared = models_are_shared() if served is None else served
        self.plays = f"embedded/{name}"
        self.name = f"served/{name}" if served else self.plays
        self._options = options or ModelOptions()
        self._long = (
            replace(self._options, context=LONGEST_CONTEXT)
            if self._options.context < LONGEST_CONTEXT
            else None
        )
        self._weights, self._adapter = find_weights(name, folder), adapter_of(name)
        self._engine: Engine | RemoteEngine = (
            RemoteEngine(self._weights, self._options, adapter=self._adapter)
            if shared
            else engine(self._weights, self._options, adapter=self._adapter)
        )

    def close(self) -> None:
        """Stop the engine, for all that share it; the model can't be asked any more."""
        if isinstance(self._engine, RemoteEngine):
            self._engine.close()
        else:
            release(self._weights, self._options, self._adapter)
        if self._long is not None:
            release(self._weights, self._long, self._adapter)

    def reply(self, prompt: Prompt) -> Reply:
        """Answer; a schema is enforced word by word.

        Raises:
            ModelTimeout, ReplyTruncated, ReplyEmpty.
            ModelError: The prompt does not fit, or llama.cpp failed.
        """
        form = skeleton(prompt.schema) if prompt.schema else None
        if form:
            return self._fill_in(prompt, form)
        request = self._request(prompt) | {"max_tokens": prompt.max_tokens}
        if prompt.schema is not None:
            request["grammar"] = grammar(prompt.schema)
        if prompt.logprobs:
            request |= {"logprobs": True, "top_logprobs": 1}
        answer, seconds = self._ask(request, prompt)
        self._refuse_cut(answer, prompt.max_tokens)
        if not answer.text.strip():
            raise ReplyEmpty(f"{self.name}: the reply is empty")
        return answer.reply(seconds)

    def _fill_in(self, prompt: Prompt, form: Skeleton) -> Reply:
        """Have the model write only what the schema leaves open.

        Each further value reads on where the last one ended.
        """
        request, reply = self._request(prompt) | {"stop": ['"']}, Reply("")
        for blank in form.blanks:
            text = reply.text + blank.before
            left = 1 if blank.is_one_token else max(1, prompt.max_tokens - reply.reply_tokens)
            so_far = [*request["messages"], {"role": "assistant", "content": text}]
            answer, seconds = self._ask(
                request | {"messages": so_far, "grammar": blank.grammar, "max_tokens": left}, prompt
            )
            if not blank.is_one_token:
                self._refuse_cut(answer, prompt.max_tokens)
            reply = _joined(reply, answer.reply(seconds), text + answer.text)
        return replace(reply, text=reply.text + form.after)

    def _refuse_cut(self, answer: Answer, limit: int) -> None:
        if answer.finish == "length":
            raise ReplyTruncated(
                f"{self.name}: the reply was cut off at {limit} tokens: …{answer.text[-60:]}"
            )

    def score(self, prompt: Prompt, choices: Sequence[str]) -> Scores:
        """Log-probability of each choice as the reply's first token."""
        request = self._request(prompt) | {
            "max_tokens": 1,
            "logprobs": True,
            "top_logprobs": top_tokens(choices),
        }
        answer, seconds = self._ask(request, prompt)
        return Scores(choice_logprobs(answer.first_tokens, choices), answer.reply(seconds))

    def _request(self, prompt: Prompt) -> Request:
        if any(message.images for message in prompt.messages):
            raise ModelError(
                f"{self.name}: this model can't look at images; use one that can, such as "
                "ollama/gemma3"
            )
        request: Request = {
            "messages": [
                {"role": message.role, "content": message.content} for message in prompt.messages
            ],
            "temperature": prompt.temperature,
            "seed": prompt.seed,
            "chat_template_kwargs": {"enable_thinking": False},
        }
        if self._adapter is None:
            return request
        return request | moved(self._adapter, on=prompt.asks in self._adapter.agents)

    def _ask(self, request: Request, prompt: Prompt) -> tuple[Answer, float]:
        started = time.perf_counter()
        answer = self._engine.ask(request, self._options.timeout, 1 + prompt.examples)
        if answer is not None and _TOO_LONG in answer.error and self._long is not None:
            answer = engine(self._weights, self._long, _LONG_SLOTS, self._adapter).ask(
                request, self._options.timeout
            )
        if answer is None:
            raise ModelTimeout(f"{self.name}: {waited(self._options.timeout)}")
        if answer.error:
            raise ModelError(f"{self.name}: {answer.error}")
        return answer, time.perf_counter() - started


def _joined(first: Reply, then: Reply, text: str) -> Reply:
    """Both replies' costs; of a later prompt only what was read anew counts."""
    if not first.text:
        return replace(then, text=text)
    read = first.prompt_tokens + then.prompt_tokens - then.cached_tokens
    return Reply(
        text,
        read,
        first.cached_tokens,
        first.reply_tokens + then.reply_tokens,
        first.seconds + then.seconds,
    )
