#!/usr/bin/env python3
"""Writes what Hugging Face's tokenizers make of a multilingual corpus, for
Segue's tokenizer to be compared with:

    python3 -m venv venv && venv/bin/pip install tokenizers==0.23.3 gguf
    venv/bin/python scripts/tokenizer_reference.py [--gguf MODEL.gguf] FOLDER
    SEGUE_TOKENIZER_REFERENCE=FOLDER go test ./lm/tokenizer

The corpus, about 1 MB, is made from Python's own files and random characters,
the same for the same Python. The tokenizers are one trained with SmolLM2's
pipeline (digits, byte level), one trained with Qwen's (NFC, its expression, byte
level), one with Llama 3's, one with flags of every kind on added tokens, and with --gguf the
real vocabulary in a GGUF file. Each case is a folder with tokenizer.json (or
gguf.json, the metadata) and ids.jsonl: text, ids with special tokens known,
ids with them taken as text, and the decoded text. The folder trained has a
vocabulary made with the settings of Segue's trainer.

    venv/bin/python scripts/tokenizer_reference.py --saved MODEL FOLDER

loads the tokenizer in MODEL with transformers and prints its ids for the
corpus in FOLDER, a line of JSON each (SEGUE_TOKENIZER_PYTHON=venv/bin/python).
"""

import argparse
import glob
import json
import os
import random
import sys
import unicodedata

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

SIZE = 1_000_000
QWEN = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
LLAMA = QWEN.replace(r"|\p{N}|", r"|\p{N}{1,3}|")
# An expression for which Segue has no scanner of its own.
OTHER = r"[A-Z]?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{N}{1,2}|[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+|."
TAGS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
WORDS = ["<think>", "</think>", "<skill>", "</skill>", "<answer>", "</answer>"]


def library_text():
    """Source files and message catalogues of Python's standard library."""
    root = os.path.dirname(os.__file__)
    for pattern in ("*.py", "email/*.py", "encodings/*.py", "test/*.txt", "lib2to3/*.txt", "pydoc_data/*.py"):
        for path in sorted(glob.glob(os.path.join(root, pattern))):
            with open(path, encoding="utf-8", errors="replace", newline="") as f:
                yield f.read()[:20_000]


def scripts_text(rng):
    """Words of random letters of many scripts, and names of characters."""
    ranges = [(0x41, 0x5A), (0xC0, 0x24F), (0x370, 0x3FF), (0x400, 0x52F), (0x531, 0x587), (0x5D0, 0x5EA), (0x620, 0x6D3),
              (0x904, 0x939), (0x93A, 0x94F), (0xE01, 0xE4E), (0x10A0, 0x10FF), (0x1100, 0x11FF), (0x1E00, 0x1EFF), (0x3041, 0x30FF),
              (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0x10330, 0x1034A), (0x1D400, 0x1D7FF), (0x20000, 0x2A6DF)]
    while True:
        low, high = rng.choice(ranges)
        words = ("".join(chr(rng.randint(low, high)) for _ in range(rng.randint(1, 9))) for _ in range(rng.randint(1, 12)))
        yield rng.choice([" ", ", ", "-", "'", " '", "\n", "  "]).join(words)
        c = chr(rng.randint(0x20, 0x2FFF))
        yield f"{c} {unicodedata.name(c, 'nameless').title()}\u2019s\n"


def odd_text(rng):
    """Characters that tokenizers trip over."""
    family = "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466"
    pieces = ["\r\n", "\r", "\n\n", "\t", "\u00a0", "\u2028", "\u3000", "\u200b", "\ufeff", "\u0085", "\x00", "\x1f", family,
              "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", "\u2764\ufe0f", "e\u0301", "a\u0328\u0301", "\u1e9b\u0323",
              "\u05e9\u05dc\u05d5\u05dd", "\u202e", "\u0627\u0644\u0633\u0644\u0627\u0645 \u0639\u0644\u064a\u0643\u0645", "\uac00\u11a8", "\u1112\u1161\u11ab", "\ufb01",
              "\u212b", "I'\u017f", "'S", "'LL", "'re", "'vE", "don't", "''s", "' s", "12345", "\u0663\u0664", "\u00bd\u2167", "3.14", "_x_", "x" * 70, "=" * 90, " " * 9, "    \n  \n x",
              "q" + "\u0301" * 40 + "\u0323" * 3, "\u0f71\u0f72\u0f71\u0f74", "\U0001D15E", *TAGS, *WORDS, "<|im_start|", "<<think>>", "  <answer>  ", "\u0130\u0131", "\u212a"]
    while True:
        yield "".join(rng.choice(pieces) + rng.choice(["", "", " ", "a", "."]) for _ in range(rng.randint(1, 20)))
        yield "".join(chr(c) for c in (rng.randint(0, 0x10FFFF) if rng.random() < 0.3 else rng.randint(0, 0xFFFF) for _ in range(30)) if not 0xD800 <= c < 0xE000)


