"""A loopback server that speaks OpenAI's chat format.

What it answers comes from one of our own models.

python tests/fakes/openai_server.py --port 8080 --model embedded/qwen2.5-coder-1.5b
"""

from typing import Any

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pathfinder.agents.models import Message, Model, Prompt, Reply, ScoringModel
from tests.fakes.loopback import USUAL, Exchange, LoopbackServer, serve_from_command_line


class OpenAIServer(LoopbackServer):
    """OpenAI's /v1/chat/completions and /v1/models.

    logprobs: Whether it gives log-probabilities; "refused" answers 400 when it is asked for them.
    key: The key that it wants, if any.
    """

    def __init__(
        self,
        model: Model,
        *,
        port: int = 0,
        names: tuple[str, ...] = ("tiny",),
        logprobs: bool | str = True,
        key: str = "",
    ) -> None:
        super().__init__(model, port=port)
        self.names = names
        self.logprobs = logprobs
        self.key = key

    def answer(self, exchange: Exchange, path: str, body: dict[str, Any]) -> None:
        if self.key and exchange.header("Authorization") != f"Bearer {self.key}":
            exchange.json(
                401,
                {
                    "error": {
                        "message": "Incorrect API key provided",
                        "type": "invalid_request_error",
                    }
                },
            )
        elif path == "/v1/models":
            exchange.json(
                200,
                {
                    "object": "list",
                    "data": [
                        {"id": name, "object": "model", "created": 0, "owned_by": "us"}
                        for name in self.names
                    ],
                },
            )
        elif path != "/v1/chat/completions":
            exchange.json(404, {"error": {"message": f"no such path {path}"}})
        elif body["model"] not in self.names:
            exchange.json(
                404,
                {
                    "error": {
                        "message": f"The model `{body['model']}` does not exist",
                        "code": "model_not_found",
                    }
                },
            )
        elif body.get("logprobs") and self.logprobs == "refused":
            exchange.json(400, {"error": {"message": "unknown parameter: logprobs"}})
        elif self.drips:
            exchange.start(200, "application/json")
            self.drip(exchange, b" ")
        else:
            exchange.json(200, self._completion(body))

    def _completion(self, body: dict[str, Any]) -> dict[str, Any]:
        prompt = _prompt(body)
        logprobs = None
        if body.get("logprobs") and self.logprobs and isinstance(self.model, ScoringModel):
            reply, logprobs = self._first_token(prompt)
            logprobs = logprobs if self.first_token is USUAL else self.first_token
            ended = "length"
        else:
            reply, ended = self.ask(prompt)
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": reply.text},
            "finish_reason": ended,
        }
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [choice | ({"logprobs": logprobs} if logprobs else {})],
            "usage": {
                "prompt_tokens": reply.prompt_tokens,
                "completion_tokens": reply.reply_tokens,
                "total_tokens": reply.prompt_tokens + reply.reply_tokens,
                "prompt_tokens_details": {"cached_tokens": reply.cached_tokens},
            },
        }

    def _first_token(self, prompt: Prompt) -> tuple[Reply, dict[str, Any]]:
        assert isinstance(self.model, ScoringModel)
        choices = self.first_tokens(prompt)
        scores = self.model.score(prompt, choices)
        assert scores is not None
        top = [
            {"token": choice, "logprob": logprob, "bytes": None}
            for choice, logprob in zip(choices, scores.logprobs, strict=True)
        ]
        best = max(top, key=lambda each: each["logprob"])
        return scores.reply, {"content": [best | {"top_logprobs": top}], "refusal": None}


def _prompt(body: dict[str, Any]) -> Prompt:
    wanted = body.get("response_format") or {}
    return Prompt(
        tuple(Message(each["role"], _text(each["content"])) for each in body["messages"]),
        schema=wanted.get("json_schema", {}).get("schema"),
        temperature=body.get("temperature", 1.0),
        max_tokens=body.get("max_tokens", 512),
        seed=body.get("seed", 0),
    )


def _text(content: str | list[dict[str, Any]]) -> str:
    return (
        content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
    )


if __name__ == "__main__":
    serve_from_command_line(
        lambda model, port, name: OpenAIServer(model, port=port, names=(name,)), usual_port=8080
    )
