package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Config describes one decoder. Its JSON form is Hugging Face's config.json
// for the model types llama, qwen2 and qwen3; fields that Segue has no use for
// are kept in Extra.
type Config struct {
	ModelType        string       // "llama", "qwen2" or "qwen3"
	Vocabulary       int          // tokens, V
	Hidden           int          // width of the residual stream, d
	Intermediate     int          // width of the SwiGLU layer, f
	Layers           int          // decoder blocks, L
	Heads            int          // query heads
	KeyValueHeads    int          // key and value heads; divides Heads (grouped-query attention)
	HeadDim          int          // width of one head, even
	Context          int          // longest sequence, in tokens
	NormEpsilon      float64      // added to the mean square in RMSNorm
	RotaryBase       float64      // θ of the rotary positions
	RotaryScaling    *RotaryScale // nil: none
	TiedEmbeddings   bool         // the output head is the embedding matrix
	AttentionBias    bool         // biases on the query, key and value projections (Qwen2.5)
	QueryKeyNorm     bool         // RMSNorm on each head's queries and keys (Qwen3)
	InitialDeviation float64      // standard deviation of the initial weights
	BeginToken       *int32       // id of the token that begins a text
	EndTokens        []int32      // ids that end a text
	PadToken         *int32
	Extra            map[string]json.RawMessage // fields of config.json that mean nothing to Segue
}

// RotaryScale stretches rotary positions beyond the trained context, as
// Llama 3's "rope_scaling" does: wavelengths above OriginalContext/LowFactor
// are divided by Factor, those below OriginalContext/HighFactor are kept, and
// those between are mixed. Kind "linear" divides all of them.
type RotaryScale struct {
	Kind            string  `json:"rope_type"`
	Factor          float64 `json:"factor"`
	LowFactor       float64 `json:"low_freq_factor,omitempty"`
	HighFactor      float64 `json:"high_freq_factor,omitempty"`
	OriginalContext int     `json:"original_max_position_embeddings,omitempty"`
}

// Limits on what a config may ask for; a file from the network is not to be
// believed.
const (
	maxVocabulary = 1 << 20
	maxWidth      = 1 << 16
	maxLayers     = 512
	maxContext    = 1 << 20
	maxParameters = 8 << 30
)

// Validate says in words what in c cannot be a decoder that Segue runs.
func (c Config) Validate() error {
	check := func(name string, value, least, most int) error {
		if value < least || value > most {
			return fmt.Errorf("model config: %s is %d, want %d to %d", name, value, least, most)
		}
		return nil
	}
	err := errors.Join(
		check("vocab_size", c.Vocabulary, 2, maxVocabulary),
		check("hidden_size", c.Hidden, 1, maxWidth),
		check("intermediate_size", c.Intermediate, 1, 4*maxWidth),
		check("num_hidden_layers", c.Layers, 1, maxLayers),
		check("num_attention_heads", c.Heads, 1, 1024),
		check("num_key_value_heads", c.KeyValueHeads, 1, 1024),
		check("head_dim", c.HeadDim, 2, 1024),
		check("max_position_embeddings", c.Context, 1, maxContext),
	)
	if err != nil {
		return err
	}
	switch {
	case c.HeadDim%2 != 0:
		return fmt.Errorf("model config: head_dim is %d, rotary positions need an even one", c.HeadDim)
	case c.Heads%c.KeyValueHeads != 0:
		return fmt.Errorf("model config: %d attention heads do not divide into %d key-value heads", c.Heads, c.KeyValueHeads)
	case !(c.NormEpsilon > 0) || c.NormEpsilon > 1:
		return fmt.Errorf("model config: rms_norm_eps is %v, want a small positive number", c.NormEpsilon)
	case !(c.RotaryBase > 1) || math.IsInf(c.RotaryBase, 0):
		return fmt.Errorf("model config: rope_theta is %v, want a number above 1", c.RotaryBase)
	case c.Size() > maxParameters:
		return fmt.Errorf("model config: %d parameters, Segue holds at most %d", c.Size(), int64(maxParameters))
	}
	return nil
}

