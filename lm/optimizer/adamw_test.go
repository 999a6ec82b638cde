package optimizer_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"segue/lm/kernel"
	"segue/lm/model"
	"segue/lm/optimizer"
)

type golden struct {
	AdamW []struct {
		Clip, Decay float64
		Norms       []float64
		Params      [][]float64
	}
	Schedules map[string][]float64
}

func readGolden(t *testing.T) golden {
	t.Helper()
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// value is the same number as in testdata/golden.py.
func value(i int) float32 {
	return float32(float64(uint32(uint64(i)*2654435761))/2147483648 - 1)
}

// TestStepsAsTorch follows six steps of torch.optim.AdamW with clip_grad_norm_
// in float64; ours is float32, whence the bound.
func TestStepsAsTorch(t *testing.T) {
	for _, name := range kernel.List() {
		set, err := kernel.Select(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range readGolden(t).AdamW {
			a, err := optimizer.New(set, 17, []optimizer.Range{{From: 0, To: 12, Decay: true}, {From: 12, To: 17}},
				optimizer.Options{Beta1: 0.9, Beta2: 0.95, Epsilon: 1e-8, WeightDecay: g.Decay, Clip: g.Clip})
			if err != nil {
				t.Fatal(err)
			}
			params, gradient := make([]float32, 17), make([]float32, 17)
			for i := range params {
				params[i] = value(i + 1)
			}
			for step, want := range g.Params {
				for i := range gradient {
					gradient[i] = value(1000*(step+1)+i) * float32(step+1)
				}
				r, err := a.Step(nil, params, gradient, 1e-2/float64(step+1))
				if err != nil {
					t.Fatal(err)
				}
				if math.Abs(r.Norm-g.Norms[step]) > 1e-5*g.Norms[step] {
					t.Errorf("%s: norm %v at step %d, torch says %v", name, r.Norm, step, g.Norms[step])
				}
				for i := range params {
					if d := math.Abs(float64(params[i]) - want[i]); d > 3e-6 {
						t.Errorf("%s clip %v: parameter %d after step %d is %v, torch says %v", name, g.Clip, i, step, params[i], want[i])
					}
				}
			}
		}
	}
}

// reference is the paper's algorithm 2 in float64, written down independently.
type reference struct {
	theta, m, v []float64
	t           int
}

func (r *reference) step(g []float32, decays func(int) bool, o optimizer.Options, rate float64) {
	r.t++
	var sum float64
	for _, x := range g {
		sum += float64(x) * float64(x)
	}
	scale := 1.0
	if norm := math.Sqrt(sum); o.Clip > 0 && norm > o.Clip {
		scale = o.Clip / norm
	}
	for i := range r.theta {
		x := float64(g[i]) * scale
		r.m[i] = o.Beta1*r.m[i] + (1-o.Beta1)*x
		r.v[i] = o.Beta2*r.v[i] + (1-o.Beta2)*x*x
		mHat := r.m[i] / (1 - math.Pow(o.Beta1, float64(r.t)))
		vHat := r.v[i] / (1 - math.Pow(o.Beta2, float64(r.t)))
		move := mHat / (math.Sqrt(vHat) + o.Epsilon)
		if decays(i) {
			move += o.WeightDecay * r.theta[i]
		}
		r.theta[i] -= rate * move
	}
}

const size = 3*65536 + 12345 // several pieces of work and an odd tail

func ranges() []optimizer.Range {
	return []optimizer.Range{{From: 0, To: 70000, Decay: true}, {From: 70000, To: 70131}, {From: 70131, To: size, Decay: true}}
}

func normals(random *rand.Rand, n int, deviation float64) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(random.NormFloat64() * deviation)
	}
	return x
}

func TestStepsAsThePaper(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	o := optimizer.Options{Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, WeightDecay: 0.1, Clip: 1}
	a, err := optimizer.New(nil, size, ranges(), o)
	if err != nil {
		t.Fatal(err)
	}
	params := normals(random, size, 0.02)
	want := reference{theta: make([]float64, size), m: make([]float64, size), v: make([]float64, size)}
	for i, p := range params {
		want.theta[i] = float64(p)
	}
	for step := range 5 {
		g := normals(random, size, []float64{1e-3, 1, 1e-6, 100, 1e-2}[step])
		if _, err := a.Step(nil, params, g, 1e-3); err != nil {
			t.Fatal(err)
		}
		want.step(g, func(i int) bool { return i < 70000 || i >= 70131 }, o, 1e-3)
	}
	for i := range params {
		if d := math.Abs(float64(params[i]) - want.theta[i]); d > 1e-7 {
			t.Fatalf("parameter %d is %v, the paper's %v", i, params[i], want.theta[i])
		}
	}
}

