"""Trains an adapter; on a machine with a GPU, PyTorch 2.6 or newer and nothing else.

    python train.py FOLDER OUT [--held-out APP,APP ...] [--epochs N] [--seconds N]

FOLDER is what `bench.training.tokens` wrote. Many questions are read at once behind what they begin
with: each sees that and itself, as llama.cpp reads them one by one. Writes OUT/adapter.pt; with
applications held out also OUT/held-out.json, how these are answered before and after.
"""

import argparse
import json
import math
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from network import Moved, Network, read_weights
from torch import Tensor
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

Row = dict[str, Any]
_SIZE = 10240
"""Tokens that are read at once."""
_RATE, _WARM = 4e-4, 12
_WRONG = 9
_TOGETHER = ("Guide", "Finder", "AnswerChecker", "Placer")
"""Agents that are asked of several things at one decision."""
_RANKED = 2.0
"""What the order of a page's candidates weighs, against each answer by itself."""


class Pack:
    """Questions behind one beginning: tokens, places, and which part each is of.

    The beginning is part 0; a decision's questions share a part, and have each their own behind it.
    """

    def __init__(self, beginning: Sequence[int], groups: Sequence[Sequence[Row]]) -> None:
        self.tokens, self.places = list(beginning), list(range(len(beginning)))
        self.part, self.parents = [0] * len(beginning), [0]
        self.asked: list[tuple[Row, int]] = []
        for rows in groups:
            texts = [row["tokens"] for row in rows]
            common = _common(texts)
            parent = self._add(0, texts[0][:common], len(beginning)) if common else 0
            for row, text in zip(rows, texts, strict=True):
                self._add(parent, text[common:], len(beginning) + common)
                self.asked.append((row, len(self.tokens) - 1))

    def _add(self, parent: int, tokens: Sequence[int], at: int) -> int:
        self.parents.append(parent)
        own = len(self.parents) - 1
        self.tokens += tokens
        self.places += range(at, at + len(tokens))
        self.part += [own] * len(tokens)
        return own

    def tensors(self, device: str) -> tuple[Tensor, Tensor, Any]:
        """Tokens, places, and who sees whom, filled up to the size that is compiled."""
        more, nobody = _SIZE - len(self.tokens), len(self.parents)
        part = torch.tensor(self.part + [nobody] * more, device=device)
        parents = [self.parents[one] for one in self.part]
        parent = torch.tensor(parents + [nobody] * more, device=device)

        def sees(batch: Tensor, head: Tensor, at: Tensor, other: Tensor) -> Tensor:
            own = (part[other] == 0) | (part[other] == part[at]) | (part[other] == parent[at])
            return (other <= at) & own

        tokens = torch.tensor(self.tokens + self.tokens[:1] * more, device=device)
        places = torch.tensor(self.places + [0] * more, device=device)
        return tokens, places, _mask(sees, None, None, _SIZE, _SIZE, device=device)


_mask = torch.compile(create_block_mask, dynamic=False)
_attention = torch.compile(flex_attention, dynamic=False)


def _attend(query: Tensor, key: Tensor, value: Tensor, sees: Any) -> Tensor:
    return _attention(query, key, value, block_mask=sees, enable_gqa=True)


def _common(texts: Sequence[Sequence[int]]) -> int:
    """Tokens that all begin with, but for the last; none of a single text."""
    if len(texts) < 2:
        return 0
    shortest = min(map(len, texts)) - 1
    return next((n for n in range(shortest) if len({text[n] for text in texts}) > 1), shortest)


