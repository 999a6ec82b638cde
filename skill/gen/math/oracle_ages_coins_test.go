package math

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"segue/task"
)

func TestAgesHaveOneSolution(t *testing.T) {
	names := regexp.MustCompile(`[A-Z][a-z]+`)
	each(t, "math/age-relations", func(t *testing.T, it task.Item) {
		n := len(it.Answer.Items)
		index := map[string]int{}
		_, head, _ := strings.Cut(" "+strings.TrimPrefix(it.Question, "Find"), " ")
		head = regexp.MustCompile(`(\w+, )*[A-Z]\w+ and [A-Z]\w+`).FindString(head)
		for i, name := range names.FindAllString(head, -1) {
			index[name] = i
		}
		var facts []func(a []int) bool
		for _, pattern := range []string{`(\w+) is (\d+) years? older than (\w+)`, `(\w+) and (\w+) are (\d+) years old together`,
			`when (\w+) was as old as (\w+) is now, (\w+) was (\d+) years? old`, `in (\d+) years? (\w+) will be (twice|three times|four times) as old as (\w+) will`,
			`(\d+) years? ago (\w+) was (twice|three times|four times) as old as (\w+) was`, `(\w+) is (twice|three times|four times) as old as (\w+)`} {
			for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(it.Question, -1) {
				var who, number []int
				for _, g := range m[1:] {
					if v, err := strconv.Atoi(g); err == nil {
						number = append(number, v)
					} else if i, ok := index[g]; ok {
						who = append(who, i)
					} else {
						number = append(number, map[string]int{"twice": 2, "three times": 3, "four times": 4}[g])
					}
				}
				switch pattern[:4] {
				case `(\w+`:
					facts = append(facts, func(a []int) bool {
						switch {
						case strings.Contains(pattern, "older"):
							return a[who[0]] == a[who[1]]+number[0]
						case strings.Contains(pattern, "together"):
							return a[who[0]]+a[who[1]] == number[0]
						}
						return a[who[0]] == number[0]*a[who[1]]
					})
				case `when`:
					facts = append(facts, func(a []int) bool { return a[who[2]]-a[who[0]]+a[who[1]] == number[0] })
				case `in (`:
					facts = append(facts, func(a []int) bool { return a[who[0]]+number[0] == number[1]*(a[who[1]]+number[0]) })
				default:
					facts = append(facts, func(a []int) bool { return a[who[0]]-number[0] == number[1]*(a[who[1]]-number[0]) })
				}
			}
		}
		if len(facts) != n {
			t.Fatalf("%s: %d facts about %d people:\n%s", it.ID, len(facts), n, it.Question)
		}
		if n == 4 {
			if a := integerItems(t, it.Answer); !facts[0](a) || !facts[1](a) || !facts[2](a) || !facts[3](a) {
				t.Errorf("%s: the ages break a fact", it.ID)
			}
			return
		}
		var solutions []string
		a := make([]int, n)
		for code := range power(61, n) {
			ok := true
			for i := range a {
				a[i], code = code%61, code/61
			}
			for _, f := range facts {
				if ok = f(a); !ok {
					break
				}
			}
			if ok {
				solutions = append(solutions, fmt.Sprint(a))
			}
		}
		if want := fmt.Sprint(integerItems(t, it.Answer)); len(solutions) != 1 || solutions[0] != want {
			t.Errorf("%s: %v, not %s:\n%s", it.ID, solutions, want, it.Question)
		}
	})
}

func TestCoinSolutionsAreAll(t *testing.T) {
	values := []int{2, 5, 20}
	for total := 27; total < 140; total++ {
		want, some := 0, 0
		for a := 1; a <= total/2; a++ {
			for b := 1; b <= total/5; b++ {
				for c := 1; c <= total/20; c++ {
					if 2*a+5*b+20*c == total {
						want++
						if a+b+c == 12 {
							some++
						}
					}
				}
			}
		}
		if got, few := coinSolutions(values, total, 0), coinSolutions(values, total, 12); len(got) != want || len(few) != some {
			t.Errorf("%d: %d and %d solutions, not %d and %d", total, len(got), len(few), want, some)
		}
	}
}
