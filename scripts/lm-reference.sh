#!/bin/sh
# Compares the native engine with PyTorch, transformers, tokenizers and, where
# LLAMA_SERVER names its server, llama.cpp: gradients, tokenisers, saved models,
# logits and greedy text of SmolLM2-135M-Instruct.
set -eu
python=$(sh scripts/lm-peers.sh)
gguf=$(sh scripts/lm-gguf.sh)
dir=$(pwd)/run-lm/reference
mkdir -p "$dir"
case $python in /*) ;; *) python=$(pwd)/$python ;; esac
case $gguf in /*) ;; *) gguf=$(pwd)/$gguf ;; esac

"$python" scripts/lm_reference.py "$dir/decoder"
"$python" scripts/tokenizer_reference.py --gguf "$gguf" "$dir/tokenizer"
"$python" scripts/smollm2_reference.py --gguf "$gguf" --out "$dir/smollm2" ${LLAMA_SERVER:+--llama-server "$LLAMA_SERVER"}
SEGUE_LM_REFERENCE=$dir/decoder go test -count=1 ./lm/decoder
SEGUE_TOKENIZER_REFERENCE=$dir/tokenizer SEGUE_TOKENIZER_PYTHON=$python go test -count=1 ./lm/tokenizer
SEGUE_TRANSFORMERS_PYTHON=$python SEGUE_GGUF=$gguf go test -count=1 ./lm/checkpoint ./lm/gguf
SEGUE_SMOLLM2_REFERENCE=$dir/smollm2 go test -count=1 -v -run Agree ./lm
