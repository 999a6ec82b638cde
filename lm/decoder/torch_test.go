package decoder_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"segue/lm/attention"
	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/lm/model"
	"segue/lm/safetensors"
)

// told is reference.json of scripts/lm_reference.py.
type told struct {
	Temperature  float64              `json:"temperature"`
	TopP         float64              `json:"top_p"`
	TopK         int                  `json:"top_k"`
	Sequences    [][]int32            `json:"sequences"`
	Values       map[string][]float64 `json:"values"`
	Coefficients map[string][]float32 `json:"coefficients"`
}

// TestAgreesWithTransformers compares statistics and gradients with what
// PyTorch and transformers made of the same models.
func TestAgreesWithTransformers(t *testing.T) {
	folder := os.Getenv("SEGUE_LM_REFERENCE")
	if folder == "" {
		t.Skip("SEGUE_LM_REFERENCE does not name a folder that scripts/lm_reference.py wrote")
	}
	configs, err := filepath.Glob(filepath.Join(folder, "*", "config.json"))
	if err != nil || len(configs) == 0 {
		t.Fatalf("%s holds no models (%v)", folder, err)
	}
	for _, path := range configs {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) { agreesWithTransformers(t, filepath.Dir(path)) })
	}
}

func agreesWithTransformers(t *testing.T, folder string) {
	var c model.Config
	var want told
	readJSON(t, filepath.Join(folder, "config.json"), &c)
	readJSON(t, filepath.Join(folder, "reference.json"), &want)
	p, err := model.NewParameters(c)
	if err != nil {
		t.Fatal(err)
	}
	weights, gradients := tensors(t, filepath.Join(folder, "model.safetensors")), tensors(t, filepath.Join(folder, "gradients.safetensors"))
	for _, s := range p.Specs {
		copy(p.Of(p.Values, s.Name), weights[s.Name])
	}
	var b decoder.Batch
	for _, s := range want.Sequences {
		b.Segments = append(b.Segments, attention.Segment{From: len(b.Tokens), To: len(b.Tokens) + len(s), Prefix: -1})
		b.Tokens = append(b.Tokens, s...)
	}
	b.Reference = &decoder.Reference{
		Hidden: gradients["reference.hidden"], Head: kernel.NewMatrix(c.Vocabulary, c.Hidden, gradients["reference.head"]),
	}
	d := newDecoder(t, p, decoder.Options{Temperature: want.Temperature, TopP: want.TopP, TopK: want.TopK})
	loss := want.Coefficients
	got := step(t, d, b, everyToken(b), decoder.Gradients{
		LogProb: loss["log_prob"], Entropy: loss["entropy"], EntropyTopP: loss["entropy_top_p"], EntropyTopK: loss["entropy_top_k"], KL: loss["kl"],
	})
	near(t, "log-prob", got.LogProb, want.Values["log_prob"])
	near(t, "entropy", got.Entropy, want.Values["entropy"])
	near(t, "top-p entropy", got.EntropyTopP, want.Values["entropy_top_p"])
	near(t, "top-k entropy", got.EntropyTopK, want.Values["entropy_top_k"])
	near(t, "KL", got.KL, want.Values["kl"])
	specs, _, gradient := d.Trainable()
	worst := 0.0
	for _, s := range specs {
		ours, theirs := widen(p.Of(gradient, s.Name)), widen(gradients[s.Name])
		if len(ours) != len(theirs) {
			t.Fatalf("%s: gradient of %d numbers, want %d", s.Name, len(ours), len(theirs))
		}
		size := length(theirs)
		for i := range ours {
			ours[i] -= theirs[i]
		}
		if relative := length(ours) / size; !(relative <= tolerance) {
			t.Errorf("%s: gradient is off by %v of its length %v", s.Name, relative, size)
		} else {
			worst = math.Max(worst, relative)
		}
	}
	t.Logf("gradients are within %.1e of their length", worst)
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

func tensors(t *testing.T, path string) map[string][]float32 {
	t.Helper()
	f, err := safetensors.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all := map[string][]float32{}
	for _, tensor := range f.Tensors() {
		all[tensor.Name] = make([]float32, tensor.Elements())
		if err := tensor.Float32s(all[tensor.Name]); err != nil {
			t.Fatal(err)
		}
	}
	return all
}
