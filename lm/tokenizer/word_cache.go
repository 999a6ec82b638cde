package tokenizer

import (
	"hash/maphash"
	"sync/atomic"
)

// wordCache remembers how frequent words were encoded. It has a fixed number of
// places, each holding the last word that fell there, and needs no lock.
type wordCache struct {
	seed  maphash.Seed
	slots []atomic.Pointer[cachedWord]
}

type cachedWord struct {
	word string
	ids  []int32
}

const (
	cacheSlots   = 1 << 14
	cacheLongest = 40 // bytes; longer words are rarely seen again
)

func newWordCache() *wordCache {
	return &wordCache{seed: maphash.MakeSeed(), slots: make([]atomic.Pointer[cachedWord], cacheSlots)}
}

// find returns the ids of word if they are known, and the place where to put
// them if not.
func (c *wordCache) find(word string) ([]int32, *atomic.Pointer[cachedWord]) {
	slot := &c.slots[maphash.String(c.seed, word)%cacheSlots]
	if w := slot.Load(); w != nil && w.word == word {
		return w.ids, slot
	}
	return nil, slot
}
