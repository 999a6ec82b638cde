#!/bin/sh
# Compares every recipe that the native engine can train with grpo, three seeds each, and
# writes the tables of docs/comparison.md, below its reading, and the effects that docs/recipes.md quotes. A second
# start goes on where the first one stopped.
#
# SEGUE names the program, DIR the folder.
set -eu
segue=${SEGUE:-bin/segue}
dir=${DIR:-run-comparison}
"$segue" recipes compare --recipes all --seeds 3 --out "$dir"
mark='<!-- what follows is written by make recipe-comparison -->'
{
	sed "/^$mark\$/q" docs/comparison.md
	sed 1d "$dir/report.md" # without its title
} >"$dir/comparison.md"
cp "$dir/comparison.md" docs/comparison.md
cp "$dir/effects.tsv" rl/recipes/testdata/effects.tsv
