"""Writes what Hugging Face transformers and llama.cpp say about SmolLM2-135M-Instruct.

For twenty prompts: the token ids, the logits after the last token and the
greedy continuation of 64 tokens, computed by transformers in float32 from the
same GGUF file that Segue reads, and, when llama.cpp's server is given, the
greedy text of that server. Segue's tests compare themselves with the folder.
"""

import argparse
import json
import os
import pathlib

import llama_server

PROMPTS = [
    "What is the capital of France?", "Write a haiku about the sea.", "Explain photosynthesis in one sentence.", "List three prime numbers.",
    "Translate 'good morning' into Spanish.", "What is 17 times 23?", "Who wrote Hamlet?", "Give me a recipe for pancakes.",
    "def fibonacci(n):", "Why is the sky blue?", "Name the planets of the solar system.", "Summarise the plot of Cinderella.",
    "What does HTTP stand for?", "Is a tomato a fruit?", "Count from one to ten.", "How do vaccines work?",
    "Réponds en français : quelle heure est-il ?", "What is the derivative of x^2?", "Write a short e-mail asking for a day off.", "Sort these: pear, apple, fig.",
]
NEW = 64


def transformers_side(gguf, out):
    import torch
    from safetensors.torch import save_file
    from transformers import AutoModelForCausalLM, AutoTokenizer

    folder, name = os.path.split(gguf)
    tokeniser = AutoTokenizer.from_pretrained(folder, gguf_file=name)
    model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=name, dtype=torch.float32).eval()
    rows, records = [], []
    for prompt in PROMPTS:
        text = f"<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n<|im_start|>user\n{prompt}<|im_end|>\n<|im_start|>assistant\n"
        ids = tokeniser(text, return_tensors="pt", add_special_tokens=False)
        with torch.no_grad():
            logits = model(**ids).logits[0, -1]
            greedy = model.generate(**ids, max_new_tokens=NEW, do_sample=False, pad_token_id=2)[0, ids.input_ids.shape[1]:]
        rows.append(logits)
        records.append({"text": text, "ids": ids.input_ids[0].tolist(), "greedy": greedy.tolist()})
    save_file({"logits": torch.stack(rows).contiguous()}, out / "logits.safetensors")
    return records


def llama_side(server, gguf, records):
    with llama_server.running(server, gguf) as complete:
        for record in records:
            record["llama"] = complete({"prompt": record["ids"], "n_predict": NEW, "temperature": 0, "samplers": ["temperature"],
                                        "cache_prompt": False, "return_tokens": True, "n_probs": 5})["tokens"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gguf", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--llama-server")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    records = transformers_side(options.gguf, options.out)
    if options.llama_server:
        llama_side(options.llama_server, options.gguf, records)
    (options.out / "prompts.json").write_text(json.dumps({"gguf": os.path.abspath(options.gguf), "prompts": records}))
    print(f"{len(records)} prompts in {options.out}")


if __name__ == "__main__":
    main()
