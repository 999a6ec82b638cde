package attention_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/attention"
	"segue/lm/kernel"
)

func TestForwardAndBackwardEqualTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, s := drawSet(t), drawShape(t)
		most := 30
		if s.Heads*s.HeadDim <= 96 {
			most = 100
		}
		segments, tokens := drawSegments(t, most)
		if err := attention.Validate(segments, tokens); err != nil {
			t.Fatal(err)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		qkv, dout := normal(seed, tokens*s.Width()), normal(seed+1, tokens*s.OutputWidth())
		got, want := pass(k, nil, s, segments, qkv, dout), refer(s, segments, qkv)
		for _, c := range []struct {
			name string
			got  []float32
			want []float64
		}{{"out", got.out, want.out}, {"log-sum-exp", got.lse, want.lse}, {"gradient", got.dqkv, want.backward(dout)}} {
			if d := farthest(c.got, c.want); d > 1e-5 {
				t.Fatalf("%s is off by %g", c.name, d)
			}
		}
	})
}

// Sequences longer than several tiles of keys, with a diagonal that is no
// multiple of a tile.
func TestLongSegmentsEqualTheDefinition(t *testing.T) { eachSet(t, testLongSegmentsEqualTheDefinition) }

func testLongSegmentsEqualTheDefinition(t *testing.T, k *kernel.Set) {
	s := attention.Shape{Heads: 2, KeyValueHeads: 1, HeadDim: 16}
	segments := []attention.Segment{{0, 277, -1}, {277, 600, 0}, {600, 601, 1}}
	qkv, dout := normal(1, 601*s.Width()), normal(2, 601*s.OutputWidth())
	got, want := pass(k, nil, s, segments, qkv, dout), refer(s, segments, qkv)
	if d := farthest(got.out, want.out); d > 1e-5 {
		t.Errorf("out is off by %g", d)
	}
	if d := farthest(got.dqkv, want.backward(dout)); d > 1e-5 {
		t.Errorf("gradient is off by %g", d)
	}
}

func TestBackwardAgreesWithFiniteDifferences(t *testing.T) {
	eachSet(t, testBackwardAgreesWithFiniteDifferences)
}

func testBackwardAgreesWithFiniteDifferences(t *testing.T, k *kernel.Set) {
	s := attention.Shape{Heads: 4, KeyValueHeads: 2, HeadDim: 16}
	segments := []attention.Segment{{0, 5, -1}, {5, 9, 0}, {9, 10, 0}, {10, 13, 2}}
	qkv, dout := normal(3, 13*s.Width()), normal(4, 13*s.OutputWidth())
	got := pass(k, nil, s, segments, qkv, dout)
	r := refer(s, segments, qkv)
	loss := func() float64 {
		r.run()
		sum := 0.0
		for i, g := range dout {
			sum += float64(g) * r.out[i]
		}
		return sum
	}
	const step = 1e-5
	for i := 0; i < len(qkv); i += 7 {
		at := r.qkv[i]
		r.qkv[i] = at + step
		up := loss()
		r.qkv[i] = at - step
		slope := (up - loss()) / (2 * step)
		r.qkv[i] = at
		if math.Abs(slope-float64(got.dqkv[i])) > 1e-5 {
			t.Fatalf("element %d: gradient %g, difference quotient %g", i, got.dqkv[i], slope)
		}
	}
}

func TestWorkersDoNotShowInTheBits(t *testing.T) { eachSet(t, testWorkersDoNotShowInTheBits) }

func testWorkersDoNotShowInTheBits(t *testing.T, k *kernel.Set) {
	s := attention.Shape{Heads: 9, KeyValueHeads: 3, HeadDim: 64}
	segments := []attention.Segment{{0, 70, -1}, {70, 75, 0}, {75, 205, 0}, {205, 250, -1}, {250, 251, 3}, {251, 260, 0}, {260, 270, 0}, {270, 271, 0}, {271, 299, 0}, {299, 301, 5}}
	qkv, dout := normal(5, 301*s.Width()), normal(6, 301*s.OutputWidth())
	one := pass(k, nil, s, segments, qkv, dout)
	for _, n := range []int{1, 2, 7} {
		w := kernel.NewWorkers(n)
		got := pass(k, w, s, segments, qkv, dout)
		w.Close()
		if !same(got.out, one.out) || !same(got.lse, one.lse) || !same(got.dqkv, one.dqkv) {
			t.Errorf("%d workers change the bits", n)
		}
	}
}

// same reports whether two vectors have the same bits.
func same(x, y []float32) bool {
	return slices.EqualFunc(x, y, func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) })
}

// A prompt shared by its answers must give what a copy for each answer gives,
// and the sum of the gradients of the copies.
func TestSharedPromptEqualsCopies(t *testing.T) { eachSet(t, testSharedPromptEqualsCopies) }

