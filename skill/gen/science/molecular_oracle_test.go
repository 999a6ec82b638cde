package science

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"segue/skill/gen"
)

func TestFramesAgreeWithReadingCodons(t *testing.T) {
	pattern := regexp.MustCompile(`ATG(?:...)*?(?:TAA|TAG|TGA)`)
	sequence := regexp.MustCompile(`[ACGT]{20,}`)
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for n := range uint64(100) {
			it, err := gen.New("science/open-reading-frame-search", d, n)
			if err != nil {
				t.Fatal(err)
			}
			s := sequence.FindString(it.Question)
			if strings.Contains(it.Question, "complementary") {
				other := make([]byte, len(s))
				for i := range s {
					other[len(s)-1-i] = "TGCA"[strings.IndexByte("ACGT", s[i])]
				}
				s = string(other)
			}
			var best string
			at := 0
			for i := range s { // the expression reads triplets from each place
				if m := pattern.FindString(s[i:]); m != "" && strings.HasPrefix(s[i:], m) && len(m) > len(best) {
					best, at = m, i
				}
			}
			if want := fmt.Sprintf("[%d, %d]", at+1, at+len(best)); it.Answer.Text() != want {
				t.Errorf("%s: %s, not %s in %s", it.ID, it.Answer.Text(), want, s)
			}
		}
	}
}

func TestFragmentsFillTheMolecule(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		s, at := siteSequence(r, "GAATTC", "GGATCC", 3, true)
		var cuts []int
		for _, p := range at[0] {
			cuts = append(cuts, (p+1)%len(s))
		}
		turned := s[cuts[0]:] + s[:cuts[0]] // open the circle at a cut and split the strand
		var want []int
		for _, piece := range strings.Split(strings.ReplaceAll(turned, "GAATTC", "G^AATTC"), "^") {
			want = append(want, len(piece))
		}
		slices.Sort(want)
		slices.Reverse(want)
		if got := fragments(cuts, len(s), true); !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", s, got, want)
		}
	}
}

// joinByUpdate is UPGMA as usually programmed: the distances to a new cluster
// are weighted means of those to its parts.
func joinByUpdate(names []string, distance [][]int) string {
	size, text, d := map[int]float64{}, map[int]string{}, map[[2]int]float64{}
	for i, n := range names {
		size[i], text[i] = 1, n
		for j := range names {
			d[[2]int{i, j}] = float64(distance[i][j])
		}
	}
	for next := len(names); len(text) > 1; next++ {
		least, a, b := math.Inf(1), 0, 0
		for i := range text {
			for j := range text {
				if i != j && d[[2]int{i, j}] < least {
					least, a, b = d[[2]int{i, j}], i, j
				}
			}
		}
		if strings.TrimLeft(text[b], "(") < strings.TrimLeft(text[a], "(") {
			a, b = b, a
		}
		for k := range text {
			m := (size[a]*d[[2]int{a, k}] + size[b]*d[[2]int{b, k}]) / (size[a] + size[b])
			d[[2]int{next, k}], d[[2]int{k, next}] = m, m
		}
		size[next], text[next] = size[a]+size[b], "("+text[a]+","+text[b]+")"
		delete(text, a)
		delete(text, b)
	}
	for _, tree := range text {
		return tree
	}
	return ""
}

func TestTreesAgreeWithUpdatedDistances(t *testing.T) {
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for n := range uint64(100) {
			it, err := gen.New("science/phylogeny-by-distance", d, n)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			distance := make([][]int, 7)
			for i := range distance {
				distance[i] = make([]int, 7)
			}
			for _, m := range regexp.MustCompile(`([A-G])-([A-G]) (\d+)`).FindAllStringSubmatch(it.Question, -1) {
				i, j := int(m[1][0]-'A'), int(m[2][0]-'A')
				fmt.Sscan(m[3], &distance[i][j])
				distance[j][i] = distance[i][j]
				for _, name := range m[1:3] {
					if !slices.Contains(names, name) {
						names = append(names, name)
					}
				}
			}
			slices.Sort(names)
			if want := joinByUpdate(names, distance); want != it.Answer.Value {
				t.Errorf("%s: %s, not %s\n%s", it.ID, it.Answer.Value, want, it.Question)
			}
		}
	}
}

func TestMutationsHaveTheNamedEffect(t *testing.T) {
	for _, c := range [][3]string{{"AUGUUU", "AUGUUC", "silent"}, {"AUGUUU", "AUGUUA", "missense"}, {"AUGUAUGCC", "AUGUAAGCC", "nonsense"}, {"AUGUAUGCC", "AUGUUGCC", "frameshift"}, {"AUGUAUGCC", "AUGGCC", "in-frame insertion or deletion"}} {
		if got := effectOf(c[0], c[1]); got != c[2] {
			t.Errorf("%s to %s: %s", c[0], c[1], got)
		}
	}
	r := rand.New(rand.NewPCG(6, 6))
	for _, wish := range []string{"silent", "missense"} {
		for range 100 {
			coding := "AUG" + drawCodons(r, 6) + "GGU" // glycine always has a silent change
			at, base := mutated(r, coding, wish)
			if got := effectOf(coding, coding[:at]+string(base)+coding[at+1:]); got != wish {
				t.Errorf("%s: %s, not %s", coding, got, wish)
			}
		}
	}
}

func TestStrandsPair(t *testing.T) {
	if got := reverse(pairedDNA("AACGTT")); got != "AACGTT" { // a palindrome
		t.Error(got)
	}
	if got := pairedDNA("GATTACA"); got != "CTAATGT" {
		t.Error(got)
	}
}

func TestReactionsMultiply(t *testing.T) {
	amplify := func(q string) (n, growth float64) { return one(q, `with # template`), 1 + one(q, `# % of`)/100 }
	holdAgainst(t, "pcr-amplification-count",
		func(q string) []float64 {
			n := one(q, `with # double`)
			for range int(one(q, `for # cycles`)) {
				n += n
			}
			return []float64{n}
		},
		func(q string) []float64 {
			n, growth := amplify(q)
			for range int(one(q, `each of # cycles`)) {
				n *= growth
			}
			return []float64{n}
		},
		func(q string) []float64 {
			n, growth := amplify(q)
			cycles := 0
			for ; n <= one(q, `more than # molecules`); cycles++ {
				n *= growth
			}
			return []float64{float64(cycles)}
		},
		func(q string) []float64 {
			growth, gene, control := one(q, `product by #,`), one(q, `at cycle # in a treated`), one(q, `and at # in the control;`)
			ref := grab(q, `crosses at # in the treated sample and at # in the control`)
			amount := func(ct float64) float64 { return math.Exp(-ct * math.Log(growth)) }
			return []float64{amount(gene) / amount(ref[0]) / (amount(control) / amount(ref[1]))}
		},
		func(q string) []float64 {
			c := grab(q, `cycle #[ ;.]`)
			slope := (c[1] - c[0]) / 3
			return []float64{math.Exp(math.Log(one(q, `with # copies`)) - math.Ln10*(c[2]-c[0])/slope), math.Exp(math.Ln10 / slope)}
		},
	)
}
