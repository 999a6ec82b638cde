package attention_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/attention"
	"segue/lm/kernel"
)

var small = attention.Shape{Heads: 6, KeyValueHeads: 2, HeadDim: 16}

// sampler decodes sequences of random fused vectors in one layer of a cache.
type sampler struct {
	testing.TB
	kernels *kernel.Set
	shape   attention.Shape
	cache   *attention.Cache
	workers *kernel.Workers
	scratch *attention.Scratch
}

func newSampler(t testing.TB, k *kernel.Set, s attention.Shape, pages int) *sampler {
	c, err := attention.NewCache(2, pages, s)
	if err != nil {
		t.Fatal(err)
	}
	return &sampler{t, k, s, c, nil, attention.NewScratch(7, s)}
}

// decode extends the sequences by the rows given for each and returns the
// results of each.
func (d *sampler) decode(sequences []*attention.Sequence, qkv [][]float32) [][]float32 {
	d.Helper()
	var queries []attention.Query
	for i, s := range sequences {
		n := len(qkv[i]) / d.shape.Width()
		if err := d.cache.Extend(s, n); err != nil {
			d.Fatal(err)
		}
		queries = append(queries, attention.Query{Sequence: s, Rows: n})
	}
	rows := slices.Concat(qkv...)
	out := make([]float32, len(rows)/d.shape.Width()*d.shape.OutputWidth())
	attention.Decode(d.kernels, d.workers, out, rows, queries, d.cache, 1, d.scratch)
	var each [][]float32
	for _, q := range queries {
		n := q.Rows * d.shape.OutputWidth()
		each = append(each, out[:n])
		out = out[n:]
	}
	return each
}

// alone decodes one sequence in a cache of its own, in chunks that end at cuts.
func alone(t testing.TB, k *kernel.Set, s attention.Shape, qkv []float32, cuts ...int) (out []float32) {
	d := newSampler(t, k, s, 32)
	var sequence attention.Sequence
	from := 0
	for _, to := range append(cuts, len(qkv)/s.Width()) {
		if to > from {
			part := qkv[from*s.Width() : to*s.Width()]
			out = append(out, d.decode([]*attention.Sequence{&sequence}, [][]float32{part})[0]...)
			from = to
		}
	}
	return out
}

func TestDecodeEqualsForward(t *testing.T) { eachSet(t, testDecodeEqualsForward) }

func testDecodeEqualsForward(t *testing.T, k *kernel.Set) {
	for _, s := range []attention.Shape{small, {9, 3, 64}, {7, 1, 128}, {2, 2, 18}} {
		const tokens = 201
		qkv := normal(1, tokens*s.Width())
		segments := []attention.Segment{{0, tokens, -1}}
		want := pass(k, nil, s, segments, qkv, make([]float32, tokens*s.OutputWidth()))
		if d := farthest(alone(t, k, s, qkv, 5, 6, 7, 100), widened(want.out)); d > 1e-5 {
			t.Errorf("%v: results differ by %g", s, d)
		}
	}
}

func TestChunksDoNotShowInTheBits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := drawSet(rt)
		tokens := rapid.IntRange(1, 200).Draw(rt, "tokens")
		qkv := normal(rapid.Uint64().Draw(rt, "seed"), tokens*small.Width())
		cuts := rapid.SliceOfN(rapid.IntRange(0, tokens), 0, 8).Draw(rt, "cuts")
		slices.Sort(cuts)
		if !same(alone(t, k, small, qkv), alone(t, k, small, qkv, cuts...)) {
			rt.Fatal("the results depend on the chunks")
		}
	})
}

func TestOneTokenAtATimeEqualsAllAtOnce(t *testing.T) { eachSet(t, testOneTokenAtATimeEqualsAllAtOnce) }

func testOneTokenAtATimeEqualsAllAtOnce(t *testing.T, k *kernel.Set) {
	s := attention.Shape{Heads: 9, KeyValueHeads: 3, HeadDim: 64}
	qkv := normal(2, 150*s.Width())
	var cuts []int
	for i := range 150 {
		cuts = append(cuts, i)
	}
	if !same(alone(t, k, s, qkv), alone(t, k, s, qkv, cuts...)) {
		t.Error("a token decoded alone has other bits than in its prompt")
	}
}

// Sequences that come and go, share beginnings and are cut back, in calls of
// any mixture and for any number of workers, give what each gives alone.
func TestCompanyAndPagesDoNotShowInTheBits(t *testing.T) {
	eachSet(t, testCompanyAndPagesDoNotShowInTheBits)
}

