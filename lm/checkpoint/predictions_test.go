package checkpoint_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"segue/lm/attention"
	"segue/lm/decoder"
)

// TestPredictionsAsTransformers runs the loaded models and compares with what
// transformers predicted in float64 (testdata/models.py): it shows that rows,
// heads, biases, norms and positions mean the same, in folders and in GGUF.
func TestPredictionsAsTransformers(t *testing.T) {
	data, err := os.ReadFile("testdata/predictions.json")
	must(t, err)
	var told struct {
		Text   []int32
		Models map[string]struct{ LogProb, Entropy []float64 }
	}
	must(t, json.Unmarshal(data, &told))
	var targets []decoder.Target
	for i, id := range told.Text[1:] {
		targets = append(targets, decoder.Target{Row: int32(i), Token: id})
	}
	batch := decoder.Batch{Tokens: told.Text, Segments: []attention.Segment{{To: len(told.Text), Prefix: -1}}}
	for name, want := range told.Models {
		for _, path := range []string{name, name + ".gguf"} {
			l := load(t, filepath.Join("testdata", path))
			d, err := decoder.New(l.Config, l.Parameters, decoder.Options{Shards: 1})
			must(t, err)
			got, err := d.Forward(batch, targets)
			must(t, err)
			for i := range targets {
				if a, b := float64(got.LogProb[i]), want.LogProb[i]; math.Abs(a-b) > 1e-4*math.Abs(b) {
					t.Errorf("%s: log-probability %d is %v, transformers say %v", path, i, a, b)
				}
				if a, b := float64(got.Entropy[i]), want.Entropy[i]; math.Abs(a-b) > 1e-4*math.Max(b, 1) {
					t.Errorf("%s: entropy %d is %v, transformers say %v", path, i, a, b)
				}
			}
		}
	}
}
