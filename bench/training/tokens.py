"""Questions as tokens, and the weights as a GPU machine needs them.

    python -m bench.training.tokens [--questions FOLDER] [--out FOLDER]

Writes OUT/rows.json (tokens), OUT/index.json and OUT/model.bin (the weights as they are, of the
vocabulary only what is used).
"""

import argparse
import http.client
import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import gguf
import numpy as np

from pathfinder.agents.models.base import ModelOptions
from pathfinder.agents.models.catalogue import find_weights
from pathfinder.agents.models.choose import EMBEDDED_DEFAULT
from pathfinder.agents.models.engine import load
from pathfinder.agents.models.wire import connection, headers

_BYTES = 256
_VOCABULARY = ("token_embd.weight", "output.weight")
_KEY = "tokens"


class Tokens:
    """llama.cpp's own tokens of texts, each asked for once."""

    def __init__(self, weights: Path) -> None:
        self._server = load(weights, ModelOptions(context=512), key=_KEY, slots=1)
        self._known: dict[str, list[int]] = {}

    def of(self, text: str) -> list[int]:
        """The tokens of a text, its turns' marks read as such."""
        if text not in self._known:
            asked = {"content": text, "parse_special": True, "add_special": False}
            line = connection(self._server.listening_address, None)
            with closing(line):
                line.request("POST", "/tokenize", json.dumps(asked), headers(_KEY))
                answer = line.getresponse()
                if answer.status != http.client.OK:
                    raise RuntimeError(answer.read().decode())
                self._known[text] = json.loads(answer.read())["tokens"]
        return self._known[text]


def turns(messages: Sequence[Sequence[str]]) -> str:
    """Messages as the model's template writes them (ChatML)."""
    return "".join(f"<|im_start|>{role}\n{text}<|im_end|>\n" for role, text in messages)


def rows_of(questions: Iterator[dict[str, Any]], tokens: Tokens) -> dict[str, Any]:
    """The questions as tokens, each once; what many begin with stands apart."""
    begun: dict[str, int] = {}
    rows, seen = [], set()
    for one in questions:
        key = json.dumps([one["agent"], one["messages"], one["choices"]])
        if key in seen:
            continue
        seen.add(key)
        first, rest = one["messages"][: one["before"]], one["messages"][one["before"] :]
        rows.append(
            {
                "agent": one["agent"],
                "app": one["app"],
                "set": one["set"],
                "key": one["key"],
                "begins": begun.setdefault(turns(first), len(begun)),
                "tokens": tokens.of(f"{turns(rest)}<|im_start|>assistant\n"),
                "choices": [tokens.of(choice)[0] for choice in one["choices"]],
                "right": one["right"],
            }
        )
    return {"beginnings": [tokens.of(text) for text in begun], "rows": rows}


def write_weights(weights: Path, used: Sequence[int], out: Path) -> None:
    """Write the tensors one after the other, and where each lies."""
    tensors, at = [], 0
    with (out / "model.bin").open("wb") as file:
        for tensor in gguf.GGUFReader(weights).tensors:
            shape = [int(size) for size in reversed(tensor.shape)]
            raw = np.ascontiguousarray(tensor.data).view(np.uint8)
            if tensor.name in _VOCABULARY:
                raw, shape = raw.reshape(shape[0], -1)[list(used)], [len(used), shape[1]]
            tensors.append([tensor.name, tensor.tensor_type.name, shape, at, raw.nbytes])
            at += file.write(raw.tobytes())
    index = {"tensors": tensors, "vocabulary": list(used)}
    (out / "index.json").write_text(json.dumps(index), encoding="utf-8")


def main() -> None:
    """Write both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, default=Path("runs/training"))
    parser.add_argument("--out", type=Path, default=Path("runs/training/tokens"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    weights = find_weights(EMBEDDED_DEFAULT.partition("/")[2])
    lines = (
        json.loads(line)
        for file in sorted(given.questions.glob("*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    )
    data = rows_of(lines, Tokens(weights))
    (given.out / "rows.json").write_text(json.dumps(data), encoding="utf-8")
    used = {token for text in data["beginnings"] for token in text} | set(range(_BYTES))
    for row in data["rows"]:
        used |= {*row["tokens"], *row["choices"]}
    write_weights(weights, sorted(used), given.out)
    print(f"{len(data['rows'])} questions, {len(used)} tokens, in {given.out}")


if __name__ == "__main__":
    main()