def grouped(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows of one decision together, where an agent is asked of several things at it."""
    groups = defaultdict(list)
    for row in rows:
        key = row["key"] if row["agent"] in _TOGETHER else id(row)
        groups[row["begins"], key].append(row)
    return list(groups.values())


def packs(groups: Sequence[Sequence[Row]], beginnings: Any, chance: random.Random) -> list[Pack]:
    """All groups in packs, in a new order."""
    of = defaultdict(list)
    for rows in groups:
        of[rows[0]["begins"]].append(rows)
    out = []
    for number, each in of.items():
        chance.shuffle(each)
        waiting, size = [], len(beginnings[number])
        for rows in each:
            fitting = list(_fitting(rows, _SIZE - len(beginnings[number])))
            need = sum(len(row["tokens"]) for row in fitting)
            if waiting and size + need > _SIZE:
                out.append(Pack(beginnings[number], waiting))
                waiting, size = [], len(beginnings[number])
            waiting.append(fitting)
            size += need
        out.append(Pack(beginnings[number], waiting))
    chance.shuffle(out)
    return out


def _fitting(rows: Sequence[Row], room: int) -> Iterator[Row]:
    for row in rows:
        room -= len(row["tokens"])
        if room < 0:
            return
        yield row


def loss_of(network: Network, pack: Pack, device: str) -> tuple[Tensor, list[tuple[Row, Tensor]]]:
    """The mean loss of a pack; and each row's log-probabilities of its choices."""
    wanted = torch.tensor([at for _, at in pack.asked], device=device)
    found = torch.log_softmax(network(*pack.tensors(device), wanted), -1)
    total, weight = torch.zeros((), device=device), 0.0
    answers, odds = [], defaultdict(list)
    for (row, _), logprobs in zip(pack.asked, found, strict=True):
        choices = logprobs[network.row[torch.tensor(row["choices"], device=device)]]
        total, weight = total - torch.logsumexp(choices[row["right"]], 0), weight + 1
        answers.append((row, choices.detach()))
        if row["agent"] == "Guide" and row["set"] == "choices":
            odds[row["key"]].append((choices[0] - choices[1], row["right"] == [0]))
    for each in odds.values():
        right = torch.tensor([is_right for _, is_right in each], device=device)
        if right.any() and not right.all():
            all_odds = torch.stack([one for one, _ in each])
            lost = torch.logsumexp(all_odds, 0) - torch.logsumexp(all_odds[right], 0)
            total, weight = total + _RANKED * lost, weight + _RANKED
    return total / weight, answers


def train(
    network: Network, rows: Sequence[Row], beginnings: Any, *, epochs: float, seconds: float
) -> None:
    """So many epochs, or as long as there is time; the rate falls with what is done."""
    device = str(next(network.parameters()).device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=_RATE, betas=(0.9, 0.95), weight_decay=0)
    chance, began, step, total = random.Random(3), time.monotonic(), 0, 0
    while True:
        groups = [_fewer(group, chance) for group in grouped(rows)]
        each = packs(groups, beginnings, chance)
        total = total or len(each)
        for pack in each:
            done = max((time.monotonic() - began) / seconds, step / (epochs * total))
            if done >= 1:
                return
            for group in optimizer.param_groups:
                fall = 0.5 + 0.5 * math.cos(math.pi * done)
                group["lr"] = _RATE * min(1.0, (step + 1) / _WARM) * fall
            loss, _ = loss_of(network, pack, device)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            step += 1
            if step % 25 == 0:
                print(
                    f"step {step} of {epochs * total:.0f}: {float(loss.detach()):.3f}", flush=True
                )


def _fewer(group: Sequence[Row], chance: random.Random) -> list[Row]:
    """What is right, and a few others."""
    if len(group) <= _WRONG + 1:
        return list(group)
    wrong = [row for row in group if row["right"] != [0]]
    chance.shuffle(wrong)
    return [row for row in group if row["right"] == [0]] + wrong[:_WRONG]


def answered(network: Network, rows: Sequence[Row], beginnings: Any) -> list[dict[str, Any]]:
    """How rows are answered."""
    device, out = str(next(network.parameters()).device), []
    with torch.no_grad():
        for pack in packs(grouped(rows), beginnings, random.Random(1)):
            for row, logprobs in loss_of(network, pack, device)[1]:
                kept = {name: row[name] for name in ("agent", "app", "set", "key", "right")}
                out.append(kept | {"logprobs": [round(float(one), 3) for one in logprobs]})
    return out


def main() -> None:
    """Train, and write the adapter."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--held-out", default="")
    parser.add_argument("--epochs", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=math.inf)
    given = parser.parse_args()
    data = json.loads((given.folder / "rows.json").read_text(encoding="utf-8"))
    weights, vocabulary = read_weights(given.folder, "cuda", torch.bfloat16)
    network, held = Network(weights, vocabulary, _attend), set(given.held_out.split(","))
    test = [row for row in data["rows"] if row["app"] in held]
    learn = [row for row in data["rows"] if row["app"] not in held]
    told = {"before": answered(network, test, data["beginnings"])} if test else {}
    train(network, learn, data["beginnings"], epochs=given.epochs, seconds=given.seconds)
    if test:
        told["after"] = answered(network, test, data["beginnings"])
        (given.out / "held-out.json").write_text(json.dumps(told), encoding="utf-8")
    moved = [(name, one) for name, one in network.moved.named_modules() if isinstance(one, Moved)]
    torch.save(
        {
            f"blk.{name}": (m.a.detach().half().cpu(), m.b.detach().half().cpu())
            for name, m in moved
        },
        given.out / "adapter.pt",
    )


if __name__ == "__main__":
    main()
