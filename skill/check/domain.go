package check

import (
	"context"
	"testing"

	"segue/grade"
	"segue/skill"
	"segue/skill/gen"
)

// quickSeeds is how many items per difficulty a domain's unit test tries;
// `segue skills check` tries 500.
const quickSeeds = 30

// Domain is the conformance test of a domain's generators, for the domain
// package's own tests.
func Domain(t *testing.T, d skill.Domain) {
	t.Helper()
	tried := 0
	for _, g := range gen.List() {
		if g.Skill.Domain != d {
			continue
		}
		tried++
		t.Run(g.Skill.ID, func(t *testing.T) {
			t.Parallel()
			r := Skill(context.Background(), g, Options{Seeds: quickSeeds, Env: grade.Env{Judge: LenientJudge{}}})
			for _, fault := range r.Faults {
				t.Error(fault)
			}
		})
	}
	if tried == 0 {
		t.Errorf("no generator is registered for %s", d)
	}
}
