#!/bin/sh
# Makes the studies behind docs/reproduction.md under run-reproduction/. A second
# start goes on where the first one stopped.
#
#   reproduce.sh        the main comparison: three starts with three seeds each
#   reproduce.sh more   the other arms from the same starts, and larger models
#
# SEGUE names the program, DIR the folder.
set -eu
segue=${SEGUE:-bin/segue}
dir=${DIR:-run-reproduction}
mkdir -p "$dir"

# study NAME FLAGS... makes a study and prints what it found.
study() {
	name=$1
	shift
	echo "study: $name"
	"$segue" study run --out "$dir/$name" "$@"
}
if [ "${1:-main}" = main ]; then
	study main --arms answer,answer-step,element,label,own,paper,placebo,sft-gold,sft-labels,sft-longer,step
	exit
fi
study main # all arms
study micro --size micro --arms answer,element --starts 1 --seeds 1
study tiny --size tiny --arms answer,element --starts 1 --seeds 1 --alone-steps 300 --start-steps 1000
