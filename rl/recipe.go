package rl

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Recipe is a published method as a named configuration of the algebra.
type Recipe struct {
	Name     string // lower case with dashes
	Paper    Paper
	Doc      string // one line
	Formula  string // what it computes, as in its file's comment, in the symbols of docs/algebra.md; up to six lines
	Family   Family // what it is about, where its stages do not tell; "": as they tell
	Effect   Effect // what its paper says that it changes, in numbers that a comparison measures
	Params   []Param
	Dialects []Dialect
	Check    func(Values) error // says what in the quantities has no meaning together; nil: all have
	Stages   func(Values) []Stage
	Hooks    func(Values) Hooks // nil: none
	Claims   Claims
}

// Paper says where a method comes from.
type Paper struct {
	Title string `json:"title"`
	ArXiv string `json:"arxiv,omitempty"`
	DOI   string `json:"doi,omitempty"`
}

// String is the title with its number.
func (p Paper) String() string {
	switch {
	case p.ArXiv != "":
		return p.Title + " (arXiv " + p.ArXiv + ")"
	case p.DOI != "":
		return p.Title + " (doi " + p.DOI + ")"
	}
	return p.Title
}

// Param is one quantity of a recipe.
type Param struct {
	Name    string  `json:"name"` // lower_case
	Default float64 `json:"default"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Unit    string  `json:"unit"` // "1" for a plain number
	Doc     string  `json:"doc"`
}

// Dialect is what another framework calls by the recipe's name: other values of
// the quantities, which a setting still overrides.
type Dialect struct {
	Name string             `json:"name"`
	Doc  string             `json:"doc"`
	Set  map[string]float64 `json:"set"`
}

// Hooks say what a recipe wants from the loop around it.
type Hooks struct {
	GroupSize int              `json:"group_size,omitempty"` // rollouts for each prompt
	Sampling  *DynamicSampling `json:"sampling,omitempty"`
	Replay    *Replay          `json:"replay,omitempty"`
	// Measures are the numbers that columns of the batch are to be measured with, such as
	// the share of the likeliest token's probability below which aux.logp_filtered
	// leaves a token out.
	Measures map[Column]float64 `json:"measures,omitempty"`
}

// DynamicSampling asks for more prompts until enough groups pass: those that are
// Mixed in Column.
type DynamicSampling struct {
	Column    Column `json:"column"`
	MaxRounds int    `json:"max_rounds"` // rounds of drawing before the loop goes on with what it has
}

// Replay asks for past rollouts in each batch.
type Replay struct {
	Capacity int     `json:"capacity"` // rollouts
	Share    float64 `json:"share"`    // of a batch, 0 to 1
	MaxAge   int     `json:"max_age"`  // batches
}

// Claims are what a method promises; the conformance test holds it to them.
type Claims struct {
	ShiftInvariant bool // a constant added to all rewards of a group changes nothing
	ScaleInvariant bool // a positive factor on all rewards of a group changes next to nothing
	ZeroVariance   Fate // of groups whose rewards are all equal
	Single         Fate // of groups of one
}

// Fate is what becomes of a group that holds no comparison.
type Fate string

// The fates.
const (
	FateZero  Fate = "zero"  // kept, with advantage 0
	FateDrop  Fate = "drop"  // not kept
	FateUsual Fate = "usual" // nothing special
)

// Values are the quantities of a recipe in use. They do not say which dialect they
// are of: what a dialect does, its quantities can do.
type Values struct{ numbers map[string]float64 }

// Of returns a quantity. Asking for one that the recipe does not declare is a
// slip of the recipe's author, which Register turns into a panic.
func (v Values) Of(name string) float64 {
	x, ok := v.numbers[name]
	if !ok {
		panic(fmt.Sprintf("rl: a recipe asks for %q, which it does not declare", name))
	}
	return x
}

// Values returns the defaults changed by settings: quantities by name, and
// "dialect".
func (r Recipe) Values(settings map[string]string) (Values, error) {
	v := Values{numbers: map[string]float64{}}
	for _, p := range r.Params {
		v.numbers[p.Name] = p.Default
	}
	if name, ok := settings["dialect"]; ok && name != "" {
		i := slices.IndexFunc(r.Dialects, func(d Dialect) bool { return d.Name == name })
		if i < 0 {
			return v, fmt.Errorf("recipe %s has no dialect %q; it has %s", r.Name, name, listed(r.dialects()))
		}
		for name, x := range r.Dialects[i].Set {
			v.numbers[name] = x
		}
	}
	for name, text := range settings {
		if name == "dialect" {
			continue
		}
		i := slices.IndexFunc(r.Params, func(p Param) bool { return p.Name == name })
		if i < 0 {
			return v, fmt.Errorf("recipe %s has no quantity %q; it has %s", r.Name, name, listed(r.quantities()))
		}
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return v, fmt.Errorf("%s of recipe %s is %q, not a number", name, r.Name, text)
		}
		if p := r.Params[i]; !(x >= p.Min && x <= p.Max) { // NaN is refused
			return v, fmt.Errorf("%s of recipe %s is %s, not from %g to %g", name, r.Name, text, p.Min, p.Max)
		}
		v.numbers[name] = x
	}
	if r.Check != nil {
		if err := r.Check(v); err != nil {
			return v, fmt.Errorf("recipe %s: %w", r.Name, err)
		}
	}
	return v, nil
}

func (r Recipe) quantities() []string {
	var names []string
	for _, p := range r.Params {
		names = append(names, p.Name)
	}
	return names
}

func (r Recipe) dialects() []string {
	var names []string
	for _, d := range r.Dialects {
		names = append(names, d.Name)
	}
	return names
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// check refuses a recipe that is not whole.
func (r Recipe) check() error {
	if r.Name == "" || strings.Trim(r.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return fmt.Errorf("recipe name %q is not lower case with dashes", r.Name)
	}
	if r.Paper.Title == "" || r.Doc == "" || r.Formula == "" || r.Stages == nil || r.Claims.ZeroVariance == "" || r.Claims.Single == "" {
		return fmt.Errorf("recipe %s lacks a paper, a line of explanation, a formula, stages or claims", r.Name)
	}
	if f := r.Family; f != "" && !slices.Contains(Families(), f) {
		return fmt.Errorf("recipe %s is of the family %q, which is none", r.Name, f)
	}
	const longest = 6 // lines of a formula, so that a page shows it whole
	if n := strings.Count(r.Formula, "\n") + 1; n > longest {
		return fmt.Errorf("recipe %s has a formula of %d lines, more than %d", r.Name, n, longest)
	}
	if o := r.Effect.On; o != "" && (!slices.Contains(outcomes, o) || r.Effect.Doc == "") {
		return fmt.Errorf("recipe %s claims an effect on %q without words, or on what no comparison measures", r.Name, o)
	}
	for i, p := range r.Params {
		switch {
		case p.Name == "" || p.Name == "dialect" || p.Unit == "" || p.Doc == "":
			return fmt.Errorf("quantity %d of recipe %s lacks a name, a unit or an explanation", i, r.Name)
		case !(p.Default >= p.Min && p.Default <= p.Max) || math.IsInf(p.Max-p.Min, 0):
			return fmt.Errorf("quantity %s of recipe %s is %g by default, not from %g to %g", p.Name, r.Name, p.Default, p.Min, p.Max)
		case slices.Index(r.quantities(), p.Name) != i:
			return fmt.Errorf("recipe %s has quantity %s twice", r.Name, p.Name)
		}
	}
	for _, d := range append([]Dialect{{Doc: "the default"}}, r.Dialects...) {
		for name := range d.Set {
			if !slices.Contains(r.quantities(), name) {
				return fmt.Errorf("dialect %s of recipe %s sets %s, which the recipe does not have", d.Name, r.Name, name)
			}
		}
		v, err := r.Values(map[string]string{"dialect": d.Name})
		if err != nil {
			return err
		}
		if err := checkOrder(r.Stages(v)); err != nil {
			return fmt.Errorf("recipe %s: %w", r.Name, err)
		}
		if r.Hooks != nil {
			r.Hooks(v)
		}
	}
	return nil
}
