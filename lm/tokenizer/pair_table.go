package tokenizer

// pairTable says which two neighbouring tokens merge, how early, and into what.
// It is a hash table with open addressing: encoding is mostly look-ups in it.
type pairTable struct {
	slots []pairSlot
	mask  uint64
}

type pairSlot struct {
	key   uint64 // left<<32 | right
	merge merge
	used  bool
}

// merge is what a pair becomes; the smallest rank is carried out first.
type merge struct{ rank, id int32 }

func newPairTable(pairs int) *pairTable {
	size := uint64(16)
	for size < uint64(pairs)*2 {
		size *= 2
	}
	return &pairTable{slots: make([]pairSlot, size), mask: size - 1}
}

func pairKey(left, right int32) uint64 { return uint64(uint32(left))<<32 | uint64(uint32(right)) }

func (t *pairTable) slot(key uint64) *pairSlot {
	h := key * 0x9E3779B97F4A7C15
	for i := h ^ h>>29; ; i++ {
		if s := &t.slots[i&t.mask]; !s.used || s.key == key {
			return s
		}
	}
}

func (t *pairTable) set(left, right int32, m merge) {
	*t.slot(pairKey(left, right)) = pairSlot{pairKey(left, right), m, true}
}

func (t *pairTable) get(left, right int32) (merge, bool) {
	s := t.slot(pairKey(left, right))
	return s.merge, s.used
}
