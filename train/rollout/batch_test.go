package rollout_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"segue/lm/generation"
	"segue/reward"
	"segue/rl"
	"segue/task/response"
	"segue/train/rollout"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

var same = cmp.Options{cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-12), cmpopts.EquateEmpty()}

func valid(t rapid.TB, b *rl.Batch) {
	t.Helper()
	if err := b.Validate(); err != nil {
		t.Error(err)
	}
}

// A response with thoughts and two steps, the second answer wrong, whose tokens
// reach over tags; the last token has no text.
func TestBatchByHand(t *testing.T) {
	r := split("<think>", "hm</think>", "\n<skill>Math, ", "Sums of sequences</skill>", "<answer>", "10</answer>\n<skill>Lo", "gic, Parity",
		"</skill><answer>2", "1", "</answer>", "")
	r.Prompt = 0
	got := rollout.Batch(graded(t, grader(t, stepWeights), r))
	want := &rl.Batch{
		Length: []int{11}, Group: []int{0}, Reward: []float64{0.7*0.5 + 0.3}, Correct: []float64{0.5}, Status: []string{rl.StatusScored},
		Parts: map[string][]float64{"answer": {0.5}, "step-label": {1}},
		Spans: []rl.Span{
			{Step: 1, From: 3, To: 6, Reward: map[string]float64{"answer": 1, "step-label": 1}},
			{Step: 2, From: 6, To: 10, Reward: map[string]float64{"answer": 0, "step-label": 1}},
		},
		LogProbOld: []float64{0, -0.5, -1, -1.5, -2, -2.5, -3, -3.5, -4, -4.5, -5},
		Entropy:    []float64{0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5},
		Step:       []int{0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 0},
		Class: []int{rl.ClassThink, rl.ClassThink, rl.ClassThink, rl.ClassSkill, rl.ClassOther, rl.ClassAnswer, rl.ClassSkill,
			rl.ClassOther, rl.ClassAnswer, rl.ClassOther, rl.ClassOther},
	}
	if diff := cmp.Diff(want, got, same); diff != "" {
		t.Error(diff)
	}
	valid(t, got)
}

// What a response earned and what became of it are apart: nothing unscored is 0.
func TestBatchStatuses(t *testing.T) {
	unsure := reward.Definition{Name: "unsure", Doc: "never sure", New: func(reward.Setting) (reward.Signal, error) {
		return reward.SignalFunc(func(g *reward.Graded) reward.Value {
			if strings.Contains(g.Response, "Shortest") {
				return reward.Value{Status: reward.Unscored, Reason: "who knows"}
			}
			return reward.Value{Status: reward.Scored, Score: 0.5}
		}), nil
	}}
	g := grader(t, reward.Weights{"answer": 0.5, "unsure": 0.5}, unsure)
	cut := split(right[:40])
	cut.Truncated = true
	whole := split(right)
	whole.Truncated = true
	rollouts := graded(t, g, split(right), split("no form"), cut, split(), split(strings.ReplaceAll(right, "Logic, Parity", "Planning, Shortest route")), whole)
	rollouts[3].Prompt = 2
	rollouts = append(rollouts, split("never graded"))
	b := rollout.Batch(rollouts)
	valid(t, b)
	nan := math.NaN()
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"length", b.Length, []int{1, 1, 1, 0, 1, 1, 1}},
		{"group", b.Group, []int{0, 0, 0, 2, 0, 0, 0}},
		{"reward", b.Reward, []float64{0.75, 0, 0, 0, nan, 0.75, nan}},
		{"correct", b.Correct, []float64{1, 0, 0, 0, 1, 1, nan}},
		{"status", b.Status, []string{rl.StatusScored, rl.StatusMalformed, rl.StatusTruncated, rl.StatusMalformed, rl.StatusUnscored, rl.StatusTruncated, rl.StatusUnscored}},
		{"parts", b.Parts, map[string][]float64{"answer": {1, 0, 0, 0, 1, 1, nan}, "unsure": {0.5, 0, 0, 0, nan, 0.5, nan}}},
		{"spans", len(b.Spans), 6},
		{"label of an unscored response", b.Spans[3].Reward, map[string]float64{"answer": 1, "step-label": 0}},
	} {
		if diff := cmp.Diff(c.want, c.got, same); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	valid(t, rollout.Batch(nil))
}

// The answer is a part even where it has no weight, and parts that single
// rollouts lack are unscored for those.
func TestBatchParts(t *testing.T) {
	a := graded(t, grader(t, reward.Weights{"step-label": 1}), split(right))
	b := graded(t, grader(t, reward.Weights{"answer": 1, "label-share": 1}), split(right))
	batch := rollout.Batch(append(a, b...))
	valid(t, batch)
	nan := math.NaN()
	want := map[string][]float64{"answer": {1, 1}, "step-label": {1, nan}, "label-share": {nan, 1}}
	if diff := cmp.Diff(want, batch.Parts, same); diff != "" {
		t.Error(diff)
	}
}

