package generation

import (
	"bytes"
	"slices"
)

// Vocabulary is the bytes of all tokens in the order of the bytes: a trie laid
// flat, in which neighbours share their beginnings.
type Vocabulary struct {
	size   int
	ids    []int32
	bytes  [][]byte
	common []int // bytes shared with the token before
}

// NewVocabulary orders the tokens below size by their bytes. Tokens without
// bytes, such as control tokens, are left out.
func NewVocabulary(size int, bytesOf func(id int32) []byte) *Vocabulary {
	v := &Vocabulary{size: size}
	for id := range int32(size) {
		if len(bytesOf(id)) > 0 {
			v.ids = append(v.ids, id)
		}
	}
	slices.SortStableFunc(v.ids, func(a, b int32) int { return bytes.Compare(bytesOf(a), bytesOf(b)) })
	var before []byte
	for _, id := range v.ids {
		own := bytes.Clone(bytesOf(id))
		n := 0
		for n < min(len(before), len(own)) && before[n] == own[n] {
			n++
		}
		v.bytes, v.common = append(v.bytes, own), append(v.common, n)
		before = own
	}
	return v
}

// automaton reads bytes. Dead is the state that nothing leads out of.
type automaton interface {
	next(s State, b byte) State
}

const dead State = -1

// follow adds to the mask the tokens whose bytes keep the automaton alive from
// a state on. Every distinct beginning is read once.
func (v *Vocabulary) follow(a automaton, from State, into Mask) {
	path := []State{from} // path[i] is the state after i bytes of the current token
	for i, token := range v.bytes {
		n := min(v.common[i], len(path)-1)
		path = path[:n+1]
		for n < len(token) && path[n] != dead {
			path = append(path, a.next(path[n], token[n]))
			n++
		}
		if path[n] != dead {
			into.Add(v.ids[i])
		}
	}
}
