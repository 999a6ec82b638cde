package logic

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

// shown is a thing as the question tells it.
type shown struct {
	place, grams  int
	colour, shape string
}

var (
	shownThing   = regexp.MustCompile(`a (\w+) (\w+) of (\d+) g`)
	shownClaim   = regexp.MustCompile(`(?m)^([P-U]): (.*)\.$`)
	shownPair    = regexp.MustCompile(`^(every|some) (\w+(?: thing)?)(?: that is (heavier than|lighter than|to the left of|to the right of) (every|some) (\w+(?: thing)?))? is (heavier than|lighter than|to the left of|to the right of) (every|some) (\w+(?: thing)?)$`)
	shownWeight  = regexp.MustCompile(`^(every|some) (\w+(?: thing)?) weighs more than (\d+) g$`)
	shownSimple  = regexp.MustCompile(`^(every|some|no) (\w+(?: thing)?) is (?:a )?(\w+)$`)
	shownCounted = regexp.MustCompile(`^the number of (\w+(?: thing)?)s in the row is (one|two|three)$`)
)

func (x shown) is(kind string) bool {
	kind = strings.TrimSuffix(kind, " thing")
	return x.colour == kind || x.shape == kind
}

func related(text string, a, b shown) bool {
	return map[string]bool{"heavier than": a.grams > b.grams, "lighter than": a.grams < b.grams, "to the left of": a.place < b.place, "to the right of": a.place > b.place}[text]
}

// quantified counts the members of a kind with a property and compares.
func quantified(word string, row []shown, kind func(shown) bool, property func(shown) bool) bool {
	all, with := 0, 0
	for _, x := range row {
		if kind(x) {
			all++
			if property(x) {
				with++
			}
		}
	}
	return map[string]bool{"every": with == all, "some": with > 0, "no": with == 0}[word]
}

func claimHolds(t *testing.T, claim string, row []shown) bool {
	t.Helper()
	claim = lowerFirst(claim)
	if inner, ok := strings.CutPrefix(claim, "it is not true that "); ok {
		return !claimHolds(t, inner, row)
	}
	if m := shownWeight.FindStringSubmatch(claim); m != nil {
		return quantified(m[1], row, func(x shown) bool { return x.is(m[2]) }, func(x shown) bool { return fmt.Sprintf("%04d", x.grams) > fmt.Sprintf("%04s", m[3]) })
	}
	if m := shownCounted.FindStringSubmatch(claim); m != nil {
		count := 0
		for _, x := range row {
			if x.is(m[1]) {
				count++
			}
		}
		return numberWords[count] == m[2]
	}
	if m := shownPair.FindStringSubmatch(claim); m != nil {
		subject := func(x shown) bool {
			return x.is(m[2]) && (m[3] == "" || quantified(m[4], row, func(y shown) bool { return y.is(m[5]) }, func(y shown) bool { return related(m[3], x, y) }))
		}
		return quantified(m[1], row, subject, func(x shown) bool {
			return quantified(m[7], row, func(y shown) bool { return y.is(m[8]) }, func(y shown) bool { return related(m[6], x, y) })
		})
	}
	m := shownSimple.FindStringSubmatch(claim)
	if m == nil {
		t.Fatalf("cannot read %q", claim)
	}
	return quantified(m[1], row, func(x shown) bool { return x.is(m[2]) }, func(x shown) bool { return x.is(m[3]) })
}

func TestStatementsByReadingTheQuestion(t *testing.T) {
	each(t, "logic/quantified-statements-in-a-finite-world", 60, func(it task.Item) {
		var row []shown
		for i, m := range shownThing.FindAllStringSubmatch(it.Question, -1) {
			x := shown{place: i, colour: m[1], shape: m[2]}
			if _, err := fmt.Sscan(m[3], &x.grams); err != nil {
				t.Fatal(err)
			}
			row = append(row, x)
		}
		var right []string
		for _, m := range shownClaim.FindAllStringSubmatch(it.Question, -1) {
			if claimHolds(t, m[2], row) {
				right = append(right, m[1])
			}
		}
		var want []string
		for _, a := range it.Answer.Items {
			want = append(want, a.Value)
		}
		if !slices.Equal(right, want) {
			t.Errorf("%s: %v, not %v\n%s", it.ID, want, right, it.Question)
		}
	})
}

// holdsIn evaluates a statement in a model: which regions of the clubs are inhabited.
func holdsIn(st statement, inhabited []bool) bool {
	in := func(t term, region int) bool { return (region>>t.group&1 == 1) != t.outside }
	both, only := 0, 0
	for region, some := range inhabited {
		switch {
		case !some || !in(st.s, region):
		case in(st.p, region):
			both++
		default:
			only++
		}
	}
	return map[string]bool{"all": only == 0, "no": both == 0, "some": both > 0, "some not": only > 0}[st.form]
}

// assessByModels tries every set of inhabited regions.
func assessByModels(n int, premises []statement, conclusion statement) validity {
	all, members, memberModels := true, true, 0
	for model := range 1 << (1 << n) {
		inhabited := make([]bool, 1<<n)
		for region := range inhabited {
			inhabited[region] = model>>region&1 == 1
		}
		if slices.ContainsFunc(premises, func(p statement) bool { return !holdsIn(p, inhabited) }) {
			continue
		}
		populated := true
		for g := range n {
			populated = populated && holdsIn(statement{"some", term{group: g}, term{group: g}}, inhabited)
		}
		ok := holdsIn(conclusion, inhabited)
		all = all && ok
		if populated {
			memberModels++
			members = members && ok
		}
	}
	switch {
	case memberModels == 0:
		return inconsistent
	case all:
		return valid
	case members:
		return needsMembers
	}
	return invalid
}

func TestSyllogismsAgreeWithAllModels(t *testing.T) {
	r := source(2)
	seen := map[validity]int{}
	for range 400 {
		premises := []statement{drawStatement(r, 0, 1, 5), drawStatement(r, 1, 2, 5)}
		conclusion := drawStatement(r, 0, 2, 5)
		got := assess(3, premises, conclusion)
		seen[got]++
		if want := assessByModels(3, premises, conclusion); got != want {
			t.Errorf("%v therefore %v: %d, not %d", premises, conclusion, got, want)
		}
		if got == invalid {
			inhabited := make([]bool, 8)
			for _, region := range counterexample(3, premises, conclusion) {
				inhabited[region] = true
			}
			for _, p := range premises {
				if !holdsIn(p, inhabited) {
					t.Errorf("%v therefore %v: the counterexample breaks a premise", premises, conclusion)
				}
			}
			if holdsIn(conclusion, inhabited) {
				t.Errorf("%v therefore %v: the counterexample keeps the conclusion", premises, conclusion)
			}
		}
	}
	if len(seen) < 3 {
		t.Errorf("only the verdicts %v were tried", seen)
	}
	contrary := []statement{{"all", term{group: 0}, term{group: 1}}, {"no", term{group: 0}, term{group: 1}}}
	if got := assess(3, contrary, contrary[0]); got != inconsistent || got != assessByModels(3, contrary, contrary[0]) {
		t.Errorf("contrary premises get the verdict %d", got)
	}
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		premises, conclusion, v := drawArgument(r, d, 3, needsMembers)
		if want := assessByModels(3, premises, conclusion); v != want {
			t.Errorf("%v therefore %v: %d, not %d", premises, conclusion, v, want)
		}
	}
}
