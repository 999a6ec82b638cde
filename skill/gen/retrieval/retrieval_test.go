package retrieval_test

import (
	"testing"

	"segue/skill"
	"segue/skill/check"
	"segue/skill/gen"
	_ "segue/skill/gen/retrieval"
)

func TestConformance(t *testing.T) { check.Domain(t, skill.ContextualRetrieval) }

func BenchmarkHardestItem(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		if _, err := gen.New("contextual_memory_retrieval/exact-value-recall", gen.Hardest, uint64(i)); err != nil {
			b.Fatal(err)
		}
	}
}
