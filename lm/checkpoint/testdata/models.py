"""Writes the small models that the tests of lm/checkpoint open.

For each architecture: what transformers save (<name>/), the same weights as a
GGUF file laid out as llama.cpp's converter does, and in predictions.json what
transformers predict. Run with torch, transformers and gguf installed, in this
folder: python models.py
"""

import json

import gguf
import numpy as np
import torch
import transformers
from gguf import GGMLQuantizationType as Q

VOCAB = 260  # every byte, <|begin|>, <|end|>, "he", "Ġhe"

SHAPE = dict(
    vocab_size=VOCAB, hidden_size=32, intermediate_size=64, num_hidden_layers=1, num_attention_heads=4,
    num_key_value_heads=2, max_position_embeddings=64, rms_norm_eps=1e-5, bos_token_id=256, eos_token_id=257,
)

NAMES = {
    "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v", "self_attn.o_proj": "attn_output",
    "self_attn.q_norm": "attn_q_norm", "self_attn.k_norm": "attn_k_norm",
    "mlp.gate_proj": "ffn_gate", "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down",
    "input_layernorm": "attn_norm", "post_attention_layernorm": "ffn_norm",
}


def gguf_name(name: str) -> str:
    whole = {"model.embed_tokens.weight": "token_embd.weight", "model.norm.weight": "output_norm.weight", "lm_head.weight": "output.weight"}
    if name in whole:
        return whole[name]
    _, _, layer, rest = name.split(".", 3)
    part, kind = rest.rsplit(".", 1)
    return f"blk.{layer}.{NAMES[part]}.{kind}"


def permute(w: np.ndarray, heads: int) -> np.ndarray:
    """The order of rows that llama.cpp gives the llama architecture's queries and keys."""
    return w.reshape(heads, 2, w.shape[0] // heads // 2, *w.shape[1:]).swapaxes(1, 2).reshape(w.shape)


def byte_alphabet() -> list[str]:
    """GPT-2's printable stand-ins for the 256 bytes."""
    keep = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    extra = iter(range(256, 512))
    return [chr(b) if b in keep else chr(next(extra)) for b in range(256)]


def write_gguf(path: str, arch: str, model, quantise=None) -> None:
    c = model.config
    w = gguf.GGUFWriter(path, arch)
    w.add_context_length(c.max_position_embeddings)
    w.add_embedding_length(c.hidden_size)
    w.add_feed_forward_length(c.intermediate_size)
    w.add_block_count(c.num_hidden_layers)
    w.add_head_count(c.num_attention_heads)
    w.add_head_count_kv(c.num_key_value_heads)
    w.add_layer_norm_rms_eps(c.rms_norm_eps)
    w.add_rope_freq_base(c.rope_parameters["rope_theta"])
    if arch != "qwen2":
        w.add_key_length(c.head_dim)
    w.add_tokenizer_model("gpt2")
    w.add_tokenizer_pre("smollm")
    w.add_token_list(byte_alphabet() + ["<|begin|>", "<|end|>", "he", "Ġhe"])
    w.add_token_types([1] * 256 + [3, 3, 1, 1])
    w.add_token_merges(["h e", "Ġ he"])
    w.add_bos_token_id(256)
    w.add_eos_token_id(257)
    w.add_chat_template("{{ messages[0].content }}")
    scale = getattr(model.config, "rope_parameters", {})
    if scale.get("rope_type") == "llama3":
        w.add_tensor("rope_freqs.weight", rope_factors(c))
    for name, tensor in model.state_dict().items():
        if name == "lm_head.weight" and c.tie_word_embeddings:
            continue
        data = tensor.float().numpy()
        if arch == "llama" and ("q_proj" in name or "k_proj" in name):
            data = permute(data, c.num_attention_heads if "q_proj" in name else c.num_key_value_heads)
        if quantise and data.ndim == 2:
            w.add_tensor(gguf_name(name), gguf.quants.quantize(data, quantise), raw_dtype=quantise)
        else:
            w.add_tensor(gguf_name(name), data.astype(np.float16) if data.ndim == 2 else data)
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()


def rope_factors(c) -> np.ndarray:
    """What llama.cpp's converter stores for Llama 3's stretched positions."""
    r = c.rope_parameters
    frequencies = 1.0 / (r["rope_theta"] ** (torch.arange(0, c.head_dim, 2).float() / c.head_dim))
    low, high, old = r["low_freq_factor"], r["high_freq_factor"], r["original_max_position_embeddings"]
    factors = []
    for f in frequencies.tolist():
        wave = 2 * np.pi / f
        if wave < old / high:
            factors.append(1.0)
        elif wave > old / low:
            factors.append(r["factor"])
        else:
            smooth = (old / wave - low) / (high - low)
            factors.append(1 / ((1 - smooth) / r["factor"] + smooth))
    return np.array(factors, dtype=np.float32)


TEXT = [256, 72, 101, 108, 108, 111, 32, 258, 119, 111, 114, 108, 100, 33, 257, 0, 255, 259]


def predictions(folder: str) -> dict:
    """Log-probability of each next token of TEXT and entropy of its distribution, in nats."""
    model = transformers.AutoModelForCausalLM.from_pretrained(folder)  # half() has rounded the first one's rotary tables too
    with torch.no_grad():
        logp = torch.log_softmax(model.double()(torch.tensor([TEXT])).logits[0, :-1], dim=-1)
    taken = logp.gather(1, torch.tensor(TEXT[1:])[:, None])[:, 0]
    return {"logprob": taken.tolist(), "entropy": (-(logp.exp() * logp).sum(-1)).tolist()}


def main() -> None:
    torch.manual_seed(0)
    told = {"text": TEXT, "models": {}}
    llama = transformers.LlamaForCausalLM(transformers.LlamaConfig(**SHAPE, tie_word_embeddings=True))
    scaled = transformers.LlamaForCausalLM(transformers.LlamaConfig(**SHAPE, tie_word_embeddings=True, rope_parameters=dict(
        rope_theta=500000.0, rope_type="llama3", factor=32.0, low_freq_factor=1.0, high_freq_factor=4.0, original_max_position_embeddings=8192)))
    qwen2 = transformers.Qwen2ForCausalLM(transformers.Qwen2Config(**SHAPE, tie_word_embeddings=False))
    qwen3 = transformers.Qwen3ForCausalLM(transformers.Qwen3Config(**SHAPE, head_dim=16, tie_word_embeddings=True))
    for name, model in {"llama": llama, "llama3": scaled, "qwen2": qwen2, "qwen3": qwen3}.items():
        with torch.no_grad():
            for p in model.parameters():  # norms and biases too, so that none can be taken for another
                p.add_(torch.randn_like(p) * 0.3)
        model.half().save_pretrained(name)
        write_gguf(f"{name}.gguf", name.rstrip("3") if name == "llama3" else name, model)
        told["models"][name] = predictions(name)
    with open("predictions.json", "w") as f:
        json.dump(told, f, indent=1)
    write_gguf("llama-q8_0.gguf", "llama", llama, Q.Q8_0)
    write_gguf("llama-q4_1.gguf", "llama", llama, Q.Q4_1)
    llama.bfloat16().save_pretrained("llama-bf16", max_shard_size="20KB")


main()
