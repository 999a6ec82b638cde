package science

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"segue/skill/gen"
)

func TestFormationsConserveAtoms(t *testing.T) {
	for _, q := range tabulatedReactions {
		for _, name := range q.compounds() {
			if strings.HasPrefix(name, "NH4Cl") {
				continue
			}
			balance := atomCounts{}
			for _, s := range formation(name) {
				formula, _, _ := strings.Cut(s.species, "(")
				for e, n := range parseFormula(formula) {
					balance[e] += n * s.n
				}
			}
			for e, n := range balance {
				if n != 0 {
					t.Errorf("%s: %d %s are lost", formation(name), n, e)
				}
			}
		}
	}
}

// TestGivenReactionsSpanTheTarget solves for the combination by least squares on
// the species of the question's own text.
func TestGivenReactionsSpanTheTarget(t *testing.T) {
	equation := regexp.MustCompile(`((?:\d+ )?[A-Z][A-Za-z0-9]*\([gs]\)(?: \+ (?:\d+ )?[A-Z][A-Za-z0-9]*\([gs]\))* → [^;,]*?\([gs]\)(?: \+ (?:\d+ )?[A-Z][A-Za-z0-9]*\([gs]\))*)(?:, ΔH = (-?[\d.]+))?`)
	term := regexp.MustCompile(`(?:(\d+) )?([A-Z][A-Za-z0-9]*\([gs]\))`)
	values := func(text string) map[string]float64 {
		out := map[string]float64{}
		left, right, _ := strings.Cut(text, "→")
		for i, side := range []string{left, right} {
			for _, m := range term.FindAllStringSubmatch(side, -1) {
				n := 1.0
				if m[1] != "" {
					n = grab(m[1], `#`)[0]
				}
				out[m[2]] += n * float64(2*i-1)
			}
		}
		return out
	}
	holdAgainst(t, "hesss-law-combination", func(q string) []float64 {
		var target map[string]float64
		var known []map[string]float64
		var enthalpies []float64
		for _, m := range equation.FindAllStringSubmatch(q, -1) {
			if m[2] == "" {
				target = values(m[1])
				continue
			}
			known, enthalpies = append(known, values(m[1])), append(enthalpies, one(m[2], `#`))
		}
		if len(known) != 2 || target == nil {
			return nil
		}
		// Two unknown factors from the two compounds that only one reaction holds.
		sum := 0.0
		for i, k := range known {
			for species, n := range k {
				if known[1-i][species] == 0 && standardValues[species].enthalpy != 0 {
					sum += target[species] / n * enthalpies[i]
				}
			}
		}
		return []float64{sum}
	})
}

func TestBondsAgreeWithMeasuredEnthalpies(t *testing.T) {
	_, methane := burning("CH4", "", 1, 4, 0, bondCount{"C-H": 4})
	if got := methane.enthalpy(meanBonds); math.Abs(float64(got)+802) > 30 { // −802 kJ/mol with steam
		t.Errorf("methane burns with %d kJ", got)
	}
	_, hexanol := burning("C6H13OH", "", 6, 14, 1, bondCount{"C-H": 13, "C-C": 5, "C-O": 1, "O-H": 1})
	if hexanol["O=O"] != -9 || hexanol["C=O"] != 12 || hexanol["O-H"] != 13 {
		t.Errorf("C6H13OH + 9 O2 → 6 CO2 + 7 H2O changes %v", hexanol)
	}
}

func TestEquilibriaMeetTheirConstant(t *testing.T) {
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for n := range uint64(100) {
			it, err := gen.New("science/equilibrium-concentration-table", d, n)
			if err != nil {
				t.Fatal(err)
			}
			end := lessonNumbers(it.Answer)
			left, right, _ := strings.Cut(it.Question[strings.Index(it.Question, "For ")+4:strings.Index(it.Question, " in the gas")], "⇌")
			q, i := 1.0, 0
			for side, text := range []string{left, right} {
				for _, s := range strings.Split(text, " + ") {
					power := 1.0
					if m := regexp.MustCompile(`^ ?(\d) `).FindStringSubmatch(s); m != nil {
						power = grab(m[1], `#`)[0]
					}
					q *= math.Pow(end[i], power*float64(2*side-1))
					if end[i] <= 0 {
						t.Errorf("%s: %v", it.ID, end)
					}
					i++
				}
			}
			if k := one(it.Question, `Kc = #`); !near(q, k, 2e-5) {
				t.Errorf("%s: quotient %g at equilibrium, not %g", it.ID, q, k)
			}
		}
	}
}

