package lm_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"segue/lm"
	"segue/lm/attention"
	"segue/lm/checkpoint"
	"segue/lm/decoder"
	"segue/lm/generation"
	"segue/lm/kernel"
	"segue/lm/safetensors"
)

// smollm2 is what scripts/smollm2_reference.py writes.
type smollm2 struct {
	GGUF    string
	Prompts []struct {
		Text   string
		IDs    []int32
		Greedy []int32 // of transformers, float32
		Llama  []int32 // of llama.cpp, quantised; empty where its server was not given
	}
}

// reference reads the folder that SEGUE_SMOLLM2_REFERENCE names.
func reference(t *testing.T) (smollm2, string) {
	t.Helper()
	dir := os.Getenv("SEGUE_SMOLLM2_REFERENCE")
	if dir == "" {
		t.Skip("SEGUE_SMOLLM2_REFERENCE names no folder: make lm-reference makes one")
	}
	data, err := os.ReadFile(filepath.Join(dir, "prompts.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r smollm2
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r, dir
}

func TestLogitsAgreeWithTransformers(t *testing.T) {
	r, dir := reference(t)
	loaded, err := checkpoint.Load(r.GGUF)
	if err != nil {
		t.Fatal(err)
	}
	file, err := safetensors.Open(filepath.Join(dir, "logits.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	tensor, _ := file.Tensor("logits")
	theirs := make([]float32, tensor.Elements())
	if err := tensor.Float32s(theirs); err != nil {
		t.Fatal(err)
	}
	d, err := decoder.New(loaded.Config, loaded.Parameters, decoder.Options{Shards: 1})
	if err != nil {
		t.Fatal(err)
	}
	vocabulary, head := loaded.Config.Vocabulary, loaded.Parameters.Views(loaded.Parameters.Values).Head
	ours := make([]float32, vocabulary)
	worst, spread, same := 0.0, 0.0, 0
	for i, p := range r.Prompts {
		if ids := loaded.Tokenizer.Encode(p.Text, true); !slices.Equal(ids, p.IDs) {
			t.Errorf("prompt %d is %v, transformers read %v", i, ids, p.IDs)
		}
		n := len(p.IDs)
		b := decoder.Batch{Tokens: p.IDs, Segments: []attention.Segment{{To: n, Prefix: -1}}}
		if _, err := d.Forward(b, []decoder.Target{{Row: int32(n - 1)}}); err != nil {
			t.Fatal(err)
		}
		last := kernel.NewMatrix(1, loaded.Config.Hidden, d.Hidden()[(n-1)*loaded.Config.Hidden:])
		kernel.Default().Multiply(nil, kernel.NewMatrix(1, vocabulary, ours), last, head.T(), 1, false)
		row := theirs[i*vocabulary : (i+1)*vocabulary]
		for j, x := range row {
			worst = max(worst, math.Abs(float64(x-ours[j])))
			spread = max(spread, math.Abs(float64(x)))
		}
		if kernel.Default().ArgMax(row) == kernel.Default().ArgMax(ours) {
			same++
		}
	}
	t.Logf("largest difference of a logit %.2g (largest logit %.3g); likeliest token the same for %d of %d prompts", worst, spread, same, len(r.Prompts))
	if worst > 1e-3*spread || same < len(r.Prompts)-1 {
		t.Error("the logits do not agree")
	}
}

func TestGreedyTextAgrees(t *testing.T) {
	r, _ := reference(t)
	loaded, err := checkpoint.Load(r.GGUF)
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range []struct {
		name  string
		exact bool
		want  func(i int) []int32
		least float64 // share of prompts that must be equal
	}{
		{"transformers, float32", true, func(i int) []int32 { return r.Prompts[i].Greedy }, 0.8},
		{"llama.cpp, quantised", false, func(i int) []int32 { return r.Prompts[i].Llama }, 0},
	} {
		m, err := lm.New(loaded, lm.Options{Threads: 2, Exact: side.exact})
		if err != nil {
			t.Fatal(err)
		}
		requests := make([]generation.Request, len(r.Prompts))
		for i, p := range r.Prompts {
			requests[i] = generation.Request{Prompt: p.IDs, Sampling: generation.Sampling{MaxTokens: 64}}
		}
		completions, err := m.Engine().Generate(t.Context(), requests)
		m.Close()
		if err != nil {
			t.Fatal(err)
		}
		equal, common, total := 0, 0, 0
		for i, c := range completions {
			want := side.want(i)
			n := 0
			for n < len(want) && n < len(c.Tokens) && c.Tokens[n].ID == want[n] {
				n++
			}
			common, total = common+n, total+len(want)
			if n == len(want) && len(want) > 0 {
				equal++
			}
		}
		if total == 0 {
			continue
		}
		t.Logf("%s: greedy text equal for %d of %d prompts; the first %d of %d tokens before any difference", side.name, equal, len(completions), common, total)
		if float64(equal) < side.least*float64(len(completions)) {
			t.Errorf("%s: too few texts are equal", side.name)
		}
	}
}
