package policy_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/lm/decoder"
	"segue/rl"
	"segue/train/policy"
)

// Every measured column against its definition over the whole vocabulary, in one pass and
// in many.
func TestColumnsFollowTheirDefinitions(t *testing.T) {
	const minP = 0.4
	q := sequences(rand.New(rand.NewPCG(2, 2)), 3, 4)
	p := parameters(t, 3)
	j := newJudge(t, p, nil, q, decoder.Options{})
	var logits [][]float64 // of each target
	if _, err := j.decoder.Forward(j.batch, j.targets); err != nil {
		t.Fatal(err)
	}
	hidden, head := j.decoder.Hidden(), j.decoder.Head()
	for _, target := range j.targets {
		z := make([]float64, tiny.Vocabulary)
		for v := range z {
			for i := range tiny.Hidden {
				z[v] += float64(head.Data[v*head.RowStride+i*head.ColStride]) * float64(hidden[int(target.Row)*tiny.Hidden+i])
			}
		}
		logits = append(logits, z)
	}
	for _, pass := range []int{1 << 20, 12} {
		got, err := open(t, p, policy.Options{PassTokens: pass}).Columns(q, policy.Measured(), map[string]float64{"logp_filtered": minP})
		if err != nil {
			t.Fatal(err)
		}
		removed := 0
		for i, target := range j.targets {
			z, sum, kept, mean := logits[i], 0.0, 0.0, 0.0
			most := slices.Max(z)
			for _, x := range z {
				sum, mean = sum+math.Exp(x), mean+x/float64(len(z))
				if math.Exp(x-most) >= minP {
					kept += math.Exp(x)
				}
			}
			filtered := z[target.Token] - math.Log(kept)
			if math.Exp(z[target.Token]-most) < minP {
				filtered = policy.Removed
				removed++
			}
			for name, want := range map[string]float64{"logp_filtered": filtered, "certainty": math.Log(sum) - mean, "logit": z[target.Token]} {
				if x := got[name][i]; math.Abs(x-want) > 1e-4 {
					t.Errorf("%s of token %d is %v, want %v", name, i, x, want)
				}
			}
		}
		if removed == 0 || removed == len(j.targets) {
			t.Errorf("the filter removes %d of %d tokens", removed, len(j.targets))
		}
	}
	if _, err := open(t, p, policy.Options{}).Columns(q, []string{"no-such"}, nil); err == nil {
		t.Error("an unknown column is filled")
	}
}

// Log-probabilities after other prompts than the responses were drawn for, of other
// lengths, against a model that passes each response by itself.
func TestLogProbsAfterOtherPrompts(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	q, p := sequences(random, 3, 4), parameters(t, 3)
	plain := newJudge(t, p, nil, q, decoder.Options{}).now(t, rl.SupportFull).LogProb
	for i := range q.Prompts {
		q.Prompts[i] = append(ids(random, 3+i, tiny.Vocabulary), q.Prompts[i]...)
	}
	want := newJudge(t, p, nil, q, decoder.Options{}).now(t, rl.SupportFull).LogProb
	got, err := open(t, p, policy.Options{PassTokens: 14}).LogProbs(q)
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d log-probabilities of %d tokens, %v", len(got), len(want), err)
	}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-5 || math.Abs(want[i]-plain[i]) < 1e-5 {
			t.Errorf("token %d: %v, want %v; after its own prompt %v", i, got[i], want[i], plain[i])
		}
	}
}

// A prompt's confidence is of its least likely tokens after the first, against a model that
// passes each prompt by itself.
func TestPromptConfidences(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	p := parameters(t, 3)
	q := policy.Sequences{Prompts: [][]int32{ids(random, 11, tiny.Vocabulary), ids(random, 1, tiny.Vocabulary), ids(random, 3, tiny.Vocabulary)}}
	got, err := open(t, p, policy.Options{PassTokens: 12}).PromptConfidences(q, 0.2)
	if err != nil {
		t.Fatal(err)
	}
	for i, prompt := range q.Prompts {
		want := 1.0
		if len(prompt) > 1 {
			one := policy.Sequences{Prompts: [][]int32{prompt[:1]}, Of: []int{0}, Responses: [][]int32{prompt[1:]}}
			l := newJudge(t, p, nil, one, decoder.Options{}).now(t, rl.SupportFull).LogProb
			slices.Sort(l)
			if want = math.Exp(l[0]); len(l) == 10 {
				want = math.Exp((l[0] + l[1]) / 2)
			}
		}
		if math.Abs(got[i]-want) > 1e-5 {
			t.Errorf("prompt %d: %v, want %v", i, got[i], want)
		}
	}
}
