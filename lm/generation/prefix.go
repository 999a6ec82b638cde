package generation

import "segue/lm/attention"

// prefix is a beginning whose keys and values are kept for sequences to come.
type prefix struct {
	tokens []int32
	kv     *attention.Sequence
	used   uint64 // when, by the clock of prefixes
}

// prefixes are the beginnings that were of use last.
type prefixes struct {
	cache   *attention.Cache
	most    int
	entries []*prefix
	clock   uint64
}

// fewTokens is the length below which a beginning costs less to compute than to
// share, since the page that it ends in is copied.
const fewTokens = 8

// find returns the entry with the longest common beginning, of common tokens,
// but at least one token is left to compute; nil for none.
func (p *prefixes) find(tokens []int32) (best *prefix, common int) {
	for _, e := range p.entries {
		if n := commonLength(e.tokens, tokens[:len(tokens)-1]); n > common {
			best, common = e, n
		}
	}
	if common < fewTokens {
		return nil, 0
	}
	p.clock++
	best.used = p.clock
	return best, common
}

// add keeps the beginning of s, unless an entry holds it already. Entries that
// it continues are dropped.
func (p *prefixes) add(tokens []int32, s *attention.Sequence) {
	if p.most == 0 || len(tokens) < fewTokens {
		return
	}
	p.clock++
	kept := p.entries[:0]
	held := false
	for _, e := range p.entries {
		switch n := commonLength(e.tokens, tokens); {
		case n == len(tokens):
			e.used, held = p.clock, true
			kept = append(kept, e)
		case n == len(e.tokens):
			p.cache.Release(e.kv)
		default:
			kept = append(kept, e)
		}
	}
	clear(p.entries[len(kept):])
	p.entries = kept
	if held {
		return
	}
	if len(p.entries) == p.most {
		p.evict(nil)
	}
	p.entries = append(p.entries, &prefix{tokens, p.cache.Fork(s, len(tokens)), p.clock})
}

// evict drops the entry that was of use longest ago, other than keep. It
// returns false when there is none.
func (p *prefixes) evict(keep *prefix) bool {
	oldest := -1
	for i, e := range p.entries {
		if e != keep && (oldest < 0 || e.used < p.entries[oldest].used) {
			oldest = i
		}
	}
	if oldest < 0 {
		return false
	}
	p.cache.Release(p.entries[oldest].kv)
	last := len(p.entries) - 1
	p.entries[oldest] = p.entries[last]
	p.entries[last] = nil
	p.entries = p.entries[:last]
	return true
}

// clear drops all entries.
func (p *prefixes) clear() {
	for p.evict(nil) {
	}
}

func commonLength(a, b []int32) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
