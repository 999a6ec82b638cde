package generation

import "math"

// Mask is a set of tokens, one bit each: token id is in it when bit id%64 of
// word id/64 is set.
type Mask []uint64

// NewMask is the empty set over a vocabulary.
func NewMask(vocabulary int) Mask { return make(Mask, (vocabulary+63)/64) }

// Add puts a token into the set.
func (m Mask) Add(id int32) { m[id/64] |= 1 << (id % 64) }

// Has says whether a token is in the set.
func (m Mask) Has(id int32) bool { return m[id/64]>>(id%64)&1 != 0 }

// Empty says whether no token is in the set.
func (m Mask) Empty() bool {
	for _, word := range m {
		if word != 0 {
			return false
		}
	}
	return true
}

// forbid sets the scores of tokens outside of the set to -Inf.
func (m Mask) forbid(scores []float32) {
	never := float32(math.Inf(-1))
	for i, word := range m {
		if word == math.MaxUint64 {
			continue
		}
		part := scores[i*64 : min((i+1)*64, len(scores))]
		for j := range part {
			if word>>j&1 == 0 {
				part[j] = never
			}
		}
	}
}
