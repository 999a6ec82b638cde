#!/bin/sh
# Prints lines of code by package, and files over the budget of 400 lines.
set -eu
git ls-files '*.go' | xargs wc -l | grep -v ' total$' | awk '
{ file = $2; dir = file; sub(/\/[^\/]*$/, "", dir); kind = (file ~ /_test\.go$/) ? "test" : "code"; lines[dir, kind] += $1; dirs[dir] = 1; total[kind] += $1 }
$1 > 400 && file !~ /_test\.go$/ { long = long sprintf("  %5d %s\n", $1, file) }
END {
	for (d in dirs) printf "%-36s %6d code %6d test\n", d, lines[d, "code"], lines[d, "test"] | "sort"
	close("sort")
	printf "%-36s %6d code %6d test\n", "all", total["code"], total["test"]
	if (long) printf "over 400 lines:\n%s", long
}'
