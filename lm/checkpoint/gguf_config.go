package checkpoint

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"segue/lm/gguf"
	"segue/lm/model"
)

// ggufConfig is the model's config as the metadata of a GGUF file tell it. The
// vocabulary, tied embeddings and stretched rotary positions are known from the
// tensors.
func ggufConfig(m gguf.Metadata) (model.Config, error) {
	k := &keys{metadata: m}
	arch := k.text("general.architecture")
	switch arch {
	case "llama", "qwen2", "qwen3":
	case "":
		return model.Config{}, k.failed
	default:
		return model.Config{}, fmt.Errorf("the architecture %q is not supported, Segue runs llama, qwen2 and qwen3", arch)
	}
	k.prefix = arch + "."
	c := model.Config{
		ModelType: arch, AttentionBias: arch == "qwen2", QueryKeyNorm: arch == "qwen3", InitialDeviation: 0.02,
		Hidden: k.integer("embedding_length"), Intermediate: k.integer("feed_forward_length"), Layers: k.integer("block_count"),
		Heads: k.integer("attention.head_count"), Context: k.integer("context_length"),
		NormEpsilon: k.number("attention.layer_norm_rms_epsilon"), RotaryBase: k.numberOr("rope.freq_base", 10000),
	}
	c.KeyValueHeads = k.integerOr("attention.head_count_kv", c.Heads)
	if c.Heads > 0 {
		c.HeadDim = k.integerOr("attention.key_length", c.Hidden/c.Heads)
	}
	if n := k.integerOr("attention.value_length", c.HeadDim); n != c.HeadDim {
		k.fail(fmt.Errorf("values of width %d beside keys of width %d are not supported", n, c.HeadDim))
	}
	if n := k.integerOr("rope.dimension_count", c.HeadDim); n != c.HeadDim {
		k.fail(fmt.Errorf("rotary positions on %d of a head's %d numbers are not supported", n, c.HeadDim))
	}
	if n := k.integerOr("expert_count", 0); n > 0 {
		k.fail(errors.New("mixtures of experts are not supported"))
	}
	c.RotaryScaling = k.scaling()
	c.NormEpsilon, c.RotaryBase = decimal(c.NormEpsilon), decimal(c.RotaryBase)
	k.prefix = "tokenizer.ggml."
	c.BeginToken, c.PadToken = k.token("bos_token_id"), k.token("padding_token_id")
	for _, name := range []string{"eos_token_id", "eot_token_id"} {
		if id := k.token(name); id != nil && (len(c.EndTokens) == 0 || c.EndTokens[0] != *id) {
			c.EndTokens = append(c.EndTokens, *id)
		}
	}
	return c, k.failed
}

// decimal is the number that a float32 stands for when it was written in a few
// decimal digits: GGUF keeps 1e-5 as 9.99999974e-6.
func decimal(x float64) float64 {
	var short float64
	if _, err := fmt.Sscan(fmt.Sprintf("%.6g", x), &short); err == nil && float32(short) == float32(x) {
		return short
	}
	return x
}

// scaling is the stretch of rotary positions that the metadata name.
func (k *keys) scaling() *model.RotaryScale {
	switch kind := k.textOr("rope.scaling.type", "none"); kind {
	case "none":
		if f := k.numberOr("rope.scale_linear", 1); f != 1 { // the older key
			return &model.RotaryScale{Kind: "linear", Factor: decimal(f)}
		}
	case "linear":
		return &model.RotaryScale{Kind: "linear", Factor: decimal(k.number("rope.scaling.factor"))}
	default:
		k.fail(fmt.Errorf("rotary scaling %q is not supported, only linear and llama3", kind))
	}
	return nil
}

// ggufScaling recognises Llama 3's stretched rotary positions in the factors
// that llama.cpp's converter stores: it keeps neither the name nor the
// settings, but all published models have these low and high factors and
// original context.
func ggufScaling(c model.Config, factors []float32) (*model.RotaryScale, error) {
	if len(factors) != c.HeadDim/2 {
		return nil, fmt.Errorf("%d rotary factors, want %d", len(factors), c.HeadDim/2)
	}
	largest := 1.0
	for _, f := range factors {
		largest = max(largest, float64(f))
	}
	s := &model.RotaryScale{Kind: "llama3", Factor: math.Round(largest), LowFactor: 1, HighFactor: 4, OriginalContext: 8192}
	plain, stretched := c, c
	plain.RotaryScaling, stretched.RotaryScaling = nil, s
	// At position 1 the angles are the frequencies, so their ratio is the factor.
	_, sinPlain := plain.RotaryTables(2)
	_, sinStretched := stretched.RotaryTables(2)
	half := c.HeadDim / 2
	for i, f := range factors {
		a, b := math.Asin(float64(sinPlain[half+i])), math.Asin(float64(sinStretched[half+i]))
		if math.Abs(a-b*float64(f)) > 1e-3*a {
			return nil, fmt.Errorf("rotary factor %d is %v, want %v as Llama 3 has it: other stretched positions are not supported", i, f, a/b)
		}
	}
	return s, nil
}

// ggufNames translates the ends of llama.cpp's names of a block's tensors.
var ggufNames = map[string]string{
	"attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm",
	"attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj",
	"attn_q_norm": "self_attn.q_norm", "attn_k_norm": "self_attn.k_norm",
	"ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj",
}

// huggingName is Hugging Face's name of a tensor in a GGUF file; a name that
// is not known is left as it is.
func huggingName(name string) string {
	switch name {
	case "token_embd.weight":
		return "model.embed_tokens.weight"
	case "output_norm.weight":
		return "model.norm.weight"
	case "output.weight":
		return headName
	}
	rest, block := strings.CutPrefix(name, "blk.")
	layer, rest, _ := strings.Cut(rest, ".")
	part, kind, _ := strings.Cut(rest, ".")
	if ours, ok := ggufNames[part]; block && ok {
		return "model.layers." + layer + "." + ours + "." + kind
	}
	return name
}