// Size is the number of parameters; a tied head counts once.
func (c Config) Size() int64 {
	var n int64
	for _, s := range c.Specs() {
		n += int64(s.Rows) * int64(s.Cols)
	}
	return n
}

// QueryWidth is the width of all query heads side by side.
func (c Config) QueryWidth() int { return c.Heads * c.HeadDim }

// KeyValueWidth is the width of all key (or all value) heads side by side.
func (c Config) KeyValueWidth() int { return c.KeyValueHeads * c.HeadDim }

// wire is config.json. Pointers tell absent from zero.
type wire struct {
	Architectures    []string        `json:"architectures,omitempty"`
	ModelType        string          `json:"model_type"`
	Vocabulary       int             `json:"vocab_size"`
	Hidden           int             `json:"hidden_size"`
	Intermediate     int             `json:"intermediate_size"`
	Layers           int             `json:"num_hidden_layers"`
	Heads            int             `json:"num_attention_heads"`
	KeyValueHeads    *int            `json:"num_key_value_heads,omitempty"`
	HeadDim          *int            `json:"head_dim,omitempty"`
	Context          *int            `json:"max_position_embeddings,omitempty"`
	NormEpsilon      *float64        `json:"rms_norm_eps,omitempty"`
	RotaryBase       *float64        `json:"rope_theta,omitempty"`
	RotaryScaling    *RotaryScale    `json:"rope_scaling,omitempty"`
	RotaryParameters *rotary         `json:"rope_parameters,omitempty"` // transformers 5 writes theta and scaling here
	Tied             *bool           `json:"tie_word_embeddings,omitempty"`
	AttentionBias    *bool           `json:"attention_bias,omitempty"`
	MLPBias          *bool           `json:"mlp_bias,omitempty"`
	Activation       string          `json:"hidden_act,omitempty"`
	InitialDeviation *float64        `json:"initializer_range,omitempty"`
	Begin            *int32          `json:"bos_token_id,omitempty"`
	End              json.RawMessage `json:"eos_token_id,omitempty"` // a number or a list
	Pad              *int32          `json:"pad_token_id,omitempty"`
	SlidingWindow    *bool           `json:"use_sliding_window,omitempty"`
}

type rotary struct {
	RotaryScale
	Base *float64 `json:"rope_theta,omitempty"`
}

// UnmarshalJSON reads Hugging Face's config.json. A model that Segue would
// compute wrongly (another activation, an unknown rotary scaling, a sliding
// window) is refused in words.
func (c *Config) UnmarshalJSON(data []byte) error {
	var w wire
	if err := json.Unmarshal(data, &w); err != nil {
		return fmt.Errorf("read model config: %w", err)
	}
	if err := w.supported(); err != nil {
		return err
	}
	out := Config{
		ModelType: w.ModelType, Vocabulary: w.Vocabulary, Hidden: w.Hidden, Intermediate: w.Intermediate,
		Layers: w.Layers, Heads: w.Heads, KeyValueHeads: or(w.KeyValueHeads, w.Heads),
		Context: or(w.Context, 2048), NormEpsilon: or(w.NormEpsilon, 1e-6), RotaryBase: or(w.RotaryBase, 10000),
		RotaryScaling: w.RotaryScaling, TiedEmbeddings: or(w.Tied, false),
		AttentionBias: w.ModelType == "qwen2", QueryKeyNorm: w.ModelType == "qwen3",
		InitialDeviation: or(w.InitialDeviation, 0.02), BeginToken: w.Begin, PadToken: w.Pad,
	}
	if w.Heads > 0 {
		out.HeadDim = or(w.HeadDim, w.Hidden/w.Heads)
	}
	if r := w.RotaryParameters; r != nil {
		out.RotaryBase = or(r.Base, out.RotaryBase)
		if r.Kind != "" && r.Kind != "default" {
			scale := r.RotaryScale
			out.RotaryScaling = &scale
		}
	}
	if s := out.RotaryScaling; s != nil && (s.Kind == "default" || s.Kind == "") {
		out.RotaryScaling = nil
	}
	var err error
	if out.EndTokens, err = endTokens(w.End); err != nil {
		return err
	}
	if out.Extra, err = extraFields(data); err != nil {
		return err
	}
	*c = out
	return c.Validate()
}