def assigned(text):
    """Leaves out characters that Python's Unicode version does not know: newer tables differ in them."""
    return "".join(c for c in text if unicodedata.category(c) != "Cn")


def corpus():
    rng = random.Random(20260101)
    pieces, size = [], 0
    library, scripts, odd = library_text(), scripts_text(rng), odd_text(rng)
    shares = [(library, 0.5), (scripts, 0.35), (odd, 0.15)]
    for source, share in shares:
        limit = size + share * SIZE
        for text in source:
            text = assigned(text)
            pieces.append(text)
            size += len(text.encode())
            if size >= limit:
                break
    pieces += ["", " ", "  ", "\n", "a" * 20_000, " " * 20_000, "\u0301" * 500, "ab" * 3_000, "\n " * 2_000 + "x", "a\u1c89b\ua7cb 1\U00010d40\U00010d41 \U00011de0x\U00016ff4 \U0002ebf0y"]
    pieces += [chr(c) + "a1 " + chr(c) + chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) not in ("Cn", "Cs", "Co") and (c < 0x3400 or c % 53 == 0)]
    return pieces


def byte_level(normalizer, *stages):
    t = Tokenizer(models.BPE())
    if normalizer:
        t.normalizer = normalizer
    t.pre_tokenizer = pre_tokenizers.Sequence(list(stages))
    t.decoder = decoders.ByteLevel()
    return t


def split(pattern):
    return pre_tokenizers.Split(Regex(pattern), "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)


def train(t, texts, size, **settings):
    t.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=size, special_tokens=TAGS, show_progress=False,
                          initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()), **settings))
    t.add_tokens([AddedToken(w, normalized=False, special=False) for w in WORDS])
    return t


def cases(texts):
    smol = (pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False))
    yield "smollm", train(byte_level(None, *smol), texts, 6000)
    yield "qwen2", train(byte_level(normalizers.NFC(), *split(QWEN)), texts, 5000)
    llama = train(byte_level(None, *split(LLAMA)), texts, 4000)
    document = json.loads(llama.to_str())
    document["model"]["ignore_merges"] = True
    document["model"]["vocab"]["\u0120don't"] = 9000
    yield "llama3", Tokenizer.from_str(json.dumps(document))
    yield "other-pattern", train(byte_level(normalizers.NFD(), *split(OTHER)), texts, 3000)
    flags = train(byte_level(normalizers.NFC(), pre_tokenizers.Digits(individual_digits=False), pre_tokenizers.ByteLevel(add_prefix_space=True)), texts, 2000)
    flags.add_tokens([AddedToken("the", single_word=True), AddedToken("e\u0301", normalized=True), AddedToken("e\u0301\u4e00", normalized=True), AddedToken("<s>", lstrip=True, special=True, normalized=False),
                      AddedToken("self", lstrip=True, rstrip=True), AddedToken("return", rstrip=True, single_word=True, normalized=False), AddedToken("retur", normalized=False)])
    yield "flags", flags


def random_flags(rng):
    """A byte vocabulary with random added tokens and flags, and texts to match."""
    letters = ["a", "b", " ", "e", "\u0301", "\n", "_", "."]
    stages = [pre_tokenizers.ByteLevel(add_prefix_space=rng.random() < 0.2, use_regex=rng.random() < 0.7)]
    t = byte_level(normalizers.NFC() if rng.random() < 0.5 else None, *stages)
    t.model = models.BPE(vocab={c: i for i, c in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}, merges=[])
    for _ in range(rng.randint(2, 7)):
        flag = lambda share=0.3: rng.random() < share
        content = "".join(rng.choice(letters) for _ in range(rng.randint(2, 4)))
        token = AddedToken(content, single_word=flag(), lstrip=flag(), rstrip=flag(), normalized=flag(0.4), special=flag())
        (t.add_special_tokens if token.special else t.add_tokens)([token])
    return t, ["".join(rng.choice(letters) for _ in range(rng.randint(0, 25))) for _ in range(200)]