func TestDirectionsFollowTheQuotient(t *testing.T) {
	q := gasEquilibria["one to pair"][0]
	if got := q.quotient([]float64{0.5, 0.2}); !near(got, 0.08, 1e-12) {
		t.Error(got)
	}
	end := q.settle([]float64{1, 0}, 4) // (2x)² = 4(1 − x)
	if x := (math.Sqrt(5) - 1) / 2; !near(end[0], 1-x, 1e-9) || !near(end[1], 2*x, 1e-9) {
		t.Error(end)
	}
}

func TestRatesAgreeWithSmallSteps(t *testing.T) {
	for order := range 3 {
		c, k := 0.8, 0.01
		for range 20000 {
			c -= k * math.Pow(c, float64(order)) * 0.001
		}
		if got := remaining(order, k, 0.8, 20); !near(got, c, 1e-4) {
			t.Errorf("order %d: %g, not %g", order, got, c)
		}
	}
	holdAgainst(t, "arrhenius-two-temperature",
		func(q string) []float64 {
			factor := math.Exp(-one(q, `energy is # kJ`) * 1000 / 8.3145 / one(q, `constant is \S+ s\^-1 at # K`))
			return []float64{one(q, `constant is # s`) / factor * math.Exp(-one(q, `energy is # kJ`)*1000/8.3145/one(q, `in s\^-1 at # K`))}
		},
		func(q string) []float64 {
			v := grab(q, `# s\^-1 at # K`)
			return []float64{rootWhere(1, 500, v[2]/v[0], func(ea float64) float64 { return math.Exp(ea * 1000 / 8.3145 * (1/v[1] - 1/v[3])) })}
		},
		func(q string) []float64 {
			ea, at := one(q, `energy of # kJ`)*1000/8.3145, one(q, `s\^-1 at # K`)
			return []float64{rootWhere(at, 900, one(q, `is # times`), func(k float64) float64 { return math.Exp(ea * (1/at - 1/k)) })}
		},
		func(q string) []float64 {
			ea, at := one(q, `energy of # kJ`), one(q, `one is at # K`)
			return []float64{rootWhere(at, 9000, (one(q, `by # kJ`)-ea)/at, func(k float64) float64 { return -ea / k })}
		},
		func(q string) []float64 { // ln k is a line in 1/T
			v := grab(q, `# s\^-1 at # K`)
			x := 1 / one(q, `seconds at # K`)
			a, b := 1/v[1], 1/v[3]
			return []float64{math.Ln2 / math.Exp(math.Log(v[0])+(math.Log(v[2])-math.Log(v[0]))*(x-a)/(b-a))}
		},
	)
}

func TestAcidsAgreeWithTheQuadratic(t *testing.T) {
	quadratic := func(k, c, strong float64) float64 {
		b := strong + k
		return strong + (-b+math.Sqrt(b*b+4*k*c))/2
	}
	for _, a := range weakAcids[:7] {
		k := math.Pow(10, -a.pka)
		for _, c := range []float64{0.02, 0.1, 0.4} {
			if got, want := protons(k, c, 0), -math.Log10(quadratic(k, c, 0)); math.Abs(got-want) > 0.005 {
				t.Errorf("%s at %g mol/L: pH %g, not %g", a.acid, c, got, want)
			}
			if got, want := protons(k, c, 0.004), -math.Log10(quadratic(k, c, 0.004)); math.Abs(got-want) > 0.005 {
				t.Errorf("%s with acid: pH %g, not %g", a.acid, got, want)
			}
		}
	}
	if got := protons(0, 0, -0.01); !near(got, 12, 1e-6) {
		t.Errorf("0.01 mol/L NaOH has pH %g", got)
	}
}

func TestSaltsDissolveToTheirProduct(t *testing.T) {
	for _, s := range slightlySoluble {
		closed := math.Pow(s.product()/math.Pow(float64(s.a), float64(s.a))/math.Pow(float64(s.b), float64(s.b)), 1/float64(s.a+s.b))
		if got := s.soluble(0, 0); !near(got, closed, 1e-9) {
			t.Errorf("%s: %g, not %g", s.formula, got, closed)
		}
	}
}

func TestDaniellCell(t *testing.T) {
	zinc, copper := electrodes[2], electrodes[10]
	if got := copper.nernst(1) - zinc.nernst(1); !near(got, 1.104, 1e-9) {
		t.Errorf("%g V", got)
	}
	if got := copper.nernst(0.1) - copper.nernst(1); !near(got, -0.05916/2, 1e-3) {
		t.Errorf("a decade of Cu²⁺ is %g V", got)
	}
}
