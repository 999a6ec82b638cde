package switching

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"segue/skill"
)

// Estimator says which value of a pair is taken.
type Estimator string

// The estimators. Exact is the paper's formula and falls back to Factorised
// for a pair that was not measured; Factorised is the paper's Eq. 7 for all
// pairs; Shrunk weighs a thin cell against the coarser ones.
const (
	Exact      Estimator = "exact"
	Factorised Estimator = "factorised"
	Shrunk     Estimator = "shrunk"
)

// ParseEstimator reads an estimator's name.
func ParseEstimator(s string) (Estimator, error) {
	e := Estimator(strings.ToLower(s))
	if !slices.Contains([]Estimator{Exact, Factorised, Shrunk}, e) {
		return "", fmt.Errorf("unknown estimator %q; there are exact, factorised and shrunk", s)
	}
	return e, nil
}

// Switch is the Skill Entropy of one pair, with where it comes from.
type Switch struct {
	From   string  `json:"from"`
	To     string  `json:"to"`
	SkE    float64 `json:"ske"`
	Lo     float64 `json:"lo"`
	Hi     float64 `json:"hi"`
	N      int     `json:"n"`
	Source string  `json:"source"` // pair, factorised, domain or none
	Weak   string  `json:"weak,omitempty"`
}

// Switch looks a pair up. A pair that the table cannot tell has Source "none"
// and SkE 1.
func (t *Table) Switch(a, b string, e Estimator) Switch {
	s := Switch{From: a, To: b, SkE: 1, Lo: 1, Hi: 1, Source: "none"}
	cell, measured := t.Pair[Key(a, b)]
	if measured && cell.SkE > 0 && e != Factorised {
		value := cell.SkE
		if e == Shrunk && cell.Shrunk > 0 {
			value = cell.Shrunk
		}
		return fromCell(s, cell, value, "pair")
	}
	leave := t.Leave[Key(a, string(skill.DomainOf(b)))]
	land := t.Land[Key(string(skill.DomainOf(a)), b)]
	value := exactValue
	if e == Shrunk {
		value = shrunkValue
	}
	if f, ok := t.factorised(a, b, value); ok {
		s.SkE, s.Lo, s.Hi = f, orPoint(leave.Lo, leave.SkE)*orPoint(land.Lo, land.SkE), orPoint(leave.Hi, leave.SkE)*orPoint(land.Hi, land.SkE)
		s.N, s.Source = min(leave.N, land.N), "factorised"
		if s.Weak = leave.Weak; s.Weak == "" {
			s.Weak = land.Weak
		}
		return s
	}
	if d, ok := t.Domain[Key(string(skill.DomainOf(a)), string(skill.DomainOf(b)))]; ok && d.SkE > 0 {
		return fromCell(s, d, value(d), "domain")
	}
	return s
}

// fromCell fills a switch from the cell it comes from; a table without
// intervals has the point alone.
func fromCell(s Switch, c Cell, value float64, source string) Switch {
	s.SkE, s.Lo, s.Hi = value, orPoint(c.Lo, c.SkE), orPoint(c.Hi, c.SkE)
	s.N, s.Weak, s.Source = c.N, c.Weak, source
	return s
}

func orPoint(bound, point float64) float64 {
	if bound == 0 {
		return point
	}
	return bound
}

// factorised is SkE(a,b) ≈ SkE(a, d_b) · SkE(d_a, b) (arXiv 2608.05139, Eq. 7).
func (t *Table) factorised(a, b string, value func(Cell) float64) (float64, bool) {
	leave, okA := t.Leave[Key(a, string(skill.DomainOf(b)))]
	land, okB := t.Land[Key(string(skill.DomainOf(a)), b)]
	x, y := value(leave), value(land)
	return x * y, okA && okB && x > 0 && y > 0
}

// TaskEntropy is the Skill Entropy of a sequence of skills.
type TaskEntropy struct {
	// SkE is the mean over the consecutive pairs that the table has, weak or not:
	// the paper's definition.
	SkE   float64  `json:"ske"`
	Pairs []Switch `json:"pairs"`
	// Firm is the mean without weak pairs, which levels go by, and Told the share
	// of pairs behind it.
	Firm float64 `json:"firm"`
	Told float64 `json:"told"`
}

// Task is the mean over the consecutive pairs of a sequence. Pairs that the
// table does not have are left out of it; with none the entropy is 1.
func (t *Table) Task(sequence []string, e Estimator) TaskEntropy {
	out := TaskEntropy{SkE: 1, Firm: 1, Pairs: []Switch{}}
	var all, firm, known, told float64
	for i := 1; i < len(sequence); i++ {
		s := t.Switch(sequence[i-1], sequence[i], e)
		out.Pairs = append(out.Pairs, s)
		if s.Source == "none" {
			continue
		}
		all += s.SkE
		known++
		if s.Weak == "" {
			firm += s.SkE
			told++
		}
	}
	if known > 0 {
		out.SkE = all / known
	}
	if told > 0 {
		out.Firm = firm / told
	}
	if len(out.Pairs) > 0 {
		out.Told = told / float64(len(out.Pairs))
	}
	return out
}

// Rank is the mid-rank of x in the empirical distribution of sorted values:
// the share below plus half the share equal.
func Rank(sorted []float64, x float64) float64 {
	if len(sorted) == 0 {
		return 0.5
	}
	below := sort.SearchFloat64s(sorted, x)
	upTo := sort.Search(len(sorted), func(i int) bool { return sorted[i] > x })
	return (float64(below) + float64(upTo-below)/2) / float64(len(sorted))
}
