// Package skill is the vocabulary: the nine domains, the skills and the bank
// that lists them. It knows no items, no models and no grading.
//
// A skill has the id "domain/slug" (math/modular-inverse) and the label that a
// model writes in its response ("Math, Modular inverse"). The bank is filled by
// the generator packages, which register each skill beside the code that makes
// its items; importing skill/gen/all gives the whole bank of a build.
package skill

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"segue/internal/nearest"
)

// Skill is one entry of the bank.
type Skill struct {
	// ID is "domain/slug": lower-case letters, digits and dashes.
	ID string `json:"id"`
	// Domain is the skill's home domain, the part of ID before the slash.
	Domain Domain `json:"domain"`
	// Area is the sub-area within the domain, for example "number theory".
	Area string `json:"area"`
	// Name is the readable name, for example "Modular inverse".
	Name string `json:"name"`
	// Label is what a model writes: "Math, Modular inverse".
	Label string `json:"label"`
	// Description says in a sentence what an item of the skill asks.
	Description string `json:"description"`
}

var idPattern = regexp.MustCompile(`^[a-z_]+/[a-z0-9]+(-[a-z0-9]+)*$`)

// bank maps id to skill. It is written only while packages initialise.
var bank = map[string]Skill{}

// Register adds a skill to the bank and fills its Domain and Label from the id
// and the name. It panics on a malformed id, an unknown domain, an empty field
// or a duplicate: each is a programmer's error that must not reach a user.
func Register(s Skill) {
	if !idPattern.MatchString(s.ID) {
		panic(fmt.Sprintf("skill: id %q is not domain/slug", s.ID))
	}
	head, _, _ := strings.Cut(s.ID, "/")
	d, err := ParseDomain(head)
	if err != nil {
		panic(fmt.Sprintf("skill: id %q: %v", s.ID, err))
	}
	if s.Area == "" || s.Name == "" || s.Description == "" {
		panic(fmt.Sprintf("skill: %s lacks an area, a name or a description", s.ID))
	}
	if _, twice := bank[s.ID]; twice {
		panic(fmt.Sprintf("skill: %s is registered twice", s.ID))
	}
	s.Domain = d
	s.Label = d.Title() + ", " + s.Name
	if err := index(s); err != nil {
		panic(fmt.Sprintf("skill: %s: %v", s.ID, err))
	}
	bank[s.ID] = s
}

// Bank lists every registered skill, sorted by id.
func Bank() []Skill {
	all := make([]Skill, 0, len(bank))
	for _, s := range bank {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b Skill) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// Lookup finds a skill by id. The error of an unknown id names the nearest ids.
func Lookup(id string) (Skill, error) {
	if s, ok := bank[id]; ok {
		return s, nil
	}
	near := nearest.Slips(id, maps.Keys(bank), 3)
	if len(near) == 0 {
		return Skill{}, fmt.Errorf("no skill %q in the bank", id)
	}
	return Skill{}, fmt.Errorf("no skill %q in the bank; nearest: %s", id, strings.Join(near, ", "))
}

// DomainOf is the part of a skill id before the slash, without asking whether
// the bank holds the skill: tables and imported data may name others.
func DomainOf(id string) Domain {
	head, _, _ := strings.Cut(id, "/")
	return Domain(head)
}
