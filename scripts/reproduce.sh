#!/bin/sh
# Makes the studies behind docs/reproduction.md under run-reproduction/: every
# arm from three starts with three seeds, what keeps single skills, and larger
# models. A second start goes on where the first one stopped.
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
study arms --arms alignment,answer,answer-step,conditional,credit,element,label,library,paper,paper-10,paper-50,paper-70,placebo,sft-gold,sft-labels,sft-longer,step,transition,weakest
study retention --arms element,element-bare,element-kl,element-replay-kl --starts 1
study micro --size micro --arms answer,element --starts 1 --seeds 1
study tiny --size tiny --arms answer,element --starts 1 --seeds 1 --alone-steps 300 --start-steps 1000
