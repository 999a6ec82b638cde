package check_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"segue/grade"
	"segue/skill/check"
	"segue/skill/gen"
	"segue/task"
)

// broken are generators that each break the contract in one way, and what the
// report must say.
var broken = map[string]struct {
	says     string
	generate func(r *rand.Rand, d gen.Difficulty) task.Item
}{
	"wrong-reference": {"the reference earns", func(r *rand.Rand, d gen.Difficulty) task.Item {
		it := sum(r, d)
		it.Reference = "<answer>-1</answer>"
		return it
	}},
	"anything-goes": {"earns 1", func(r *rand.Rand, d gen.Difficulty) task.Item {
		it := sum(r, d)
		it.Answer = task.Decimal(it.Answer.Value, 50)
		return it
	}},
	"same-item": {"distinct", func(r *rand.Rand, d gen.Difficulty) task.Item {
		it := sum(rand.New(rand.NewPCG(1, 1)), d)
		return it
	}},
	"no-difficulty": {"makes the same item", func(r *rand.Rand, d gen.Difficulty) task.Item {
		return sum(rand.New(rand.NewPCG(7, 7)), 1)
	}},
	"panics": {"panic", func(r *rand.Rand, d gen.Difficulty) task.Item { panic("oh") }},
	"wrong-slot": {"does not stand", func(r *rand.Rand, d gen.Difficulty) task.Item {
		it := sum(r, d)
		it.Slots[0].Span[0]++
		return it
	}},
	"undetermined": {"the same index made two items", func(r *rand.Rand, d gen.Difficulty) task.Item {
		return sum(rand.New(rand.NewPCG(rand.Uint64(), 1)), d)
	}},
}

// sum is a generator that keeps the contract.
func sum(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b := r.IntN(1000)+1000*int(d), r.IntN(1000)+9000
	question, slots := gen.Ask(r, []string{"What is {a} + {b}?"}, gen.Slot("a", a), gen.Fixed("b", b))
	answer := task.Integer(int64(a + b))
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference("It adds up.", answer)}
}

func init() {
	gen.Register("math/good", "test", "Good", "d", sum)
	for name, b := range broken {
		gen.Register("math/"+name, "test", strings.ReplaceAll(name, "-", " "), "d", b.generate)
	}
}

func report(t *testing.T, id string) *check.Report {
	t.Helper()
	g, err := gen.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return check.Skill(context.Background(), g, check.Options{Seeds: 20, Env: grade.Env{Judge: check.LenientJudge{}}})
}

func TestGoodGeneratorPasses(t *testing.T) {
	r := report(t, "math/good")
	if !r.OK() || r.Items != 100 || r.Graded != 100 || r.Mutants < 300 || r.Slots != 1 || r.Distinct < 0.95 {
		t.Errorf("got %+v", r)
	}
}

func TestBrokenGeneratorsAreCaught(t *testing.T) {
	for name, b := range broken {
		r := report(t, "math/"+name)
		if r.OK() || !strings.Contains(fmt.Sprint(r.Faults), b.says) {
			t.Errorf("%s: %d faults %q, want one that says %q", name, r.Failed, r.Faults, b.says)
		}
	}
}