def gguf_case(path, texts):
    """The vocabulary of a GGUF file under the pipeline that its name stands for."""
    import gguf
    fields = gguf.GGUFReader(path).fields
    get = lambda key: fields["tokenizer." + key].contents()
    tokens, types, merges = get("ggml.tokens"), get("ggml.token_type"), get("ggml.merges")
    if get("ggml.pre") != "smollm":
        sys.exit(f"{path}: pre-tokenizer {get('ggml.pre')} is not smollm")
    t = byte_level(None, pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False))
    t.model = models.BPE(vocab={s: i for i, s in enumerate(tokens)}, merges=[tuple(m.split(" ")) for m in merges])
    t.add_special_tokens([s for s, kind in zip(tokens, types) if kind == 3])
    metadata = {"Model": get("ggml.model"), "Pre": get("ggml.pre"), "Tokens": tokens, "Types": [int(k) for k in types], "Merges": merges,
                "Begin": int(get("ggml.bos_token_id")), "End": int(get("ggml.eos_token_id")), "Pad": -1, "Unknown": -1}
    return metadata, t


def trained(folder, texts):
    """A vocabulary by the settings of Segue's trainer: special tokens, bytes, merges."""
    t = byte_level(None, pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False))
    t.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=3000, special_tokens=TAGS + WORDS, show_progress=False,
                          initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet())))
    os.makedirs(os.path.join(folder, "trained"), exist_ok=True)
    t.save(os.path.join(folder, "trained", "tokenizer.json"))


def saved(model, folder):
    """Prints the ids that transformers gives with a saved tokenizer."""
    from transformers import AutoTokenizer
    t = AutoTokenizer.from_pretrained(model)
    with open(os.path.join(folder, "corpus.json"), encoding="utf-8") as f:
        for text in json.load(f):
            print(json.dumps(t.encode(text, add_special_tokens=False)))


def write(folder, name, t, texts, metadata=None):
    place = os.path.join(folder, name)
    os.makedirs(place, exist_ok=True)
    if metadata:
        with open(os.path.join(place, "gguf.json"), "w", encoding="utf-8") as f:
            json.dump(metadata, f)
    else:
        t.save(os.path.join(place, "tokenizer.json"))
    t.encode_special_tokens = False
    marked = [t.encode(s, add_special_tokens=False).ids for s in texts]
    t.encode_special_tokens = True
    plain = [t.encode(s, add_special_tokens=False).ids for s in texts]
    with open(os.path.join(place, "ids.jsonl"), "w", encoding="utf-8") as f:
        for text, ids, raw in zip(texts, marked, plain):
            row = {"text": text, "ids": ids, "plain": raw, "decoded": t.decode(ids, skip_special_tokens=False)}
            f.write(json.dumps(row) + "\n")
    print(f"{name}: {len(texts)} texts, {sum(map(len, marked))} tokens")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--gguf", help="a GGUF file with SmolLM2's tokenizer")
    parser.add_argument("--saved", help="a folder with a tokenizer that Segue wrote")
    options = parser.parse_args()
    if options.saved:
        return saved(options.saved, options.folder)
    texts = corpus()
    os.makedirs(options.folder, exist_ok=True)
    with open(os.path.join(options.folder, "corpus.json"), "w", encoding="utf-8") as f:
        json.dump(texts, f)
    print(f"corpus: {sum(len(t.encode()) for t in texts)} bytes in {len(texts)} texts")
    for name, t in cases(texts):
        write(options.folder, name, t, texts)
    rng = random.Random(5)
    for n in range(30):
        t, short = random_flags(rng)
        write(options.folder, f"flags-{n:02}", t, short)
    trained(options.folder, texts)
    if options.gguf:
        metadata, t = gguf_case(options.gguf, texts)
        write(options.folder, "gguf", t, texts, metadata)


if __name__ == "__main__":
    main()
