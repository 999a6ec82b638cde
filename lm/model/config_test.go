package model_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"segue/lm/model"
)

const smol = `{"architectures":["LlamaForCausalLM"],"model_type":"llama","vocab_size":49152,"hidden_size":576,"intermediate_size":1536,
"num_hidden_layers":30,"num_attention_heads":9,"num_key_value_heads":3,"max_position_embeddings":8192,"rms_norm_eps":1e-5,"rope_theta":100000,
"tie_word_embeddings":true,"hidden_act":"silu","bos_token_id":1,"eos_token_id":2,"pad_token_id":2,"torch_dtype":"bfloat16","is_llama_config":true}`

func TestConfigReadsPublishedModels(t *testing.T) {
	for name, c := range map[string]struct {
		json string
		size int64
		want func(model.Config) bool
	}{
		"SmolLM2-135M": {smol, 134515008, func(c model.Config) bool { return c.HeadDim == 64 && c.TiedEmbeddings && len(c.EndTokens) == 1 }},
		"Qwen2.5-0.5B": {`{"model_type":"qwen2","vocab_size":151936,"hidden_size":896,"intermediate_size":4864,"num_hidden_layers":24,
			"num_attention_heads":14,"num_key_value_heads":2,"max_position_embeddings":32768,"rms_norm_eps":1e-6,"rope_theta":1000000.0,
			"tie_word_embeddings":true,"use_sliding_window":false,"sliding_window":32768,"eos_token_id":151645}`, 494032768,
			func(c model.Config) bool { return c.AttentionBias && !c.QueryKeyNorm }},
		"Qwen3-0.6B": {`{"model_type":"qwen3","vocab_size":151936,"hidden_size":1024,"intermediate_size":3072,"num_hidden_layers":28,
			"num_attention_heads":16,"num_key_value_heads":8,"head_dim":128,"max_position_embeddings":40960,"rms_norm_eps":1e-6,
			"rope_theta":1000000,"rope_scaling":null,"tie_word_embeddings":true,"attention_bias":false,"eos_token_id":[151645,151643]}`, 596049920,
			func(c model.Config) bool { return c.QueryKeyNorm && c.QueryWidth() == 2048 && len(c.EndTokens) == 2 }},
		"transformers 5": {`{"model_type":"llama","vocab_size":10,"hidden_size":8,"intermediate_size":8,"num_hidden_layers":1,"num_attention_heads":2,
			"rope_parameters":{"rope_theta":500000.0,"rope_type":"llama3","factor":8,"low_freq_factor":1,"high_freq_factor":4,"original_max_position_embeddings":8192}}`,
			632, func(c model.Config) bool { return c.RotaryBase == 500000 && c.RotaryScaling.Factor == 8 }},
	} {
		t.Run(name, func(t *testing.T) {
			var got model.Config
			if err := json.Unmarshal([]byte(c.json), &got); err != nil {
				t.Fatal(err)
			}
			if got.Size() != c.size || !c.want(got) {
				t.Errorf("read %d parameters, want %d: %+v", got.Size(), c.size, got)
			}
			written, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			var again model.Config
			if err := json.Unmarshal(written, &again); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(got, again); d != "" {
				t.Errorf("a round trip changes the config: %s", d)
			}
		})
	}
}

func TestConfigRefusesWhatItWouldComputeWrongly(t *testing.T) {
	for _, c := range []struct{ from, to, says string }{
		{`"silu"`, `"gelu"`, "hidden_act"},
		{`"llama"`, `"gpt2"`, "model_type"},
		{`"num_key_value_heads":3`, `"num_key_value_heads":4`, "key-value heads"},
		{`"vocab_size":49152`, `"vocab_size":-1`, "vocab_size"},
		{`"num_hidden_layers":30`, `"num_hidden_layers":1000000`, "num_hidden_layers"},
		{`"num_attention_heads":9`, `"num_attention_heads":0`, "num_attention_heads"},
		{`"rope_theta":100000`, `"rope_theta":100000,"rope_scaling":{"rope_type":"yarn","factor":4}`, "yarn"},
		{`"rope_theta":100000`, `"attention_bias":true`, "biases"},
		{`"rms_norm_eps":1e-5`, `"rms_norm_eps":0`, "rms_norm_eps"},
		{`"eos_token_id":2`, `"eos_token_id":"two"`, "eos_token_id"},
	} {
		text := strings.Replace(smol, c.from, c.to, 1)
		var got model.Config
		if err := json.Unmarshal([]byte(text), &got); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("with %s: error %v, want one about %s", c.to, err, c.says)
		}
	}
}

