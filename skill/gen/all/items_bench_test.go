package all_test

import (
	"testing"

	"segue/skill/gen"
)

// BenchmarkMixedItems makes items of all skills in turn at all difficulties.
func BenchmarkMixedItems(b *testing.B) {
	all := gen.List()
	n := 0
	for b.Loop() {
		g := all[n%len(all)]
		if _, err := gen.New(g.Skill.ID, gen.Difficulty(1+n/len(all)%5), uint64(n)); err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "items/s")
}
