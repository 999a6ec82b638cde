package rl_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// sketch is a draft of two groups of rollouts of two tokens; the last rollout is not
// kept. Its entropies are 1 to 10, the log-probabilities −0.1 to −1.
func sketch() *rl.Draft {
	b := &rl.Batch{
		Length: []int{2, 2, 2, 2, 2}, Group: []int{1, 2, 1, 2, 1}, Reward: []float64{1, 0, 3, 0, 9},
		Correct: []float64{1, 0, 0.5, 0, 1}, Entropy: []float64{}, LogProbOld: []float64{},
		Class: []int{1, 2, 1, 2, 1, 2, 1, 2, 1, 2}, Aux: map[string][]float64{"phrase": {0, 1, 0, 0, 1, 0, 0, 0, 0, 1}},
	}
	for t := range 10 {
		b.Entropy = append(b.Entropy, float64(t+1))
		b.LogProbOld = append(b.LogProbOld, -float64(t+1)/10)
	}
	d := &rl.Draft{Batch: b, Offsets: b.Offsets(), Score: slices.Clone(b.Reward), Plan: &rl.Plan{
		Keep: []bool{true, true, true, true, false}, Advantage: []float64{1, 1, -1, -1, 2, 2, -2, -2, 0, 0},
	}}
	d.Plan.State.Batches = 1
	return d
}

// written is what a signal writes over the advantages of the kept rollouts' tokens.
func written(t *testing.T, s rl.Signal, on rl.Selection) []float64 {
	t.Helper()
	d := sketch()
	if err := rl.Set("s", rl.ToAdvantage, s, on).Apply(d); err != nil {
		t.Fatal(err)
	}
	return d.Plan.Advantage[:8]
}

func TestSignals(t *testing.T) {
	h := rl.TokenEntropy()
	score := rl.ScoreSoFar()
	for name, c := range map[string]struct {
		signal rl.Signal
		want   []float64
	}{
		"entropy":             {h, []float64{1, 2, 3, 4, 5, 6, 7, 8}},
		"surprisal":           {rl.Surprisal(), []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8}},
		"relative surprisal":  {rl.RelativeSurprisal(2), []float64{0.05, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}},
		"position":            {rl.Position(), []float64{0, 1, 0, 1, 0, 1, 0, 1}},
		"window":              {h.Windowed(2), []float64{1, 1.5, 3, 3.5, 5, 5.5, 7, 7.5}},
		"mean":                {h.Mean().PerToken(), []float64{1.5, 1.5, 3.5, 3.5, 5.5, 5.5, 7.5, 7.5}},
		"sum":                 {h.Sum().PerToken(), []float64{3, 3, 7, 7, 11, 11, 15, 15}},
		"highest":             {h.Max().PerToken(), []float64{2, 2, 4, 4, 6, 6, 8, 8}},
		"lowest half":         {h.LowestMean(0.5).PerToken(), []float64{1, 1, 3, 3, 5, 5, 7, 7}},
		"scaled in batch":     {h.Scaled(rl.OfBatch), []float64{0, 1. / 7, 2. / 7, 3. / 7, 4. / 7, 5. / 7, 6. / 7, 1}},
		"scaled in group":     {h.Scaled(rl.OfGroup), []float64{0, 0.2, 0, 0.2, 0.8, 1, 0.8, 1}},
		"scaled in rollout":   {h.Scaled(rl.OfRollout), []float64{0, 1, 0, 1, 0, 1, 0, 1}},
		"over mean":           {h.OverMean(rl.OfBatch).Map("", func(x float64) float64 { return x * 4.5 }), []float64{1, 2, 3, 4, 5, 6, 7, 8}},
		"group's mean reward": {score.Over(rl.OfGroup, "mean", rl.Mean).PerToken(), []float64{2, 2, 0, 0, 2, 2, 0, 0}},
		"standardised": {score.Standardised(rl.OfGroup, rl.PopulationDeviation, 0).PerToken(),
			[]float64{-1, -1, 0, 0, 1, 1, 0, 0}},
		"weighted by another": {score.WithinBy(rl.OfGroup, rl.Tokens(), "", func(x, n []float64) {
			for i := range x {
				x[i] *= n[i]
			}
		}).PerToken(), []float64{2, 2, 0, 0, 6, 6, 0, 0}},
		"product": {h.Times(rl.AdvantageSoFar()), []float64{1, 2, -3, -4, 10, 12, -14, -16}},
		"covariance": {rl.Covariance(rl.TokenEntropy()), // means 4.5 and 0
			[]float64{-3.5, -2.5, 1.5, 0.5, 1, 3, -5, -7}},
		"schedule": {rl.Linear(3, 5, 2).PerToken(), []float64{3, 3, 3, 3, 3, 3, 3, 3}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, written(t, c.signal, rl.Everywhere()), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSelections(t *testing.T) {
	h := rl.TokenEntropy()
	for name, c := range map[string]struct {
		on   rl.Selection
		want string // x: selected
	}{
		"everywhere":           {rl.Everywhere(), "xxxxxxxx"},
		"top quarter":          {h.Top(0.25, rl.OfBatch, rl.Everywhere()), "......xx"},
		"top of each rollout":  {h.Top(0.1, rl.OfRollout, rl.Everywhere()), ".x.x.x.x"},
		"top of each group":    {h.Top(0.25, rl.OfGroup, rl.Everywhere()), ".....x.x"},
		"top of the gains":     {h.Top(0.5, rl.OfBatch, rl.Positive()), "....xx.."},
		"lowest of the losses": {h.Bottom(0.25, rl.OfBatch, rl.Negative()), "..x....."},
		"none":                 {h.Top(0, rl.OfBatch, rl.Everywhere()), "........"},
		"between quantiles":    {h.Between(0.25, 0.5, rl.OfBatch), ".xxx...."},
		"class":                {rl.OfClass(2), ".x.x.x.x"},
		"flag":                 {rl.Flagged("phrase"), ".x..x..."},
		"right":                {rl.Right(), "xx......"},
		"not right":            {rl.NotRight(), "..xxxxxx"},
		"uniform groups":       {rl.Correctness().Uniform(), "..xx..xx"},
		"and":                  {rl.Positive().And(rl.OfClass(1)), "x...x..."},
		"or":                   {rl.Right().Or(rl.Flagged("phrase")), "xx..x..."},
		"not":                  {rl.Positive().Not(), "..xx..xx"},
		"while":                {rl.Fixed(1).Where("", func(x float64) bool { return x > 2 }), "........"},
	} {
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			for _, x := range written(t, rl.Constantly(77), c.on) {
				got.WriteByte(map[bool]byte{true: 'x', false: '.'}[x == 77])
			}
			if got.String() != c.want {
				t.Errorf("selected %s, want %s", &got, c.want)
			}
		})
	}
}

func TestQuantileIsTheSortedOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 9), func(n int) float64 { return float64(n) }), 1, 50).Draw(t, "x")
		q := rapid.Float64Range(0, 1).Draw(t, "q")
		got := rl.Quantile(x, q)
		sorted := slices.Sorted(slices.Values(x))
		want := sorted[len(sorted)-1]
		for k, v := range sorted { // the least whose share is reached
			if float64(k+1)/float64(len(x)) >= q-1e-9 {
				want = v
				break
			}
		}
		if got != want {
			t.Fatalf("the %v-quantile of %v is %v, want %v", q, sorted, got, want)
		}
	})
	if !math.IsNaN(rl.Quantile(nil, 0.5)) {
		t.Error("nothing has a quantile")
	}
}

// numbers are what a varying number is from batch to batch, its input being xs.
func numbers(t *testing.T, of func(input rl.Varying) rl.Varying, xs ...float64) []float64 {
	t.Helper()
	var out []float64
	var s rl.State
	for k, x := range xs {
		d := sketch()
		d.Plan.State = s
		d.Plan.State.Batches = k + 1
		v := of(rl.Fixed(x))
		for range 2 { // used twice, it moves once
			if err := rl.Set("s", rl.ToAdvantage, v.PerToken(), rl.Everywhere()).Apply(d); err != nil {
				t.Fatal(err)
			}
		}
		out, s = append(out, d.Plan.Advantage[0]), d.Plan.State.Clone()
	}
	return out
}

func TestVaryingNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		of   func(x rl.Varying) rl.Varying
		want []float64
	}{
		"linear":  {func(rl.Varying) rl.Varying { return rl.Linear(0, 4, 3) }, []float64{0, 2, 4, 4}},
		"cosine":  {func(rl.Varying) rl.Varying { return rl.Cosine(4, 0, 3) }, []float64{4, 2, 0, 0}},
		"average": {func(x rl.Varying) rl.Varying { return x.Averaged("m", 0.5) }, []float64{8, 4, 2, 5}},
		"first":   {func(x rl.Varying) rl.Varying { return x.First("f") }, []float64{8, 8, 8, 8}},
		"integral": {func(x rl.Varying) rl.Varying { return x.ProportionalIntegral("p", rl.Fixed(4), 0, 0.1, 0.5) },
			[]float64{0.4, 0, -0.4, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, numbers(t, c.of, 8, 0, 0, 8), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A number that no plan can hold is refused where it comes from.
func TestColumnStagesRefuseNonsense(t *testing.T) {
	nothing := rl.TokenEntropy().Map("log of less than nothing", func(float64) float64 { return math.NaN() })
	for want, s := range map[string]rl.Stage{
		"the advantage of token 0 of rollout 1 becomes NaN by log of less than nothing": rl.Set("s", rl.ToAdvantage, nothing, rl.Negative()),
		"the weight of token 0 of rollout 0 becomes -1":                                 rl.Set("s", rl.ToWeight, rl.Constantly(-1), rl.Everywhere()),
		"the reward of rollout 0 becomes +Inf by score":                                 rl.Shape("s", rl.ScoreSoFar(), func(_, x float64) float64 { return math.Inf(1) }),
	} {
		if err := s.Apply(sketch()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestFiltersAndShapes(t *testing.T) {
	d := sketch()
	if err := rl.KeepWhere("k", "short", rl.ScoreSoFar(), func(x float64) bool { return x > 0 }).Apply(d); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]bool{true, false, true, false, false}, d.Plan.Keep); diff != "" || d.Plan.Dropped["short"] != 2 {
		t.Error(diff, d.Plan.Dropped)
	}
	if err := rl.Shape("s", rl.Tokens(), func(score, n float64) float64 { return score - n }).Apply(d); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{-1, 0, 1, 0, 9}, d.Score); diff != "" { // of kept rollouts alone
		t.Error(diff)
	}
	if err := rl.Compare("c", rl.ScoreSoFar()).Apply(d); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{-1, -1}, d.Plan.Advantage[:2]); diff != "" {
		t.Error(diff)
	}
	if err := rl.KeepOnly("o", rl.Flagged("phrase")).Apply(d); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{0, 1}, d.Plan.Weight[:2]); diff != "" {
		t.Error(diff)
	}
}
