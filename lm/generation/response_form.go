package generation

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// ResponseForm is the Closing constraint to the strict form of a response: an optional
// <think>…</think>, then for each step <skill>…</skill><answer>…</answer>, with
// at most mostSpace bytes of white space before, between and after elements. A
// skill and an answer hold no <think>, <skill> or <answer>. After the last step
// only an end token can follow.
//
// It reads bytes, so that it serves any tokeniser and tokens that span tags.
// The mask of a state is made when it is first needed, and kept.
type ResponseForm struct {
	vocabulary *Vocabulary
	steps      int
	ends       []int32
	bytes      [][]byte // by id
	mu         sync.Mutex
	masks      []atomic.Pointer[Mask]
	closing    closing // how far from the end each state is
}

const (
	mostSpace = 4
	mostSteps = 64
)

// A state is the number of steps finished, the place in the form, and how far a
// tag has been read there or how much white space.
const (
	placeBegin  = iota // white space or a tag: <think> or <skill>
	placeThink         // within <think>
	placeBefore        // white space or <skill>
	placeSkill         // within <skill>
	placeMiddle        // white space or <answer>
	placeAnswer        // within <answer>
	placeEnd           // only end tokens
	places

	tagStride = 16            // above the length of a tag
	details   = 8 * tagStride // a place's detail is below
)

// The tags. Detail tagStride*t+n is n bytes of tag t; details below tagStride
// count white space.
var tags = [...]string{"", "<think>", "</think>", "<skill>", "</skill>", "<answer>", "</answer>"}

const (
	tagThink = 1 + iota
	tagThinkEnd
	tagSkill
	tagSkillEnd
	tagAnswer
	tagAnswerEnd
)

// candidates are the tags that may be met at each place, and whether other text
// may stand there too.
var candidates = [places]struct {
	tags []int
	text bool
}{
	placeBegin:  {[]int{tagThink, tagSkill}, false},
	placeThink:  {[]int{tagThinkEnd}, true},
	placeBefore: {[]int{tagSkill}, false},
	placeSkill:  {[]int{tagSkillEnd, tagSkill, tagAnswer, tagThink}, true},
	placeMiddle: {[]int{tagAnswer}, false},
	placeAnswer: {[]int{tagAnswerEnd, tagSkill, tagAnswer, tagThink}, true},
}

// NewResponseForm is the form with so many steps. Ends are the tokens that end a
// text; they are allowed after the last step alone.
func NewResponseForm(v *Vocabulary, steps int, ends []int32) (*ResponseForm, error) {
	if steps < 1 || steps > mostSteps {
		return nil, fmt.Errorf("a response form of %d steps, want 1 to %d", steps, mostSteps)
	}
	f := &ResponseForm{
		vocabulary: v, steps: steps, ends: slices.Clone(ends), bytes: make([][]byte, v.size),
		masks: make([]atomic.Pointer[Mask], (steps+1)*places*details),
	}
	for _, end := range ends {
		if end < 0 || int(end) >= v.size {
			return nil, fmt.Errorf("end token %d is not one of the vocabulary's %d", end, v.size)
		}
	}
	for i, id := range v.ids {
		if !slices.Contains(ends, id) { // an end token's own bytes are no text
			f.bytes[id] = v.bytes[i]
		}
	}
	f.closing = f.close()
	return f, nil
}

func pack(steps, place, detail int) State { return State((steps*places+place)*details + detail) }

// Start implements Constraint.
func (f *ResponseForm) Start() State { return pack(0, placeBegin, 0) }

// Allowed implements Constraint.
func (f *ResponseForm) Allowed(s State) Mask {
	if m := f.masks[s].Load(); m != nil {
		return *m
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if m := f.masks[s].Load(); m != nil {
		return *m
	}
	m := NewMask(f.vocabulary.size)
	f.vocabulary.follow(f, s, m)
	for _, end := range f.ends {
		m[end/64] &^= 1 << (end % 64)
	}
	if int(s)/details%places == placeEnd {
		for _, end := range f.ends {
			m.Add(end)
		}
	}
	f.masks[s].Store(&m)
	return m
}

// Next implements Constraint.
func (f *ResponseForm) Next(s State, id int32) State {
	if slices.Contains(f.ends, id) {
		return s
	}
	for _, b := range f.bytes[id] {
		if s = f.next(s, b); s == dead {
			return pack(f.steps, placeEnd, 0)
		}
	}
	return s
}

// next implements automaton.
func (f *ResponseForm) next(s State, b byte) State {
	steps, place, detail := int(s)/(places*details), int(s)/details%places, int(s)%details
	if place == placeEnd {
		return dead
	}
	c := candidates[place]
	tag, read := detail/tagStride, 0
	if tag > 0 {
		read = detail % tagStride
	}
	for _, t := range c.tags { // those with the same beginning are told apart once they differ
		switch {
		case read >= len(tags[t]) || tags[t][read] != b || tags[t][:read] != tags[tag][:read]:
		case read+1 < len(tags[t]):
			return pack(steps, place, t*tagStride+read+1)
		default:
			return f.after(steps, place, t)
		}
	}
	switch {
	case c.text && b == '<': // a tag begins within what looked like one
		return pack(steps, place, c.tags[0]*tagStride+1)
	case c.text:
		return pack(steps, place, 0)
	case tag == 0 && detail < mostSpace && (b == ' ' || b == '\n' || b == '\r' || b == '\t'):
		return pack(steps, place, detail+1)
	}
	return dead
}

// after is the state once a tag has been read at a place.
func (f *ResponseForm) after(steps, place, tag int) State {
	switch {
	case tag == tagThink && place == placeBegin:
		return pack(steps, placeThink, 0)
	case tag == tagThinkEnd:
		return pack(steps, placeBefore, 0)
	case tag == tagSkill && (place == placeBegin || place == placeBefore):
		return pack(steps, placeSkill, 0)
	case tag == tagSkillEnd:
		return pack(steps, placeMiddle, 0)
	case tag == tagAnswer && place == placeMiddle:
		return pack(steps, placeAnswer, 0)
	case tag == tagAnswerEnd && steps+1 == f.steps:
		return pack(f.steps, placeEnd, 0)
	case tag == tagAnswerEnd:
		return pack(steps+1, placeBefore, 0)
	}
	return dead // an opening tag within a skill or an answer
}
