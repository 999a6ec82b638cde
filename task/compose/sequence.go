package compose

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"segue/skill"
	"segue/task"
)

// lengthWeights are the step counts of the released Skill²-Bench, from 2 to 10.
var lengthWeights = [11]int{2: 8, 3: 65, 4: 65, 5: 58, 6: 39, 7: 21, 8: 18, 9: 18, 10: 8}

// sampler draws sequences of skills.
type sampler struct {
	o        Options
	closed   []skill.Domain // verifiable domains present
	open     []skill.Domain
	byDomain map[skill.Domain][]skill.Skill
	// starters are the skills whose answer a link can use, by domain: a task
	// begins with one, so that its second step has something to use.
	starters map[skill.Domain][]skill.Skill
	// slotted is the share of a skill's probed items that a link can fill.
	slotted map[string]float64
}

// probes is how many items of each skill are made to learn what links can do
// with it.
const probes = 6

func newSampler(o Options, make Maker) (sampler, error) {
	s := sampler{o: o, byDomain: map[skill.Domain][]skill.Skill{}, starters: map[skill.Domain][]skill.Skill{}, slotted: map[string]float64{}}
	for _, sk := range o.Skills {
		s.byDomain[sk.Domain] = append(s.byDomain[sk.Domain], sk)
		source := true
		for i := range uint64(probes) {
			probe, err := make(sk.ID, o.MinDifficulty, i)
			if err != nil {
				return s, err
			}
			source = source && len(features(probe.Answer, 1)) > 0
			if len(probe.Slots) > 0 {
				s.slotted[sk.ID] += 1.0 / probes
			}
		}
		if source {
			s.starters[sk.Domain] = append(s.starters[sk.Domain], sk)
		}
	}
	for _, d := range skill.Domains() {
		switch {
		case len(s.byDomain[d]) == 0:
		case d.OpenEnded() && o.Open > 0:
			s.open = append(s.open, d)
		case !d.OpenEnded() && o.Open < 1:
			s.closed = append(s.closed, d)
		}
	}
	if len(s.open)+len(s.closed) < 2 {
		return s, fmt.Errorf("adjacent steps need different domains, and the chosen skills (open-ended share %g) have fewer than two", o.Open)
	}
	return s, nil
}

// draw samples a length and a sequence whose neighbours differ in domain. A
// skill whose items no link can fill is drawn half as often after the first
// step, so that most steps lean on an earlier one.
func (s sampler) draw(r *rand.Rand) []skill.Skill {
	n := s.length(r)
	sequence := make([]skill.Skill, 0, n)
	previous := skill.Domain("")
	for i := range n {
		d := s.domain(r, previous, i == 0)
		pool := s.byDomain[d]
		if i == 0 && len(s.starters[d]) > 0 {
			pool = s.starters[d]
		}
		pick := pool[r.IntN(len(pool))]
		if i > 0 && s.slotted[pick.ID] == 0 && r.IntN(2) == 0 {
			pick = pool[r.IntN(len(pool))]
		}
		sequence = append(sequence, pick)
		previous = d
	}
	return sequence
}

func (s sampler) length(r *rand.Rand) int {
	total := 0
	for n := s.o.MinSteps; n <= s.o.MaxSteps; n++ {
		total += lengthWeights[n]
	}
	at := r.IntN(total)
	for n := s.o.MinSteps; ; n++ {
		if at -= lengthWeights[n]; at < 0 {
			return n
		}
	}
}

// domain draws a domain other than the previous one: open-ended with the asked
// probability, then evenly. The first is one with starters where there is any.
func (s sampler) domain(r *rand.Rand, previous skill.Domain, first bool) skill.Domain {
	pool, other := s.closed, s.open
	if r.Float64() < s.o.Open {
		pool, other = s.open, s.closed
	}
	allowed := func(pool []skill.Domain) []skill.Domain {
		return slices.DeleteFunc(slices.Clone(pool), func(d skill.Domain) bool {
			return d == previous || first && len(s.starters[d]) == 0
		})
	}
	for _, p := range [][]skill.Domain{allowed(pool), allowed(other)} {
		if len(p) > 0 {
			return p[r.IntN(len(p))]
		}
	}
	all := slices.DeleteFunc(slices.Concat(s.closed, s.open), func(d skill.Domain) bool { return d == previous })
	return all[r.IntN(len(all))]
}

// sequence draws the skills of task n; with levels it draws until one has the
// level that the task should have.
func (b *Builder) sequence(r *rand.Rand, n int) ([]skill.Skill, *float64, task.Level, error) {
	if b.o.Entropy == nil {
		return b.sampler.draw(r), nil, task.LevelNone, nil
	}
	for range maxSequences {
		sequence := b.sampler.draw(r)
		ske, ok := b.o.Entropy(ids(sequence))
		if !ok {
			continue
		}
		level := b.level(ske)
		if len(b.o.Levels) == 0 || level == b.o.Levels[n%len(b.o.Levels)] {
			return sequence, &ske, level, nil
		}
	}
	want := task.LevelNone
	if len(b.o.Levels) > 0 {
		want = b.o.Levels[n%len(b.o.Levels)]
	}
	return nil, nil, "", fmt.Errorf("no sequence of level %q among %d drawn; the table's entropies may be too alike, or it lacks these skills", want, maxSequences)
}

func (b *Builder) level(ske float64) task.Level {
	switch {
	case ske <= b.cuts[0]:
		return task.LevelLow
	case ske <= b.cuts[1]:
		return task.LevelMedium
	}
	return task.LevelHigh
}

// terciles are the cuts that part the builder's own distribution of sequences
// in three.
func (b *Builder) terciles() ([2]float64, error) {
	r := b.source("terciles", 0)
	var all []float64
	for range tercileSample {
		if ske, ok := b.o.Entropy(ids(b.sampler.draw(r))); ok {
			all = append(all, ske)
		}
	}
	if len(all) < tercileSample/10 {
		return [2]float64{}, fmt.Errorf("the table knows only %d of %d sampled sequences; it was made with other skills", len(all), tercileSample)
	}
	slices.Sort(all)
	return [2]float64{all[len(all)/3], all[2*len(all)/3]}, nil
}

func ids(sequence []skill.Skill) []string {
	out := make([]string, len(sequence))
	for i, s := range sequence {
		out[i] = s.ID
	}
	return out
}
