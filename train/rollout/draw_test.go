package rollout_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"segue/lm/generation"
	"segue/lm/model"
	"segue/lm/tokenizer"
	"segue/task"
	"segue/task/response"
	"segue/train/rollout"

	"github.com/google/go-cmp/cmp"
)

// bench is a tiny untrained model over bytes with an engine of its own.
type bench struct {
	tokens     *tokenizer.Pipeline
	parameters *model.Parameters
	engine     *generation.Engine
	ends       []int32
}

func newBench(t testing.TB, o generation.Options) *bench {
	t.Helper()
	b := &bench{}
	var err error
	if b.tokens, err = tokenizer.NewBytes(); err != nil {
		t.Fatal(err)
	}
	end, _ := b.tokens.ID("<|im_end|>")
	b.ends = []int32{end}
	b.parameters, err = model.NewParameters(model.Config{
		ModelType: "llama", Vocabulary: b.tokens.Vocabulary(), Hidden: 16, Intermediate: 24, Layers: 2, Heads: 2, KeyValueHeads: 1, HeadDim: 8,
		Context: 256, NormEpsilon: 1e-5, RotaryBase: 10000, TiedEmbeddings: true, InitialDeviation: 0.1, EndTokens: b.ends,
	})
	if err != nil {
		t.Fatal(err)
	}
	b.parameters.Initialise(rand.New(rand.NewPCG(1, 2)))
	o.Bytes = b.bytes
	if b.engine, err = generation.New(generation.NewWeights(nil, b.parameters), o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.engine.Close)
	return b
}

// bytes are those of tokens that are text.
func (b *bench) bytes(id int32) []byte {
	if b.tokens.Special(id) {
		return nil
	}
	return b.tokens.Bytes(id)
}

func (b *bench) prompts(texts ...string) []rollout.Prompt {
	var all []rollout.Prompt
	for _, text := range texts {
		p := rollout.Prompt{Task: two(), Mode: task.Cross, Text: text, Tokens: b.tokens.Encode(text, false)}
		p.Task.ID = text
		all = append(all, p)
	}
	return all
}

var sampling = generation.Sampling{MaxTokens: 24, Temperature: 1, Seed: 5}