func TestSameBitsForAnyThreads(t *testing.T) {
	run := func(threads int) []float32 {
		workers := kernel.NewWorkers(threads)
		defer workers.Close()
		random := rand.New(rand.NewPCG(3, 4))
		a, err := optimizer.New(nil, size, ranges(), optimizer.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		params := normals(random, size, 1)
		for range 3 {
			if _, err := a.Step(workers, params, normals(random, size, 1), 1e-2); err != nil {
				t.Fatal(err)
			}
		}
		return params
	}
	one := run(1)
	for _, threads := range []int{2, 7} {
		if !slices.Equal(one, run(threads)) {
			t.Errorf("%d threads give other bits than one", threads)
		}
	}
}

func TestGradientThatIsNotFiniteIsSkipped(t *testing.T) {
	a, err := optimizer.New(nil, 3, []optimizer.Range{{From: 0, To: 3, Decay: true}}, optimizer.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	params := []float32{1, 2, 3}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		r, err := a.Step(nil, params, []float32{0, float32(bad), 1}, 0.1)
		if err != nil || !r.Skipped {
			t.Errorf("%v: %+v, %v", bad, r, err)
		}
	}
	if s := a.State(); !slices.Equal(params, []float32{1, 2, 3}) || s.Steps != 0 || s.M[2] != 0 || s.V[2] != 0 {
		t.Errorf("a skipped step left %v and %+v", params, s)
	}
	if r, err := a.Step(nil, params, []float32{math.MaxFloat32, 1, 1}, 0.1); err != nil || r.Skipped || math.IsNaN(float64(params[0])) {
		t.Errorf("the largest finite gradient: %+v, %v, parameters %v", r, err, params)
	}
}

func TestRestoreGoesOnWithTheSameBits(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	start, gradients := normals(random, 1000, 1), normals(random, 1000, 1)
	newOne := func() *optimizer.AdamW {
		a, err := optimizer.New(nil, 1000, []optimizer.Range{{From: 0, To: 1000, Decay: true}}, optimizer.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	step := func(a *optimizer.AdamW, params []float32) {
		if _, err := a.Step(nil, params, gradients, 1e-3); err != nil {
			t.Fatal(err)
		}
	}
	straight, params := newOne(), slices.Clone(start)
	step(straight, params)
	again, copied := newOne(), slices.Clone(params)
	if err := again.Restore(straight.State()); err != nil {
		t.Fatal(err)
	}
	step(straight, params)
	step(again, copied)
	if !slices.Equal(params, copied) {
		t.Error("a restored optimiser takes another step")
	}
	if err := again.Restore(optimizer.State{M: make([]float32, 3), V: make([]float32, 3)}); err == nil {
		t.Error("a state of another size is taken")
	}
}

func TestStepAllocatesNothing(t *testing.T) {
	workers := kernel.NewWorkers(2)
	defer workers.Close()
	a, err := optimizer.New(nil, size, ranges(), optimizer.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	params, gradient := make([]float32, size), make([]float32, size)
	if n := testing.AllocsPerRun(5, func() {
		if _, err := a.Step(workers, params, gradient, 1e-3); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("a step allocates %v times", n)
	}
}

func TestMisuse(t *testing.T) {
	good := optimizer.Defaults()
	for _, c := range []struct {
		says   string
		size   int
		ranges []optimizer.Range
		change func(*optimizer.Options)
	}{
		{"beta1", 1, nil, func(o *optimizer.Options) { o.Beta1 = 1 }},
		{"beta2", 1, nil, func(o *optimizer.Options) { o.Beta2 = math.NaN() }},
		{"epsilon", 1, nil, func(o *optimizer.Options) { o.Epsilon = 0 }},
		{"weight decay", 1, nil, func(o *optimizer.Options) { o.WeightDecay = -1 }},
		{"clipping", 1, nil, func(o *optimizer.Options) { o.Clip = math.Inf(1) }},
		{"range 1", 9, []optimizer.Range{{From: 0, To: 5}, {From: 4, To: 9}}, func(*optimizer.Options) {}},
		{"range 0", 9, []optimizer.Range{{From: 0, To: 10}}, func(*optimizer.Options) {}},
		{"elements", -1, nil, func(*optimizer.Options) {}},
	} {
		o := good
		c.change(&o)
		if _, err := optimizer.New(nil, c.size, c.ranges, o); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("want an error about %s, got %v", c.says, err)
		}
	}
	a, err := optimizer.New(nil, 2, nil, good)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Step(nil, make([]float32, 2), make([]float32, 3), 1); err == nil {
		t.Error("a gradient of another size is taken")
	}
}

func TestRangesOfAModel(t *testing.T) {
	c, err := model.Preset("nano", 50)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for i, r := range optimizer.Ranges(c.Specs()) {
		s := c.Specs()[i]
		if r.From != at || r.To-r.From != s.Rows*s.Cols || r.Decay == strings.Contains(s.Name, "norm") {
			t.Errorf("%s has the range %+v", s.Name, r)
		}
		at = r.To
	}
	if int64(at) != c.Size() {
		t.Errorf("the ranges end at %d of %d", at, c.Size())
	}
}

func BenchmarkStep(b *testing.B) {
	workers := kernel.NewWorkers(2)
	defer workers.Close()
	const n = 10 << 20
	a, err := optimizer.New(nil, n, []optimizer.Range{{From: 0, To: n, Decay: true}}, optimizer.Defaults())
	if err != nil {
		b.Fatal(err)
	}
	params, gradient := make([]float32, n), make([]float32, n)
	b.SetBytes(n * 4 * 8)
	for b.Loop() {
		if _, err := a.Step(workers, params, gradient, 1e-3); err != nil {
			b.Fatal(err)
		}
	}
}
