"""Writes lm/kernel/testdata/dequantise.json: blocks of every quantised format
with random contents, and the weights that the Python package gguf reads from them."""

import json
import pathlib
import sys

import numpy
from gguf import GGMLQuantizationType, quants

FORMATS = {"Q8_0": (34, [0]), "Q4_0": (18, [0]), "Q4_1": (20, [0, 2]), "Q4_K": (144, [0, 2]), "Q6_K": (210, [208])}


def main(path):
    random = numpy.random.default_rng(7)
    out = {}
    for name, (size, halves) in FORMATS.items():
        blocks = random.integers(0, 256, (3, size), dtype=numpy.uint8)
        for at in halves:
            blocks[:, at:at + 2] = random.normal(0, 0.02, (3, 1)).astype(numpy.float16).view(numpy.uint8)
        weights = quants.dequantize(blocks.reshape(-1), GGMLQuantizationType[name])
        out[name] = {"blocks": blocks.reshape(-1).tolist(), "weights": [float(w) for w in weights.reshape(-1)]}
    pathlib.Path(path).write_text(json.dumps(out, separators=(",", ":")))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "lm/kernel/testdata/dequantise.json")
