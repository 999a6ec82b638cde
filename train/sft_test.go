package train_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"segue/lm/checkpoint"
	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/train"
)

func fit(t testing.TB, dir string, c train.SFTConfig) train.Summary {
	t.Helper()
	s, err := train.SFT(context.Background(), dir, c, train.Environment{Warn: func(err error) { t.Errorf("warning: %v", err) }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSFTLowersTheLoss(t *testing.T) {
	c, dir := tinyConfig(t), t.TempDir()
	s := fit(t, dir, c)
	if s.Step != 20 || s.Steps != 20 || s.HeldOut != 8 || s.Examples != 72 || s.Dropped != 0 {
		t.Errorf("summary %+v", s)
	}
	if !(s.EvalEnd < s.EvalStart-1) {
		t.Errorf("held-out loss went from %v to %v", s.EvalStart, s.EvalEnd)
	}
	l, err := checkpoint.Load(s.Model)
	if err != nil || l.Tokenizer == nil {
		t.Fatalf("the trained model: %v", err)
	}
	// The last checkpoint is a model as well.
	if last, err := checkpoint.Load(filepath.Join(dir, "checkpoints", "step-00000020")); err != nil || !slices.Equal(last.Parameters.Values, l.Parameters.Values) || last.Tokenizer == nil {
		t.Errorf("the last checkpoint is another model: %v", err)
	}
	evals := 0
	for i, m := range s.Measures {
		if m.Kind == "eval" {
			evals++
		} else if m.Targets == 0 || m.Tokens <= m.Targets || m.GradientNorm <= 0 || m.LearningRate <= 0 || m.Loss <= 0 {
			t.Errorf("line %d: %+v", i, m)
		}
	}
	if evals != 5 || len(s.Measures) != 25 {
		t.Errorf("%d evaluations in %d lines, want 5 in 25", evals, len(s.Measures))
	}
}

// TestResumeGivesTheSameBits compares a run of 20 updates with one that is
// stopped after each few of them.
func TestResumeGivesTheSameBits(t *testing.T) {
	for name, change := range map[string]func(*train.SFTConfig){
		"all parameters": func(*train.SFTConfig) {},
		"adapters":       func(c *train.SFTConfig) { c.LoRA.Rank = 4 },
		"half base":      func(c *train.SFTConfig) { c.LoRA.Rank, c.LoRA.Half = 4, true },
		"one shard":      func(c *train.SFTConfig) { c.Shards = 1 },
	} {
		t.Run(name, func(t *testing.T) {
			c := tinyConfig(t)
			change(&c)
			straight, broken := t.TempDir(), t.TempDir()
			c.SaveEvery = 0
			fit(t, straight, c)
			for stop := 3; ; stop += 6 {
				c.Threads = 1 + stop%3 // nor does the number of threads show
				ctx, cancel := context.WithCancel(context.Background())
				s, err := train.SFT(ctx, broken, c, train.Environment{Progress: func(p train.Progress) {
					if p.Step == stop {
						cancel()
					}
				}})
				cancel()
				if err == nil {
					break
				}
				if !errors.Is(err, context.Canceled) || s.Step != stop {
					t.Fatalf("stopped at %d: %+v, %v", stop, s, err)
				}
			}
			compare(t, straight, broken)
		})
	}
}

func compare(t testing.TB, straight, broken string) {
	t.Helper()
	weights, measures := outcome(t, straight)
	weightsToo, measuresToo := outcome(t, broken)
	if weights != weightsToo {
		t.Error("the interrupted run has other weights")
	}
	if d := cmp.Diff(measures, measuresToo); d != "" {
		t.Errorf("the interrupted run has other metrics: %s", d)
	}
}

func TestAFinishedRunStays(t *testing.T) {
	c, dir := tinyConfig(t), t.TempDir()
	c.Steps = 3
	fit(t, dir, c)
	weights, measures := outcome(t, dir)
	if s := fit(t, dir, c); s.Resumed != 3 || s.Step != 3 || len(s.Measures) != len(measures) || s.EvalEnd == 0 {
		t.Errorf("summary %+v", s)
	}
	again, measuresAgain := outcome(t, dir)
	if again != weights || !cmp.Equal(measures, measuresAgain) {
		t.Error("a second start of a finished run changes it")
	}
}

func TestARunOfAnotherTrainingIsRefused(t *testing.T) {
	c, dir := tinyConfig(t), t.TempDir()
	c.Steps = 2
	fit(t, dir, c)
	for says, change := range map[string]func(*train.SFTConfig){
		"learning_rate was 0.01, is 0.02": func(c *train.SFTConfig) { c.LearningRate = 0.02 },
		"lora.rank was 0, is 2":           func(c *train.SFTConfig) { c.LoRA.Rank = 2 },
		"data was":                        func(c *train.SFTConfig) { c.Data = []string{sums(t, 81)} },
	} {
		other := c
		change(&other)
		if _, err := train.SFT(context.Background(), dir, other, train.Environment{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want an error with %q, got %v", says, err)
		}
	}
	c.EvalEvery, c.SaveEvery, c.Keep, c.Threads = 1, 1, 1, 2
	fit(t, dir, c)
}

// TestADamagedCheckpointIsPassedOver falls back to the one before, to the same end.
func TestADamagedCheckpointIsPassedOver(t *testing.T) {
	c, straight, broken := tinyConfig(t), t.TempDir(), t.TempDir()
	fit(t, straight, c)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if _, err := train.SFT(ctx, broken, c, train.Environment{Progress: func(p train.Progress) {
		if p.Step == 10 {
			cancel()
		}
	}}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(broken, "checkpoints", "step-00000010", "optimizer.safetensors"), 100); err != nil {
		t.Fatal(err)
	}
	var warnings []string
	s, err := train.SFT(context.Background(), broken, c, train.Environment{Warn: func(err error) { warnings = append(warnings, err.Error()) }})
	if err != nil || s.Resumed != 8 || len(warnings) != 1 || !strings.Contains(warnings[0], "step-00000010") {
		t.Fatalf("%+v, %v, warnings %q", s, err, warnings)
	}
	compare(t, straight, broken)
}

func TestAdaptersAreSavedAndMerged(t *testing.T) {
	c, dir := tinyConfig(t), t.TempDir()
	c.LoRA.Rank, c.LoRA.Targets, c.Steps = 2, []string{"q_proj", "down_proj"}, 5
	s := fit(t, dir, c)
	base, err := checkpoint.Load(c.Model)
	if err != nil {
		t.Fatal(err)
	}
	trained, err := checkpoint.Load(s.Model)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range base.Parameters.Specs {
		touched := strings.Contains(spec.Name, "q_proj") || strings.Contains(spec.Name, "down_proj")
		same := slices.Equal(base.Parameters.Of(base.Parameters.Values, spec.Name), trained.Parameters.Of(trained.Parameters.Values, spec.Name))
		if same == touched {
			t.Errorf("%s: same is %v", spec.Name, same)
		}
	}
	a, err := checkpoint.ReadAdapterConfig(filepath.Join(dir, "adapter"))
	if err != nil || a.Rank != 2 || a.Alpha != 16 || a.Base != c.Model {
		t.Errorf("adapter config %+v, %v", a, err)
	}
	// The saved adapters, merged into the base, are the trained model.
	adapters, err := decoder.NewAdapters(base.Config, decoder.LoRA{Rank: a.Rank, Alpha: a.Alpha, Targets: a.Targets}, rand.New(rand.NewPCG(0, 0)))
	if err != nil {
		t.Fatal(err)
	}
	if err := checkpoint.ReadTensors(filepath.Join(dir, "adapter", "adapter_model.safetensors"), checkpoint.Tensors(adapters.Specs, adapters.Values)); err != nil {
		t.Fatal(err)
	}
	if err := adapters.Merge(kernel.Default(), base.Parameters); err != nil || !slices.Equal(base.Parameters.Values, trained.Parameters.Values) {
		t.Errorf("the adapters merge into another model: %v", err)
	}
}

func TestSFTSaysWhatIsWrong(t *testing.T) {
	good := tinyConfig(t)
	long := write(t, "long.jsonl", fmt.Sprintf(`{"prompt":%q,"completion":"x"}`, strings.Repeat("a", 500)))
	for says, change := range map[string]func(*train.SFTConfig){
		"does not exist":     func(c *train.SFTConfig) { c.Data = []string{"nowhere.jsonl"} },
		"no model":           func(c *train.SFTConfig) { c.Model = "" },
		"model nowhere":      func(c *train.SFTConfig) { c.Model = "nowhere" },
		"line 1":             func(c *train.SFTConfig) { c.Data = []string{write(t, "bad.jsonl", "{")} },
		"none of the fields": func(c *train.SFTConfig) { c.Data = []string{write(t, "bad.jsonl", `{"texts":"x"}`)} },
		"no records":         func(c *train.SFTConfig) { c.Data = []string{write(t, "empty.jsonl", "\n\n")} },
		"not a text":         func(c *train.SFTConfig) { c.Data = []string{write(t, "bad.jsonl", `{"text":3}`)} },
		"assistant's": func(c *train.SFTConfig) {
			c.Data = []string{write(t, "bad.jsonl", `{"messages":[{"role":"user","content":"x"}]}`)}
		},
		"no example":   func(c *train.SFTConfig) { c.Data, c.HeldOut = []string{long}, 0 },
		"schedule":     func(c *train.SFTConfig) { c.Schedule = "stairs" },
		"choose among": func(c *train.SFTConfig) { c.LoRA.Rank, c.LoRA.Targets = 1, []string{"x"} },
	} {
		c := good
		change(&c)
		if _, err := train.SFT(context.Background(), t.TempDir(), c, train.Environment{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want an error with %q, got %v", says, err)
		}
	}
}

// TestDivergenceStops trains with a rate at which the numbers overflow.
func TestDivergenceStops(t *testing.T) {
	c, dir := tinyConfig(t), t.TempDir()
	c.LearningRate, c.WarmUp, c.Steps, c.Schedule = 1e38, 0, 100, "constant"
	s, err := train.SFT(context.Background(), dir, c, train.Environment{})
	if err == nil || !strings.Contains(err.Error(), "finite") {
		t.Errorf("got %+v, %v", s, err)
	}
}
