#!/bin/sh
# Runs every fuzz target of the module for the given time each.
set -eu
time=${1:-30s}
grep -rlE '^func Fuzz[A-Z]' --include='*_test.go' . | sort | while read -r file; do
	package=$(dirname "$file")
	for target in $(grep -oE '^func Fuzz[A-Za-z0-9]+' "$file" | cut -d' ' -f2); do
		echo "== $package $target"
		go test "$package" -run xxx -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 10x
	done
done
