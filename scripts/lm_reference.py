#!/usr/bin/env python3
"""Writes small random decoders of the llama, qwen2 and qwen3 shapes with what
Hugging Face's transformers and PyTorch make of them in double precision, for
the test of lm/decoder against an implementation by others. Needs torch,
transformers and safetensors:

    python3 scripts/lm_reference.py FOLDER
    SEGUE_LM_REFERENCE=FOLDER go test ./lm/decoder

Every subfolder holds a model (config.json, model.safetensors), gradients.safetensors
(the gradient of the loss under each parameter's name, and the hidden rows and the
head that the KL is measured against) and reference.json (sequences, statistics of
the token after each but the last, and the loss's coefficients of each of them).
"""

import json
import pathlib
import sys

import torch
import transformers
from safetensors.torch import save_file

TEMPERATURE, TOP_P, TOP_K = 0.7, 0.8, 6
COMMON = dict(vocab_size=61, hidden_size=48, intermediate_size=80, num_hidden_layers=3, num_attention_heads=6,
              num_key_value_heads=2, max_position_embeddings=64, rms_norm_eps=1e-5, initializer_range=0.2, use_cache=False)
LLAMA3 = dict(rope_type="llama3", rope_theta=5000.0, factor=4.0, low_freq_factor=1.0, high_freq_factor=4.0,
              original_max_position_embeddings=16)
MODELS = {
    "llama": transformers.LlamaConfig(**COMMON, tie_word_embeddings=True),
    "llama3-untied": transformers.LlamaConfig(**COMMON, tie_word_embeddings=False, rope_parameters=LLAMA3),
    "qwen2": transformers.Qwen2Config(**COMMON, tie_word_embeddings=True),
    "qwen3": transformers.Qwen3Config(**COMMON, head_dim=16, tie_word_embeddings=False),
}
STATISTICS = ["log_prob", "entropy", "entropy_top_p", "entropy_top_k", "kl"]


def random_model(config):
    model = transformers.AutoModelForCausalLM.from_config(config, attn_implementation="eager").double()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(0.2 * torch.randn_like(parameter))
            # Files hold single precision; the same numbers must be used here.
            parameter.copy_(parameter.float().double())
    return model


def restricted_entropy(log_probs, inside):
    """Entropy of each row renormalised over the set inside, which is constant."""
    within = torch.log_softmax(log_probs.masked_fill(~inside, -torch.inf), dim=-1)
    return -(within.exp() * within.masked_fill(~inside, 0)).sum(-1)


def statistics(logits, reference_logits, tokens):
    log_probs = torch.log_softmax(logits / TEMPERATURE, dim=-1)
    reference = torch.log_softmax(reference_logits / TEMPERATURE, dim=-1)
    probs = log_probs.exp()
    ordered, order = probs.detach().sort(dim=-1, descending=True, stable=True)
    before = ordered.cumsum(-1) - ordered
    nucleus = torch.zeros_like(probs, dtype=torch.bool).scatter(-1, order, before < TOP_P)
    likeliest = torch.zeros_like(nucleus).scatter(-1, order[:, :TOP_K], True)
    return {
        "log_prob": log_probs.gather(-1, tokens[:, None])[:, 0],
        "entropy": -(probs * log_probs).sum(-1),
        "entropy_top_p": restricted_entropy(log_probs, nucleus),
        "entropy_top_k": restricted_entropy(log_probs, likeliest),
        "kl": (probs * (log_probs - reference)).sum(-1),
    }


def write(folder, config):
    folder.mkdir(parents=True, exist_ok=True)
    model, reference = random_model(config), random_model(config)
    sequences = [torch.randint(config.vocab_size, (n,)) for n in (23, 1, 40, 9)]
    parts, hidden = [], []
    for sequence in sequences:
        with torch.no_grad():
            rows = reference.model(sequence[None]).last_hidden_state[0]
        hidden.append(rows)
        logits = model(sequence[None]).logits[0, :-1]
        parts.append(statistics(logits, rows[:-1] @ reference.lm_head.weight.detach().T, sequence[1:]))
    values = {name: torch.cat([p[name] for p in parts]) for name in STATISTICS}
    coefficients = {name: torch.randn(len(v)).double() for name, v in values.items()}
    sum((coefficients[name] * values[name]).sum() for name in STATISTICS).backward()

    model.float().save_pretrained(folder)
    gradients = {name: p.grad.float().contiguous() for name, p in model.named_parameters()}
    gradients["reference.hidden"] = torch.cat(hidden).float().contiguous()
    gradients["reference.head"] = reference.lm_head.weight.detach().float().contiguous().clone()
    save_file(gradients, folder / "gradients.safetensors")
    (folder / "reference.json").write_text(json.dumps({
        "temperature": TEMPERATURE, "top_p": TOP_P, "top_k": TOP_K,
        "sequences": [s.tolist() for s in sequences],
        "values": {name: v.tolist() for name, v in values.items()},
        "coefficients": {name: v.float().tolist() for name, v in coefficients.items()},
    }))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    torch.manual_seed(20260307)
    for name, config in MODELS.items():
        write(pathlib.Path(sys.argv[1]) / name, config)
        print(f"wrote {name}", file=sys.stderr)


if __name__ == "__main__":
    main()
