"""Writes lm/gguf/testdata/golden.gguf, a small file with a tensor of every type
and a value of every kind, and golden.json, what it holds, with the Python
package gguf."""

import json
import pathlib
import sys

import numpy
from gguf import GGMLQuantizationType, GGUFValueType, GGUFWriter, quants

ROWS, COLUMNS = 2, 256
HALVES = {"Q8_0": (34, [0]), "Q4_0": (18, [0]), "Q4_1": (20, [0, 2]), "Q4_K": (144, [0, 2]), "Q6_K": (210, [208])}


def blocks(random, name):
    size, halves = HALVES[name]
    weights = {"Q4_K": 256, "Q6_K": 256}.get(name, 32)
    out = random.integers(0, 256, (ROWS * COLUMNS // weights, size), dtype=numpy.uint8)
    for at in halves:
        out[:, at:at + 2] = random.normal(0, 0.02, (len(out), 1)).astype(numpy.float16).view(numpy.uint8)
    return out.reshape(ROWS, -1)


def main(folder):
    random, folder = numpy.random.default_rng(11), pathlib.Path(folder)
    w = GGUFWriter(folder / "golden.gguf", "llama")
    w.add_custom_alignment(64)
    numbers = {"UINT8": 200, "INT8": -100, "UINT16": 60000, "INT16": -30000, "UINT32": 4000000000, "INT32": -2000000000,
               "UINT64": 2**63 + 1, "INT64": -2**62, "FLOAT32": 0.25, "FLOAT64": 1e300}
    for kind, value in numbers.items():
        w.add_key_value(f"test.{kind.lower()}", value, GGUFValueType[kind])
    w.add_bool("test.true", True)
    w.add_string("test.text", "žluťoučký 🐎")
    w.add_array("test.texts", ["", "a", "ů"])
    w.add_array("test.integers", [1, -2, 3])
    w.add_array("test.floats", [0.5, -1.5])
    tensors = {}
    plain = random.normal(0, 1, (ROWS, COLUMNS)).astype(numpy.float32)
    w.add_tensor("F32", plain)
    tensors["F32"] = plain
    half = plain.astype(numpy.float16)
    w.add_tensor("F16", half)
    tensors["F16"] = half.astype(numpy.float32)
    brain = quants.quantize(plain, GGMLQuantizationType.BF16)
    w.add_tensor("BF16", brain, raw_dtype=GGMLQuantizationType.BF16)
    tensors["BF16"] = quants.dequantize(brain, GGMLQuantizationType.BF16)
    for name in HALVES:
        data = blocks(random, name)
        w.add_tensor(name, data, raw_dtype=GGMLQuantizationType[name])
        tensors[name] = quants.dequantize(data, GGMLQuantizationType[name])
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()
    # the bits of the numbers, so that a comparison is exact
    bits = {name: t.reshape(-1).astype(numpy.float32).view(numpy.uint32).tolist() for name, t in tensors.items()}
    (folder / "golden.json").write_text(json.dumps(bits, separators=(",", ":")))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "lm/gguf/testdata")
