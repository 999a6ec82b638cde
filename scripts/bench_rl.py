"""Times a step of reinforcement learning beside TRL's GRPOTrainer on this machine.

Both sides take the same start model, prompts and settings: 8 prompts × 8
rollouts of about 128 tokens, a model of 2M parameters, GRPO without KL, float32,
one update a step. The start model is first taught to think for a fixed text and
then to guess each answer of two, so that responses have the strict form, are
all as long as wanted, and groups have unequal rewards: a group whose rewards
are equal has no gradient and Segue would leave it out. Both sides run in
alternating rounds. Prints a Markdown table.
"""

import argparse
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

PROMPTS, GROUP, TOKENS = 8, 8, 128
TASKS, SKILLS = 64, "math,logic"
FORM = re.compile(r"\s*(?:<think>.*?</think>)?\s*((?:<skill>[^<]*</skill>\s*<answer>[^<]*</answer>\s*)+)", re.DOTALL)
STEP = re.compile(r"<skill>([^<]*)</skill>\s*<answer>([^<]*)</answer>")
PHASES = ("draw", "grade", "plan", "learn", "other")


def segue(binary, *arguments):
    subprocess.run([binary, *arguments, "--quiet"], check=True, stdout=subprocess.DEVNULL, timeout=3600)


def lines(path):
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def write_lines(path, values):
    Path(path).write_text("".join(json.dumps(v) + "\n" for v in values))


def prompt(task):
    """The questions alone, as the prompt style bare asks them."""
    return task["scenario"] + "\n" + "".join(f"{s['n']}. {s['question']}\n" for s in task["steps"])


def guessing_tasks(path, chance):
    """Tasks of the bank whose answers are replaced by a coin's."""
    tasks = lines(path)
    for step in (s for t in tasks for s in t["steps"]):
        side = str(chance.randint(1, 2))
        step["answer"] = {"kind": "integer", "value": side}
        step["reference"] = f"It is {side}.\n<answer>{side}</answer>"
    return tasks


def responses(model, tasks, chance):
    """Responses that end with their TOKENS-th token and guess every answer."""
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(model)
    words = " ".join(t["scenario"] for t in tasks).split()

    def respond(n, extra=""):
        steps = "".join(f"\n<skill>Math, Guess</skill><answer>{chance.randint(1, 2)}</answer>" for _ in tasks[0]["steps"])
        return f"<think>{' '.join(words[:n])}{extra}</think>{steps}"

    def length(text):
        return len(tokenizer(text, add_special_tokens=False)["input_ids"]) + 1  # the end token

    n = max(n for n in range(TOKENS) if length(respond(n)) <= TOKENS)
    extra = next(e for k in range(8) if length(respond(n, e := " a" * k)) >= TOKENS)
    return [{"messages": [{"role": "user", "content": prompt(t)}, {"role": "assistant", "content": respond(n, extra)}]}
            for t in tasks for _ in range(GROUP)]


def prepare(binary, folder, steps):
    """Makes the tasks and the start model, once."""
    model, tasks = folder / "start" / "model", folder / "tasks.jsonl"
    if model.is_dir():
        return model, tasks
    chance = random.Random(1)
    folder.mkdir(parents=True, exist_ok=True)
    segue(binary, "model", "init", "--size", "micro", "--out", str(folder / "fresh"))
    segue(binary, "bench", "build", "--tasks", str(TASKS), "--seed", "1", "--steps", "2", "--difficulty", "1", "--skills", SKILLS,
          "--open", "0", "--split", "train", "--out", str(tasks))
    guesses = guessing_tasks(tasks, chance)
    write_lines(tasks, guesses)
    write_lines(folder / "sft.jsonl", responses(folder / "fresh", guesses, chance))
    settings = {"model": folder / "fresh", "data": f"[{folder / 'sft.jsonl'}]", "steps": steps, "batch_tokens": 2048,
                "learning_rate": 3e-3, "eval_every": 0, "save_every": 0}
    segue(binary, "train", "sft", "--run", str(folder / "start"), *flags(settings))
    return model, tasks


def flags(settings):
    return [f for key, value in settings.items() for f in ("--set", f"{key}={value}")]