func draw(t testing.TB, d *rollout.Drawer, prompts []rollout.Prompt, samples int, s generation.Sampling) []rollout.Rollout {
	t.Helper()
	all, err := d.Draw(t.Context(), prompts, samples, s)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Rollouts come by prompt and sample, and are the same for the same seed; what
// a prompt gets depends on its place and not on the others.
func TestDraw(t *testing.T) {
	b := newBench(t, generation.Options{})
	d := &rollout.Drawer{Engine: b.engine, Bytes: b.bytes}
	all := draw(t, d, b.prompts("one", "two", "three"), 4, sampling)
	if len(all) != 12 {
		t.Fatalf("%d rollouts", len(all))
	}
	texts := map[string]bool{}
	for i, r := range all {
		if r.Prompt != i/4 || r.Sample != i%4 || r.Reward.Graded != nil {
			t.Errorf("rollout %d is sample %d of prompt %d, %v", i, r.Sample, r.Prompt, r.Reward.Graded)
		}
		ended := r.Tokens[len(r.Tokens)-1].ID == b.ends[0]
		if len(r.Tokens) > 24 || r.Truncated == ended {
			t.Errorf("rollout %d has %d tokens, truncated %v, ended %v", i, len(r.Tokens), r.Truncated, ended)
		}
		texts[r.Text] = true
	}
	if len(texts) < 10 {
		t.Errorf("only %d different texts: the samples share their chances", len(texts))
	}
	if diff := cmp.Diff(all, draw(t, d, b.prompts("one", "two", "three"), 4, sampling)); diff != "" {
		t.Errorf("drawn again: %s", diff)
	}
	if diff := cmp.Diff(all[4:8], draw(t, d, b.prompts("another", "two"), 4, sampling)[4:]); diff != "" {
		t.Errorf("in other company: %s", diff)
	}
	small := newBench(t, generation.Options{Sequences: 2, Tokens: 256, Rows: 8})
	if diff := cmp.Diff(all, draw(t, &rollout.Drawer{Engine: small.engine, Bytes: b.bytes}, b.prompts("one", "two", "three"), 4, sampling)); diff != "" {
		t.Errorf("in a small engine: %s", diff)
	}
	other := sampling
	other.Seed++
	if cmp.Equal(all, draw(t, d, b.prompts("one", "two", "three"), 4, other)) {
		t.Error("another seed gives the same responses")
	}
	if again := draw(t, d, b.prompts("one", "one"), 1, sampling); again[0].Text == again[1].Text {
		t.Error("one prompt at two places gets the same response")
	}
}

// Each token's text stands at its start; tokens without text stand where the
// next one begins, and what a stop text cut off is at the end.
func TestStarts(t *testing.T) {
	b := newBench(t, generation.Options{})
	d := &rollout.Drawer{Engine: b.engine, Bytes: b.bytes}
	control, cut := 0, 0
	stops := sampling
	stops.MaxTokens, stops.IgnoreEnd, stops.StopTexts = 200, true, []string{"aba", "</answer>", "<skill>"}
	stops.Bias = map[int32]float64{} // texts of a and b, so that a stop text spans tokens
	for _, id := range b.tokens.Encode("ab", false) {
		stops.Bias[id] = 4
	}
	for _, s := range []generation.Sampling{sampling, stops} {
		for _, r := range draw(t, d, b.prompts("x", "yy"), 8, s) {
			if len(r.Starts) != len(r.Tokens) {
				t.Fatalf("%d starts of %d tokens", len(r.Starts), len(r.Tokens))
			}
			at := 0
			for i, token := range r.Tokens {
				text := string(b.bytes(token.ID))
				if r.Starts[i] != min(at, len(r.Text)) || !strings.HasPrefix(text, r.Text[r.Starts[i]:min(at+len(text), len(r.Text))]) {
					t.Errorf("token %d, %q, begins at %d of %q", i, text, r.Starts[i], r.Text)
				}
				if at += len(text); text == "" {
					control++
				}
			}
			if at < len(r.Text) {
				t.Errorf("the tokens have %d bytes of %q", at, r.Text)
			}
			if at > len(r.Text)+1 {
				cut++
			}
			valid(t, rollout.Batch([]rollout.Rollout{r}))
		}
	}
	if control == 0 || cut == 0 {
		t.Errorf("%d tokens without text and %d texts that were cut: the test tries nothing", control, cut)
	}
}

// Responses that are held to the form have it, unless they are cut; a form is
// made once for each number of steps.
func TestDrawForm(t *testing.T) {
	b := newBench(t, generation.Options{})
	v := generation.NewVocabulary(b.tokens.Vocabulary(), b.bytes)
	made := map[int]int{}
	d := &rollout.Drawer{Engine: b.engine, Bytes: b.bytes, Form: func(steps int) (generation.Constraint, error) {
		if made[steps]++; steps > 2 {
			return nil, errors.New("too long")
		}
		return generation.NewResponseForm(v, steps, b.ends)
	}}
	prompts := b.prompts("one", "two", "three")
	prompts[1].Task.Steps = prompts[1].Task.Steps[:1]
	s := generation.Sampling{Temperature: 1, Seed: 3}
	for _, id := range []string{"</skill>", "</answer>"} { // short elements
		token, _ := b.tokens.ID(id)
		if s.Bias == nil {
			s.Bias = map[int32]float64{}
		}
		s.Bias[token] = 4
	}
	whole := 0
	for range 2 {
		for _, r := range draw(t, d, prompts, 5, s) {
			if r.Truncated {
				continue
			}
			whole++
			if _, err := response.Strict(r.Text, len(prompts[r.Prompt].Task.Steps)); err != nil {
				t.Errorf("%q: %v", r.Text, err)
			}
		}
	}
	if whole < 10 || !cmp.Equal(made, map[int]int{1: 1, 2: 1}) {
		t.Errorf("%d whole responses, forms made for %v", whole, made)
	}
	prompts[2].Task.Steps = append(prompts[2].Task.Steps, prompts[2].Task.Steps...)
	if _, err := d.Draw(t.Context(), prompts, 1, s); err == nil || !strings.Contains(err.Error(), "task three: too long") {
		t.Errorf("a form that cannot be made: %v", err)
	}
}

func TestDrawFails(t *testing.T) {
	b := newBench(t, generation.Options{})
	d := &rollout.Drawer{Engine: b.engine, Bytes: b.bytes}
	prompts := b.prompts("fine", "long")
	prompts[1].Tokens = make([]int32, 256)
	if _, err := d.Draw(t.Context(), prompts, 2, sampling); !errors.Is(err, generation.ErrRequest) || !strings.Contains(err.Error(), "task long") || !strings.Contains(err.Error(), "256") {
		t.Errorf("a prompt as long as the context: %v", err)
	}
	prompts[1].Tokens = nil
	if _, err := d.Draw(t.Context(), prompts, 2, sampling); err == nil || !strings.Contains(err.Error(), "task long") {
		t.Errorf("an empty prompt: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Draw(ctx, b.prompts("fine"), 1, sampling); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if none, err := d.Draw(t.Context(), nil, 4, sampling); err != nil || len(none) != 0 {
		t.Errorf("no prompts: %v, %v", none, err)
	}
	if err := b.engine.Refresh(func() { b.parameters.Values[len(b.parameters.Values)-1] = float32(math.NaN()) }); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Draw(t.Context(), b.prompts("fine"), 1, sampling); !errors.Is(err, generation.ErrNotFinite) {
		t.Errorf("a policy that has diverged: %v", err)
	}
}

// Neighbouring seeds and places never collide.
func TestMix(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(100) {
		for n := range uint64(100) {
			seen[rollout.Mix(seed, n)] = true
		}
	}
	if len(seen) != 100*100 {
		t.Errorf("%d of 10000 seeds differ", len(seen))
	}
}
