package checkpoint_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"segue/lm/checkpoint"
	"segue/lm/model"
	"segue/lm/safetensors"
	"segue/lm/tokenizer"
)

func load(t testing.TB, path string) *checkpoint.Loaded {
	t.Helper()
	l, err := checkpoint.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestLoadReadsWhatTransformersSave compares with the numbers of the file.
func TestLoadReadsWhatTransformersSave(t *testing.T) {
	for _, name := range []string{"llama", "llama3", "qwen2", "qwen3", "llama-bf16"} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join("testdata", name)
			l := load(t, dir)
			files, err := safetensors.OpenSharded(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer files.Close()
			if len(files.Names()) != len(l.Config.Specs()) {
				t.Fatalf("%d tensors in the files, %d parameters", len(files.Names()), len(l.Config.Specs()))
			}
			for _, spec := range l.Config.Specs() {
				tensor, _ := files.Tensor(spec.Name)
				want := make([]float32, tensor.Elements())
				if err := tensor.Float32s(want); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(l.Parameters.Of(l.Parameters.Values, spec.Name), want) {
					t.Errorf("%s differs", spec.Name)
				}
			}
			if l.Tokenizer != nil || !json.Valid(l.Generation) || l.Path != dir {
				t.Errorf("tokeniser %v, generation %s", l.Tokenizer, l.Generation)
			}
		})
	}
}

// fresh is a small model with random parameters.
func fresh(t testing.TB, change func(*model.Config)) *model.Parameters {
	t.Helper()
	c := model.Config{
		ModelType: "llama", Vocabulary: 300, Hidden: 16, Intermediate: 24, Layers: 2, Heads: 2, KeyValueHeads: 1, HeadDim: 8,
		Context: 32, NormEpsilon: 1e-5, RotaryBase: 10000, TiedEmbeddings: true, InitialDeviation: 0.02, EndTokens: []int32{2, 5},
	}
	change(&c)
	p, err := model.NewParameters(c)
	if err != nil {
		t.Fatal(err)
	}
	p.Initialise(rand.New(rand.NewPCG(1, 2)))
	return p
}

func TestSavedModelsComeBack(t *testing.T) {
	tokens, err := tokenizer.NewBytes()
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*model.Config){
		"llama": func(*model.Config) {},
		"qwen2": func(c *model.Config) { c.ModelType, c.AttentionBias, c.TiedEmbeddings = "qwen2", true, false },
		"qwen3": func(c *model.Config) { c.ModelType, c.QueryKeyNorm, c.HeadDim = "qwen3", true, 12 },
	} {
		for _, o := range []checkpoint.SaveOptions{{}, {Precision: checkpoint.Half}, {Shard: 4000}, {Shard: 1}} {
			p := fresh(t, change)
			dir := filepath.Join(t.TempDir(), "deep", "model")
			m := checkpoint.Model{Parameters: p, Tokenizer: tokens, Generation: json.RawMessage(`{"top_p":0.9}`)}
			if err := checkpoint.SaveModel(dir, m, o); err != nil {
				t.Fatal(err)
			}
			l := load(t, dir)
			for i, x := range p.Values {
				if o.Precision == checkpoint.Half {
					x = rounded(x)
				}
				if l.Parameters.Values[i] != x {
					t.Fatalf("%s %+v: number %d is %v, saved was %v", name, o, i, l.Parameters.Values[i], x)
				}
			}
			l.Config.Extra = nil
			if d := cmp.Diff(p.Config, l.Config); d != "" {
				t.Errorf("%s: another config: %s", name, d)
			}
			if l.Tokenizer.Vocabulary() != tokens.Vocabulary() || !strings.Contains(string(l.Generation), "top_p") {
				t.Errorf("%s: tokeniser or generation is lost", name)
			}
			shards, _ := filepath.Glob(filepath.Join(dir, "model-*.safetensors"))
			if (o.Shard > 0) != (len(shards) > 1) {
				t.Errorf("%s: files %v with shards of %d", name, shards, o.Shard)
			}
		}
	}
}

// rounded is x to the nearest bfloat16, ties to even.
func rounded(x float32) float32 {
	b := math.Float32bits(x)
	return math.Float32frombits((b + 0x7fff + b>>16&1) &^ 0xffff)
}

