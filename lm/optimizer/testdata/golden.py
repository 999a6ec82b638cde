"""Writes golden.json: what torch and transformers do, for the tests of lm/optimizer.

Run with torch and transformers installed: python golden.py > golden.json
"""

import json

import torch
from transformers import (
    get_constant_schedule_with_warmup,
    get_cosine_with_min_lr_schedule_with_warmup,
    get_linear_schedule_with_warmup,
    get_wsd_schedule,
)


def value(i: int) -> float:
    """A number in [-1, 1) that Go computes the same way."""
    return ((i * 2654435761) % 4294967296) / 2147483648 - 1


def steps(clip: float, decay: float) -> dict:
    """Six AdamW steps on a 12-element matrix that decays and a 5-element vector that does not."""
    matrix = torch.tensor([value(i + 1) for i in range(12)], dtype=torch.float64, requires_grad=True)
    vector = torch.tensor([value(i + 13) for i in range(5)], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.AdamW(
        [{"params": [matrix], "weight_decay": decay}, {"params": [vector], "weight_decay": 0.0}],
        lr=1e-2, betas=(0.9, 0.95), eps=1e-8, foreach=False,
    )
    norms, trace = [], []
    for step in range(6):
        grad = [value(1000 * (step + 1) + i) * (step + 1) for i in range(17)]
        matrix.grad = torch.tensor(grad[:12], dtype=torch.float64)
        vector.grad = torch.tensor(grad[12:], dtype=torch.float64)
        limit = clip if clip > 0 else float("inf")
        norms.append(float(torch.nn.utils.clip_grad_norm_([matrix, vector], limit, foreach=False)))
        for group in optimizer.param_groups:
            group["lr"] = 1e-2 / (step + 1)
        optimizer.step()
        trace.append(matrix.detach().tolist() + vector.detach().tolist())
    return {"clip": clip, "decay": decay, "norms": norms, "params": trace}


def rates(make) -> list:
    """The learning rates of 40 steps at a peak of 1."""
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
    schedule = make(optimizer)
    out = []
    for _ in range(40):
        out.append(schedule.get_last_lr()[0])
        optimizer.step()
        schedule.step()
    return out


print(json.dumps({
    "torch": torch.__version__.split("+")[0],
    "adamw": [steps(0, 0.1), steps(1.0, 0.1), steps(0.5, 0.0)],
    "schedules": {
        "constant": rates(lambda o: get_constant_schedule_with_warmup(o, 5)),
        "linear": rates(lambda o: get_linear_schedule_with_warmup(o, 5, 40)),
        "cosine": rates(lambda o: get_cosine_with_min_lr_schedule_with_warmup(o, 5, 40, min_lr_rate=0.1)),
        "wsd": rates(lambda o: get_wsd_schedule(
            o, num_warmup_steps=5, num_decay_steps=10, num_training_steps=40, min_lr_ratio=0.1, decay_type="1-sqrt")),
    },
}, indent=1))
