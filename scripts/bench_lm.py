"""Times Segue's native engine beside its peers on this machine.

Asks `segue model bench --json` for Segue's figures, then runs the same sizes
on the peers: OpenBLAS (through numpy), PyTorch eager and Hugging Face's
generate, and llama.cpp's server where its path is given. Each figure is the
best of several alternating rounds, so that a busy moment of the machine hits
both sides alike. Prints a Markdown table.
"""

import argparse
import json
import os
import subprocess
import sys
import time

import llama_server

PEER_ENVIRONMENT = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")  # forced core types slow a current OpenBLAS


def environment(threads):
    clean = {k: v for k, v in os.environ.items() if k not in PEER_ENVIRONMENT}
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        clean[name] = str(threads)
    return clean


def peer(kind, threads, arguments):
    """Runs one peer in a process of its own and returns its figure."""
    command = [sys.executable, __file__, "--peer", kind, "--threads", str(threads), "--arguments", json.dumps(arguments)]
    done = subprocess.run(command, env=environment(threads), capture_output=True, text=True, timeout=1800)
    if done.returncode != 0:
        print(f"{kind} failed: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return float("nan")
    return float(done.stdout.strip().splitlines()[-1])


def segue(binary, *flags):
    out = subprocess.run([binary, "model", "bench", "--json", *flags], check=True, capture_output=True, text=True, timeout=3600)
    return json.loads(out.stdout)


def best(run, seconds):
    """The highest rate that run() (work done per call) reaches within some seconds."""
    run()
    top, end = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        work = run()
        top = max(top, work / (time.perf_counter() - start))
    return top


def gemm_peer(m, n, k, seconds):
    import numpy

    random = numpy.random.default_rng(1)
    a, b = random.standard_normal((m, k), "float32"), random.standard_normal((k, n), "float32")
    c = numpy.empty((m, n), "float32")
    repeats = max(1, int(2e9 / (2 * m * n * k)))

    def run():
        for _ in range(repeats):
            numpy.matmul(a, b, out=c)
        return 2e-9 * m * n * k * repeats

    return best(run, seconds)


def build(config):
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(1)
    return LlamaForCausalLM(LlamaConfig(**{k: v for k, v in config.items() if k not in ("architectures", "model_type")}))


def train_peer(config, sequences, length, seconds, threads):
    import torch

    torch.set_num_threads(threads)
    model = build(config)
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-4)
    tokens = torch.randint(0, config["vocab_size"], (sequences, length))

    def run():
        optimiser.zero_grad(set_to_none=True)
        model(input_ids=tokens, labels=tokens).loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        return sequences * length

    return best(run, seconds)


def sample_peer(config, batch, prompt, new, threads):
    import torch

    torch.set_num_threads(threads)
    model = build(config).eval()
    tokens = torch.randint(3, config["vocab_size"], (batch, prompt))

    def run(n=new):
        with torch.no_grad():
            model.generate(tokens, attention_mask=torch.ones_like(tokens), max_new_tokens=n, min_new_tokens=n, do_sample=True,
                           temperature=1.0, top_k=0, pad_token_id=0, eos_token_id=None)
        return batch * n

    run(4)
    start = time.perf_counter()
    return run() / (time.perf_counter() - start)


def llama_peer(server, model, new, threads):
    """Tokens per second of llama.cpp's server at batch 1, as it reports them."""
    with llama_server.running(server, model, "-t", str(threads)) as complete:
        body = {"prompt": "The history of the sea begins", "n_predict": new, "ignore_eos": True, "cache_prompt": False}
        return max(complete(body)["timings"]["predicted_per_second"] for _ in range(3))


def run_peer(options):
    a = json.loads(options.arguments)
    figure = {"gemm": gemm_peer, "train": train_peer, "sample": sample_peer, "llama": llama_peer}[options.peer](
        **a, **({} if options.peer == "gemm" else {"threads": options.threads}))
    print(figure)


def row(what, ours, theirs, unit, name):
    ratio = ours / theirs if theirs else float("nan")
    print(f"| {what} | {ours:,.1f} | {theirs:,.1f} | {ratio:.2f} × | {unit} | {name} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--segue", default="bin/segue")
    parser.add_argument("--only", choices=("gemm", "train", "sample", "llama"), help="one part alone")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each figure of a round")
    parser.add_argument("--llama-server", help="llama.cpp's server, for batch-1 decoding")
    parser.add_argument("--gguf", help="the GGUF model that both decode")
    parser.add_argument("--peer")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--arguments")
    options = parser.parse_args()
    if options.peer:
        return run_peer(options)

    print("| what | Segue | peer | ratio | unit | peer |\n| --- | --- | --- | --- | --- | --- |")
    for part in ("gemm", "train", "sample"):
        if options.only in (None, part):
            compare(part, options)
    if options.llama_server and options.gguf and options.only in (None, "llama"):
        compare_llama(options)


def compare(part, options):
    ours, theirs = {}, {}
    for _ in range(options.rounds):
        for figure in segue(options.segue, "--part", part, "--seconds", str(options.seconds))[part]:
            key = json.dumps({k: v for k, v in figure.items() if k not in ("gflops", "tokens_per_s")})
            ours[key] = max(ours.get(key, 0), figure.get("gflops") or figure["tokens_per_s"])
        for key in ours:
            theirs[key] = max(theirs.get(key, 0), measure(part, json.loads(key), options.seconds))
    for key, figure in ours.items():
        f = json.loads(key)
        if part == "gemm":
            row(f"GEMM {f['m']}×{f['n']}×{f['k']}, {f['threads']} threads", figure, theirs[key], "GFLOP/s", "OpenBLAS")
        elif part == "train":
            row(f"training {f['model']}, {f['params'] / 1e6:.1f}M", figure, theirs[key], "tokens/s", "PyTorch eager, better of 1 and 2 threads")
        else:
            row(f"sampling {f['model']}, batch {f['batch']}", figure, theirs[key], "tokens/s", "Hugging Face generate, better of 1 and 2 threads")


def measure(part, f, seconds):
    if part == "gemm":
        return peer("gemm", f["threads"], {"m": f["m"], "n": f["n"], "k": f["k"], "seconds": seconds})
    if part == "train":
        arguments = {"config": f["config"], "sequences": f["sequences"], "length": f["length"], "seconds": seconds}
    else:
        arguments = {"config": f["config"], "batch": f["batch"], "prompt": f["prompt"], "new": f["new"]}
    return max(peer(part, threads, arguments) for threads in (1, 2))


def compare_llama(options):
    ours = theirs = 0.0
    for _ in range(options.rounds):
        figures = segue(options.segue, "--part", "sample", "--model", options.gguf, "--batch", "1")["sample"]
        ours = max(ours, *(f["tokens_per_s"] for f in figures))
        theirs = max(theirs, *(peer("llama", t, {"server": options.llama_server, "model": options.gguf, "new": 128}) for t in (1, 2)))
    row("decoding the quantised model, batch 1", ours, theirs, "tokens/s", "llama.cpp, better of 1 and 2 threads")


if __name__ == "__main__":
    main()
