package optimizer

import (
	"fmt"

	"segue/lm/model"
)

// Range is a stretch [From, To) of a flat parameter buffer.
type Range struct {
	From, To int
	Decay    bool // weights decay; false for vectors and norms
}

// Ranges lists the stretches of a buffer that holds specs one after the other
// (a model's parameters or low-rank adapters): matrices decay, vectors (norms
// and biases) do not.
func Ranges(specs []model.Spec) []Range {
	ranges, at := make([]Range, 0, len(specs)), 0
	for _, s := range specs {
		n := s.Rows * s.Cols
		ranges = append(ranges, Range{From: at, To: at + n, Decay: !s.Vector})
		at += n
	}
	return ranges
}

// chunk is a piece of work: small enough to share out evenly, large enough to
// keep a core busy. Its bounds depend on the ranges alone, so that sums over
// chunks have the same bits whatever the number of threads.
type chunk struct {
	from, to int
	decay    bool
}

const chunkSize = 1 << 16 // elements: four streams of 256 KiB

// chunks cuts ranges, which must be sorted, apart and within size. What no
// range covers is left as it is by the optimiser.
func chunks(ranges []Range, size int) ([]chunk, error) {
	var all []chunk
	at := 0
	for i, r := range ranges {
		if r.From < at || r.To < r.From || r.To > size {
			return nil, fmt.Errorf("optimizer: range %d is [%d, %d), want one within [%d, %d)", i, r.From, r.To, at, size)
		}
		at = r.To
		for from := r.From; from < r.To; from += chunkSize {
			all = append(all, chunk{from, min(from+chunkSize, r.To), r.Decay})
		}
	}
	return all, nil
}