func testCompanyAndPagesDoNotShowInTheBits(t *testing.T, k *kernel.Set) {
	for _, workers := range []int{1, 2, 7} {
		w := kernel.NewWorkers(workers)
		random := rand.New(rand.NewPCG(3, 4))
		d := newSampler(t, k, small, 40)
		d.workers = w
		type live struct {
			sequence *attention.Sequence
			qkv, out []float32
		}
		var all []live
		for step := range 60 {
			switch choice := random.IntN(6); {
			case len(all) < 3 || choice == 0 && len(all) < 7:
				all = append(all, live{sequence: new(attention.Sequence)})
			case choice == 1 && len(all) < 7:
				from := all[random.IntN(len(all))]
				n := random.IntN(from.sequence.Len() + 1)
				all = append(all, live{d.cache.Fork(from.sequence, n), slices.Clone(from.qkv[:n*small.Width()]), slices.Clone(from.out[:n*small.OutputWidth()])})
			case choice == 2:
				l := &all[random.IntN(len(all))]
				n := random.IntN(l.sequence.Len() + 1)
				d.cache.Truncate(l.sequence, n)
				l.qkv, l.out = l.qkv[:n*small.Width()], l.out[:n*small.OutputWidth()]
			case choice == 3 || d.cache.Free() < 20:
				i := random.IntN(len(all))
				d.cache.Release(all[i].sequence)
				all = slices.Delete(all, i, i+1)
			}
			random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			var sequences []*attention.Sequence
			var qkv [][]float32
			for i := range all {
				n := 1
				if all[i].sequence.Len() == 0 || random.IntN(5) == 0 {
					n = random.IntN(90)
				}
				sequences = append(sequences, all[i].sequence)
				qkv = append(qkv, normal(uint64(step*100+i), n*small.Width()))
			}
			for i, out := range d.decode(sequences, qkv) {
				all[i].qkv, all[i].out = append(all[i].qkv, qkv[i]...), append(all[i].out, out...)
			}
		}
		for i, l := range all {
			if !same(alone(t, k, small, l.qkv), l.out) {
				t.Errorf("sequence %d of %d tokens has other bits than alone (%d workers)", i, l.sequence.Len(), workers)
			}
			d.cache.Release(l.sequence)
		}
		if d.cache.Free() != d.cache.Pages() {
			t.Errorf("%d of %d pages are free at the end", d.cache.Free(), d.cache.Pages())
		}
		w.Close()
	}
}

// A sequence whose numbers became NaN must not touch those that share its first
// page or that use its pages after it.
func TestNaNStaysInItsSequence(t *testing.T) { eachSet(t, testNaNStaysInItsSequence) }

func testNaNStaysInItsSequence(t *testing.T, k *kernel.Set) {
	d := newSampler(t, k, small, 4)
	qkv, ill := normal(5, 10*small.Width()), normal(6, 50*small.Width())
	for i := range ill {
		ill[i] = float32(math.NaN())
	}
	more := normal(7, 30*small.Width())
	want := alone(t, k, small, slices.Concat(qkv[:7*small.Width()], more), 7)[7*small.OutputWidth():]

	var a attention.Sequence
	d.decode([]*attention.Sequence{&a}, [][]float32{qkv})
	d.decode([]*attention.Sequence{&a}, [][]float32{ill})
	b := d.cache.Fork(&a, 7)
	c := d.cache.Fork(&a, 7)
	copied := d.decode([]*attention.Sequence{b}, [][]float32{more})[0]
	d.cache.Release(&a)
	inherited := d.decode([]*attention.Sequence{c}, [][]float32{more})[0]
	if !same(copied, want) || !same(inherited, want) {
		t.Error("NaN reached a sequence that shared the page")
	}
	d.decode([]*attention.Sequence{&a}, [][]float32{slices.Concat(ill, ill)})
	d.cache.Release(&a)
	for range 2 {
		first := new(attention.Sequence)
		if got := d.decode([]*attention.Sequence{first}, [][]float32{qkv})[0]; !same(got, alone(t, k, small, qkv)) {
			t.Error("NaN reached a sequence that used the page later")
		}
	}
}

func TestDecodeAllocatesNothing(t *testing.T) { eachSet(t, testDecodeAllocatesNothing) }

func testDecodeAllocatesNothing(t *testing.T, k *kernel.Set) {
	d := newSampler(t, k, small, 16)
	var a, b attention.Sequence
	d.decode([]*attention.Sequence{&a, &b}, [][]float32{normal(8, 70*small.Width()), normal(9, 20*small.Width())})
	queries := []attention.Query{{&a, 1}, {&b, 3}}
	qkv, out := normal(10, 4*small.Width()), make([]float32, 4*small.OutputWidth())
	if n := testing.AllocsPerRun(5, func() {
		attention.Decode(k, nil, out, qkv, queries, d.cache, 0, d.scratch)
	}); n != 0 {
		t.Errorf("%v allocations a call", n)
	}
}
