package attention_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/attention"
	"segue/lm/kernel"
)

// reference is attention in float64 with an explicit mask, written from the
// definition and sharing nothing with the package.
type reference struct {
	shape    attention.Shape
	tokens   int
	sees     [][]bool // [query][key]
	qkv      []float64
	weights  [][][]float64 // [head][query][key]
	out, lse []float64
}

func mask(segments []attention.Segment, tokens int) [][]bool {
	owner := make([]int, tokens)
	for t := range owner {
		owner[t] = -1
	}
	for i, s := range segments {
		for t := s.From; t < s.To; t++ {
			owner[t] = i
		}
	}
	sees := make([][]bool, tokens)
	for i := range sees {
		sees[i] = make([]bool, tokens)
		for p := owner[i]; p >= 0; p = segments[p].Prefix {
			for j := segments[p].From; j < segments[p].To; j++ {
				sees[i][j] = p != owner[i] || j <= i
			}
		}
	}
	return sees
}

func (r *reference) at(t, column, i int) float64 {
	return r.qkv[t*r.shape.Width()+column*r.shape.HeadDim+i]
}

func refer(s attention.Shape, segments []attention.Segment, qkv []float32) *reference {
	tokens := len(qkv) / s.Width()
	r := &reference{shape: s, tokens: tokens, sees: mask(segments, tokens), qkv: make([]float64, len(qkv))}
	for i, x := range qkv {
		r.qkv[i] = float64(x)
	}
	r.run()
	return r
}

func (r *reference) run() {
	s, tokens := r.shape, r.tokens
	r.out, r.lse = make([]float64, tokens*s.OutputWidth()), make([]float64, s.Heads*tokens)
	r.weights = make([][][]float64, s.Heads)
	for h := range s.Heads {
		key := s.Heads + h/(s.Heads/s.KeyValueHeads)
		r.weights[h] = make([][]float64, tokens)
		for i := range tokens {
			weights, sum := make([]float64, tokens), 0.0
			for j := range tokens {
				if r.sees[i][j] {
					dot := 0.0
					for d := range s.HeadDim {
						dot += r.at(i, h, d) * r.at(j, key, d)
					}
					weights[j] = math.Exp(dot / math.Sqrt(float64(s.HeadDim)))
					sum += weights[j]
				}
			}
			if sum == 0 {
				continue
			}
			for j := range weights {
				if !r.sees[i][j] {
					continue
				}
				weights[j] /= sum
				for d := range s.HeadDim {
					r.out[i*s.OutputWidth()+h*s.HeadDim+d] += weights[j] * r.at(j, key+s.KeyValueHeads, d)
				}
			}
			r.weights[h][i], r.lse[h*tokens+i] = weights, math.Log(sum)
		}
	}
}

// backward is the chain rule through the definition, one pair at a time.
func (r *reference) backward(dout []float32) []float64 {
	s := r.shape
	dqkv := make([]float64, len(r.qkv))
	add := func(t, column, i int, x float64) { dqkv[t*s.Width()+column*s.HeadDim+i] += x }
	for h := range s.Heads {
		key := s.Heads + h/(s.Heads/s.KeyValueHeads)
		value := key + s.KeyValueHeads
		for i, weights := range r.weights[h] {
			do := dout[i*s.OutputWidth()+h*s.HeadDim:][:s.HeadDim]
			dweight, mean := make([]float64, len(weights)), 0.0
			for j, p := range weights {
				if !r.sees[i][j] {
					continue
				}
				for d, g := range do {
					dweight[j] += float64(g) * r.at(j, value, d)
				}
				mean += p * dweight[j]
			}
			for j, p := range weights {
				if !r.sees[i][j] {
					continue
				}
				ds := p * (dweight[j] - mean) / math.Sqrt(float64(s.HeadDim))
				for d, g := range do {
					add(j, value, d, p*float64(g))
					add(i, h, d, ds*r.at(j, key, d))
					add(j, key, d, ds*r.at(i, h, d))
				}
			}
		}
	}
	return dqkv
}

// eachSet runs a test with every set of kernels that this CPU runs.
func eachSet(t *testing.T, test func(t *testing.T, k *kernel.Set)) {
	for _, name := range kernel.List() {
		t.Run(name, func(t *testing.T) {
			k, err := kernel.Select(name)
			if err != nil {
				t.Fatal(err)
			}
			test(t, k)
		})
	}
}

// drawSet draws a set of kernels that this CPU runs.
func drawSet(t *rapid.T) *kernel.Set {
	k, err := kernel.Select(rapid.SampledFrom(kernel.List()).Draw(t, "kernels"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// run is what the second of two passes with the same scratch makes of memory
// that holds other numbers.
type run struct{ out, lse, dqkv []float32 }

func pass(k *kernel.Set, w *kernel.Workers, s attention.Shape, segments []attention.Segment, qkv, dout []float32) run {
	tokens := len(qkv) / s.Width()
	r := run{make([]float32, tokens*s.OutputWidth()), make([]float32, s.Heads*tokens), make([]float32, len(qkv))}
	scratch := new(attention.Scratch)
	for range 2 {
		for _, x := range [][]float32{r.out, r.lse, r.dqkv} {
			for i := range x {
				x[i] += 1e3
			}
		}
		attention.Forward(k, w, r.out, r.lse, qkv, segments, s, scratch)
		attention.Backward(k, w, r.dqkv, dout, r.out, r.lse, qkv, segments, s, scratch)
	}
	return r
}

func normal(seed uint64, n int) []float32 {
	random := rand.New(rand.NewPCG(seed, 1))
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(random.NormFloat64())
	}
	return x
}

// farthest is the largest difference of two vectors, relative to the larger of
// 1 and the largest number in the second.
func farthest(x []float32, y []float64) float64 {
	if len(x) != len(y) {
		return math.Inf(1)
	}
	worst, scale := 0.0, 1.0
	for i := range x {
		scale = max(scale, math.Abs(y[i]))
		if d := math.Abs(float64(x[i]) - y[i]); !(d <= worst) {
			worst = d
		}
	}
	return worst / scale
}

func widened(x []float32) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = float64(x[i])
	}
	return y
}

// drawShape draws an arrangement of heads.
func drawShape(t *rapid.T) attention.Shape {
	kv := rapid.IntRange(1, 3).Draw(t, "key-value heads")
	return attention.Shape{
		Heads:         kv * rapid.SampledFrom([]int{1, 2, 3, 7}).Draw(t, "group"),
		KeyValueHeads: kv,
		HeadDim:       rapid.SampledFrom([]int{16, 18, 24, 32, 64, 128}).Draw(t, "head dimension"),
	}
}

// drawSegments draws packed segments that form trees.
func drawSegments(t *rapid.T, most int) (segments []attention.Segment, tokens int) {
	for i := range rapid.IntRange(1, 6).Draw(t, "segments") {
		length := rapid.OneOf(rapid.IntRange(1, 3), rapid.IntRange(0, most)).Draw(t, "length")
		prefix := rapid.IntRange(-1, i-1).Draw(t, "prefix")
		segments = append(segments, attention.Segment{From: tokens, To: tokens + length, Prefix: prefix})
		tokens += length
	}
	return segments, tokens
}
