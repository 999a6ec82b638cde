package science

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"segue/skill/gen"
)

func TestCarriersAgreeWithWeighedFamilies(t *testing.T) {
	// The chance by summing over mother and daughter, carrier or not.
	family := func(a, b, more, missed float64) float64 {
		half := func(n float64) float64 { return math.Pow(0.5, n) }
		carrier := 0.5 * half(a) * 0.5 * half(b) * missed
		free := 0.5*half(a)*0.5 + 0.5
		return carrier * (1 - half(more)) / (carrier + free)
	}
	holdAgainst(t, "sex-linked-inheritance", nil,
		func(q string) []float64 {
			n, k := one(q, `have # sons`), one(q, `exactly # of`)
			choose := 1.0
			for i := range int(k) {
				choose *= (n - float64(i)) / float64(i+1)
			}
			return []float64{choose * math.Pow(0.5, n) / 2}
		},
		func(q string) []float64 {
			healthy := math.Pow(0.5, one(q, `has # sons without`))
			return []float64{healthy / (healthy + 1) * (1 - math.Pow(0.5, one(q, `have # further`)))}
		},
		func(q string) []float64 {
			return []float64{family(one(q, `has # sons, all`), one(q, `has # sons without`), one(q, `have # more`), 1)}
		},
		func(q string) []float64 {
			return []float64{family(one(q, `has # sons, all`), one(q, `has # sons without`), one(q, `have # more`), 1-one(q, `finds # %`)/100)}
		},
	)
}

func TestCrossesAgreeWithDrawnOffspring(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for d, draw := range map[string]func(*rand.Rand) crossCase{"half": halfDominant, "blood": bloodCross, "inferred": inferredBlood, "rhesus": bloodAndRhesus, "epistasis": coatEpistasis} {
		for range 50 {
			if c := draw(r); c.chance.Sign() <= 0 || c.chance.Cmp(big.NewRat(1, 1)) >= 0 {
				t.Errorf("%s: %s has the chance %s", d, c.facts, c.chance)
			}
		}
	}
	for pair, want := range map[string]string{"AB": "AB", "BA": "AB", "AO": "A", "OB": "B", "OO": "O", "AA": "A"} {
		if got := bloodGroup(pair); got != want {
			t.Errorf("%s is %s", pair, got)
		}
	}
	for i, want := range []*big.Rat{big.NewRat(4, 16), big.NewRat(9, 16), big.NewRat(3, 16)} { // 9:3:4
		got := shareOf([]locusCross{{"Bb", "Bb"}, {"Ee", "Ee"}}, func(g []string) bool {
			return masking(strings.Contains(g[0], "B"), strings.Contains(g[1], "E")) == i
		})
		if got.Cmp(want) != 0 {
			t.Errorf("look %d: %s, not %s", i, got, want)
		}
	}
}

// ruledOut are textbook signs: what a mode can not explain.
func ruledOut(family []person) map[inheritance]bool {
	out := map[inheritance]bool{}
	for _, p := range family {
		if p.affected && !p.male {
			out[yLinked] = true
		}
		if p.mother < 0 {
			continue
		}
		m, f := family[p.mother], family[p.father]
		if m.affected && f.affected && !p.affected {
			out[autosomalRecessive], out[xRecessive] = true, true
		}
		if !m.affected && !f.affected && p.affected {
			out[autosomalDominant], out[xDominant] = true, true
		}
		if p.male && m.affected && !p.affected || !p.male && p.affected && !f.affected {
			out[xRecessive] = true
		}
		if p.male && p.affected && !m.affected || !p.male && f.affected && !p.affected {
			out[xDominant] = true
		}
		if p.male && p.affected != f.affected {
			out[yLinked] = true
		}
	}
	return out
}

func TestPedigreesObeyTextbookSigns(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 2000 {
		mode := inheritance(r.IntN(5))
		family := drawFamily(r, mode, 5, 0)
		if !mode.allows(family) {
			t.Fatalf("%v is not explained by %s, of which it was drawn", family, inheritanceNames[mode])
		}
		for m := range yLinked + 1 {
			if signs := ruledOut(family); signs[m] == m.allows(family) { // for a couple and its children the signs are complete
				t.Fatalf("%v under %s: signs rule it out %v, genotypes explain it %v", family, inheritanceNames[m], signs[m], m.allows(family))
			}
		}
	}
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		seen := map[string]bool{}
		for n := range uint64(60) {
			it, err := gen.New("science/pedigree-inference", d, n)
			if err != nil {
				t.Fatal(err)
			}
			seen[it.Answer.Value] = true
		}
		if len(seen) < 3 || slices.Contains([]bool{seen[""]}, true) {
			t.Errorf("difficulty %d: answers %v", d, seen)
		}
	}
}
