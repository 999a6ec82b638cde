package policy_test

import (
	"math"
	"slices"
	"testing"

	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/rl"
	"segue/train/policy"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// far is the largest difference of two columns, as a share of the largest number.
func far(a, b []float32) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	most, largest := 0.0, 1e-30
	for i := range a {
		most = max(most, math.Abs(float64(a[i])-float64(b[i])))
		largest = max(largest, math.Abs(float64(a[i])))
	}
	return most / largest
}

var near = cmpopts.EquateApprox(1e-4, 1e-5)

// One pass over all rollouts and many over few are the same update, also where
// the plan depends on all tokens at once; and a prompt that a group shares
// stands for one prompt a rollout.
func TestPassesAreInvisible(t *testing.T) {
	for _, c := range learnCases {
		t.Run(c.name, func(t *testing.T) {
			s := c.stage(t)
			gradient, head, want := s.learn(t, policy.Options{}, s.sequences)
			own := policy.Sequences{Responses: s.sequences.Responses}
			for i, of := range s.sequences.Of {
				own.Of, own.Prompts = append(own.Of, i), append(own.Prompts, s.sequences.Prompts[of])
			}
			for _, other := range []struct {
				name string
				o    policy.Options
				q    policy.Sequences
			}{
				{"passes of a few rollouts", policy.Options{PassTokens: 30}, s.sequences},
				{"a pass each", policy.Options{PassTokens: 1}, s.sequences},
				{"prompts of their own", policy.Options{}, own},
				{"prompts of their own in passes", policy.Options{PassTokens: 30}, own},
				{"one shard, recomputed", policy.Options{Shards: 1, Recompute: true}, s.sequences},
			} {
				g, h, d := s.learn(t, other.o, other.q)
				if x, y := far(gradient, g), far(head, h); x > 2e-5 || y > 2e-5 {
					t.Errorf("%s: the gradient differs by %.2g, that of the head by %.2g of the largest", other.name, x, y)
				}
				if diff := cmp.Diff(want, d, near); diff != "" {
					t.Errorf("%s: %s", other.name, diff)
				}
			}
		})
	}
}

// Any number of workers gives the same bits.
func TestWorkersAreInvisible(t *testing.T) {
	for _, c := range learnCases {
		if !slices.Contains([]string{"grpo", "ppo", "exact KL", "second phase"}, c.name) {
			continue
		}
		s := c.stage(t)
		var gradient, head []float32
		var want rl.Diagnostics
		for i, n := range []int{1, 2, 7} {
			w := kernel.NewWorkers(n)
			g, h, d := s.learn(t, policy.Options{Workers: w, PassTokens: 40}, s.sequences)
			w.Close()
			if i == 0 {
				gradient, head, want = g, h, d
				continue
			}
			if !slices.Equal(gradient, g) || !slices.Equal(head, h) || !cmp.Equal(want, d) {
				t.Errorf("%s: %d workers give other bits than 1", c.name, n)
			}
		}
	}
}

func TestReferenceAndValues(t *testing.T) {
	c := learnCases[slices.IndexFunc(learnCases, func(c learnCase) bool { return c.value })]
	s := c.stage(t)
	reference := newJudge(t, s.reference, nil, s.sequences, decoder.Options{}).now(t, rl.SupportFull).LogProb
	values := s.judge.now(t, rl.SupportFull).Value
	for _, budget := range []int{1, 30, 1000} {
		p := s.open(t, policy.Options{PassTokens: budget})
		got, err := p.ReferenceLogProbs(s.sequences)
		if diff := cmp.Diff(reference, got, near); err != nil || diff != "" {
			t.Errorf("reference in passes of %d: %v %s", budget, err, diff)
		}
		got, err = p.Values(s.sequences)
		if diff := cmp.Diff(values, got, near); err != nil || diff != "" {
			t.Errorf("values in passes of %d: %v %s", budget, err, diff)
		}
	}
	none, err := s.open(t, policy.Options{}).Values(policy.Sequences{})
	if err != nil || len(none) != 0 {
		t.Errorf("no rollouts have the values %v (%v)", none, err)
	}
}
