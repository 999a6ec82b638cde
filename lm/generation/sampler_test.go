package generation

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"segue/lm/kernel"
)

// transcribed is Hugging Face's chain of processors and warpers, one literal
// step after the other over whole, sorted vectors. It gives probabilities.
func transcribed(logits []float32, w *warping) []float64 {
	z := make([]float64, len(logits))
	for i, x := range logits {
		z[i] = float64(x)
	}
	never := math.Inf(-1)
	for id, bias := range w.Bias {
		z[id] += bias
	}
	for id := range w.seen {
		switch {
		case w.Repetition == 0:
		case z[id] < 0:
			z[id] *= w.Repetition
		default:
			z[id] /= w.Repetition
		}
	}
	for id, count := range w.seen {
		z[id] -= float64(count) * w.Frequency
		if count > 0 {
			z[id] -= w.Presence
		}
	}
	for id := range z {
		if w.allowed != nil && !w.allowed.Has(int32(id)) {
			z[id] = never
		}
	}
	if w.temperature == 0 {
		p := make([]float64, len(z))
		p[slices.Index(z, slices.Max(z))] = 1
		return p
	}
	for i := range z {
		z[i] /= w.temperature
	}
	if w.TopK > 0 {
		sorted := slices.Sorted(slices.Values(z))
		border := sorted[max(0, len(z)-w.TopK)]
		for i := range z {
			if z[i] < border {
				z[i] = never
			}
		}
	}
	if w.TopP > 0 && w.TopP < 1 {
		p, order := softmaxOf(z), make([]int, len(z))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(z[a], z[b]), cmp.Compare(b, a)) })
		cumulative := 0.0
		for _, i := range order[:len(order)-1] {
			if cumulative += p[i]; cumulative <= 1-w.TopP {
				z[i] = never
			}
		}
	}
	if w.MinP > 0 {
		p := softmaxOf(z)
		border := w.MinP * slices.Max(p)
		for i := range z {
			if p[i] < border {
				z[i] = never
			}
		}
	}
	return softmaxOf(z)
}

func softmaxOf(z []float64) []float64 {
	p, sum, largest := make([]float64, len(z)), 0.0, slices.Max(z)
	for i, x := range z {
		p[i] = math.Exp(x - largest)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

func probabilities(d distribution, n int) []float64 {
	p, sum := make([]float64, n), 0.0
	list := d.ids
	if list == nil {
		for i := range n {
			list = append(list, int32(i))
		}
	}
	for _, id := range list {
		p[id] = float64(d.weights[id])
		sum += p[id]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

func drawWarping(t *rapid.T, n int) *warping {
	maybe := func(name string, from, to float64) float64 {
		if rapid.Bool().Draw(t, name+" at all") {
			return rapid.Float64Range(from, to).Draw(t, name)
		}
		return 0
	}
	w := &warping{
		Sampling: &Sampling{
			TopP: maybe("top-p", 0.01, 1), MinP: maybe("min-p", 0.001, 1), Repetition: maybe("repetition", 0.5, 2),
			Presence: maybe("presence", -2, 2), Frequency: maybe("frequency", -2, 2),
		},
		temperature: maybe("temperature", 0.1, 3),
	}
	if rapid.Bool().Draw(t, "top-k at all") {
		w.TopK = rapid.IntRange(1, n+3).Draw(t, "top-k")
	}
	id := rapid.Int32Range(0, int32(n-1))
	if w.remembers() {
		w.seen = rapid.MapOfN(id, rapid.Int32Range(0, 3), 0, 20).Draw(t, "seen")
	}
	w.Bias = rapid.MapOfN(id, rapid.Float64Range(-5, 5), 0, 5).Draw(t, "bias")
	if rapid.Bool().Draw(t, "constraint") {
		w.allowed = NewMask(n)
		for _, i := range rapid.SliceOfN(id, 1, 50).Draw(t, "allowed") {
			w.allowed.Add(i)
		}
	}
	return w
}

// Every combination of warpers gives the transcribed distribution; probability
// moves between tokens at a border only, where float32 and float64 disagree on
// which side they are.
func TestWarpersEqualTranscription(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 700).Draw(t, "vocabulary")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		logits := make([]float32, n)
		for i := range logits {
			logits[i] = float32(3 * random.NormFloat64())
		}
		w := drawWarping(t, n)
		d, err := newSampler(kernel.Default(), n).warp(logits, w)
		if err != nil {
			t.Fatal(err)
		}
		got, want := probabilities(d, n), transcribed(logits, w)
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-4*max(want[i], 1e-3) {
				t.Fatalf("token %d has probability %g, want %g (%+v)", i, got[i], want[i], w)
			}
		}
	})
}

