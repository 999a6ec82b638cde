package rl

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
)

// Random is a number from 0 to 1 for each token, drawn evenly. The seed of a response's
// draw is a hash of the given seed, the number of the batch and what a signal says of all
// the response's tokens. So it is the same again when a plan is made again, moves with its response wherever that stands in the batch or in whichever part of
// it, and is another in the next batch; where the signal looks at the policy now, it is
// another in the next update. Responses that are the same in all of this draw the same.
func Random(seed uint64, of Signal) Signal {
	return Signal{of.with(needs{reads: []Column{Length}}), "random", func(d *Draft, out []float64) error {
		if err := of.fill(d, out); err != nil {
			return err
		}
		d.eachRollout(func(_, from, to int) {
			hash := fnv.New64a()
			var number [8]byte
			for t := from; t < to; t++ {
				binary.LittleEndian.PutUint64(number[:], math.Float64bits(out[t]))
				hash.Write(number[:]) // never fails
			}
			source := rand.New(rand.NewPCG(seed^hash.Sum64(), uint64(d.Plan.State.Batches)))
			for t := from; t < to; t++ {
				out[t] = source.Float64()
			}
		})
		return nil
	}}
}
