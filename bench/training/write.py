"""Writes a trained adapter as llama.cpp reads it: `python -m bench.training.write IN.pt OUT.gguf`."""

import sys

import gguf
import numpy as np
import torch

from bench.training.network import RANK, SCALE


def main(given: str, out: str) -> None:
    """Write it; llama.cpp takes its scale to be alpha over the rank."""
    writer = gguf.GGUFWriter(out, "qwen2")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", SCALE * RANK)
    writer.add_string("general.name", "PathFinder's agents")
    for name, (a, b) in torch.load(given).items():
        writer.add_tensor(f"{name}.weight.lora_a", a.numpy().astype(np.float16))
        writer.add_tensor(f"{name}.weight.lora_b", b.numpy().astype(np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