func TestPresetsAreOfTheirSize(t *testing.T) {
	for name, span := range map[string][2]float64{
		"nano": {0.4e6, 0.8e6}, "micro": {1e6, 2.5e6}, "tiny": {4e6, 8e6}, "small": {8e6, 14e6},
	} {
		c, err := model.Preset(name, 512)
		if err != nil {
			t.Fatal(err)
		}
		if n := float64(c.Size()); n < span[0] || n > span[1] {
			t.Errorf("%s has %.0f parameters, want %v", name, n, span)
		}
	}
	if _, err := model.Preset("huge", 10); err == nil || !strings.Contains(err.Error(), "nano") {
		t.Errorf("an unknown size says %v, want the list of sizes", err)
	}
}

func TestViewsAndNamesAgree(t *testing.T) {
	for _, kind := range []string{"llama", "qwen2", "qwen3"} {
		c, _ := model.Preset("nano", 300)
		c.ModelType, c.TiedEmbeddings = kind, kind == "llama"
		c.AttentionBias, c.QueryKeyNorm = kind == "qwen2", kind == "qwen3"
		p, err := model.NewParameters(c)
		if err != nil {
			t.Fatal(err)
		}
		p.Initialise(rand.New(rand.NewPCG(1, 2)))
		w := p.Views(p.Values)
		same := func(what string, a, b []float32) {
			if &a[0] != &b[0] {
				t.Errorf("%s: %s is elsewhere than its name says", kind, what)
			}
		}
		last := w.Layers[c.Layers-1]
		name := func(s string) []float32 { return p.Of(p.Values, "model.layers.2."+s) }
		same("queries", last.QueryKeyValue.Data, name("self_attn.q_proj.weight"))
		same("values", last.QueryKeyValue.RowSlice(c.QueryWidth()+c.KeyValueWidth(), last.QueryKeyValue.Rows).Data, name("self_attn.v_proj.weight"))
		same("up", last.GateUp.RowSlice(c.Intermediate, 2*c.Intermediate).Data, name("mlp.up_proj.weight"))
		same("down", last.Down.Data, name("mlp.down_proj.weight"))
		same("norm", w.Norm, p.Of(p.Values, "model.norm.weight"))
		if !c.TiedEmbeddings {
			same("head", w.Head.Data, p.Of(p.Values, "lm_head.weight"))
		}
		if last.FeedNorm[0] != 1 || kind == "qwen2" && last.Bias[0] != 0 || kind == "qwen3" && last.KeyNorm[0] != 1 {
			t.Errorf("%s: norms must start at one and biases at zero", kind)
		}
	}
}

func TestRotaryScalingLeavesShortWavesAlone(t *testing.T) {
	c, _ := model.Preset("nano", 300)
	c.HeadDim, c.RotaryBase = 64, 500000
	plain, _ := c.RotaryTables(2)
	c.RotaryScaling = &model.RotaryScale{Kind: "llama3", Factor: 8, LowFactor: 1, HighFactor: 4, OriginalContext: 8192}
	scaled, sine := c.RotaryTables(2)
	half := 32
	if plain[half] != scaled[half] {
		t.Error("the fastest wave changed")
	}
	slow := math.Pow(500000, -2*31.0/64) / 8
	if got := float64(sine[half+31]); math.Abs(got-math.Sin(slow)) > 1e-9 {
		t.Errorf("the slowest wave is at %v, want an eighth of its frequency %v", got, math.Sin(slow))
	}
}