func TestSaveModelKeepsWhatIsThere(t *testing.T) {
	p, dir := fresh(t, func(*model.Config) {}), t.TempDir()
	mine := filepath.Join(dir, "thesis.txt")
	if err := os.WriteFile(mine, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := checkpoint.SaveModel(dir, checkpoint.Model{Parameters: p}, checkpoint.SaveOptions{}); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error(err)
	}
	if err := checkpoint.SaveModel(dir, checkpoint.Model{Parameters: p}, checkpoint.SaveOptions{Precision: "F8"}); err == nil {
		t.Error("an unknown precision is taken")
	}
	target := filepath.Join(t.TempDir(), "model")
	for range 2 {
		if err := checkpoint.SaveModel(target, checkpoint.Model{Parameters: p}, checkpoint.SaveOptions{Replace: true}); err != nil {
			t.Fatal(err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(target), "*")); len(left) != 1 {
		t.Errorf("beside the model are %v", left)
	}
	load(t, target)
}

// TestLoadNamesWhatIsWrong damages a saved model in every way that a file may lie.
func TestLoadNamesWhatIsWrong(t *testing.T) {
	replace := func(file, from, to string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			path := filepath.Join(dir, file)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(data, []byte(from)) {
				t.Fatalf("%s does not hold %q", file, from)
			}
			if err := os.WriteFile(path, bytes.Replace(data, []byte(from), []byte(to), 1), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	put := func(file, content string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(file string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, file)); err != nil {
				t.Fatal(err)
			}
		}
	}
	nan := func(t *testing.T, dir string) {
		p := fresh(t, func(*model.Config) {})
		p.Of(p.Values, "model.layers.1.mlp.up_proj.weight")[7] = float32(math.NaN())
		if err := checkpoint.SaveModel(dir, checkpoint.Model{Parameters: p}, checkpoint.SaveOptions{Replace: true}); err != nil {
			t.Fatal(err)
		}
	}
	tokens, err := tokenizer.NewBytes()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		damage func(*testing.T, string)
		says   []string
	}{
		"no config":          {remove("config.json"), []string{"config.json"}},
		"config is no JSON":  {put("config.json", "{"), []string{"config.json"}},
		"no parameters":      {remove("model.safetensors"), []string{"model.safetensors", "missing"}},
		"another width":      {replace("config.json", `"intermediate_size": 24`, `"intermediate_size": 25`), []string{"mlp.gate_proj.weight", "model.safetensors", "[24 16]", "[25 16]"}},
		"a layer more":       {replace("config.json", `"num_hidden_layers": 2`, `"num_hidden_layers": 3`), []string{"model.layers.2.input_layernorm.weight", "missing", "[16]"}},
		"a layer less":       {replace("config.json", `"num_hidden_layers": 2`, `"num_hidden_layers": 1`), []string{"model.layers.1.", "not part"}},
		"a head of its own":  {replace("config.json", `"tie_word_embeddings": true`, `"tie_word_embeddings": false`), []string{"lm_head.weight", "missing", "[300 16]"}},
		"a giant":            {replace("config.json", `"vocab_size": 300`, `"vocab_size": 1000000`), []string{"model.embed_tokens.weight", "[300 16]", "[1000000 16]"}},
		"NaN":                {nan, []string{"model.layers.1.mlp.up_proj.weight", "NaN", "place 7"}},
		"cut short":          {func(t *testing.T, dir string) { must(t, os.Truncate(filepath.Join(dir, "model.safetensors"), 5000)) }, []string{"model.safetensors"}},
		"a broken tokeniser": {put("tokenizer.json", "{}"), []string{"tokenizer"}},
		"a large tokeniser":  {func(t *testing.T, dir string) { must(t, tokens.Save(dir)); shrink(t, dir) }, []string{"tokeniser has", "only 200"}},
		"sampling defaults":  {put("generation_config.json", "{"), []string{"generation_config.json"}},
		"an index that lies": {put("model.safetensors.index.json", `{"weight_map":{"x":"../model.safetensors"}}`), []string{"../model.safetensors"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "model")
			if err := checkpoint.SaveModel(dir, checkpoint.Model{Parameters: fresh(t, func(*model.Config) {})}, checkpoint.SaveOptions{}); err != nil {
				t.Fatal(err)
			}
			c.damage(t, dir)
			_, err := checkpoint.Load(dir)
			if err == nil {
				t.Fatal("it is opened")
			}
			for _, s := range append(c.says, dir) {
				if !strings.Contains(err.Error(), s) {
					t.Errorf("%q does not say %q", err, s)
				}
			}
		})
	}
	for says, path := range map[string]string{"does not exist": "nowhere", "neither": "testdata/models.py"} {
		if _, err := checkpoint.Load(path); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: got %v", path, err)
		}
	}
}

