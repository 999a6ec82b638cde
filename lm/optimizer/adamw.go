package optimizer

import (
	"fmt"
	"math"

	"segue/lm/kernel"
)

// Options are the constants of AdamW, named as in the paper.
type Options struct {
	Beta1, Beta2 float64 // decay of the mean of gradients and of their squares, in [0, 1)
	Epsilon      float64 // added to the root of the second mean, above 0
	WeightDecay  float64 // share of a weight lost per step, times the learning rate
	Clip         float64 // largest global norm of a gradient; 0 clips nothing
}

// Defaults are the constants that language models are commonly trained with.
func Defaults() Options {
	return Options{Beta1: 0.9, Beta2: 0.95, Epsilon: 1e-8, WeightDecay: 0.1, Clip: 1}
}

// Validate says in words what in o cannot be used.
func (o Options) Validate() error {
	switch {
	case !(o.Beta1 >= 0 && o.Beta1 < 1):
		return fmt.Errorf("optimizer: beta1 is %v, want a number in [0, 1)", o.Beta1)
	case !(o.Beta2 >= 0 && o.Beta2 < 1):
		return fmt.Errorf("optimizer: beta2 is %v, want a number in [0, 1)", o.Beta2)
	case !(o.Epsilon > 0) || math.IsInf(o.Epsilon, 0):
		return fmt.Errorf("optimizer: epsilon is %v, want a small positive number", o.Epsilon)
	case !(o.WeightDecay >= 0) || math.IsInf(o.WeightDecay, 0):
		return fmt.Errorf("optimizer: weight decay is %v, want a number from 0", o.WeightDecay)
	case !(o.Clip >= 0) || math.IsInf(o.Clip, 0):
		return fmt.Errorf("optimizer: the clipping norm is %v, want a positive number, or 0 for none", o.Clip)
	}
	return nil
}

// AdamW is Adam with decoupled weight decay (Loshchilov & Hutter, arXiv
// 1711.05101) and bias-corrected means, as torch.optim.AdamW computes it, over
// one flat buffer. It is not safe for concurrent use.
type AdamW struct {
	options Options
	kernel  *kernel.Set
	chunks  []chunk
	m, v    []float32 // means of the gradients and of their squares, laid out like the parameters
	steps   int64     // taken, skipped ones not counted

	norms  normTask
	update updateTask
}

// New makes an optimiser, with all means zero, for buffers of size elements
// cut into ranges (sorted, apart; see Ranges). k nil means kernel.Default.
func New(k *kernel.Set, size int, ranges []Range, o Options) (*AdamW, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if size < 0 {
		return nil, fmt.Errorf("optimizer: the buffer has %d elements", size)
	}
	all, err := chunks(ranges, size)
	if err != nil {
		return nil, err
	}
	if k == nil {
		k = kernel.Default()
	}
	a := &AdamW{options: o, kernel: k, chunks: all, m: make([]float32, size), v: make([]float32, size)}
	a.norms = normTask{AdamW: a, squares: make([]float64, len(all))}
	a.update = updateTask{AdamW: a}
	return a, nil
}

// Report says what a step did.
type Report struct {
	Norm    float64 // of the gradient, before clipping (Euclidean, over all ranges)
	Scale   float64 // what the gradient was multiplied by; below 1 when it was clipped
	Skipped bool    // Norm is not finite: nothing was changed
}

// Step moves parameters against gradient, both laid out as the ranges say, and
// leaves gradient as it is. A gradient whose norm is NaN or infinite is
// skipped: parameters and means stay as they were. The result does not depend
// on the number of workers, and nothing is allocated.
func (a *AdamW) Step(w *kernel.Workers, parameters, gradient []float32, learningRate float64) (Report, error) {
	if len(parameters) != len(a.m) || len(gradient) != len(a.m) {
		return Report{}, fmt.Errorf("optimizer: %d parameters and %d gradients, want %d of each", len(parameters), len(gradient), len(a.m))
	}
	r := Report{Norm: a.norm(w, gradient), Scale: 1}
	if math.IsNaN(r.Norm) || math.IsInf(r.Norm, 0) {
		r.Skipped, r.Scale = true, 0
		return r, nil
	}
	if a.options.Clip > 0 {
		// As torch.nn.utils.clip_grad_norm_: the small addend keeps a norm of 0 from dividing.
		r.Scale = min(1, a.options.Clip/(r.Norm+1e-6))
	}
	a.steps++
	t, o := &a.update, a.options
	t.parameters, t.gradient = parameters, gradient
	t.step = kernel.AdamWStep{
		LearningRate: float32(learningRate), Beta1: float32(o.Beta1), Beta2: float32(o.Beta2), Epsilon: float32(o.Epsilon),
		Correction1: float32(1 - math.Pow(o.Beta1, float64(a.steps))), Correction2: float32(1 - math.Pow(o.Beta2, float64(a.steps))),
		GradientScale: float32(r.Scale),
	}
	w.Run(len(a.chunks), t)
	t.parameters, t.gradient = nil, nil
	return r, nil
}

// norm sums in the order of the chunks, whoever did them.
func (a *AdamW) norm(w *kernel.Workers, gradient []float32) float64 {
	a.norms.gradient = gradient
	w.Run(len(a.chunks), &a.norms)
	a.norms.gradient = nil
	var sum float64
	for _, s := range a.norms.squares {
		sum += s
	}
	return math.Sqrt(sum)
}

type normTask struct {
	*AdamW
	gradient []float32
	squares  []float64 // of each chunk
}

func (t *normTask) Do(part int) {
	c := t.chunks[part]
	t.squares[part] = t.kernel.SquaredNorm(t.gradient[c.from:c.to])
}

type updateTask struct {
	*AdamW
	parameters, gradient []float32
	step                 kernel.AdamWStep
}

func (t *updateTask) Do(part int) {
	c, step := t.chunks[part], t.step
	if c.decay {
		step.WeightDecay = float32(t.options.WeightDecay)
	}
	t.kernel.AdamW(t.parameters[c.from:c.to], t.gradient[c.from:c.to], t.m[c.from:c.to], t.v[c.from:c.to], step)
}

// State is what an optimiser remembers between steps. The slices are its own,
// not copies.
type State struct {
	Steps int64
	M, V  []float32
}

// State is the optimiser's memory, to be written into a checkpoint.
func (a *AdamW) State() State { return State{Steps: a.steps, M: a.m, V: a.v} }

// Restore copies s, so that the next step is the one that would have followed
// when s was taken.
func (a *AdamW) Restore(s State) error {
	if s.Steps < 0 || len(s.M) != len(a.m) || len(s.V) != len(a.v) {
		return fmt.Errorf("optimizer: a state of %d and %d numbers after %d steps, want %d of each", len(s.M), len(s.V), s.Steps, len(a.m))
	}
	copy(a.m, s.M)
	copy(a.v, s.V)
	a.steps = s.Steps
	return nil
}
