#!/bin/sh
# Prints the time of a step of reinforcement learning beside TRL's. Run it on a
# machine that does nothing else. PEER_PYTHON names a Python that has the peers
# (torch 2.15.0, transformers 5.24.0, trl 1.16.0, datasets 5.2.0).
set -eu
python=$(sh scripts/lm-peers.sh)
if ! "$python" -c 'import trl, datasets' 2>/dev/null; then
	"$python" -m pip install --quiet trl==1.16.0 datasets==5.2.0 >&2
fi
echo "machine: $(grep -m1 'model name' /proc/cpuinfo 2>/dev/null | cut -d: -f2 | xargs), $(nproc) cores, $(go version | cut -d' ' -f3)"
"$python" -c 'import torch, transformers, trl; print(f"peer: torch {torch.__version__}, transformers {transformers.__version__}, trl {trl.__version__}")'
exec "$python" scripts/bench_rl.py "$@"