func (w wire) supported() error {
	switch w.ModelType {
	case "llama", "qwen2", "qwen3":
	default:
		return fmt.Errorf("model config: model_type %q is not supported, Segue runs llama, qwen2 and qwen3", w.ModelType)
	}
	if w.Activation != "" && w.Activation != "silu" && w.Activation != "swish" {
		return fmt.Errorf("model config: hidden_act %q is not supported, only silu", w.Activation)
	}
	if or(w.AttentionBias, false) && w.ModelType != "qwen2" || or(w.MLPBias, false) {
		return errors.New("model config: biases beyond those of Qwen2.5's queries, keys and values are not supported")
	}
	if or(w.SlidingWindow, false) {
		return errors.New("model config: sliding-window attention is not supported")
	}
	scale := w.RotaryScaling
	if w.RotaryParameters != nil {
		scale = &w.RotaryParameters.RotaryScale
	}
	if scale == nil {
		return nil
	}
	switch scale.Kind {
	case "", "default":
		return nil
	case "linear", "llama3":
		if !(scale.Factor >= 1) {
			return fmt.Errorf("model config: rotary scaling factor is %v, want at least 1", scale.Factor)
		}
		if scale.Kind == "llama3" && (!(scale.LowFactor > 0) || !(scale.HighFactor > scale.LowFactor) || scale.OriginalContext < 1) {
			return errors.New("model config: llama3 rotary scaling needs low_freq_factor < high_freq_factor and original_max_position_embeddings")
		}
		return nil
	}
	return fmt.Errorf("model config: rotary scaling %q is not supported, only linear and llama3", scale.Kind)
}

// MarshalJSON writes a config.json that Hugging Face transformers load.
func (c Config) MarshalJSON() ([]byte, error) {
	w := wire{
		Architectures: []string{architectures[c.ModelType]}, ModelType: c.ModelType,
		Vocabulary: c.Vocabulary, Hidden: c.Hidden, Intermediate: c.Intermediate, Layers: c.Layers, Heads: c.Heads,
		KeyValueHeads: &c.KeyValueHeads, HeadDim: &c.HeadDim, Context: &c.Context, NormEpsilon: &c.NormEpsilon,
		RotaryBase: &c.RotaryBase, RotaryScaling: c.RotaryScaling, Tied: &c.TiedEmbeddings, Activation: "silu",
		InitialDeviation: &c.InitialDeviation, Begin: c.BeginToken, Pad: c.PadToken,
	}
	switch len(c.EndTokens) {
	case 0:
	case 1:
		w.End, _ = json.Marshal(c.EndTokens[0])
	default:
		w.End, _ = json.Marshal(c.EndTokens)
	}
	known, err := json.Marshal(w)
	if err != nil || len(c.Extra) == 0 {
		return known, err
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(known, &fields); err != nil {
		return nil, err
	}
	for name, value := range c.Extra {
		if _, taken := fields[name]; !taken {
			fields[name] = value
		}
	}
	return json.Marshal(fields)
}

var architectures = map[string]string{"llama": "LlamaForCausalLM", "qwen2": "Qwen2ForCausalLM", "qwen3": "Qwen3ForCausalLM"}

func endTokens(raw json.RawMessage) ([]int32, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return nil, nil
	}
	if raw[0] != '[' {
		raw = append(append([]byte{'['}, raw...), ']')
	}
	var ids []int32
	if err := json.Unmarshal(raw, &ids); err != nil {
		return nil, fmt.Errorf("model config: eos_token_id: %w", err)
	}
	return ids, nil
}

// extraFields are those of data that wire does not know.
func extraFields(data []byte) (map[string]json.RawMessage, error) {
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("read model config: %w", err)
	}
	for _, name := range knownFields {
		delete(all, name)
	}
	if len(all) == 0 {
		return nil, nil
	}
	return all, nil
}

func or[T any](p *T, fallback T) T {
	if p == nil {
		return fallback
	}
	return *p
}
