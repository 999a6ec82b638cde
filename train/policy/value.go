package policy

import (
	"fmt"
	"math"

	"segue/lm/decoder"
	"segue/lm/optimizer"
)

// valueHead predicts the return from the state before each token: a linear
// function of the row that the language head reads. It begins at 0 everywhere.
type valueHead struct {
	weights   []float32 // [hidden + 1], the last one the bias
	gradient  []float32 // laid out like weights
	optimizer *optimizer.AdamW
	rows      []float32 // gradient by the hidden rows of a pass, [tokens × hidden]
}

func newValueHead(hidden int, o optimizer.Options) (*valueHead, error) {
	o.WeightDecay = 0
	a, err := optimizer.New(nil, hidden+1, []optimizer.Range{{From: 0, To: hidden + 1}}, o)
	return &valueHead{weights: make([]float32, hidden+1), gradient: make([]float32, hidden+1), optimizer: a}, err
}

func (v *valueHead) width() int { return len(v.weights) - 1 }

// finite says whether the gradient can be stepped along.
func (v *valueHead) finite() bool {
	sum := 0.0
	for _, g := range v.gradient {
		sum += float64(g) * float64(g)
	}
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// predict gives the value at each target from the hidden rows of the pass.
func (v *valueHead) predict(dst []float64, hidden []float32, targets []decoder.Target) error {
	w := v.width()
	for i, t := range targets {
		sum := float64(v.weights[w])
		for j, h := range hidden[int(t.Row)*w : (int(t.Row)+1)*w] {
			sum += float64(v.weights[j]) * float64(h)
		}
		if math.IsNaN(sum) || math.IsInf(sum, 0) {
			return fmt.Errorf("%w: the value head predicts %g", ErrDiverged, sum)
		}
		dst[i] = sum
	}
	return nil
}

// backward adds the gradient of the head, given that by each target's value,
// and returns that by the hidden rows.
func (v *valueHead) backward(byValue []float64, hidden []float32, targets []decoder.Target) []float32 {
	w := v.width()
	if cap(v.rows) < len(hidden) {
		v.rows = make([]float32, len(hidden))
	}
	v.rows = v.rows[:len(hidden)]
	clear(v.rows)
	for i, t := range targets {
		g := float32(byValue[i])
		if g == 0 {
			continue
		}
		from := int(t.Row) * w
		for j := range w {
			v.rows[from+j] += g * v.weights[j]
			v.gradient[j] += g * hidden[from+j]
		}
		v.gradient[w] += g
	}
	return v.rows
}
