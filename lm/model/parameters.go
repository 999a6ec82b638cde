package model

import (
	"fmt"
	"math/rand/v2"
)

// Spec names one parameter: its Hugging Face name and shape ([Rows × Cols],
// one row for vectors).
type Spec struct {
	Name       string
	Rows, Cols int
	Vector     bool // stored with one dimension; exempt from weight decay
}

// Specs lists the parameters in their order in memory. Within a layer the
// query, key and value projections follow each other, as do gate and up, so
// that each group is also one matrix.
func (c Config) Specs() []Spec {
	matrix := func(name string, rows, cols int) Spec { return Spec{Name: name, Rows: rows, Cols: cols} }
	vector := func(name string, n int) Spec { return Spec{Name: name, Rows: 1, Cols: n, Vector: true} }
	specs := []Spec{matrix("model.embed_tokens.weight", c.Vocabulary, c.Hidden)}
	for l := range c.Layers {
		p := fmt.Sprintf("model.layers.%d.", l)
		specs = append(specs,
			vector(p+"input_layernorm.weight", c.Hidden),
			matrix(p+"self_attn.q_proj.weight", c.QueryWidth(), c.Hidden),
			matrix(p+"self_attn.k_proj.weight", c.KeyValueWidth(), c.Hidden),
			matrix(p+"self_attn.v_proj.weight", c.KeyValueWidth(), c.Hidden))
		if c.AttentionBias {
			specs = append(specs,
				vector(p+"self_attn.q_proj.bias", c.QueryWidth()),
				vector(p+"self_attn.k_proj.bias", c.KeyValueWidth()),
				vector(p+"self_attn.v_proj.bias", c.KeyValueWidth()))
		}
		if c.QueryKeyNorm {
			specs = append(specs,
				vector(p+"self_attn.q_norm.weight", c.HeadDim),
				vector(p+"self_attn.k_norm.weight", c.HeadDim))
		}
		specs = append(specs,
			matrix(p+"self_attn.o_proj.weight", c.Hidden, c.QueryWidth()),
			vector(p+"post_attention_layernorm.weight", c.Hidden),
			matrix(p+"mlp.gate_proj.weight", c.Intermediate, c.Hidden),
			matrix(p+"mlp.up_proj.weight", c.Intermediate, c.Hidden),
			matrix(p+"mlp.down_proj.weight", c.Hidden, c.Intermediate))
	}
	specs = append(specs, vector("model.norm.weight", c.Hidden))
	if !c.TiedEmbeddings {
		specs = append(specs, matrix("lm_head.weight", c.Vocabulary, c.Hidden))
	}
	return specs
}

// Parameters are all weights of one decoder in one slice.
type Parameters struct {
	Config Config
	Specs  []Spec
	Values []float32 // concatenated in the order of Specs, each row-major
	offset map[string]int
}

// NewParameters makes room for the parameters of c, all zero.
func NewParameters(c Config) (*Parameters, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	p := &Parameters{Config: c, Specs: c.Specs(), offset: map[string]int{}}
	n := 0
	for _, s := range p.Specs {
		p.offset[s.Name] = n
		n += s.Rows * s.Cols
	}
	p.Values = make([]float32, n)
	return p, nil
}

// Initialise draws fresh weights: normal with the config's deviation (the
// projections back into the residual stream scaled down by 1/sqrt(2 Layers),
// as GPT-2 does), norms one, biases zero.
func (p *Parameters) Initialise(random *rand.Rand) {
	c := p.Config
	for _, s := range p.Specs {
		values, deviation := p.Of(p.Values, s.Name), c.deviation(s)
		for i := range values {
			switch {
			case s.isNorm():
				values[i] = 1
			case s.Vector:
				values[i] = 0
			default:
				values[i] = float32(random.NormFloat64() * deviation)
			}
		}
	}
}

// Of returns the part of buffer (weights, gradients or optimiser state laid
// out like Values) that belongs to the parameter called name; nil when there
// is none.
func (p *Parameters) Of(buffer []float32, name string) []float32 {
	at, ok := p.offset[name]
	if !ok {
		return nil
	}
	for _, s := range p.Specs {
		if s.Name == name {
			return buffer[at : at+s.Rows*s.Cols : at+s.Rows*s.Cols]
		}
	}
	return nil
}