// shrink replaces the model in dir, but not its tokeniser, by one of 200 tokens.
func shrink(t *testing.T, dir string) {
	t.Helper()
	other := filepath.Join(t.TempDir(), "small")
	p := fresh(t, func(c *model.Config) { c.Vocabulary = 200 })
	must(t, checkpoint.SaveModel(other, checkpoint.Model{Parameters: p}, checkpoint.SaveOptions{}))
	for _, name := range []string{"config.json", "model.safetensors"} {
		must(t, os.Rename(filepath.Join(other, name), filepath.Join(dir, name)))
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestOlderFilesHoldMore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "model")
	p := fresh(t, func(*model.Config) {})
	must(t, checkpoint.SaveModel(dir, checkpoint.Model{Parameters: p}, checkpoint.SaveOptions{}))
	// A copy of the tied head, and the rotary frequencies: a training checkpoint can hold any tensors.
	tensors := append(checkpoint.Tensors(p.Specs, p.Values),
		checkpoint.Tensor{Name: "lm_head.weight", Shape: []int{300, 16}, Values: p.Of(p.Values, "model.embed_tokens.weight")},
		checkpoint.Tensor{Name: "model.layers.0.self_attn.rotary_emb.inv_freq", Shape: []int{4}, Values: make([]float32, 4)})
	path, err := checkpoint.SaveTraining(t.TempDir(), checkpoint.State{Tensors: map[string][]checkpoint.Tensor{"model": tensors}}, 0)
	must(t, err)
	must(t, os.Rename(filepath.Join(path, "model.safetensors"), filepath.Join(dir, "model.safetensors")))
	if l := load(t, dir); !slices.Equal(l.Parameters.Values, p.Values) {
		t.Error("other parameters are read")
	}
}

func TestAdaptersComeBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "adapter")
	tensors := []checkpoint.Tensor{{Name: "base_model.model.x.lora_A.weight", Shape: []int{2, 3}, Values: []float32{1, 2, 3, 4, 5, 6}}}
	must(t, checkpoint.SaveAdapter(dir, checkpoint.Adapter{Rank: 2, Alpha: 8, Targets: []string{"q_proj"}, Base: "base", Tensors: tensors}))
	a, err := checkpoint.ReadAdapterConfig(dir)
	must(t, err)
	if d := cmp.Diff(checkpoint.Adapter{Rank: 2, Alpha: 8, Targets: []string{"q_proj"}, Base: "base"}, a); d != "" {
		t.Error(d)
	}
	got := []checkpoint.Tensor{{Name: tensors[0].Name, Shape: []int{2, 3}, Values: make([]float32, 6)}}
	must(t, checkpoint.ReadTensors(filepath.Join(dir, "adapter_model.safetensors"), got))
	if d := cmp.Diff(tensors, got); d != "" {
		t.Error(d)
	}
	for says, content := range map[string]string{
		"LORA": `{"peft_type":"IA3","r":2,"lora_alpha":1}`, "DoRA": `{"peft_type":"LORA","r":2,"lora_alpha":1,"use_dora":true}`,
		"r is 0": `{"peft_type":"LORA","lora_alpha":1}`, "lora_alpha": `{"peft_type":"LORA","r":1}`, "unexpected end": `{`,
	} {
		must(t, os.WriteFile(filepath.Join(dir, "adapter_config.json"), []byte(content), 0o644))
		if _, err := checkpoint.ReadAdapterConfig(dir); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want an error with %q, got %v", says, err)
		}
	}
}
