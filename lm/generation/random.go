package generation

import "math/rand/v2"

// random is a sequence's own source of chance: a PCG seeded by a hash of the
// request's seed, the sample's index and the forks that led to the sequence.
type random struct {
	generator rand.PCG
	key       uint64
}

func newRandom(seed uint64, sample int) random {
	return fromKey(mix(mix(seed) + uint64(sample)))
}

// fork is the source of a branch, which shares nothing with r.
func (r *random) fork(f Fork) random {
	return fromKey(mix(mix(r.key+uint64(f.At)) + uint64(f.Child)))
}

func fromKey(key uint64) random {
	return random{*rand.NewPCG(key, mix(key)), key}
}

// uniform is at least 0 and below 1.
func (r *random) uniform() float64 { return float64(r.generator.Uint64()>>11) * 0x1p-53 }

// mix is the output function of SplitMix64 (Steele, Lea and Flood, 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
