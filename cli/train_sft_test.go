package cli_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/lm/checkpoint"
	"segue/lm/model"
	"segue/lm/tokenizer"
)

// tinyModel saves a model small enough to train in a test, and returns its folder.
func tinyModel(t *testing.T) string {
	t.Helper()
	tokens, err := tokenizer.NewBytes()
	if err != nil {
		t.Fatal(err)
	}
	p, err := model.NewParameters(model.Config{
		ModelType: "llama", Vocabulary: tokens.Vocabulary(), Hidden: 16, Intermediate: 24, Layers: 1, Heads: 2, KeyValueHeads: 1, HeadDim: 8,
		Context: 128, NormEpsilon: 1e-5, RotaryBase: 10000, TiedEmbeddings: true, InitialDeviation: 0.02,
	})
	if err != nil {
		t.Fatal(err)
	}
	p.Initialise(rand.New(rand.NewPCG(1, 2)))
	dir := filepath.Join(t.TempDir(), "tiny")
	if err := checkpoint.SaveModel(dir, checkpoint.Model{Parameters: p, Tokenizer: tokens}, checkpoint.SaveOptions{}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestTrainSFT(t *testing.T) {
	var lines strings.Builder
	for i := range 40 {
		fmt.Fprintf(&lines, "{\"prompt\":\"%d+%d=\",\"completion\":\"%d\"}\n", i%6, i%7, i%6+i%7)
	}
	long := fmt.Sprintf("{\"prompt\":%q,\"completion\":\"x\"}\n", strings.Repeat("y", 200))
	data := file(t, "data.jsonl", lines.String()+long)
	config := file(t, "sft.yaml", fmt.Sprintf("model: %s\ndata: [%s]\nbatch_tokens: 64\nlearning_rate: 0.01\nlora:\n  alpha: 8\n", tinyModel(t), data))
	run := filepath.Join(t.TempDir(), "run")

	code, out, errOut := segue(t, "train", "sft", "--config", config, "--set", "steps=6", "--set", "lora.rank=2", "--run", run, "--json")
	var summary struct {
		Run, Model                              string
		Step, Steps, Examples, Dropped, Resumed int
		HeldOut                                 int     `json:"held_out"`
		EvalStart                               float64 `json:"eval_start"`
		EvalEnd                                 float64 `json:"eval_end"`
	}
	if err := json.Unmarshal([]byte(out), &summary); err != nil || code != 0 {
		t.Fatalf("exit %d, printed %s%s: %v", code, out, errOut, err)
	}
	if summary.Step != 6 || summary.Steps != 6 || summary.HeldOut != 2 || summary.Examples+summary.HeldOut+summary.Dropped != 41 || !(summary.EvalEnd < summary.EvalStart) {
		t.Errorf("summary %+v", summary)
	}
	if !strings.Contains(errOut, "segue: warning: left out: 1 example without") || summary.Dropped != 1 {
		t.Errorf("nothing is said of what was left out: %s", errOut)
	}
	for _, name := range []string{"run.json", "metrics.jsonl", "model/config.json", "adapter/adapter_config.json", "checkpoints/step-00000006/manifest.json"} {
		if _, err := os.Stat(filepath.Join(run, name)); err != nil {
			t.Error(err)
		}
	}

	code, out, _ = segue(t, "train", "sft", "--config", config, "--set", "steps=6", "--set", "lora.rank=2", "--run", run)
	if code != 0 || !strings.Contains(out, "6 updates") || !strings.Contains(out, "held-out loss") {
		t.Errorf("again: exit %d, printed %s", code, out)
	}
	code, _, errOut = segue(t, "train", "sft", "--config", config, "--set", "steps=7", "--set", "lora.rank=2", "--run", run)
	if code != 1 || !strings.Contains(errOut, "steps was 6, is 7") {
		t.Errorf("with another configuration: exit %d, %s", code, errOut)
	}
}

func TestTrainSFTMisuse(t *testing.T) {
	config := file(t, "sft.yaml", "model: m\ndata: [d]\nlerning_rate: 1\n")
	run := filepath.Join(t.TempDir(), "run")
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{2, "no run directory", nil},
		{2, "no model is given", []string{"--run", run}},
		{2, "lerning_rate", []string{"--config", config, "--run", run}},
		{1, "nowhere.yaml does not exist", []string{"--config", "nowhere.yaml", "--run", run}},
		{2, "key=value", []string{"--set", "steps", "--run", run}},
		{2, "epochs is 0", []string{"--set", "model=m", "--set", "data=[d]", "--set", "epochs=0", "--run", run}},
		{1, "model nowhere does not exist", []string{"--set", "model=nowhere", "--set", "data=[d]", "--run", run}},
	} {
		code, out, errOut := segue(t, append([]string{"train", "sft"}, c.args...)...)
		if code != c.code || out != "" || !strings.Contains(errOut, c.says) {
			t.Errorf("%v: exit %d, printed %s%s, want %d and %q", c.args, code, out, errOut, c.code, c.says)
		}
	}
}
