package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"segue/rl"
	"segue/study"
)

// Effect is what training by a recipe changed, beside the recipe that a comparison
// compares with: in the outcome that its paper claims, or in accuracy where it claims
// none that is measured.
type Effect struct {
	Recipe     string         `json:"recipe"`
	Outcome    rl.Outcome     `json:"outcome"`
	Against    string         `json:"against"`
	Difference study.Estimate `json:"difference"` // of the means over runs, in the outcome's unit; paths over the last fifth of the steps
	Runs       int            `json:"runs"`
	Claim      string         `json:"claim,omitempty"` // in words; "": none
	Found      string         `json:"found"`           // one of the Found constants
}

// What a comparison finds of a claim.
const (
	FoundSeen     = "seen"           // the interval lies on the claimed side of 0
	FoundOpposite = "opposite"       // it lies on the other side
	FoundNothing  = "not told apart" // it holds 0, or there is none
	FoundHigher   = "higher"         // without a claim: it lies above 0
	FoundLower    = "lower"          // without a claim: it lies below 0
)

// effects tells for each recipe of a comparison but the first what became of its claim.
// A recipe whose runs left no record of the outcome is left out.
func effects(f *folder, r *study.Result) []Effect {
	if len(r.Arms) == 0 {
		return nil
	}
	against := r.Arms[0].Name
	var all []Effect
	for _, a := range r.Arms[1:] {
		recipe, err := rl.Lookup(a.Name)
		if err != nil {
			continue
		}
		e := Effect{Recipe: a.Name, Outcome: recipe.Effect.On, Against: against}
		if e.Outcome == "" {
			e.Outcome = rl.OutcomeAccuracy
		} else {
			e.Claim = recipe.Effect.String()
		}
		if e.measure(f) {
			e.judge(recipe.Effect)
			all = append(all, e)
		}
	}
	return all
}

// measure fills in the difference, and says whether there is one.
func (e *Effect) measure(f *folder) bool {
	if e.Outcome == rl.OutcomeAccuracy {
		d, ok := difference(f.result, e.Recipe, e.Against, metricSteps)
		e.Difference, e.Runs = d, len(f.runs(e.Recipe))
		return ok
	}
	var differences []float64
	other := f.runs(e.Against)
	for i, dir := range f.runs(e.Recipe) {
		a, some := f.record(dir)
		b, more := f.record(other[i])
		if d := a.along[e.Outcome].last() - b.along[e.Outcome].last(); some && more && finite(d) {
			differences = append(differences, d)
		}
	}
	e.Difference, e.Runs = studentInterval(differences), len(differences)
	return e.Runs > 0
}

func (e *Effect) judge(claim rl.Effect) {
	v := judge(e.Difference)
	switch {
	case v == null || e.Runs < 2:
		e.Found = FoundNothing
	case claim.On == "" && v == ahead:
		e.Found = FoundHigher
	case claim.On == "":
		e.Found = FoundLower
	case (v == ahead) == claim.Higher:
		e.Found = FoundSeen
	default:
		e.Found = FoundOpposite
	}
}

// studentInterval is the mean of numbers with its 95 % interval by Student's t; of one
// number the interval has no bounds.
func studentInterval(x []float64) study.Estimate {
	switch len(x) {
	case 0:
		return study.Estimate{Mean: math.NaN(), Lo: math.NaN(), Hi: math.NaN()}
	case 1:
		return study.Estimate{Mean: x[0], Lo: -math.MaxFloat64, Hi: math.MaxFloat64}
	}
	mean, deviation := stat.MeanStdDev(x, nil)
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(len(x) - 1)}.Quantile(0.975) * stat.StdErr(deviation, float64(len(x)))
	return study.Estimate{Mean: mean, Lo: mean - half, Hi: mean + half}
}

// WriteEffects writes effects as lines of tab-separated values under a head, for other
// documents to quote.
func (c *Comparison) WriteEffects(w io.Writer) error {
	var b strings.Builder
	b.WriteString("recipe\toutcome\tdifference\tlow\thigh\tseeds\n")
	for _, e := range c.Effects {
		if e.Runs > 1 {
			fmt.Fprintf(&b, "%s\t%s\t%.4g\t%.4g\t%.4g\t%d\n", e.Recipe, e.Outcome, e.Difference.Mean, e.Difference.Lo, e.Difference.Hi, e.Runs)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const effectsTitle = "What recipes claim and what was found: the difference to the first recipe in the claimed outcome, 95 % intervals over seeds"

// effectRows is a table of text, with its head.
func effectRows(effects []Effect) [][]string {
	rows := [][]string{{"recipe", "claims", "outcome", "difference", "95 %", "found"}}
	for _, e := range effects {
		claim := e.Claim
		if claim == "" {
			claim = nothing
		}
		difference, interval := effectText(e)
		rows = append(rows, []string{e.Recipe, claim, string(e.Outcome), difference, interval, e.Found})
	}
	return rows
}

// effectText is a difference with its interval: points of shares, else the outcome's unit.
func effectText(e Effect) (difference, interval string) {
	number := func(x float64) string { return fmt.Sprintf("%+.3g", x) }
	if e.Outcome == rl.OutcomeAccuracy || e.Outcome == rl.OutcomePass || e.Outcome == rl.OutcomeKept {
		number = func(x float64) string { return signedText(x) + " pts" }
	}
	if e.Runs < 2 {
		return number(e.Difference.Mean), nothing
	}
	return number(e.Difference.Mean), fmt.Sprintf("[%s, %s]", number(e.Difference.Lo), number(e.Difference.Hi))
}
