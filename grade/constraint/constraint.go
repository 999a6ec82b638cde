// Package constraint checks whether a response obeys an instruction that a program can decide:
// so many words, no commas, a JSON object with these keys.
//
// A check is data plus one pure function, registered under an id. There are three groups:
//
//   - the 25 ids of IFEval (Zhou et al., arXiv 2311.07911) and
//   - the 58 ids of IFBench (Pyatkin et al., arXiv 2507.02833), with their published semantics, and
//   - the ids that begin with "segue:", made for generated tasks: literal keywords, stated
//     splitters (see [Words], [Sentences], [Lines], [Paragraphs]), no statistical model.
//
// Nothing here is random, reads a clock or knows a language model, and every check takes time
// linear in the response unless its Doc says otherwise. An unknown id or a bad argument is an
// error, never a verdict.
package constraint

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"segue/internal/nearest"
)

// MaxResponse is the largest response in bytes that is checked; a longer one is an error.
const MaxResponse = 1 << 20

// Check is one kind of constraint on a response text.
type Check struct {
	ID     string  // "group:name", unique
	Doc    string  // the rule, as a phrase that completes "the response …"
	Params []Param // arguments it takes; no others are accepted
	Approx string  // what is approximated against the published check; empty when nothing is
	Sample Sample  // shows the check at work and tests it

	// Test tells whether the response follows the constraint. The arguments were validated
	// against Params, the response holds at least one non-space character, and an error means
	// that an argument makes no sense, not that the response fails.
	Test func(response string, args Args) (ok bool, err error)
}

// Sample is one set of arguments with a response that follows and one that does not.
type Sample struct {
	Args    string // JSON object, empty for none
	Yes, No string
}

// Result is the verdict on one constraint.
type Result struct {
	Followed bool
	Reason   string // why not, with what was found where the check says so; empty when followed
}

var registry = map[string]Check{}

// Register adds a check. It panics on a missing id, rule or function, on an unnamed or repeated
// parameter and on an id that is taken.
func Register(c Check) {
	switch {
	case c.ID == "" || !strings.Contains(c.ID, ":"):
		panic(fmt.Sprintf("constraint: id %q is not of the form group:name", c.ID))
	case c.Doc == "" || c.Test == nil:
		panic(fmt.Sprintf("constraint: %s lacks a rule or a function", c.ID))
	case registry[c.ID].ID != "":
		panic(fmt.Sprintf("constraint: %s is registered twice", c.ID))
	}
	seen := map[string]bool{}
	for _, p := range c.Params {
		if p.Name == "" || seen[p.Name] {
			panic(fmt.Sprintf("constraint: %s has an unnamed or repeated parameter %q", c.ID, p.Name))
		}
		seen[p.Name] = true
	}
	registry[c.ID] = c
}

func registerAll(checks []Check) {
	for _, c := range checks {
		Register(c)
	}
}

// List returns all checks, sorted by id.
func List() []Check {
	checks := make([]Check, 0, len(registry))
	for _, id := range slices.Sorted(maps.Keys(registry)) {
		checks = append(checks, registry[id])
	}
	return checks
}

// Lookup returns the check with the id. The error for an unknown id names the nearest one.
func Lookup(id string) (Check, error) {
	if c, ok := registry[id]; ok {
		return c, nil
	}
	return Check{}, fmt.Errorf("no constraint %.80q; the nearest is %q", id, nearest.Name(id, maps.Keys(registry)))
}

// Run decides one constraint. Arguments are a JSON object (or nothing); a null value counts as
// absent. A blank response follows nothing. An error means that no verdict can be given: the id
// is unknown, an argument is bad or the response is larger than [MaxResponse].
func Run(id string, args json.RawMessage, response string) (Result, error) {
	work := maxWork
	return run(Spec{id, args}, response, 0, &work)
}

// A compound constraint decides others, on parts of the response or all of it. Both bounds hold
// for one call of Run, so a verdict does not depend on the machine.
const (
	maxDepth = 4       // how deep constraints may nest
	maxWork  = 1 << 26 // bytes of responses and arguments read in all
)

func run(spec Spec, response string, depth int, work *int) (Result, error) {
	id, args := spec.ID, spec.Args
	c, err := Lookup(id)
	if err != nil {
		return Result{}, err
	}
	if len(response) > MaxResponse {
		return Result{}, fmt.Errorf("check %s: response of %d bytes is longer than %d", id, len(response), MaxResponse)
	}
	if depth > maxDepth {
		return Result{}, fmt.Errorf("check %s: constraints are nested more than %d deep", id, maxDepth)
	}
	if *work -= len(response) + len(args) + 64; *work < 0 {
		return Result{}, fmt.Errorf("check %s: the constraint asks for too much work on this response", id)
	}
	a, err := c.decode(args)
	if err != nil {
		return Result{}, fmt.Errorf("check %s: %w", id, err)
	}
	a.depth, a.work = depth, work
	if strings.TrimFunc(response, isSpace) == "" {
		return Result{Reason: "the response is blank"}, nil
	}
	ok, err := c.Test(response, a)
	if err != nil {
		return Result{}, fmt.Errorf("check %s: %w", id, err)
	}
	if ok {
		return Result{Followed: true}, nil
	}
	if *a.note == "" {
		a.Note("not followed: the response %s", c.Doc)
	}
	return Result{Reason: *a.note}, nil
}
