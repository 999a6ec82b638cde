package cue

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strconv"

	"segue/task"
)

// Source makes tasks without end. It may be used from several goroutines.
type Source struct {
	options Options
	walk    walk
	key     [sha256.Size]byte // of all options
	name    string            // what ids begin with
}

// New makes a source. The error says which option cannot be met.
func New(o Options) (*Source, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("make cue tasks: %w", err)
	}
	weights, err := o.weights()
	if err != nil {
		return nil, fmt.Errorf("make cue tasks: %w", err)
	}
	w, err := newWalk(weights, o.Steps[1], o.follows())
	if err != nil {
		return nil, fmt.Errorf("make cue tasks: %w", err)
	}
	s := &Source{options: o, walk: w}
	s.key = sha256.Sum256(fmt.Appendf(nil, "cue source\x00%d\x00%s\x00%s\x00%d\x00%t\x00%g\x00%g\x00%s",
		o.Seed, o.Split, o.Kind, o.Steps, o.Skewed, weights, o.Linked, o.Pairs))
	s.name = fmt.Sprintf("cue-%s-%s-%s", o.Kind, o.Split, hex.EncodeToString(s.key[:4]))
	return s, nil
}

// Task is the n-th task, from 0: a function of the options and n alone.
func (s *Source) Task(n int) task.Task {
	r := randomOf(s.key, n)
	t := task.Task{ID: s.name + "-" + strconv.Itoa(n), Seed: s.options.Seed}
	fewest, most := s.options.Steps[0], s.options.Steps[1]
	for _, at := range s.walk.draw(r, fewest+r.IntN(most-fewest+1)) {
		t.Steps = append(t.Steps, s.step(r, &rules[at], t.Steps))
	}
	return t
}

// randomOf seeds a source of random numbers by a hash, so that neighbouring n
// share nothing.
func randomOf(key [sha256.Size]byte, n int) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Appendf(key[:], "%d", n))))
}

// step makes the step after the earlier ones. The operand is fixed before the
// payload, which is drawn until the two lie in the split.
func (s *Source) step(r *rand.Rand, of *rule, earlier []task.Step) task.Step {
	cue := of.cues[s.cue(r)]
	q := question{rule: of, n: r.IntN(base)}
	operand := strconv.Itoa(q.n)
	var uses []task.Use
	if len(earlier) > 0 && r.Float64() < s.options.Linked {
		from := linkTo(r, len(earlier))
		q.n, _ = lastDigit(earlier[from-1].Answer.Value)
		operand = stepName(from)
		uses = []task.Use{{Step: from, Slot: "operand", Text: operand}}
	}
	for {
		for i := range q.list {
			q.list[i] = r.IntN(base)
		}
		if q.split() == s.options.Split {
			break
		}
	}
	return task.Step{
		N: len(earlier) + 1, Skill: of.ID, Domain: of.Domain, Difficulty: 1,
		Question: q.write(cue, operand), Standalone: q.write(cue, strconv.Itoa(q.n)),
		Answer: q.answer(), Reference: q.reference(), Uses: uses,
	}
}

// skew is how frequent the cues of a skill are in a skewed source.
var skew = [cuesPerSkill]float64{0.30, 0.28, 0.22, 0.15, 0.05}

// cue draws which cue of a skill is shown.
func (s *Source) cue(r *rand.Rand) int {
	if !s.options.Skewed {
		return r.IntN(cuesPerSkill)
	}
	left := r.Float64()
	for i, share := range skew {
		if left -= share; left < 0 {
			return i
		}
	}
	return 0 // rounding
}

// linkTo draws the earlier step, from 1, that gives an operand: mostly the one
// just before, else one before that.
func linkTo(r *rand.Rand, earlier int) int {
	if earlier == 1 || r.Float64() < nearShare {
		return earlier
	}
	return 1 + r.IntN(earlier-1)
}
