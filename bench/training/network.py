"""Qwen2 in PyTorch, on weights as llama.cpp quantises them, with low-rank matrices beside them.

Source: Qwen2 technical report, 2024; E. Hu et al., LoRA, 2021. The layout of Q4_K and Q6_K is
llama.cpp's (ggml-quants.c).
"""

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

RANK, SCALE = 4, 2.0
_HEADS, _KEYS, _SIZE, _WIDTH = 12, 2, 128, 1536
_BASE, _EPSILON = 1e6, 1e-6
MATRICES = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")
"""What is moved, in each layer."""


def _halves(raw: Tensor) -> Tensor:
    return raw.contiguous().view(torch.float16).float()


def _q4_k(raw: Tensor) -> Tensor:
    """256 numbers a block of 144 bytes: two scales, eight pairs of six bits, four bits each."""
    blocks = raw.view(-1, 144)
    scale, least, packed = _halves(blocks[:, :2]), _halves(blocks[:, 2:4]), blocks[:, 4:16]
    low, middle, high = packed[:, :4], packed[:, 4:8], packed[:, 8:]
    scales = torch.cat([low & 63, (high & 15) | ((low >> 6) << 4)], 1).float()
    leasts = torch.cat([middle & 63, (high >> 4) | ((middle >> 6) << 4)], 1).float()
    quants = blocks[:, 16:].view(-1, 4, 1, 32)
    values = torch.cat([quants & 15, quants >> 4], 2).reshape(-1, 8, 32).float()
    return values * (scale * scales).unsqueeze(-1) - (least * leasts).unsqueeze(-1)


def _q6_k(raw: Tensor) -> Tensor:
    """256 numbers a block of 210 bytes: four bits and two bits each, 16 scales, one for all."""
    blocks = raw.view(-1, 210)
    low, high = blocks[:, :128].view(-1, 2, 64), blocks[:, 128:192].view(-1, 2, 32)
    scales = blocks[:, 192:208].contiguous().view(torch.int8).float() * _halves(blocks[:, 208:])
    fours = (low[..., :32] & 15, low[..., 32:] & 15, low[..., :32] >> 4, low[..., 32:] >> 4)
    twos = (high & 3, (high >> 2) & 3, (high >> 4) & 3, (high >> 6) & 3)
    quants = torch.stack(fours, 2).int() | (torch.stack(twos, 2).int() << 4)
    return (quants - 32).float().reshape(-1, 16, 16) * scales.unsqueeze(-1)


_KINDS: dict[str, Callable[[Tensor], Tensor]] = {
    "F32": lambda raw: raw.view(torch.float32).clone(),
    "Q4_K": _q4_k,
    "Q6_K": _q6_k,
}


def read_weights(
    folder: Path, device: str, kind: torch.dtype
) -> tuple[dict[str, Tensor], list[int]]:
    """The weights of `tokens.write_weights`, by name, and the tokens that there are."""
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    file = folder / "model.bin"
    raw = torch.from_file(str(file), size=file.stat().st_size, dtype=torch.uint8)
    weights = {}
    for name, how, shape, at, size in index["tensors"]:
        values = _KINDS[how](raw[at : at + size].clone().to(device)).reshape(shape)
        weights[name] = values if "norm" in name else values.to(kind)
    return weights, index["vocabulary"]


class Moved(nn.Module):
    """A matrix that stays, and two thin ones that are trained."""

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        super().__init__()
        self.weight, self.bias = weight, bias
        outs, ins = weight.shape
        self.a = nn.Parameter(torch.randn(RANK, ins, device=weight.device) / math.sqrt(ins))
        self.b = nn.Parameter(torch.zeros(outs, RANK, device=weight.device))

    def forward(self, given: Tensor) -> Tensor:
        moved = functional.linear(
            functional.linear(given, self.a.to(given.dtype)), self.b.to(given.dtype)
        )
        return functional.linear(given, self.weight, self.bias) + SCALE * moved


def _normed(given: Tensor, weight: Tensor) -> Tensor:
    values = given.float()
    size = torch.rsqrt(values.pow(2).mean(-1, keepdim=True) + _EPSILON)
    return (values * size * weight).to(given.dtype)


class Network(nn.Module):
    """The model. attend: Attention of (queries, keys, values, who sees whom)."""

    def __init__(
        self,
        weights: dict[str, Tensor],
        vocabulary: Sequence[int],
        attend: Callable[[Tensor, Tensor, Tensor, Any], Tensor],
    ) -> None:
        super().__init__()
        self._weights, self._attend = weights, attend
        self._layers = 1 + max(int(n.split(".")[1]) for n in weights if n.startswith("blk."))
        self.moved = nn.ModuleList(
            nn.ModuleDict({m: self._matrix(f"blk.{n}.{m}") for m in MATRICES})
            for n in range(self._layers)
        )
        device = weights["token_embd.weight"].device
        self.row = torch.full((max(vocabulary) + 1,), -1, dtype=torch.long, device=device)
        self.row[torch.tensor(vocabulary, device=device)] = torch.arange(
            len(vocabulary), device=device
        )
        half = _SIZE // 2
        self._turn = 1.0 / (_BASE ** (torch.arange(half, device=device).float() / half))

    def _matrix(self, name: str) -> Moved:
        return Moved(self._weights[f"{name}.weight"], self._weights.get(f"{name}.bias"))

    def forward(self, tokens: Tensor, places: Tensor, sees: Any, wanted: Tensor) -> Tensor:
        """Logits over the tokens that there are, at the places that are wanted."""
        given = self._weights["token_embd.weight"][self.row[tokens]]
        angles = places[:, None].float() * self._turn
        turned = angles.cos()[:, None], angles.sin()[:, None]
        for number in range(self._layers):
            given = self._layer(number, given, turned, sees)
        last = _normed(given[wanted], self._weights["output_norm.weight"])
        return functional.linear(last, self._weights["output.weight"]).float()

    def _layer(
        self, number: int, given: Tensor, turned: tuple[Tensor, Tensor], sees: Any
    ) -> Tensor:
        moved, count = self.moved[number], given.shape[0]
        normed = _normed(given, self._weights[f"blk.{number}.attn_norm.weight"])
        query = _rotated(moved["attn_q"](normed).view(count, _HEADS, _SIZE), turned)
        key = _rotated(moved["attn_k"](normed).view(count, _KEYS, _SIZE), turned)
        value = moved["attn_v"](normed).view(count, _KEYS, _SIZE)
        seen = self._attend(
            *(one.transpose(0, 1)[None].contiguous() for one in (query, key, value)), sees
        )
        given = given + moved["attn_output"](seen[0].transpose(0, 1).reshape(count, _WIDTH))
        normed = _normed(given, self._weights[f"blk.{number}.ffn_norm.weight"])
        gate = functional.silu(moved["ffn_gate"](normed))
        return given + moved["ffn_down"](gate * moved["ffn_up"](normed))


def _rotated(given: Tensor, turned: tuple[Tensor, Tensor]) -> Tensor:
    cos, sin = turned
    first, second = given[..., : _SIZE // 2].float(), given[..., _SIZE // 2 :].float()
    both = torch.cat([first * cos - second * sin, second * cos + first * sin], -1)
    return both.to(given.dtype)
