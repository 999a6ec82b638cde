package policy_test

import (
	"slices"
	"strings"
	"testing"

	"segue/lm/attention"
	"segue/rl"
	"segue/train/policy"

	"pgregory.net/rapid"
)

// read finds the tokens that a segment's chain of prefixes leads through, and
// the tokens before a row of it.
func history(k policy.Pack, row int) []int32 {
	at := slices.IndexFunc(k.Segments, func(s attention.Segment) bool { return s.From <= row && row < s.To })
	before := slices.Clone(k.Tokens[k.Segments[at].From : row+1])
	for at = k.Segments[at].Prefix; at >= 0; at = k.Segments[at].Prefix {
		s := k.Segments[at]
		before = append(slices.Clone(k.Tokens[s.From:s.To]), before...)
	}
	return before
}

// checkPacks holds packs to what they promise, whatever the rollouts are.
func checkPacks(t rapid.TB, s policy.Sequences, budget int) []policy.Pack {
	packs := s.Packs(budget)
	rollout, token := 0, 0
	for n, k := range packs {
		if k.From != rollout || k.To <= k.From || k.First != token || k.Last < k.First {
			t.Fatalf("pack %d holds rollouts %d to %d with tokens %d to %d, after rollout %d and token %d", n, k.From, k.To, k.First, k.Last, rollout, token)
		}
		if len(k.Tokens) > budget && k.To-k.From > 1 {
			t.Errorf("pack %d has %d tokens for the %d rollouts from %d, over the budget of %d", n, len(k.Tokens), k.To-k.From, k.From, budget)
		}
		if err := attention.Validate(k.Segments, len(k.Tokens)); err != nil {
			t.Error(err)
		}
		at := 0
		for ; rollout < k.To; rollout++ {
			for i, id := range s.Responses[rollout] {
				if at == len(k.Targets) {
					t.Fatalf("pack %d has %d targets, too few", n, at)
				}
				want := slices.Concat(s.Prompts[s.Of[rollout]], s.Responses[rollout][:i])
				if got := k.Targets[at]; got.Token != id || !slices.Equal(history(k, int(got.Row)), want) {
					t.Fatalf("token %d of rollout %d: target %v after %v, want token %d after %v", i, rollout, got, history(k, int(got.Row)), id, want)
				}
				at++
			}
		}
		if at != len(k.Targets) || k.Last-k.First != at {
			t.Errorf("pack %d has %d targets for its tokens %d to %d, want %d", n, len(k.Targets), k.First, k.Last, at)
		}
		token = k.Last
	}
	if rollout != len(s.Responses) {
		t.Errorf("the packs hold %d rollouts of %d", rollout, len(s.Responses))
	}
	return packs
}

func TestPacks(t *testing.T) {
	s := policy.Sequences{Prompts: [][]int32{{1, 2, 3}, {4, 5}}, Of: []int{0, 0, 0, 1, 1, 0}, Responses: [][]int32{{11, 12}, {}, {13}, {14, 15, 16}, {17}, {18, 19}}}
	for _, c := range []struct {
		name     string
		budget   int
		tokens   []int // of each pack
		rollouts []int
	}{
		// prompt 0 once with one inner token of rollout 0, prompt 1 with two of rollout 3, prompt 0 again with one of rollout 5
		{"one pass", 100, []int{4 + 4 + 4}, []int{6}},
		{"just room", 12, []int{12}, []int{6}},
		{"one token short", 11, []int{8, 4}, []int{5, 1}},
		{"a group a pass", 4, []int{4, 4, 4}, []int{3, 2, 1}},
		{"longer than the budget", 1, []int{4, 0, 3, 4, 2, 4}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			packs := checkPacks(t, s, c.budget)
			var tokens, rollouts []int
			for _, k := range packs {
				tokens, rollouts = append(tokens, len(k.Tokens)), append(rollouts, k.To-k.From)
			}
			if c.rollouts != nil && (!slices.Equal(tokens, c.tokens) || !slices.Equal(rollouts, c.rollouts)) {
				t.Errorf("packs of %v tokens and %v rollouts, want %v and %v", tokens, rollouts, c.tokens, c.rollouts)
			}
		})
	}
	if packs := (policy.Sequences{}).Packs(8); len(packs) != 0 {
		t.Errorf("no rollouts give %d packs", len(packs))
	}
	if packs := s.Packs(100); packs[0].Segments[1].Prefix != 0 || packs[0].Targets[0].Row != 2 || packs[0].Targets[2].Row != 2 {
		t.Errorf("rollouts 0 and 2 do not share their prompt: %+v", packs[0])
	}
}

func TestPacksOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := func(least int) *rapid.Generator[[]int32] { return rapid.SliceOfN(rapid.Int32Range(0, 39), least, 9) }
		s := policy.Sequences{
			Prompts:   rapid.SliceOfN(ids(1), 1, 4).Draw(t, "prompts"),
			Responses: rapid.SliceOfN(ids(0), 0, 12).Draw(t, "responses"),
		}
		for range s.Responses {
			s.Of = append(s.Of, rapid.IntRange(0, len(s.Prompts)-1).Draw(t, "of"))
		}
		checkPacks(t, s, rapid.IntRange(1, 40).Draw(t, "budget"))
	})
}

func TestLearnRefuses(t *testing.T) {
	p := open(t, parameters(t, 1), policy.Options{})
	planner := planner(t, "grpo", nil)
	for _, c := range []struct {
		name, want string
		s          policy.Sequences
		bonus      rl.EntropyTerm
	}{
		{name: "another number of rollouts", want: "1 rollouts for a batch of 2", s: policy.Sequences{Prompts: [][]int32{{1}}, Of: []int{0}, Responses: [][]int32{{2, 3}}}},
		{name: "another length", want: "rollout 1 has 2 tokens", s: policy.Sequences{Prompts: [][]int32{{1}}, Of: []int{0, 0}, Responses: [][]int32{{2, 3}, {4, 5}}}},
		{name: "no prompt", want: "of prompt 1", s: policy.Sequences{Prompts: [][]int32{{1}}, Of: []int{0, 1}, Responses: [][]int32{{2, 3}, {4}}}},
		{name: "empty prompt", want: "prompt of rollout 1 is empty", s: policy.Sequences{Prompts: [][]int32{{1}, {}}, Of: []int{0, 1}, Responses: [][]int32{{2, 3}, {4}}}},
		{name: "rollouts without prompts", want: "1 of 2", s: policy.Sequences{Prompts: [][]int32{{1}}, Of: []int{0}, Responses: [][]int32{{2, 3}, {4}}}},
		{name: "top-p", want: "Options.TopP", bonus: rl.EntropyTerm{Support: rl.SupportTopP, Form: rl.FormBonus}, s: whole},
		{name: "top-k", want: "Options.TopK", bonus: rl.EntropyTerm{Support: rl.SupportTopK, Form: rl.FormBonus}, s: whole},
	} {
		b := &rl.Batch{Length: []int{2, 1}, LogProbOld: []float64{-1, -1, -1}}
		plan := &rl.Plan{Advantage: []float64{1, 1, 1}, Keep: []bool{true, true}, Ratio: rl.RatioToken, Surrogate: rl.Surrogacy{Kind: rl.KindClip},
			Normalisation: rl.Norm{Mode: rl.TokenMean, Over: rl.OverKept, Denominator: 3}, Bonus: c.bonus}
		if _, err := p.Learn(planner, plan, b, c.s); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: want an error with %q, got %v", c.name, c.want, err)
		}
	}
	if _, err := p.ReferenceLogProbs(whole); err == nil {
		t.Error("a policy without a reference has log-probabilities of it")
	}
	if _, err := p.Values(whole); err == nil {
		t.Error("a policy without a value head predicts values")
	}
}

var whole = policy.Sequences{Prompts: [][]int32{{1}}, Of: []int{0, 0}, Responses: [][]int32{{2, 3}, {4}}}
