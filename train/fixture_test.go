package train_test

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
	"segue/train"
)

// tinyModel saves a model small enough to train in a test, and returns its folder.
func tinyModel(t testing.TB) string {
	t.Helper()
	tokens, err := tokenizer.NewBytes()
	if err != nil {
		t.Fatal(err)
	}
	end, _ := tokens.ID("<|im_end|>")
	p, err := model.NewParameters(model.Config{
		ModelType: "llama", Vocabulary: tokens.Vocabulary(), Hidden: 32, Intermediate: 48, Layers: 2, Heads: 4, KeyValueHeads: 2, HeadDim: 8,
		Context: 128, NormEpsilon: 1e-5, RotaryBase: 10000, TiedEmbeddings: true, InitialDeviation: 0.02, EndTokens: []int32{end},
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

// sums writes a file of additions in all forms of records.
func sums(t testing.TB, n int) string {
	t.Helper()
	var b strings.Builder
	for i := range n {
		x, y := i%10, i*7%10
		question, answer := fmt.Sprintf("%d+%d=", x, y), fmt.Sprint(x+y)
		var record any
		switch i % 4 {
		case 0:
			record = map[string]string{"prompt": question, "completion": answer}
		case 1:
			record = map[string]any{"messages": []map[string]string{{"role": "user", "content": question}, {"role": "assistant", "content": answer}}}
		case 2:
			record = map[string]string{"text": question + answer}
		case 3:
			record = map[string]any{"question": question, "reference": answer, "skill": "math/sums"}
		}
		line, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	return write(t, "sums.jsonl", b.String())
}

func write(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// tinyConfig trains 20 updates of several packed batches each.
func tinyConfig(t testing.TB) train.SFTConfig {
	t.Helper()
	c := train.SFTDefaults()
	c.Model, c.Data = tinyModel(t), []string{sums(t, 80)}
	c.Steps, c.BatchTokens, c.Accumulate, c.Seed = 20, 96, 2, 7
	c.LearningRate, c.WarmUp, c.HeldOut, c.Threads = 1e-2, 2, 0.1, 1
	c.EvalEvery, c.SaveEvery = 5, 4
	return c
}

// outcome is what must not depend on interruptions: the bytes of a run's model
// and its metrics but for the speed.
func outcome(t testing.TB, dir string) (weights string, measures []train.Measure) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "model", "model.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "metrics.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var m train.Measure
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		m.Speed = 0
		measures = append(measures, m)
	}
	return string(data), measures
}
