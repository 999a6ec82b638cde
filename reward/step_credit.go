package reward

import (
	"math"

	"segue/grade"
	"segue/task"
)

func init() {
	Register(Definition{
		Name: "step-credit", Doc: "each step by its own answer, its own label and what later steps made of its answer", Labels: true, Steps: true,
		New: func(s Setting) (Signal, error) {
			return credit{s.Credit, s.LeastDecided, func(x Step) grade.Verdict { return x.Verdict }}, nil
		},
	})
}

// credit pays each step k
//
//	c_k = (a·ok_k + l·label_k + f·later_k) / (a + l + f)
//	later_k = Σ_j γ^{d(k,j)} ok_j / Σ_j γ^{d(k,j)}
//
// where j ranges over the decided later steps that use the answer of step k,
// directly or through others, and d(k,j) is the fewest links between. A step
// that no later one uses has no later part: c_k = (a·ok_k + l·label_k)/(a + l).
// The value of the response is the mean of its steps.
type credit struct {
	weights Credit
	least   float64
	verdict func(Step) grade.Verdict
}

// Value credits the steps.
func (c credit) Value(g *Graded) Value {
	out := make([]StepValue, len(g.Steps))
	labels := labelSteps(g)
	ok := make([]StepValue, len(g.Steps))
	for i, s := range g.Steps {
		ok[i] = value(c.verdict(s))
	}
	w := c.weights
	for k := range g.Steps {
		switch {
		case ok[k].Status != Scored && w.Answer > 0:
			out[k] = ok[k]
			continue
		case labels[k].Status != Scored && w.Label > 0:
			out[k] = labels[k]
			continue
		}
		sum, weight := w.Answer*ok[k].Score+w.Label*labels[k].Score, w.Answer+w.Label
		if later, used := c.later(g.Task, k, ok); used {
			sum += w.Later * later
			weight += w.Later
		}
		out[k] = stepScored(sum / weight)
	}
	return average(out, c.least)
}

// later is the discounted mean of what the users of step k earn, and whether
// there is a decided one.
func (c credit) later(t task.Task, k int, ok []StepValue) (float64, bool) {
	sum, weight := 0.0, 0.0
	for j, d := range distances(t, k) {
		if d == 0 || ok[j].Status != Scored {
			continue
		}
		w := math.Pow(c.weights.Discount, float64(d))
		sum += w * ok[j].Score
		weight += w
	}
	if weight == 0 {
		return 0, false
	}
	return sum / weight, true
}

// distances is the fewest links from step k to each step that uses its answer,
// directly or through others; 0 for the others.
func distances(t task.Task, k int) []int {
	out := make([]int, len(t.Steps))
	for j := k + 1; j < len(t.Steps); j++ {
		for _, use := range t.Steps[j].Uses {
			from := use.Step - 1
			if from < k || from >= j || from > k && out[from] == 0 {
				continue
			}
			if d := out[from] + 1; out[j] == 0 || d < out[j] {
				out[j] = d
			}
		}
	}
	return out
}