// Draws have the frequencies of the distribution: Pearson's test at fixed seeds.
func TestDrawsFollowTheDistribution(t *testing.T) {
	const n, draws = 600, 40000
	random := rand.New(rand.NewPCG(5, 6))
	logits := make([]float32, n)
	for i := range logits {
		logits[i] = float32(2 * random.NormFloat64())
	}
	for name, w := range map[string]*warping{
		"all":      {Sampling: &Sampling{}, temperature: 1},
		"hot":      {Sampling: &Sampling{}, temperature: 2.5},
		"nucleus":  {Sampling: &Sampling{TopP: 0.8}, temperature: 0.9},
		"twenty":   {Sampling: &Sampling{TopK: 20}, temperature: 1.5},
		"combined": {Sampling: &Sampling{TopK: 50, TopP: 0.9, MinP: 0.02}, temperature: 1.2},
	} {
		s, counts, want := newSampler(kernel.Default(), n), make([]float64, n), transcribed(logits, w)
		for i := range draws {
			r := newRandom(9, i)
			id, logProb, err := s.draw(logits, w, &r)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(logProb-math.Log(want[id])) > 1e-3 {
				t.Fatalf("%s: token %d has log-probability %g, want %g", name, id, logProb, math.Log(want[id]))
			}
			counts[id]++
		}
		statistic, cells, rest, restWant := 0.0, 0, 0.0, 0.0
		for i, p := range want {
			if p*draws < 5 {
				rest, restWant = rest+counts[i], restWant+p*draws
				continue
			}
			statistic += (counts[i] - p*draws) * (counts[i] - p*draws) / (p * draws)
			cells++
		}
		if restWant > 5 {
			statistic += (rest - restWant) * (rest - restWant) / restWant
			cells++
		}
		if p := 1 - (distuv.ChiSquared{K: float64(cells - 1)}).CDF(statistic); p < 1e-3 {
			t.Errorf("%s: chi-square is %g over %d cells, p = %g", name, statistic, cells, p)
		}
	}
}

func TestTiesTakeTheLowestID(t *testing.T) {
	logits := []float32{1, 3, 2, 3, 3}
	s := newSampler(kernel.Default(), len(logits))
	r := newRandom(1, 1)
	if id, logProb, err := s.draw(logits, &warping{Sampling: &Sampling{}}, &r); id != 1 || logProb != 0 || err != nil {
		t.Errorf("took %d, %g, %v", id, logProb, err)
	}
	top := make([]int32, 4)
	if likeliest(logits, top); !slices.Equal(top, []int32{1, 3, 4, 2}) {
		t.Errorf("likeliest are %v", top)
	}
}

func TestNothingToDrawIsAnError(t *testing.T) {
	s, r := newSampler(kernel.Default(), 2), newRandom(1, 1)
	w := &warping{Sampling: &Sampling{Bias: map[int32]float64{0: math.Inf(-1), 1: math.Inf(-1)}}, temperature: 1}
	if _, _, err := s.draw([]float32{1, 2}, w, &r); err != errNoToken {
		t.Errorf("error %v", err)
	}
}

func TestSelectionEqualsSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.Map(rapid.IntRange(-5, 5), func(i int) float32 { return float32(i) }), 1, 80).Draw(t, "scores")
		k := rapid.IntRange(1, len(scores)).Draw(t, "k")
		order := make([]int32, len(scores))
		weights, total := make([]float32, len(scores)), 0.0
		for i, x := range scores {
			order[i] = int32(i)
			weights[i] = float32(math.Exp2(float64(x)))
			total += float64(weights[i])
		}
		ids := slices.Clone(order)
		slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
		if got := largest(scores, k, make([]float32, k)); got != scores[order[k-1]] {
			t.Fatalf("the %d-th largest is %v, want %v", k, got, scores[order[k-1]])
		}
		top := make([]int32, k)
		if likeliest(scores, top); !slices.Equal(top, order[:k]) {
			t.Fatalf("likeliest %v, want %v", top, order[:k])
		}
		want, n, sum := rapid.Float64Range(0.01, 1).Draw(t, "share")*total, 0, 0.0
		for sum < want {
			sum += float64(weights[order[n]])
			n++
		}
		got := slices.Sorted(slices.Values(nucleus(scores, weights, ids, want)))
		if !slices.Equal(got, slices.Sorted(slices.Values(order[:n]))) {
			t.Fatalf("nucleus %v, want %v", got, order[:n])
		}
	})
}

// Stop texts are found and held back as by a search of the whole text for
// every token.
func TestScannerEqualsSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stops := rapid.SliceOfN(rapid.StringMatching("[ab]{1,4}"), 0, 3).Draw(t, "stops")
		var s scanner
		whole, shown := "", ""
		for range rapid.IntRange(1, 12).Draw(t, "tokens") {
			token := rapid.StringMatching("[abc]{0,4}").Draw(t, "token")
			whole += token
			at := -1
			for _, stop := range stops {
				for i := range whole {
					if len(whole)-i >= len(stop) && whole[i:i+len(stop)] == stop && (at < 0 || i < at) {
						at = i
					}
				}
			}
			stop, met := s.push([]byte(token), stops)
			shown += string(s.release(stops, met))
			if met != (at >= 0) {
				t.Fatalf("met %v in %q", met, whole)
			}
			if met {
				if shown != whole[:at] || whole[at:at+len(stop)] != stop {
					t.Fatalf("text %q and stop %q of %q", shown, stop, whole)
				}
				return
			}
			if whole[:len(shown)] != shown {
				t.Fatalf("shown %q of %q", shown, whole)
			}
		}
		if shown += string(s.release(stops, true)); shown != whole {
			t.Fatalf("text %q, want %q", shown, whole)
		}
	})
}
