package train_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"segue/train"
)

func TestReadConfig(t *testing.T) {
	c, err := train.ReadConfig(train.SFTDefaults(), strings.NewReader("model: m # comment\ndata: [a, b]\nlora:\n  rank: 4\n"),
		[]string{"lora.alpha=32", "learning_rate=1e-3", "lora.targets=[q_proj]", "data=[c]", "recompute=true"})
	if err != nil {
		t.Fatal(err)
	}
	want := train.SFTDefaults()
	want.Model, want.Data, want.LearningRate, want.Recompute = "m", []string{"c"}, 1e-3, true
	want.LoRA.Rank, want.LoRA.Alpha, want.LoRA.Targets = 4, 32, []string{"q_proj"}
	if d := cmp.Diff(want, c); d != "" {
		t.Error(d)
	}
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	for says, settings := range map[string][]string{
		"lerning_rate":      {"lerning_rate=1"},
		"form key=value":    {"epochs"},
		"Config.Epochs":     {"epochs=many"},
		`"lora.rank=[": `:   {"lora.rank=["},
		"lora.half_base is": {"model=m", "data=[d]", "lora.half_base=true"},
	} {
		c, err := train.ReadConfig(train.SFTDefaults(), strings.NewReader(""), settings)
		if err == nil {
			err = c.Validate()
		}
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: want an error with %q, got %v", settings, says, err)
		}
	}
	if c, err := train.ReadConfig(train.SFTDefaults(), strings.NewReader(""), nil); err != nil || !cmp.Equal(c, train.SFTDefaults()) {
		t.Errorf("an empty file gives %+v, %v", c, err)
	}
	if _, err := train.ReadConfig(train.SFTDefaults(), strings.NewReader("a: ["), nil); err == nil {
		t.Error("broken YAML is read")
	}
}

func TestValidateNamesTheKey(t *testing.T) {
	good := train.SFTDefaults()
	good.Model, good.Data = "m", []string{"d"}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for says, change := range map[string]func(*train.SFTConfig){
		"model":         func(c *train.SFTConfig) { c.Model = "" },
		"data":          func(c *train.SFTConfig) { c.Data = nil },
		"held_out":      func(c *train.SFTConfig) { c.HeldOut = 1 },
		"learn is":      func(c *train.SFTConfig) { c.Learn = "some" },
		"long is":       func(c *train.SFTConfig) { c.Long = "keep" },
		"save is":       func(c *train.SFTConfig) { c.Save = "F8" },
		"epochs":        func(c *train.SFTConfig) { c.Epochs = 0 },
		"batch_tokens":  func(c *train.SFTConfig) { c.BatchTokens = 1 },
		"accumulate":    func(c *train.SFTConfig) { c.Accumulate = 0 },
		"threads":       func(c *train.SFTConfig) { c.Threads = -1 },
		"keep":          func(c *train.SFTConfig) { c.Keep = -1 },
		"learning rate": func(c *train.SFTConfig) { c.LearningRate = math.NaN() },
		"beta1":         func(c *train.SFTConfig) { c.Beta1 = 2 },
		"floor":         func(c *train.SFTConfig) { c.Floor = -1 },
		"no learning-":  func(c *train.SFTConfig) { c.Schedule = "" },
	} {
		c := good
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want an error with %q, got %v", says, err)
		}
	}
}
