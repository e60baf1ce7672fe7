"""A loopback server that speaks Ollama's wire format.

What it answers comes from one of our own models.

python tests/fakes/ollama_server.py --port 11434 --model embedded/qwen2.5-coder-1.5b
"""

import json
import time
from typing import Any

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pathfinder.agents.models import Message, Model, Prompt, Reply, ScoringModel
from tests.fakes.loopback import USUAL, Exchange, LoopbackServer, serve_from_command_line


class OllamaServer(LoopbackServer):
    """Ollama's /api/chat (streamed NDJSON), /api/show and /api/tags.

    names: The models that it has pulled.
    loses: Drops the connection after the first piece of the reply.
    logprobs: Whether it gives log-probabilities, as Ollama does since 0.12.11.
    """

    def __init__(
        self,
        model: Model,
        *,
        port: int = 0,
        names: tuple[str, ...] = ("gemma2",),
        logprobs: bool = True,
    ) -> None:
        super().__init__(model, port=port)
        self.names = names
        self.logprobs = logprobs
        self.loses = False

    def answer(self, exchange: Exchange, path: str, body: dict[str, Any]) -> None:
        if path == "/api/tags":
            exchange.json(
                200,
                {
                    "models": [
                        {"model": f"{name}:latest", "name": f"{name}:latest", "size": 5_400_000_000}
                        for name in self.names
                    ]
                },
            )
        elif body.get("model") not in self.names:
            exchange.json(404, {"error": f"model '{body.get('model')}' not found"})
        elif path == "/api/show":
            exchange.json(
                200,
                {"details": {"family": "gemma2"}, "model_info": {}, "capabilities": ["completion"]},
            )
        elif path == "/api/chat":
            self._chat(exchange, body)
        else:
            exchange.json(404, {"error": "404 page not found"})

    def _chat(self, exchange: Exchange, body: dict[str, Any]) -> None:
        prompt = _prompt(body)
        if body.get("logprobs") and self.logprobs and isinstance(self.model, ScoringModel):
            text, reply, logprobs = self._first_token(prompt)
            logprobs = logprobs if self.first_token is USUAL else self.first_token
            ended = "length"
        else:
            (reply, ended), logprobs = self.ask(prompt), None
            text = reply.text
        exchange.start(200, "application/x-ndjson")
        if self.drips:
            chunk = {
                "model": body["model"],
                "message": {"role": "assistant", "content": "and "},
                "done": False,
            }
            self.drip(exchange, json.dumps(chunk).encode() + b"\n")
            return
        half = len(text) // 2
        for piece in (text[:half], text[half:]):
            chunk = {
                "model": body["model"],
                "message": {"role": "assistant", "content": piece},
                "done": False,
            }
            exchange.line(chunk | ({"logprobs": logprobs} if logprobs else {}))
            if self.loses:
                exchange.drop()
                return
            time.sleep(self.pause)
        exchange.line(
            {
                "model": body["model"],
                "message": {"role": "assistant", "content": ""},
                "done": True,
                "done_reason": ended,
                "total_duration": int(reply.seconds * 1e9),
                "prompt_eval_count": reply.prompt_tokens,
                "eval_count": reply.reply_tokens,
            }
        )

    def _first_token(self, prompt: Prompt) -> tuple[str, Reply, list[dict[str, Any]]]:
        assert isinstance(self.model, ScoringModel)
        choices = self.first_tokens(prompt)
        scores = self.model.score(prompt, choices)
        assert scores is not None
        top = [
            {"token": choice, "logprob": logprob}
            for choice, logprob in zip(choices, scores.logprobs, strict=True)
        ]
        best = max(top, key=lambda each: each["logprob"])
        return str(best["token"]), scores.reply, [best | {"top_logprobs": top}]


def _prompt(body: dict[str, Any]) -> Prompt:
    options = body.get("options", {})
    schema = body.get("format")
    return Prompt(
        tuple(Message(each["role"], each["content"]) for each in body["messages"]),
        schema=json.loads(schema) if isinstance(schema, str) else schema,
        temperature=options.get("temperature", 0.8),
        max_tokens=options.get("num_predict", 128),
        context=options.get("num_ctx", 2048),
        seed=options.get("seed", 0),
    )


if __name__ == "__main__":
    serve_from_command_line(
        lambda model, port, name: OllamaServer(model, port=port, names=(name,)), usual_port=11434
    )