// However a response is cut into tokens, each token belongs to the step and the
// element in which it begins, and the spans hold exactly those tokens.
func TestSpansOfAnySplit(t *testing.T) {
	g := grader(t, stepWeights)
	rapid.Check(t, func(t *rapid.T) {
		label, space := rapid.SampledFrom([]string{"Logic, Parity", "nothing", "", "数学, é"}), rapid.SampledFrom([]string{"", "\n", " \n\t", "\u00a0"})
		text := space.Draw(t, "before")
		if rapid.Bool().Draw(t, "thinks") {
			text += "<think>" + rapid.StringMatching(`[a-zé<>/]{0,9}`).Draw(t, "thoughts") + "</think>"
		}
		for range 2 {
			text += space.Draw(t, "space") + "<skill>" + label.Draw(t, "label") + "</skill>" + space.Draw(t, "space") + "<answer>" + rapid.StringMatching(`[0-9 é]{0,5}`).Draw(t, "answer") + "</answer>"
		}
		text += space.Draw(t, "after")
		var pieces []string
		for rest := text; rest != ""; {
			n := rapid.IntRange(0, min(len(rest), 12)).Draw(t, "bytes") // tokens end within characters; some have no text
			if rapid.IntRange(0, 9).Draw(t, "long") == 0 {
				n = len(rest)
			}
			pieces, rest = append(pieces, rest[:n]), rest[n:]
		}
		r := split(pieces...)
		rollouts := []rollout.Rollout{r}
		if err := g.Grade(t.Context(), []rollout.Prompt{{Task: two()}}, rollouts); err != nil {
			t.Fatal(err)
		}
		read, err := response.Strict(text, 2)
		if malformed := rollouts[0].Reward.Status == reward.Malformed; malformed != (err != nil) {
			t.Fatalf("%q is %s, and reading it says %v", text, rollouts[0].Reward.Status, err)
		}
		b := rollout.Batch(rollouts)
		valid(t, b)
		if err != nil {
			if len(b.Spans) > 0 {
				t.Errorf("a malformed response has spans %v", b.Spans)
			}
			return
		}
		step, class := mapped(text, read)
		for i, at := range r.Starts {
			if b.Step[i] != step[at] || b.Class[i] != class[at] {
				t.Errorf("%q: token %d at byte %d has step %d and class %d, want %d and %d", text, i, at, b.Step[i], b.Class[i], step[at], class[at])
			}
		}
		for _, s := range b.Spans {
			for i := range r.Starts {
				if (i >= s.From && i < s.To) != (step[r.Starts[i]] == s.Step) {
					t.Errorf("%q: token %d at byte %d, span %+v", text, i, r.Starts[i], s)
				}
			}
		}
		if len(b.Spans) != 2 {
			t.Errorf("%d spans", len(b.Spans))
		}
	})
}

// mapped says for every byte of a valid response, and its end, the step and the
// class, found by walking along the tags.
func mapped(text string, read []response.Step) (step, class []int) {
	step, class = make([]int, len(text)+1), make([]int, len(text)+1)
	at := 0
	fill := func(column []int, to, x int) {
		for i := at; i < to; i++ {
			column[i] = x
		}
	}
	if strings.HasPrefix(strings.TrimSpace(text), "<think>") {
		end := strings.Index(text, "</think>")
		begin := end + strings.Index(text[end:], "<skill>")
		fill(class, begin, rl.ClassThink)
		at = begin
	}
	for n := range read {
		at += strings.Index(text[at:], "<skill>")
		end := at + strings.Index(text[at:], "</answer>") + len("</answer>")
		fill(step, end, n+1)
		for _, element := range []struct {
			open, shut string
			class      int
		}{{"<skill>", "</skill>", rl.ClassSkill}, {"<answer>", "</answer>", rl.ClassAnswer}} {
			at += strings.Index(text[at:], element.open) + len(element.open)
			to := at + strings.Index(text[at:], element.shut)
			fill(class, to, element.class)
			at = to
		}
		at = end
	}
	return step, class
}

// BenchmarkBatch lays out a million tokens in responses of 500.
func BenchmarkBatch(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	text := "<think>" + strings.Repeat("so ", 600) + "</think>" + right
	var rollouts []rollout.Rollout
	for range 2000 {
		r := rollout.Rollout{Text: text}
		for i := range 500 {
			r.Starts = append(r.Starts, i*len(text)/500)
			r.Tokens = append(r.Tokens, generation.Token{LogProb: -random.Float64(), Entropy: random.Float64()})
		}
		rollouts = append(rollouts, r)
	}
	graded(b, grader(b, stepWeights), rollouts...)
	b.ReportAllocs()
	for b.Loop() {
		rollout.Batch(rollouts)
	}
	b.ReportMetric(1e6*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mtokens/s")
}
