package generation

import (
	"cmp"
	"maps"
	"slices"

	"segue/lm/attention"
)

// sequence is one continuation under way. Without kv it waits.
type sequence struct {
	request *request
	sample  int
	forks   []Fork
	spare   int // branches that it may still add

	tokens  []int32 // prompt and continuation; nil before the first admission
	kv      *attention.Sequence
	shared  bool // its prompt has been offered to others
	random  random
	drawn   []Token
	seen    map[int32]int32
	state   State
	scanner scanner
	top     []Alternative // room for the alternatives of further tokens
}

func newSequence(r *request, sample int) *sequence {
	s := &sequence{request: r, sample: sample, spare: r.Branches, random: newRandom(r.Seed, sample)}
	if r.Constraint != nil {
		s.state = r.Constraint.Start()
	}
	return s
}

// roomAhead is the most tokens that memory is taken for before they are drawn.
const roomAhead = 1 << 12

// start takes the memory that a sequence needs once it runs.
func (s *sequence) start() {
	if s.tokens != nil {
		return
	}
	r, room := s.request, min(s.request.most, roomAhead)
	s.tokens = append(make([]int32, 0, len(r.Prompt)+room), r.Prompt...)
	s.drawn = make([]Token, 0, room)
	s.scanner.text = make([]byte, 0, 4*room)
	if r.remembers() {
		s.seen = make(map[int32]int32, len(r.Prompt)+room)
		for _, id := range r.Prompt {
			s.seen[id] = 0
		}
	}
}

// branch is a copy of s that continues by its own chance.
func (s *sequence) branch(cache *attention.Cache, f Fork, spare int) *sequence {
	b := *s
	b.forks = append(slices.Clip(s.forks), f)
	b.spare = spare
	b.random = s.random.fork(f)
	room := min(s.request.most, roomAhead)
	b.tokens = append(make([]int32, 0, len(s.request.Prompt)+room), s.tokens...)
	b.drawn = append(make([]Token, 0, room), s.drawn...)
	b.seen = maps.Clone(s.seen)
	b.scanner.text = append(make([]byte, 0, 4*room), s.scanner.text...)
	b.top = nil
	b.kv = cache.Fork(s.kv, s.kv.Len())
	return &b
}

// pending is the number of tokens whose keys and values are not in the cache.
func (s *sequence) pending() int {
	if s.kv == nil {
		return max(len(s.tokens), len(s.request.Prompt))
	}
	return len(s.tokens) - s.kv.Len()
}

// content are the tokens to compute, drawn ones included.
func (s *sequence) content() []int32 {
	if s.tokens == nil {
		return s.request.Prompt
	}
	return s.tokens
}

// alternatives returns room for the report of the likeliest tokens.
func (s *sequence) alternatives(n int) []Alternative {
	if cap(s.top)-len(s.top) < n {
		s.top = make([]Alternative, 0, 64*n)
	}
	at := len(s.top)
	s.top = s.top[:at+n]
	return s.top[at : at+n : at+n]
}

// before orders sequences by arrival.
func before(a, b *sequence) int {
	return cmp.Or(cmp.Compare(a.request.order, b.request.order), cmp.Compare(a.sample, b.sample), compareForks(a.forks, b.forks))
}

// insert puts s into a list in the order of arrival.
func insert(list []*sequence, s *sequence) []*sequence {
	at, _ := slices.BinarySearchFunc(list, s, before)
	return slices.Insert(list, at, s)
}