func testSharedPromptEqualsCopies(t *testing.T, k *kernel.Set) {
	s := attention.Shape{Heads: 6, KeyValueHeads: 2, HeadDim: 32}
	const prompt = 83
	lengths := []int{40, 1, 67, 3, 20, 30, 2}
	shared := []attention.Segment{{0, prompt, -1}}
	var copies []attention.Segment
	var rows []int // the shared row of each copied row
	end := prompt
	for _, n := range lengths {
		shared = append(shared, attention.Segment{From: end, To: end + n, Prefix: 0})
		copies = append(copies, attention.Segment{From: len(rows), To: len(rows) + prompt + n, Prefix: -1})
		for i := range prompt {
			rows = append(rows, i)
		}
		for i := range n {
			rows = append(rows, end+i)
		}
		end += n
	}
	qkv, dout := normal(7, end*s.Width()), normal(8, end*s.OutputWidth())
	clear(dout[:prompt*s.OutputWidth()]) // a prompt's own results would count once for each copy
	spread := func(x []float32, width int) (y []float32) {
		for _, r := range rows {
			y = append(y, x[r*width:(r+1)*width]...)
		}
		return y
	}
	got := pass(k, nil, s, shared, qkv, dout)
	want := pass(k, nil, s, copies, spread(qkv, s.Width()), spread(dout, s.OutputWidth()))
	if d := farthest(spread(got.out, s.OutputWidth()), widened(want.out)); d > 1e-5 {
		t.Errorf("results differ by %g", d)
	}
	sum := make([]float64, len(qkv))
	for i, r := range rows {
		for j := range s.Width() {
			sum[r*s.Width()+j] += float64(want.dqkv[i*s.Width()+j])
		}
	}
	if d := farthest(got.dqkv, sum); d > 1e-5 {
		t.Errorf("gradients differ by %g", d)
	}
}

// Scores too large for exp on their own must not overflow.
func TestLargeScores(t *testing.T) { eachSet(t, testLargeScores) }

func testLargeScores(t *testing.T, k *kernel.Set) {
	s := attention.Shape{Heads: 1, KeyValueHeads: 1, HeadDim: 16}
	segments := []attention.Segment{{0, 300, -1}}
	qkv := normal(9, 300*s.Width())
	for i := range qkv {
		qkv[i] *= 20
	}
	dout := normal(10, 300*s.OutputWidth())
	got := pass(k, nil, s, segments, qkv, dout)
	for _, x := range slices.Concat(got.out, got.lse, got.dqkv) {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			t.Fatalf("a result is %g", x)
		}
	}
}

// One Scratch serves calls of changing shapes and workers.
func TestScratchFitsWhateverIsAsked(t *testing.T) { eachSet(t, testScratchFitsWhateverIsAsked) }

func testScratchFitsWhateverIsAsked(t *testing.T, k *kernel.Set) {
	w := kernel.NewWorkers(3)
	defer w.Close()
	var scratch attention.Scratch
	for _, s := range []attention.Shape{{2, 1, 16}, {6, 2, 32}, {2, 2, 16}, {8, 1, 64}} {
		segments := []attention.Segment{{0, 30, -1}, {30, 50, 0}}
		qkv := normal(17, 50*s.Width())
		want := pass(k, nil, s, segments, qkv, make([]float32, 50*s.OutputWidth())).out
		for _, workers := range []*kernel.Workers{nil, w} {
			out, lse := make([]float32, len(want)), make([]float32, s.Heads*50)
			attention.Forward(k, workers, out, lse, qkv, segments, s, &scratch)
			if !same(out, want) {
				t.Errorf("%v: a used scratch changes the result", s)
			}
		}
	}
}

func TestRowsOfNoSegmentAreLeftAlone(t *testing.T) { eachSet(t, testRowsOfNoSegmentAreLeftAlone) }

func testRowsOfNoSegmentAreLeftAlone(t *testing.T, k *kernel.Set) {
	s := attention.Shape{Heads: 2, KeyValueHeads: 1, HeadDim: 16}
	scratch := attention.NewScratch(1, s)
	qkv, dout := normal(11, 10*s.Width()), normal(12, 10*s.OutputWidth())
	out, lse, dqkv := normal(13, len(dout)), make([]float32, 20), normal(14, len(qkv))
	wasOut, wasGradient := slices.Clone(out), slices.Clone(dqkv)
	segments := []attention.Segment{{0, 4, -1}, {6, 10, 0}}
	attention.Forward(k, nil, out, lse, qkv, segments, s, scratch)
	attention.Backward(k, nil, dqkv, dout, out, lse, qkv, segments, s, scratch)
	o, d := s.OutputWidth(), s.Width()
	if !same(out[4*o:6*o], wasOut[4*o:6*o]) || !same(dqkv[4*d:6*d], wasGradient[4*d:6*d]) {
		t.Error("rows between the segments changed")
	}
	if same(out[6*o:], wasOut[6*o:]) || same(dqkv[6*d:], wasGradient[6*d:]) {
		t.Error("rows of the second segment did not change")
	}
}

func TestTrainingAllocatesNothing(t *testing.T) { eachSet(t, testTrainingAllocatesNothing) }

func testTrainingAllocatesNothing(t *testing.T, k *kernel.Set) {
	s := attention.Shape{Heads: 4, KeyValueHeads: 2, HeadDim: 32}
	scratch := attention.NewScratch(1, s)
	segments := []attention.Segment{{0, 100, -1}, {100, 150, 0}, {150, 190, 0}}
	qkv, dout := normal(15, 190*s.Width()), normal(16, 190*s.OutputWidth())
	out, lse, dqkv := make([]float32, len(dout)), make([]float32, 4*190), make([]float32, len(qkv))
	if n := testing.AllocsPerRun(5, func() {
		attention.Forward(k, nil, out, lse, qkv, segments, s, scratch)
		attention.Backward(k, nil, dqkv, dout, out, lse, qkv, segments, s, scratch)
	}); n != 0 {
		t.Errorf("%v allocations a step", n)
	}
}
