package planning_test

import (
	"testing"

	checker "segue/grade/planning"
	"segue/skill"
	"segue/skill/check"
	"segue/skill/gen"
	_ "segue/skill/gen/planning"
	"segue/task"
)

func TestGeneratorsKeepTheContract(t *testing.T) { check.Domain(t, skill.Planning) }

// items makes n items of a skill at each difficulty.
func items(t *testing.T, id string, n int) []task.Item {
	t.Helper()
	var out []task.Item
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for i := range n {
			it, err := gen.New(id, d, gen.Index(1, "test", i))
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, it)
		}
	}
	return out
}

// TestPlansAreOptimalForTheChecker judges the reference plans by simulation and
// the stated optima by the checker's own solvers.
func TestPlansAreOptimalForTheChecker(t *testing.T) {
	for _, id := range []string{
		"planning/city-tour-with-direct-connections", "planning/friends-across-a-city", "planning/precedence-scheduling-with-workers",
		"planning/block-stacking", "planning/room-and-equipment-booking",
	} {
		for _, it := range items(t, id, 25) {
			v, err := checker.Check(it.Answer.Checker, it.Answer.Problem, answerText(it.Reference))
			if err != nil || !v.Optimal {
				t.Errorf("%s: %+v, %v\n%s\n%s", it.ID, v, err, it.Question, it.Reference)
			}
			proveOptimum(t, it, v.Value)
		}
	}
}
