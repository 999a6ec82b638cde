package science

import (
	"math"
	"testing"
)

func TestLifeTablesAgreeWithFollowingFemales(t *testing.T) {
	type sums struct{ net, byAge, years, n0 float64 }
	follow := func(q string) sums { // every female by herself, in a group of those that die at the same age
		v := grab(q, `age #: # alive, # daughters`)
		s := sums{n0: v[1]}
		for k := 0; k < len(v); k += 3 {
			next := 0.0
			if k+4 < len(v) {
				next = v[k+4]
			}
			dead, births := v[k+1]-next, 0.0
			for j := 0; j <= k; j += 3 {
				births += v[j+2]
				s.byAge += dead * v[j] * v[j+2]
			}
			s.net += dead * births
			s.years += dead * (v[k] + 0.5)
		}
		return s
	}
	growth := func(s sums) float64 { return math.Log(s.net/s.n0) * s.net / s.byAge }
	holdAgainst(t, "life-table-survivorship",
		func(q string) []float64 { s := follow(q); return []float64{s.net / s.n0} },
		func(q string) []float64 { s := follow(q); return []float64{s.years / s.n0} },
		func(q string) []float64 { s := follow(q); return []float64{s.byAge / s.net} },
		func(q string) []float64 { return []float64{growth(follow(q))} },
		func(q string) []float64 { return []float64{math.Abs(math.Log(10) / growth(follow(q)))} },
	)
}

func TestDiversityAgreesWithCountingPairs(t *testing.T) {
	counts := func(q string) []float64 { return grab(q, `# (?:oak|ash|maple|beech|pine|birch|elm|willow|larch)`) }
	same := func(n []float64) float64 { // two draws with replacement
		total, hits := 0.0, 0.0
		for _, a := range n {
			total += a
		}
		for _, a := range n {
			hits += a / total * a / total
		}
		return hits
	}
	entropy := func(n []float64) float64 {
		total, h := 0.0, 0.0
		for _, a := range n {
			total += a
		}
		for _, a := range n {
			h -= a / total * math.Log(a/total)
		}
		return h
	}
	holdAgainst(t, "diversity-index",
		func(q string) []float64 { return []float64{1 - same(counts(q))} },
		func(q string) []float64 {
			pairs, different := 0.0, 0.0
			n := counts(q)
			for i, a := range n {
				pairs += a * (a - 1) / 2
				for _, b := range n[:i] {
					pairs += a * b
					different += a * b
				}
			}
			return []float64{different / pairs}
		},
		func(q string) []float64 { return []float64{entropy(counts(q))} },
		func(q string) []float64 { n := counts(q); return []float64{entropy(n) / math.Log(float64(len(n)))} },
		func(q string) []float64 {
			n := counts(q)
			p, o, all := n[:5], n[5:], make([]float64, 5)
			for i := range all {
				all[i] = p[i] + o[i]
			}
			return []float64{2 / same(all) / (1/same(p) + 1/same(o))}
		},
	)
}

func TestDosesAgreeWithSimulation(t *testing.T) {
	level := func(q string, rise float64, doses int) (peak, trough float64) {
		keep := math.Exp(-math.Ln2 * one(q, `every # h`) / one(q, `half-life of # h`))
		for range doses {
			trough = peak * keep
			peak = trough + rise
		}
		return peak, peak * keep
	}
	holdAgainst(t, "drug-dosing-half-life",
		func(q string) []float64 {
			return []float64{one(q, `plasma to # mg/L`) * math.Exp(-math.Ln2*one(q, `and # h pass`)/one(q, `half-life of # h`))}
		},
		func(q string) []float64 {
			peak, _ := level(q, one(q, `by # mg/L`), int(one(q, `dose number #`)))
			return []float64{peak}
		},
		func(q string) []float64 { peak, _ := level(q, one(q, `by # mg/L`), 999); return []float64{peak} },
		func(q string) []float64 {
			_, low := level(q, one(q, `tablet of # mg`)*one(q, `dose # %`)/100/one(q, `volume of # L`), 999)
			return []float64{low}
		},
		func(q string) []float64 {
			share := one(q, `dose # %`) / 100 / one(q, `volume of # L`)
			dose := rootWhere(0, 1e5, one(q, `tablet is # mg/L`), func(dose float64) float64 { _, low := level(q, dose*share, 400); return low })
			peak, _ := level(q, dose*share, 999)
			return []float64{dose, peak}
		},
	)
}

func TestFlowsBalance(t *testing.T) {
	for i, want := range []float64{37.5, 50, 10} { // v at S = Km·3, Km + double Km, and halves
		got := []float64{michaelis(50, 4, 12), michaelis(100, 7, 7), inhibitedVmax(2, 20, 2)}[i]
		if !near(got, want, 1e-12) {
			t.Errorf("case %d: %g, not %g", i, got, want)
		}
	}
	holdAgainst(t, "cardiac-and-respiratory-flow", nil,
		func(q string) []float64 {
			air := one(q, `breathes # times`) * (one(q, `volume of # mL`) - one(q, `which # mL`))
			return []float64{rootWhere(0, 100, one(q, `off # mL`), func(percent float64) float64 { return air * percent / 100 })}
		},
		func(q string) []float64 {
			o := grab(q, `carries # and mixed venous blood # mL`)
			return []float64{rootWhere(1, 1e3, one(q, `takes up # mL`), func(stroke float64) float64 {
				return stroke / 1000 * one(q, `pulse is #`) * (o[0] - o[1])
			})}
		},
		func(q string) []float64 {
			s := grab(q, `# % (?:saturated )?at # mmHg`)
			gain := 1.34*one(q, `haemoglobin # g/L`)*(s[0]-s[2])/100 + 0.03*(s[1]-s[3])
			return []float64{one(q, `uptake is # mL/min`) / gain}
		},
		func(q string) []float64 { // mix until the arterial content appears
			s, hb := grab(q, `# % (?:saturated )?at # mmHg`), one(q, `Haemoglobin is # g/L`)
			content := func(k int) float64 { return 1.34*hb*s[k]/100 + 0.03*s[k+1] }
			capillary := 1.34*hb*0.99 + 0.03*one(q, `99 % saturated at # mmHg`)
			return []float64{rootWhere(0, 100, -content(4), func(share float64) float64 {
				return -(share*content(2) + (100-share)*capillary) / 100
			})}
		},
	)
}

func inhibitedVmax(kind int, vmax, factor float64) float64 {
	v, _ := inhibitedConstants(kind, vmax, 1, factor)
	return v
}

func TestInhibitorsShowTheirKind(t *testing.T) {
	holdAgainst(t, "enzyme-kinetics-constants", nil,
		func(q string) []float64 { // Hanes-Woolf: s/v is a line in s
			v := grab(q, `rate is # at # mM and # at # mM`)
			slope := (v[3]/v[2] - v[1]/v[0]) / (v[3] - v[1])
			return []float64{1 / slope, v[1]/v[0]/slope - v[1]}
		},
	)
}
