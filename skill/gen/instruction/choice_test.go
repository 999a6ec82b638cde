package instruction_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"segue/skill/gen"
)

// The reply of a constrained choice follows from its question alone.
func TestConstrainedChoiceFollowsFromTheRules(t *testing.T) {
	replies := map[string]bool{}
	for i := range 200 {
		it, err := gen.New("instruction_following/constrained-choice", gen.Difficulty(1+i%5), gen.Index(1, "choice", i))
		if err != nil {
			t.Fatal(err)
		}
		stock, _ := strconv.Atoi(regexp.MustCompile(`(?:has|with|there are) (\d+)`).FindStringSubmatch(it.Question)[1])
		for _, m := range regexp.MustCompile(`(\d+) (are sold|arrive)`).FindAllStringSubmatch(it.Question, -1) {
			n, _ := strconv.Atoi(m[1])
			if m[2] == "arrive" {
				stock += n
			} else {
				stock -= n
			}
		}
		want := regexp.MustCompile(`otherwise: "([^"]+)"`).FindStringSubmatch(it.Question)[1]
		for _, m := range regexp.MustCompile(`below (\d+): "([^"]+)"`).FindAllStringSubmatch(it.Question, -1) {
			if cut, _ := strconv.Atoi(m[1]); stock < cut {
				want = m[2]
				break
			}
		}
		if it.Answer.Value != want {
			t.Errorf("%s: by the rules the reply is %q, the answer %q", it.ID, want, it.Answer.Value)
		}
		replies[want] = true
	}
	if len(replies) < 10 {
		t.Errorf("only %d different replies in 200 items", len(replies))
	}
}

// A branch is chosen by conditions that the test evaluates anew.
func TestConditionalBranchFollowsTheFirstCondition(t *testing.T) {
	for i := range 200 {
		it, err := gen.New("instruction_following/conditional-branch", gen.Difficulty(1+i%5), gen.Index(1, "branch", i))
		if err != nil {
			t.Fatal(err)
		}
		x, _ := strconv.Atoi(regexp.MustCompile(`number (?:is )?(\d{3})`).FindStringSubmatch(it.Question)[1])
		chosen := regexp.MustCompile(`otherwise (write [^.;:]+)`).FindStringSubmatch(it.Question)[1]
		for _, m := range regexp.MustCompile(`if (the (?:number|digits)[^,]+), (write [^;]+);`).FindAllStringSubmatch(it.Question, -1) {
			if holds(m[1], x) {
				chosen = m[2]
				break
			}
		}
		if working, _, _ := strings.Cut(it.Reference, "<answer>"); !strings.Contains(working, "So I "+chosen+".") {
			t.Errorf("%s: for %d the instruction is %q; working: %s", it.ID, x, chosen, working)
		}
	}
}

func holds(condition string, x int) bool {
	a, b, c := x/100, x/10%10, x%10
	switch {
	case strings.HasSuffix(condition, "is even"):
		return c == 0 || c == 2 || c == 4 || c == 6 || c == 8
	case strings.HasSuffix(condition, "by three"):
		return (a+b+c)%3 == 0
	case strings.HasSuffix(condition, "digit five"):
		return c == 5
	case strings.HasSuffix(condition, "fourteen"):
		return a+b+c > 14
	}
	limit, _ := strconv.Atoi(condition[strings.LastIndexByte(condition, ' ')+1:])
	return x > limit
}
