#!/bin/sh
# Prints the figures of docs/benchmarks.md. Run it on a machine that does
# nothing else.
set -eu
echo "machine: $(grep -m1 'model name' /proc/cpuinfo 2>/dev/null | cut -d: -f2 | xargs), $(nproc) cores, $(go version | cut -d' ' -f3)"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

echo "== build 9,000 tasks"
start=$(date +%s%N)
bin/segue bench build --tasks 9000 --seed 1 --quiet --out "$tmp/bench.jsonl" >/dev/null
end=$(date +%s%N)
echo "$(((end - start) / 1000000)) ms"

echo "== a million outcomes to a table with 1,000 bootstrap draws (from a JSONL file, and in memory)"
go run ./scripts/outcomes 1000000 >"$tmp/outcomes.jsonl"
start=$(date +%s%N)
if command -v /usr/bin/time >/dev/null 2>&1; then
	/usr/bin/time -f '%M kB peak' bin/segue entropy estimate --outcomes "$tmp/outcomes.jsonl" --out "$tmp/table.json" >/dev/null
else
	bin/segue entropy estimate --outcomes "$tmp/outcomes.jsonl" --out "$tmp/table.json" >/dev/null
fi
end=$(date +%s%N)
echo "$(((end - start) / 1000000)) ms for the whole command"
go test ./switching -run xxx -bench MillionOutcomes -benchtime 1x -benchmem | grep Benchmark

echo "== runner at concurrency 512 against a 1 ms endpoint"
go test ./bench -run xxx -bench Runner512 -benchtime 1x | grep Benchmark
echo "== endpoint client alone at 512"
go test ./llm -run xxx -bench Sample512 -benchtime 20000x | grep Benchmark

echo "== mathematics grader over Math-Verify's vectors, one core"
GOMAXPROCS=1 go test ./grade/mathematics -run xxx -bench MathVerify | grep Benchmark
echo "== slowest of the adversarial mathematical pairs"
GOMAXPROCS=1 go test ./grade/expr -run xxx -bench HostilePairs -benchtime 5x | awk '/^Benchmark/ { if ($3 > worst) { worst = $3; name = $1 } n++ } END { printf "%d pairs, slowest %.1f ms (%s)\n", n, worst / 1e6, name }'
