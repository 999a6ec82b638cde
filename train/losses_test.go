package train_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"segue/train"
)

// TestUpdatesAsTorch makes ten updates and compares losses and norms of
// gradients with those that torch computed in float64 (testdata/losses.py).
func TestUpdatesAsTorch(t *testing.T) {
	data, err := os.ReadFile("testdata/losses.json")
	if err != nil {
		t.Fatal(err)
	}
	var want []train.Measure
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	c := train.SFTDefaults()
	c.Model = "../lm/checkpoint/testdata/llama.gguf"
	c.Data = []string{write(t, "data.jsonl", `{"prompt":"2+2=","completion":"4"}
{"prompt":"sum of 3 and 5: ","completion":"8, as 3 + 5 = 8"}
{"text":"abacus"}
{"prompt":"x","completion":"yz"}
`)}
	c.HeldOut, c.Steps, c.BatchTokens, c.Accumulate = 0, len(want), 40, 4 // several batches make one update
	c.Schedule, c.LearningRate, c.WarmUp, c.Threads = "constant", 3e-3, 0, 1
	c.Beta1, c.Beta2, c.Epsilon, c.WeightDecay, c.Clip = 0.9, 0.95, 1e-8, 0.1, 1
	for i, m := range fit(t, t.TempDir(), c).Measures {
		w := want[i]
		if m.Targets != w.Targets || math.Abs(m.Loss-w.Loss) > 1e-4*w.Loss || math.Abs(m.GradientNorm-w.GradientNorm) > 1e-4*w.GradientNorm {
			t.Errorf("update %d: loss %v, norm %v over %d tokens; torch says %v, %v over %d", i+1, m.Loss, m.GradientNorm, m.Targets, w.Loss, w.GradientNorm, w.Targets)
		}
	}
}
