// Package switching measures Skill Entropy: how much accuracy a model loses
// when it must switch from one skill to another.
//
//	SkE(a,b) = (½·Acc(a) + ½·Acc(b) + α) / (Acc(a,b) + α),  α = 0.1
//
// (arXiv 2608.05139). Acc(s) is the reference model's accuracy on s alone and
// Acc(a,b) its mean accuracy per step on "a, then b". Near 1 chaining costs
// nothing; far above 1 the switch is hard. It is directed, and an empirical
// ratio, not Shannon's entropy.
//
// Outcomes become a Table of cells with bootstrap intervals; thin cells are
// pulled towards the factorised estimate, then the domain pair, then 1; cells
// that can say nothing are marked and left out of levels.
package switching

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"segue/skill"
)

// DefaultAlpha is the paper's smoothing constant.
const DefaultAlpha = 0.1

// Table is the Skill Entropy of a reference model.
type Table struct {
	Alpha          float64         `json:"alpha"`
	ReferenceModel string          `json:"reference_model"`
	Solo           map[string]Cell `json:"solo"`   // skill
	Pair           map[string]Cell `json:"pair"`   // "a>b"
	Leave          map[string]Cell `json:"leave"`  // "skill>domain": leaving the skill for a domain
	Land           map[string]Cell `json:"land"`   // "domain>skill": landing on the skill from a domain
	Domain         map[string]Cell `json:"domain"` // "d>e"
	// Draws is the number of bootstrap draws behind the intervals.
	Draws int `json:"draws,omitempty"`
}

// Cell is an accuracy with the number of graded trials behind it. In a cell of
// a switch Acc is the mean accuracy per step of the two steps, and Base what
// the same steps earn alone.
type Cell struct {
	Acc  float64 `json:"acc"`
	N    int     `json:"n"`
	Base float64 `json:"base,omitempty"`
	// SkE with its 95 % interval, and the estimate after shrinkage.
	SkE    float64 `json:"ske,omitempty"`
	Lo     float64 `json:"lo,omitempty"`
	Hi     float64 `json:"hi,omitempty"`
	Shrunk float64 `json:"shrunk,omitempty"`
	// Weak says why the cell can tell nothing; such cells have no part in levels.
	Weak string `json:"weak,omitempty"`
}

// Key names the cell of a switch.
func Key(from, to string) string { return from + ">" + to }

// SplitKey is the inverse of Key.
func SplitKey(key string) (from, to string) {
	from, to, _ = strings.Cut(key, ">")
	return from, to
}

// Ratio is the paper's formula: base is ½·Acc(a) + ½·Acc(b).
func Ratio(base, chained, alpha float64) float64 { return (base + alpha) / (chained + alpha) }

// ReadTable reads a table and checks that its numbers can be used. Tables that
// carry accuracies alone are as good as those with estimates.
func ReadTable(r io.Reader) (*Table, error) {
	const maxTable = 1 << 30
	dec := json.NewDecoder(io.LimitReader(r, maxTable))
	var t Table
	if err := dec.Decode(&t); err != nil {
		return nil, fmt.Errorf("read table: %w", err)
	}
	if t.Alpha == 0 {
		t.Alpha = DefaultAlpha
	}
	if t.Alpha < 0 {
		return nil, fmt.Errorf("read table: alpha is %g, but must be above 0", t.Alpha)
	}
	for _, group := range []map[string]Cell{t.Solo, t.Pair, t.Leave, t.Land, t.Domain} {
		for key, c := range group {
			if c.Acc < 0 || c.Acc > 1 || c.N < 0 {
				return nil, fmt.Errorf("read table: cell %s has accuracy %g over %d trials", key, c.Acc, c.N)
			}
		}
	}
	t.fill()
	return &t, nil
}

// fill computes what a table of bare accuracies lacks: the base and the ratio
// of each cell.
func (t *Table) fill() {
	for key, c := range t.Pair {
		a, b := SplitKey(key)
		solo, ok := t.base(a, b)
		if c.SkE == 0 && ok {
			c.Base, c.SkE = solo, Ratio(solo, c.Acc, t.Alpha)
			t.Pair[key] = c
		}
	}
	for _, g := range []struct {
		cells map[string]Cell
		base  func(from, to string) (float64, bool)
	}{
		{t.Leave, func(a, d string) (float64, bool) { return t.mixedBase(a, d) }},
		{t.Land, func(d, b string) (float64, bool) { return t.mixedBase(b, d) }},
		{t.Domain, func(d, e string) (float64, bool) {
			x, okX := t.domainSolo(d)
			y, okY := t.domainSolo(e)
			return (x + y) / 2, okX && okY
		}},
	} {
		for key, c := range g.cells {
			base, ok := g.base(SplitKey(key))
			if c.Base != 0 {
				base, ok = c.Base, true
			}
			if c.SkE == 0 && ok {
				c.Base, c.SkE = base, Ratio(base, c.Acc, t.Alpha)
				g.cells[key] = c
			}
		}
	}
}

func (t *Table) base(a, b string) (float64, bool) {
	x, okX := t.Solo[a]
	y, okY := t.Solo[b]
	return (x.Acc + y.Acc) / 2, okX && okY
}

func (t *Table) mixedBase(s, domain string) (float64, bool) {
	x, okX := t.Solo[s]
	y, okY := t.domainSolo(domain)
	return (x.Acc + y) / 2, okX && okY
}

// domainSolo is the mean solo accuracy of the domain's skills in the table.
func (t *Table) domainSolo(domain string) (float64, bool) {
	sum, n := 0.0, 0
	for _, s := range slices.Sorted(maps.Keys(t.Solo)) {
		if string(skill.DomainOf(s)) == domain {
			sum += t.Solo[s].Acc
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}

// WeakShare is the share of measured pairs that can tell nothing.
func (t *Table) WeakShare() float64 {
	weak := 0
	for _, c := range t.Pair {
		if c.Weak != "" {
			weak++
		}
	}
	if len(t.Pair) == 0 {
		return 0
	}
	return float64(weak) / float64(len(t.Pair))
}
