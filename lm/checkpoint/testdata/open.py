"""Opens the model folders that are named, and fails when transformers miss, ignore or change anything."""

import glob
import sys

import torch
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM, AutoTokenizer

for folder in sys.argv[1:]:
    model, info = AutoModelForCausalLM.from_pretrained(folder, output_loading_info=True)
    wrong = {k: v for k, v in info.items() if v}
    assert not wrong, f"{folder}: {wrong}"
    assert model.dtype == (torch.bfloat16 if folder.endswith("half") else torch.float32), f"{folder}: {model.dtype}"
    saved = {}
    for path in glob.glob(folder + "/*.safetensors"):
        saved |= load_file(path)
    for name, value in model.state_dict().items():
        if name in saved:
            assert torch.equal(value, saved.pop(name)), f"{folder}: {name}"
    assert not saved, f"{folder}: {list(saved)} are not in the model"
    text = "Hello <think>wörld</think><|im_end|>"
    tokenizer = AutoTokenizer.from_pretrained(folder)
    assert tokenizer.decode(tokenizer(text).input_ids) == text, folder
    assert model(torch.tensor([tokenizer(text).input_ids])).logits.isfinite().all(), folder
