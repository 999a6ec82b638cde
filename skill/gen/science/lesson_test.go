package science

import (
	"math"
	"regexp"
	"strconv"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

// recompute works out the answers of a question from its text alone.
type recompute func(question string) []float64

// holdAgainst compares the answers of a skill's items with a second method for
// each difficulty in turn; nil leaves one out.
func holdAgainst(t *testing.T, slug string, methods ...recompute) {
	t.Helper()
	for i, method := range methods {
		if method == nil {
			continue
		}
		for n := range uint64(100) {
			it, err := gen.New("science/"+slug, gen.Difficulty(i+1), n)
			if err != nil {
				t.Fatal(err)
			}
			want, got := lessonNumbers(it.Answer), method(it.Question)
			if len(got) != len(want) {
				t.Fatalf("%s: %v, not %v\n%s", it.ID, want, got, it.Question)
			}
			for k := range want {
				if !near(want[k], got[k], 1e-5) && math.Abs(want[k]-got[k]) > 1e-9 {
					t.Errorf("%s: answer %v, by the second method %v\n%s", it.ID, want, got, it.Question)
					break
				}
			}
		}
	}
}

// lessonNumbers reads the numbers of a scalar or list answer.
func lessonNumbers(a task.Answer) []float64 {
	if len(a.Items) > 0 {
		var out []float64
		for _, item := range a.Items {
			out = append(out, lessonNumbers(item)...)
		}
		return out
	}
	v, err := strconv.ParseFloat(a.Value, 64)
	if err != nil {
		if p, q, ok := splitFraction(a.Value); ok {
			return []float64{p / q}
		}
		return []float64{math.NaN()}
	}
	return []float64{v}
}

var fractionText = regexp.MustCompile(`^(-?\d+)/(\d+)$`)

func splitFraction(text string) (p, q float64, ok bool) {
	m := fractionText.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, false
	}
	p, _ = strconv.ParseFloat(m[1], 64)
	q, _ = strconv.ParseFloat(m[2], 64)
	return p, q, true
}

// grab reads the numbers in the groups of all matches of a pattern, in which #
// stands for a group with a number.
func grab(text, pattern string) []float64 {
	re, ok := grabs[pattern]
	if !ok {
		re = regexp.MustCompile(hash.ReplaceAllString(pattern, `([-−]?\d+(?:\.\d+)?)`))
		grabs[pattern] = re
	}
	var out []float64
	for _, m := range re.FindAllStringSubmatch(text, -1) {
		for _, group := range m[1:] {
			v, err := strconv.ParseFloat(minus.ReplaceAllString(group, "-"), 64)
			if err != nil {
				v = math.NaN()
			}
			out = append(out, v)
		}
	}
	return out
}

var (
	grabs = map[string]*regexp.Regexp{}
	hash  = regexp.MustCompile(`#`)
	minus = regexp.MustCompile(`−`)
)

// one is the only number of a pattern, NaN where there is none.
func one(text, pattern string) float64 {
	if v := grab(text, pattern); len(v) > 0 {
		return v[0]
	}
	return math.NaN()
}

// rootWhere finds where a growing function meets a value, by halving.
func rootWhere(lo, hi, value float64, f func(float64) float64) float64 {
	for range 70 {
		mid := (lo + hi) / 2
		if f(mid) < value {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
