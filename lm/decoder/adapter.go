package decoder

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/lm/kernel"
	"segue/lm/model"
)

// LoRA says which products get low-rank adapters (Hu et al., arXiv
// 2106.09685): y = x·Wᵀ + Alpha/Rank·(x·Aᵀ)·Bᵀ.
type LoRA struct {
	Rank    int
	Alpha   float64
	Targets []string // of AdapterTargets
}

// AdapterTargets are the names of the products that can have adapters.
func AdapterTargets() []string {
	return []string{"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"}
}

// Adapters are the low-rank matrices of all layers in one slice, like
// model.Parameters. Their names are those that PEFT saves.
type Adapters struct {
	LoRA
	Specs  []model.Spec
	Values []float32
	config model.Config
	spots  []spot // of every pair of Specs
}

// spot is where the adapter of a pair (A, B) acts.
type spot struct {
	layer, at int    // offset of A in Values; B follows
	target    string // of AdapterTargets
	from, to  int    // columns of the fused product
	in        int
}

const maxRank = 4096

// NewAdapters makes adapters for a decoder of config c that do not change it
// yet: A is drawn uniformly from ±1/sqrt(in), which is Kaiming's bound with
// the negative slope sqrt(5) that PEFT takes; B is zero.
func NewAdapters(c model.Config, l LoRA, random *rand.Rand) (*Adapters, error) {
	if err := c.Validate(); err != nil {
		return nil, fmt.Errorf("adapters: %w", err)
	}
	if err := l.validate(); err != nil {
		return nil, err
	}
	a := &Adapters{LoRA: l, config: c}
	size := 0
	for layer := range c.Layers {
		for _, target := range AdapterTargets() {
			if !slices.Contains(l.Targets, target) {
				continue
			}
			s := spotOf(c, target)
			s.layer, s.at = layer, size
			name := "base_model.model.model.layers." + fmt.Sprint(layer) + "." + module(target) + "." + target
			a.Specs = append(a.Specs,
				model.Spec{Name: name + ".lora_A.weight", Rows: l.Rank, Cols: s.in},
				model.Spec{Name: name + ".lora_B.weight", Rows: s.to - s.from, Cols: l.Rank})
			a.spots = append(a.spots, s)
			size += l.Rank * (s.in + s.to - s.from)
		}
	}
	a.Values = make([]float32, size)
	for _, s := range a.spots {
		bound := 1 / math.Sqrt(float64(s.in))
		for i := range l.Rank * s.in {
			a.Values[s.at+i] = float32((2*random.Float64() - 1) * bound)
		}
	}
	return a, nil
}

func (l LoRA) validate() error {
	if l.Rank < 1 || l.Rank > maxRank {
		return fmt.Errorf("adapters: rank is %d, want 1 to %d", l.Rank, maxRank)
	}
	if math.IsNaN(l.Alpha) || math.IsInf(l.Alpha, 0) || l.Alpha == 0 {
		return fmt.Errorf("adapters: alpha is %v, want a number other than zero", l.Alpha)
	}
	if len(l.Targets) == 0 {
		return fmt.Errorf("adapters: no targets, choose among %s", strings.Join(AdapterTargets(), ", "))
	}
	for _, t := range l.Targets {
		if !slices.Contains(AdapterTargets(), t) {
			return fmt.Errorf("adapters: no product is called %q, choose among %s", t, strings.Join(AdapterTargets(), ", "))
		}
	}
	return nil
}

// spotOf says which columns of which width the product called target gives.
func spotOf(c model.Config, target string) spot {
	q, kv, f := c.QueryWidth(), c.KeyValueWidth(), c.Intermediate
	s := spot{target: target, in: c.Hidden}
	switch target {
	case "q_proj":
		s.to = q
	case "k_proj":
		s.from, s.to = q, q+kv
	case "v_proj":
		s.from, s.to = q+kv, q+2*kv
	case "o_proj":
		s.to, s.in = c.Hidden, q
	case "gate_proj":
		s.to = f
	case "up_proj":
		s.from, s.to = f, 2*f
	case "down_proj":
		s.to, s.in = c.Hidden, f
	}
	return s
}

func module(target string) string {
	if slices.Contains([]string{"gate_proj", "up_proj", "down_proj"}, target) {
		return "mlp"
	}
	return "self_attn"
}

// Of returns the part of buffer, which is laid out like Values, that belongs
// to the matrix called name; nil when there is none.
func (a *Adapters) Of(buffer []float32, name string) []float32 {
	at := 0
	for _, s := range a.Specs {
		n := s.Rows * s.Cols
		if s.Name == name {
			return buffer[at : at+n : at+n]
		}
		at += n
	}
	return nil
}

// Merge adds the adapters into the parameters p that they were trained beside.
// The adapters themselves stay; using both afterwards counts them twice.
func (a *Adapters) Merge(k *kernel.Set, p *model.Parameters) error {
	if err := a.fits(p.Config); err != nil {
		return err
	}
	w := p.Views(p.Values)
	for _, s := range a.spots {
		down, up := a.views(s, a.Values)
		k.Multiply(nil, productOf(&w.Layers[s.layer], s.target).RowSlice(s.from, s.to), up, down, a.scale(), true)
	}
	return nil
}

func (a *Adapters) scale() float32 { return float32(a.Alpha / float64(a.Rank)) }

// views are A and B of a spot in a buffer laid out like Values.
func (a *Adapters) views(s spot, buffer []float32) (down, up kernel.Matrix) {
	n := a.Rank * s.in
	return kernel.NewMatrix(a.Rank, s.in, buffer[s.at:s.at+n]),
		kernel.NewMatrix(s.to-s.from, a.Rank, buffer[s.at+n:s.at+n+(s.to-s.from)*a.Rank])
}

// productOf is the fused matrix that holds target.
func productOf(l *model.Layer, target string) kernel.Matrix {
	switch target {
	case "o_proj":
		return l.Output
	case "gate_proj", "up_proj":
		return l.GateUp
	case "down_proj":
		return l.Down
	}
	return l.QueryKeyValue
}

// fits says in words why the adapters cannot act on a decoder of config c.
func (a *Adapters) fits(c model.Config) error {
	same := a.config.Layers == c.Layers && a.config.Hidden == c.Hidden && a.config.Intermediate == c.Intermediate &&
		a.config.QueryWidth() == c.QueryWidth() && a.config.KeyValueWidth() == c.KeyValueWidth()
	if !same {
		return fmt.Errorf("adapters: made for %d layers of width %d, the model has %d of %d or other heads", a.config.Layers, a.config.Hidden, c.Layers, c.Hidden)
	}
	return nil
}
