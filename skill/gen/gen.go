// Package gen is the generator contract: a skill's generator turns a seeded
// source and a difficulty into an item whose answer is right by construction.
//
// Generators live in skill/gen/<domain>, a file per sub-area, and register
// themselves; skill/gen/all names the domains that a build contains.
package gen

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill"
	"segue/task"
)

// BankVersion names the state of the bank. It is part of every item's seed, so
// it changes when a generator changes what it makes from the same draws.
const BankVersion = "1"

// Difficulty is 1 (easy) to 5 (hard). Each generator says what it means for it:
// longer derivations, larger searches, more constraints.
type Difficulty int

// The bounds of a difficulty.
const (
	Easiest Difficulty = 1
	Hardest Difficulty = 5
)

// Of picks the value for this difficulty from five, the easiest first.
func Of[T any](d Difficulty, one, two, three, four, five T) T {
	return [...]T{one, two, three, four, five}[min(max(d, Easiest), Hardest)-1]
}

// Generator makes the items of one skill.
type Generator struct {
	Skill skill.Skill
	// Generate draws from r only, in a fixed order, and never fails: the problem
	// is constructed to have the answer, not drawn until it happens to. It sets
	// Question, Answer, Reference and Slots; New fills the rest.
	Generate func(r *rand.Rand, d Difficulty) task.Item
}

// generators maps skill id to generator. It is written only while packages initialise.
var generators = map[string]Generator{}

// Register adds a skill and its generator to the bank: the id "domain/slug", the
// sub-area, the readable name and a sentence that says what an item asks. It
// panics on a duplicate or an incomplete entry.
func Register(id, area, name, description string, generate func(*rand.Rand, Difficulty) task.Item) {
	if generate == nil {
		panic(fmt.Sprintf("gen: %s has no generator", id))
	}
	skill.Register(skill.Skill{ID: id, Area: area, Name: name, Description: description})
	registered, _ := skill.Lookup(id)
	generators[id] = Generator{Skill: registered, Generate: generate}
}

// List returns every generator, sorted by skill id.
func List() []Generator {
	all := make([]Generator, 0, len(generators))
	for _, g := range generators {
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b Generator) int { return strings.Compare(a.Skill.ID, b.Skill.ID) })
	return all
}

// Lookup finds the generator of a skill.
func Lookup(id string) (Generator, error) {
	if g, ok := generators[id]; ok {
		return g, nil
	}
	_, err := skill.Lookup(id)
	return Generator{}, err
}

// New makes the item of a skill at a difficulty and an index. The same
// arguments give the same item for one BankVersion.
func New(id string, d Difficulty, index uint64) (task.Item, error) {
	g, err := Lookup(id)
	if err != nil {
		return task.Item{}, err
	}
	if d < Easiest || d > Hardest {
		return task.Item{}, fmt.Errorf("make item of %s: difficulty %d is not 1 to 5", id, d)
	}
	it := g.Generate(Source(id, d, index), d)
	it.ID = fmt.Sprintf("%s/d%d-%016x", id, d, index)
	it.Skill = id
	it.Difficulty = int(d)
	return it, nil
}

// Source is the random source of an item: seeded by a hash, so that
// neighbouring indices share nothing.
func Source(id string, d Difficulty, index uint64) *rand.Rand {
	seed := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d\x00%d", BankVersion, id, d, index))
	return rand.New(rand.NewChaCha8(seed))
}

// Index is the index of the n-th item of a stream ("train", "sample", …) under
// a user's seed, hashed so that streams and seeds do not overlap.
func Index(seed uint64, stream string, n int) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%d", stream, seed, n))
	return binary.LittleEndian.Uint64(sum[:])
}
