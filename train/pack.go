package train

import (
	"encoding/binary"
	"math/rand/v2"

	"segue/lm/attention"
	"segue/lm/decoder"
)

// Example is one tokenised record.
type Example struct {
	Tokens  []int32
	Learned []bool // per token: is it predicted in the loss? never the first
}

// targets counts the learned tokens.
func (x Example) targets() int {
	n := 0
	for _, l := range x.Learned {
		if l {
			n++
		}
	}
	return n
}

// order is the sequence in which examples are visited: a fresh permutation
// each epoch, drawn from the seed and the epoch's number alone, cut into packed
// batches and those into steps. So a step's number is all that a resumed run
// must know of the data.
type order struct {
	lengths    []int // tokens of each example
	seed       uint64
	budget     int // tokens in a batch
	accumulate int // batches in a step

	epoch int
	steps [][][]int // of that epoch: step → batch → examples
	first int       // number of that epoch's first step
}

func newOrder(examples []Example, seed uint64, budget, accumulate int) *order {
	o := &order{seed: seed, budget: budget, accumulate: accumulate}
	for _, e := range examples {
		o.lengths = append(o.lengths, len(e.Tokens))
	}
	o.steps = o.cut(0)
	return o
}

// at gives the batches of a step, counted from 0, and the epoch it is in.
func (o *order) at(step int) (batches [][]int, epoch int) {
	if step < o.first {
		o.epoch, o.first, o.steps = 0, 0, o.cut(0)
	}
	for step >= o.first+len(o.steps) {
		o.first += len(o.steps)
		o.epoch++
		o.steps = o.cut(o.epoch)
	}
	return o.steps[step-o.first], o.epoch
}

// total is the number of steps of so many epochs.
func (o *order) total(epochs int) int {
	n := 0
	for e := range epochs {
		n += len(o.cut(e))
	}
	return n
}

// cut draws an epoch's permutation and packs it.
func (o *order) cut(epoch int) [][][]int {
	random := rand.New(rand.NewPCG(o.seed, uint64(epoch)))
	batches := packInto(random.Perm(len(o.lengths)), o.lengths, o.budget)
	var steps [][][]int
	for len(batches) > 0 {
		n := min(o.accumulate, len(batches))
		steps = append(steps, batches[:n])
		batches = batches[n:]
	}
	return steps
}

// packInto fills batches with the examples in the order given, each up to
// budget tokens. Packed sequences have no padding, so there is nothing to gain
// by sorting them. An example longer than the budget is a batch by itself.
func packInto(examples, lengths []int, budget int) [][]int {
	var batches [][]int
	used := 0
	for _, i := range examples {
		if len(batches) == 0 || used+lengths[i] > budget {
			batches, used = append(batches, nil), 0
		}
		batches[len(batches)-1] = append(batches[len(batches)-1], i)
		used += lengths[i]
	}
	return batches
}

// packed is a batch as the decoder takes it. Its slices are used again.
type packed struct {
	batch   decoder.Batch
	targets []decoder.Target
}

// fill packs the examples with the given indices, one segment each.
func (p *packed) fill(examples []Example, indices []int) {
	b := &p.batch
	b.Tokens, b.Segments, p.targets = b.Tokens[:0], b.Segments[:0], p.targets[:0]
	for _, i := range indices {
		from := len(b.Tokens)
		b.Tokens = append(b.Tokens, examples[i].Tokens...)
		b.Segments = append(b.Segments, attention.Segment{From: from, To: len(b.Tokens), Prefix: -1})
		for t, learned := range examples[i].Learned {
			if learned {
				p.targets = append(p.targets, decoder.Target{Row: int32(from + t - 1), Token: examples[i].Tokens[t]})
			}
		}
	}
}

// appendBytes writes x for a fingerprint of the data.
func (x Example) appendBytes(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(x.Tokens)))
	for t, id := range x.Tokens {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(id))
		if x.Learned[t] {
			dst = append(dst, 1)
		} else {
			dst = append(dst, 0)
		}
	}
	return dst
}
