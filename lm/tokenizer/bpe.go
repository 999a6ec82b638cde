package tokenizer

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// bpe is byte pair encoding (arXiv 1508.07909): a word starts as its bytes or
// characters, and the pair of neighbours with the smallest rank is merged until
// none is left.
type bpe struct {
	byteID  [256]int32     // byte level; -1: the vocabulary lacks the byte
	runeID  map[rune]int32 // character level; nil at byte level
	pairs   *pairTable
	words   map[string]int32 // with ignore_merges: whole words that are tokens
	unknown int32            // for characters outside the vocabulary; -1: they are dropped
	fuse    bool             // neighbouring unknown characters are one token
	single  bool             // nothing merges
	cache   *wordCache
}

func newBPE(m modelDocument, byteLevel bool) (*bpe, error) {
	b := &bpe{unknown: -1, fuse: m.FuseUnknown, single: len(m.Merges) == 0, cache: newWordCache()}
	if m.Unknown != nil {
		id, ok := m.Vocabulary[*m.Unknown]
		if !ok {
			return nil, fmt.Errorf("the unknown token %q is not in the vocabulary", *m.Unknown)
		}
		b.unknown = id
	}
	b.alphabet(m.Vocabulary, byteLevel)
	if m.IgnoreMerges {
		b.words = make(map[string]int32, len(m.Vocabulary))
		for token, id := range m.Vocabulary {
			if byteLevel {
				if !writtenBytes(token) {
					continue
				}
				token = string(readBytes(token))
			}
			b.words[token] = id
		}
	}
	b.pairs = newPairTable(len(m.Merges))
	for rank, pair := range m.Merges {
		left, okLeft := m.Vocabulary[pair[0]]
		right, okRight := m.Vocabulary[pair[1]]
		id, ok := m.Vocabulary[pair[0]+pair[1]]
		if !okLeft || !okRight || !ok {
			return nil, fmt.Errorf("merge %d: %q and %q, or what they become, are not in the vocabulary", rank, pair[0], pair[1])
		}
		b.pairs.set(left, right, merge{int32(rank), id})
	}
	return b, nil
}

func (b *bpe) alphabet(vocabulary map[string]int32, byteLevel bool) {
	if byteLevel {
		for i, r := range byteRune {
			b.byteID[i] = -1
			if id, ok := vocabulary[string(r)]; ok {
				b.byteID[i] = id
			}
		}
		return
	}
	b.runeID = make(map[rune]int32)
	for token, id := range vocabulary {
		if r, n := utf8.DecodeRuneInString(token); n == len(token) && n > 0 {
			b.runeID[r] = id
		}
	}
}

// writtenBytes reports whether every character of token stands for a byte.
func writtenBytes(token string) bool {
	return !strings.ContainsFunc(token, func(r rune) bool { _, ok := runeByte[r]; return !ok })
}

func (b *bpe) encode(dst []int32, word string, s *mergeScratch) []int32 {
	if b.words != nil {
		if id, ok := b.words[word]; ok {
			return append(dst, id)
		}
	}
	if len(word) > cacheLongest {
		return append(dst, b.merged(word, s)...)
	}
	ids, slot := b.cache.find(word)
	if ids == nil {
		w := &cachedWord{strings.Clone(word), append([]int32{}, b.merged(word, s)...)}
		slot.Store(w)
		ids = w.ids
	}
	return append(dst, ids...)
}

// merged returns the ids of word in scratch space.
func (b *bpe) merged(word string, s *mergeScratch) []int32 {
	s.ids = b.symbols(s.ids[:0], word)
	switch {
	case b.single:
		return s.ids
	case len(s.ids) <= longestScan:
		return s.scan(b.pairs)
	}
	return s.queue(b.pairs)
}

// symbols appends the ids that word starts as.
func (b *bpe) symbols(dst []int32, word string) []int32 {
	unknown := false // the last symbol is the unknown token
	add := func(id int32, known bool) {
		switch {
		case known:
			dst, unknown = append(dst, id), false
		case b.unknown >= 0 && !(unknown && b.fuse):
			dst, unknown = append(dst, b.unknown), true
		}
	}
	if b.runeID == nil {
		for i := range len(word) {
			id := b.byteID[word[i]]
			add(id, id >= 0)
		}
		return dst
	}
	for _, r := range word {
		id, ok := b.runeID[r]
		add(id, ok)
	}
	return dst
}
