// Package compose builds tasks: it samples a length and a sequence of skills
// whose neighbours have different domains, makes an item for each, links the
// steps through their answers and writes one scenario around them.
//
// A task depends only on the options, the seed and its number, so tasks can be
// built in any order and on any number of threads.
package compose

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"

	"segue/skill"
	"segue/task"
)

// Maker makes the item of a skill at a difficulty and an index (gen.New).
type Maker func(skillID string, difficulty int, index uint64) (task.Item, error)

// Entropy gives the Skill Entropy of a sequence of skills; false where the
// table cannot tell.
type Entropy func(sequence []string) (float64, bool)

// Options say what tasks are built.
type Options struct {
	Seed               uint64
	MinSteps, MaxSteps int     // 2 to 10
	Open               float64 // mean share of steps in open-ended domains
	MinDifficulty      int     // 1 to 5
	MaxDifficulty      int
	Split              Split
	Skills             []skill.Skill // what may be used
	// Entropy and Levels rejection-sample: task n is of level Levels[n mod len].
	Entropy Entropy
	Levels  []task.Level
	Cuts    [2]float64 // upper bounds of low and medium; both 0 takes terciles
}

// Builder builds the tasks of one benchmark.
type Builder struct {
	o       Options
	make    Maker
	sampler sampler
	cuts    [2]float64
}

const (
	// maxRedraws bounds the draws of an item until one falls in the split, which
	// has at least a quarter of the space: 100 draws fail once in 10^12.
	maxRedraws = 100
	// maxSequences bounds the draws of a sequence until one has the wanted level.
	maxSequences = 5000
	// tercileSample is how many sequences fix the terciles.
	tercileSample = 3000
)

// New checks the options and prepares a builder. It makes one item of every
// skill to learn which answers a link can start from.
func New(o Options, make Maker) (*Builder, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	b := &Builder{o: o, make: make, cuts: o.Cuts}
	var err error
	if b.sampler, err = newSampler(o, make); err != nil {
		return nil, err
	}
	if o.Entropy != nil && o.Cuts == [2]float64{} {
		b.cuts, err = b.terciles()
	}
	return b, err
}

func (o Options) validate() error {
	switch {
	case o.MinSteps < 2 || o.MaxSteps > 10 || o.MinSteps > o.MaxSteps:
		return fmt.Errorf("a task has 2 to 10 steps; %d to %d were asked", o.MinSteps, o.MaxSteps)
	case o.Open < 0 || o.Open > 1:
		return fmt.Errorf("the share of open-ended steps is between 0 and 1, not %g", o.Open)
	case o.MinDifficulty < 1 || o.MaxDifficulty > 5 || o.MinDifficulty > o.MaxDifficulty:
		return fmt.Errorf("difficulties go from 1 to 5; %d to %d were asked", o.MinDifficulty, o.MaxDifficulty)
	case len(o.Levels) > 0 && o.Entropy == nil:
		return errors.New("levels need a table of Skill Entropy (--table)")
	}
	return nil
}

// Cuts are the bounds of the levels in use.
func (b *Builder) Cuts() [2]float64 { return b.cuts }

// source is a random source of its own for a purpose, hashed from the seed.
func (b *Builder) source(purpose string, n int) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d\x00%d", purpose, b.o.Split, b.o.Seed, n))))
}

// Task builds task n, counting from 0.
func (b *Builder) Task(n int) (task.Task, error) {
	r := b.source("task", n)
	sequence, ske, level, err := b.sequence(r, n)
	if err != nil {
		return task.Task{}, fmt.Errorf("build task %d: %w", n, err)
	}
	t := task.Task{
		ID:    fmt.Sprintf("%s-%d-%05d", b.o.Split, b.o.Seed, n),
		Seed:  b.o.Seed,
		SkE:   ske,
		Level: level,
	}
	story := newStory(r)
	t.Scenario = story.opening(len(sequence))
	for i, s := range sequence {
		step, err := b.step(r, s, t.Steps)
		if err != nil {
			return task.Task{}, fmt.Errorf("build task %d, step %d: %w", n, i+1, err)
		}
		step.Question = story.bridge(step.Domain) + "\n" + step.Question
		t.Steps = append(t.Steps, step)
	}
	return t, nil
}

// linkTries is how many items of a skill are tried until one can be linked,
// where some of the skill's items can.
const linkTries = 2

// step makes one item of the split and links it to the earlier steps.
func (b *Builder) step(r *rand.Rand, s skill.Skill, earlier []task.Step) (task.Step, error) {
	difficulty := b.o.MinDifficulty + r.IntN(b.o.MaxDifficulty-b.o.MinDifficulty+1)
	for try := 1; ; try++ {
		it, err := b.item(r, s, difficulty)
		if err != nil {
			return task.Step{}, err
		}
		step := task.Step{
			N: len(earlier) + 1, Skill: s.ID, Domain: s.Domain, Question: it.Question, Standalone: it.Question,
			Answer: it.Answer, Reference: it.Reference, Difficulty: difficulty,
		}
		question, use, ok := link(r, it, earlier)
		if ok {
			step.Question, step.Uses = question, []task.Use{use}
		}
		if ok || len(earlier) == 0 || try == linkTries || b.sampler.slotted[s.ID] == 0 {
			return step, nil
		}
	}
}

// item draws an item of the split.
func (b *Builder) item(r *rand.Rand, s skill.Skill, difficulty int) (task.Item, error) {
	for range maxRedraws {
		it, err := b.make(s.ID, difficulty, r.Uint64())
		if err != nil || SplitOf(it) == b.o.Split {
			return it, err
		}
	}
	return task.Item{}, fmt.Errorf("no item of %s in the %s split after %d draws", s.ID, b.o.Split, maxRedraws)
}