def ours(binary, folder, model, tasks, steps):
    """Measures of Segue's steps but the first, each with the wall time since the one before."""
    run = folder / "rl"
    shutil.rmtree(run, ignore_errors=True)
    settings = {"model": model, "tasks": f"[{tasks}]", "recipe": "grpo", "recipe_set": "{dialect: trl}", "reward": "answer", "prompt": "bare",
                "prompts": PROMPTS, "group": GROUP, "max_tokens": TOKENS, "steps": steps + 1, "learning_rate": 1e-6, "warm_up": 0, "save_every": 0}
    command = [binary, "train", "rl", "--quiet", "--run", str(run), *flags(settings)]
    with open(folder / "rl.log", "w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        seen = []
        while process.poll() is None:
            metrics = run / "metrics.jsonl"
            count = metrics.read_bytes().count(b"\n") if metrics.exists() else 0
            seen += [time.perf_counter()] * (count - len(seen))
            time.sleep(0.001)
    if process.returncode != 0:
        sys.exit(f"segue train rl failed: {(folder / 'rl.log').read_text()}")
    measures = [line["train"] for line in lines(run / "metrics.jsonl")]
    for measure, start, end in zip(measures[1:], seen, seen[1:]):
        measure["wall"] = end - start
    asked = {line["prompt"].strip() for line in lines(run / "rollouts.jsonl")}
    if not asked <= {prompt(t).strip() for t in lines(tasks)}:
        sys.exit("the prompts of the two sides differ")
    return [m for m in measures[1:] if "wall" in m]


def theirs(folder, model, tasks, steps, threads):
    """Measures of TRL's steps but the first, from a process of its own."""
    environment = dict(os.environ, HF_HUB_OFFLINE="1", OMP_NUM_THREADS=str(threads), MKL_NUM_THREADS=str(threads))
    arguments = {"folder": str(folder), "model": str(model), "tasks": str(tasks), "steps": steps, "threads": threads}
    done = subprocess.run([sys.executable, __file__, "--peer", json.dumps(arguments)], env=environment, capture_output=True, text=True, timeout=3600)
    if done.returncode != 0:
        sys.exit(f"TRL failed: {done.stderr[-3000:]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def reward(completions, answer, **_):
    """The share of right answers, 0 without the strict form."""
    scores = []
    for completion, want in zip(completions, answer):
        form = FORM.fullmatch(completion[0]["content"])
        steps = STEP.findall(form[1]) if form else []
        right = sum(got.strip() == w for (_, got), w in zip(steps, want))
        scores.append(right / len(want) if len(steps) == len(want) else 0.0)
    return scores


def peer(folder, model, tasks, steps, threads):
    import torch
    from datasets import Dataset
    from transformers import AutoModelForCausalLM, AutoTokenizer, TrainerCallback
    from trl import GRPOConfig, GRPOTrainer

    torch.set_num_threads(threads)
    clock = {"draw": 0.0, "last": 0.0}
    measures = []

    class Watch(TrainerCallback):
        def on_step_end(self, *_, **__):
            now = time.perf_counter()
            measures.append({"wall": now - clock["last"], "draw": clock["draw"]})
            clock.update(draw=0.0, last=now)

        def on_log(self, _args, _state, _control, logs=None, **__):
            if "completions/mean_length" in logs:
                measures[-1].update(length=logs["completions/mean_length"], uniform=logs["frac_reward_zero_std"], reward=logs["reward"])

    data = [{"prompt": [{"role": "user", "content": prompt(t)}], "answer": [s["answer"]["value"] for s in t["steps"]]} for t in lines(tasks)]
    config = GRPOConfig(
        output_dir=f"{folder}/trl", per_device_train_batch_size=PROMPTS * GROUP, num_generations=GROUP, max_completion_length=TOKENS,
        gradient_accumulation_steps=1, num_iterations=1, max_steps=steps + 1, beta=0.0, loss_type="grpo", temperature=1.0, learning_rate=1e-6,
        lr_scheduler_type="constant", use_vllm=False, bf16=False, fp16=False, gradient_checkpointing=False, use_cpu=True, report_to="none",
        save_strategy="no", logging_steps=1, disable_tqdm=True, seed=1)
    trainer = GRPOTrainer(model=AutoModelForCausalLM.from_pretrained(model, dtype=torch.float32), reward_funcs=reward, args=config,
                          train_dataset=Dataset.from_list(data), processing_class=AutoTokenizer.from_pretrained(model), callbacks=[Watch()])
    generate = trainer._generate_single_turn

    def timed(*arguments, **named):
        start = time.perf_counter()
        out = generate(*arguments, **named)
        clock["draw"] += time.perf_counter() - start
        return out

    trainer._generate_single_turn = timed
    clock["last"] = time.perf_counter()
    trainer.train()
    print("\n" + json.dumps(measures[1:]))


def row(what, median, best, trl="", trl_best="", ratio=""):
    print(f"| {what} | {median} | {best} | {trl} | {trl_best} | {ratio} |")


def seconds(values):
    return f"{statistics.median(values):.4f}", f"{min(values):.4f}"


def report(segue_steps, trl_steps):
    """The table; segue_steps and trl_steps[threads] are the measures of all rounds."""
    wall = [m["wall"] for m in segue_steps]
    threads = min(trl_steps, key=lambda t: statistics.median(m["wall"] for m in trl_steps[t]))
    trl = trl_steps[threads]
    trl_wall, trl_draw = [m["wall"] for m in trl], [m["draw"] for m in trl]
    phases = {name: [m["seconds"][name] for m in segue_steps] for name in PHASES}
    phases["files"] = [m["wall"] - sum(m["seconds"].values()) for m in segue_steps]
    outside = [1 - (m["seconds"]["draw"] + m["seconds"]["learn"]) / m["wall"] for m in segue_steps]
    print("| seconds a step | Segue, median | best | TRL, median | best | ratio of medians |\n| --- | --- | --- | --- | --- | --- |")
    names = {"draw": "sampling", "grade": "grading", "plan": "plan", "learn": "passes and optimiser", "other": "measuring", "files": "writing files"}
    for name, says in names.items():
        if name == "draw":
            row(says, *seconds(phases[name]), *seconds(trl_draw), f"{statistics.median(trl_draw) / statistics.median(phases[name]):.2f} ×")
        elif name == "learn":
            rest = [a - b for a, b in zip(trl_wall, trl_draw)]
            row(says + " (TRL: all but sampling)", *seconds(phases[name]), *seconds(rest), f"{statistics.median(rest) / statistics.median(phases[name]):.2f} ×")
        else:
            row(says, *seconds(phases[name]))
    row("whole step", *seconds(wall), *seconds(trl_wall), f"{statistics.median(trl_wall) / statistics.median(wall):.2f} × (best: {min(trl_wall) / min(wall):.2f} ×)")
    row("outside sampling and passes", f"{100 * statistics.median(outside):.2f} %", f"{100 * min(outside):.2f} %")
    mean = statistics.mean
    row("response, tokens", f"{mean(m['length']['mean'] for m in segue_steps):.1f}", "", f"{mean(m['length'] for m in trl):.1f}")
    row("reward", f"{mean(m['reward']['mean'] for m in segue_steps):.2f}", "", f"{mean(m['reward'] for m in trl):.2f}")
    row("groups without a gradient", f"{100 * mean(m['uniform_groups'] for m in segue_steps):.1f} %", "", f"{100 * mean(m['uniform'] for m in trl):.1f} %")
    others = ", ".join(f"{t}: {statistics.median(m['wall'] for m in trl_steps[t]):.3f} s" for t in sorted(trl_steps))
    print(f"\nTRL with {threads} threads, the better of its medians ({others}); {len(segue_steps)} and {len(trl)} steps, the first of each round left out.")


def prompt_tokens(model, tasks):
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(model)
    counts = [len(tokenizer(prompt(t))["input_ids"]) for t in lines(tasks)]
    return f"prompts of {min(counts)} to {max(counts)} tokens, mean {statistics.mean(counts):.0f}, without the chat template"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--segue", default="bin/segue")
    parser.add_argument("--folder", type=Path, default=Path("run-rl"), help="where the start model and the runs go")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=5, help="timed steps of a round")
    parser.add_argument("--sft-steps", type=int, default=200, help="updates that teach the start model its form")
    parser.add_argument("--peer", help="used by the script itself")
    options = parser.parse_args()
    if options.peer:
        return peer(**json.loads(options.peer))

    model, tasks = prepare(options.segue, options.folder, options.sft_steps)
    print(f"{PROMPTS} prompts × {GROUP} rollouts × {TOKENS} tokens; {prompt_tokens(model, tasks)}\n", flush=True)
    segue_steps, trl_steps = [], {1: [], 2: []}
    for _ in range(options.rounds):
        segue_steps += ours(options.segue, options.folder, model, tasks, options.steps)
        for threads, measures in trl_steps.items():
            measures += theirs(options.folder, model, tasks, options.steps, threads)
    report(segue_steps, trl_steps)


if __name__ == "__main__":
    main()
