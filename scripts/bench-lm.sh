#!/bin/sh
# Prints the native engine's figures beside its peers'. Run it on a machine
# that does nothing else. LLAMA_SERVER names llama.cpp's server (make
# real-model builds one as run-real-model/llama-server).
set -eu
python=$(sh scripts/lm-peers.sh)
server=${LLAMA_SERVER:-run-real-model/llama-server}
echo "machine: $(grep -m1 'model name' /proc/cpuinfo 2>/dev/null | cut -d: -f2 | xargs), $(nproc) cores, $(go version | cut -d' ' -f3)"
set -- "$@"
if [ -x "$server" ]; then
	set -- "$@" --llama-server "$server" --gguf "$(sh scripts/lm-gguf.sh)"
else
	echo "llama.cpp's server is not there, so it is left out"
fi
exec "$python" scripts/bench_lm.py "$@"
