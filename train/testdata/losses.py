"""Writes losses.json: ten updates of a small model as torch and transformers make them.

The model is ../../lm/checkpoint/testdata/llama, the data and settings are those of
losses_test.go. Run with torch and transformers installed: python losses.py > losses.json
"""

import json
import pathlib

import torch
from transformers import AutoModelForCausalLM

END = 257
DATA = [("2+2=", "4"), ("sum of 3 and 5: ", "8, as 3 + 5 = 8"), ("", "abacus"), ("x", "yz")]

folder = pathlib.Path(__file__).parent / "../../lm/checkpoint/testdata/llama"
model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).double()
matrices = [p for p in model.parameters() if p.dim() == 2]
vectors = [p for p in model.parameters() if p.dim() == 1]
optimizer = torch.optim.AdamW(
    [{"params": matrices, "weight_decay": 0.1}, {"params": vectors, "weight_decay": 0.0}], lr=3e-3, betas=(0.9, 0.95), eps=1e-8)

steps = []
for _ in range(10):
    optimizer.zero_grad()
    total, learned = 0.0, 0
    for prompt, completion in DATA:
        ids = list(prompt.encode()) + list(completion.encode()) + [END]  # the vocabulary begins with the bytes
        logits = model(torch.tensor([ids])).logits[0]
        first = max(len(prompt), 1)  # nothing predicts the first token
        total = total + torch.nn.functional.cross_entropy(logits[first - 1 : -1], torch.tensor(ids[first:]), reduction="sum")
        learned += len(ids) - first
    loss = total / learned
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    steps.append({"loss": loss.item(), "grad_norm": norm.item(), "targets": learned})

print(json.dumps(steps, indent=1))
