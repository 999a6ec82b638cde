package switching

import (
	"encoding/json"
	"io"
	"maps"
	"slices"

	"segue/skill"
)

// Factorise sets every pair of skills of different domains to the product of
// its leave and land cells (arXiv 2608.05139, Eq. 7), where the table has both:
// 558² pairs are too many to measure one by one. A factorised cell has the
// smaller number of trials of its two halves; measured pairs are replaced too,
// so that all values are of one kind.
func (t *Table) Factorise() {
	skills := slices.Sorted(maps.Keys(t.Solo))
	pairs := map[string]Cell{}
	for _, a := range skills {
		for _, b := range skills {
			if skill.DomainOf(a) == skill.DomainOf(b) {
				continue
			}
			s := t.Switch(a, b, Factorised)
			if s.Source != "factorised" {
				continue
			}
			base, _ := t.base(a, b)
			shrunk, ok := t.factorised(a, b, shrunkValue)
			if !ok {
				shrunk = s.SkE
			}
			// The accuracy that would give this entropy, so that a reader of bare
			// accuracies finds the same value.
			acc := min(1, max(0, (base+t.Alpha)/s.SkE-t.Alpha))
			pairs[Key(a, b)] = Cell{Acc: acc, N: s.N, Base: base, SkE: s.SkE, Lo: s.Lo, Hi: s.Hi, Shrunk: shrunk, Weak: s.Weak}
		}
	}
	t.Pair = pairs
}

// Write writes the table as JSON.
func (t *Table) Write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(t)
}
