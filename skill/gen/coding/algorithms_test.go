package coding_test

import (
	"math"
	"regexp"
	"strings"
	"testing"
)

// growthOracle counts the innermost steps of each part of a program for two
// sizes and gives the largest ratio: the part that grows fastest decides.
const growthOracle = `
import json, re, sys
out = []
for code in json.load(sys.stdin):
    ratios = []
    for part in re.split(r"^(?=for |\w+ = )", code, flags=re.M):
        body = re.sub(r"^( *)(count|total|hits|work)\b.*$", r"\1steps[0] += 1", part, flags=re.M)
        counts = []
        for n in (64, 4096):
            steps = [0]
            exec(body, {"steps": steps, "n": n})
            counts.append(steps[0])
        ratios.append(counts[1] / max(1, counts[0]))
    out.append(max(ratios))
print(json.dumps(out))
`

// TestGrowthAgreesWithCounts compares the growth of the steps with the chosen
// option. Quadratic nests would take too long.
func TestGrowthAgreesWithCounts(t *testing.T) {
	var codes, options []string
	for _, it := range items(t, "coding/loop-nest-complexity", 15)[:45] {
		if right := it.Answer.Options[it.Answer.Value[0]-'A']; !power.MatchString(right) {
			codes, options = append(codes, code(t, it.Question, "python")), append(options, right)
		}
	}
	var ratios []float64
	python(t, growthOracle, codes, &ratios)
	for i, right := range options {
		seen, want := math.Log(ratios[i]), math.Log(ratio(right))
		slack := 0.34 // half a factor of log n
		if geometric.MatchString(codes[i]) {
			slack = 0.7 // the last term of a series may be just below n or far below
		}
		if math.Abs(seen-want) > slack {
			t.Errorf("the steps grow by exp %.2f, %s by exp %.2f\n%s", seen, right, want, codes[i])
		}
	}
}

var (
	geometric = regexp.MustCompile(`range\([a-mo-z]\):`)

	power = regexp.MustCompile(`n\^(\d)`)
	logs  = regexp.MustCompile(`\(log n\)\^(\d)`)
)

// ratio is g(4096)/g(64) for a growth rate below n² as the options write it.
func ratio(option string) float64 {
	const size, log = 64.0, 2.0 // n and log n grow by these factors
	out := 1.0
	text := strings.TrimSuffix(strings.TrimPrefix(option, "Θ("), ")")
	if m := logs.FindStringSubmatch(text); m != nil {
		out *= math.Pow(log, float64(m[1][0]-'0'))
		text = logs.ReplaceAllString(text, "")
	}
	if strings.Contains(text, "log n") {
		out *= log
		text = strings.Replace(text, "log n", "", 1)
	}
	if strings.Contains(text, "√n") {
		out *= math.Sqrt(size)
		text = strings.Replace(text, "√n", "", 1)
	}
	if strings.Contains(text, "n") {
		out *= size
	}
	return out
}

const sortOracle = `
import json, sys
def step(name, xs, p):
    n = len(xs)
    if name == "bubble sort":
        for i in range(n - 1):
            if xs[i] > xs[i + 1]:
                xs[i], xs[i + 1] = xs[i + 1], xs[i]
    elif name == "selection sort":
        m = xs.index(min(xs[p:]), p)
        xs[p], xs[m] = xs[m], xs[p]
    elif name == "insertion sort":
        xs[:p + 2] = sorted(xs[:p + 2])
    elif name == "cocktail shaker sort":
        order = range(n - 1) if p % 2 == 0 else range(n - 2, -1, -1)
        for i in order:
            if xs[i] > xs[i + 1]:
                xs[i], xs[i + 1] = xs[i + 1], xs[i]
    else:
        m = xs.index(max(xs[:n - p]))
        xs[:m + 1] = xs[:m + 1][::-1]
        xs[:n - p] = xs[:n - p][::-1]
out = []
for job in json.load(sys.stdin):
    xs = job["xs"]
    for p in range(job["passes"]):
        step(job["name"], xs, p)
    out.append(str(xs))
print(json.dumps(out))
`

func TestSortingStatesAgreeWithPython(t *testing.T) {
	its := items(t, "coding/sorting-state", 40)
	array := regexp.MustCompile(`\[[\d, ]+\]`)
	name := regexp.MustCompile(`(bubble|selection|insertion|cocktail shaker|pancake) sort`)
	var jobs []map[string]any
	for _, it := range its {
		var xs []int
		for _, f := range strings.Split(strings.Trim(array.FindString(it.Question), "[]"), ", ") {
			xs = append(xs, atoi(t, f))
		}
		jobs = append(jobs, map[string]any{"xs": xs, "name": name.FindString(it.Question), "passes": atoi(t, it.Slots[0].Value)})
	}
	var got []string
	python(t, sortOracle, jobs, &got)
	agree(t, its, got)
}
