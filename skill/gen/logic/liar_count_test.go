package logic

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"segue/task"
)

var (
	spokenLine = regexp.MustCompile(`(?m)^(\w+): "(.*)\."$`)
	placesText = regexp.MustCompile(`one of these places: ([\w ,]+)\.`)
	trueCount  = regexp.MustCompile(`(?:is exactly|statements is|among them is) (\d+)`)
)

// spokenForms read a statement for a thief, a place and the truth of the others.
var spokenForms = []struct {
	form  *regexp.Regexp
	holds func(m []string, thief, place string, truth map[string]bool) bool
}{
	{regexp.MustCompile(`^It was one of (.*)$`), func(m []string, thief, _ string, _ map[string]bool) bool {
		return regexp.MustCompile(`\b` + thief + `\b`).MatchString(m[1])
	}},
	{regexp.MustCompile(`^It was (\w+)$`), func(m []string, thief, _ string, _ map[string]bool) bool { return m[1] == thief }},
	{regexp.MustCompile(`^(\w+) did not do it$`), func(m []string, thief, _ string, _ map[string]bool) bool { return m[1] != thief }},
	{regexp.MustCompile(`^It is in the ([\w ]+)$`), func(m []string, _, place string, _ map[string]bool) bool { return m[1] == place }},
	{regexp.MustCompile(`^If (\w+) did it, it is in the ([\w ]+)$`), func(m []string, thief, place string, _ map[string]bool) bool {
		return m[1] != thief || m[2] == place
	}},
	{regexp.MustCompile(`^(\w+) did it or it is in the ([\w ]+), but not both$`), func(m []string, thief, place string, _ map[string]bool) bool {
		return (m[1] == thief) != (m[2] == place)
	}},
	{regexp.MustCompile(`^(\w+)'s statement is false$`), func(m []string, _, _ string, truth map[string]bool) bool { return !truth[m[1]] }},
	{regexp.MustCompile(`^Of the statements of (\w+) and (\w+) exactly one is true$`), func(m []string, _, _ string, truth map[string]bool) bool {
		return truth[m[1]] != truth[m[2]]
	}},
	{regexp.MustCompile(`^If (\w+)'s statement is true, so is (\w+)'s$`), func(m []string, _, _ string, truth map[string]bool) bool {
		return !truth[m[1]] || truth[m[2]]
	}},
}

// TestOneDeedFitsTheCount tries every thief, place and set of true statements
// of the printed question, without regard to the order of the statements.
func TestOneDeedFitsTheCount(t *testing.T) {
	each(t, "logic/liar-count-constraint", 40, func(it task.Item) {
		said := spokenLine.FindAllStringSubmatch(it.Question, -1)
		places := []string{""}
		if m := placesText.FindStringSubmatch(it.Question); m != nil {
			places = strings.Split(m[1], ", ")
		}
		k, _ := strconv.Atoi(trueCount.FindStringSubmatch(it.Question)[1])
		fits := 0
		for _, thief := range said {
			for _, place := range places {
				for row := range 1 << len(said) {
					truth, count := map[string]bool{}, 0
					for i, s := range said {
						if truth[s[1]] = row>>i&1 == 1; truth[s[1]] {
							count++
						}
					}
					if count != k || !consistent(t, said, thief[1], place, truth) {
						continue
					}
					fits++
					for name, f := range it.Answer.Fields {
						want := map[string]string{"thief": thief[1], "place": place}[name]
						if want == "" {
							want = strconv.FormatBool(truth[name])
						}
						if f.Value != want {
							t.Errorf("%s: %s is %s, not %s\n%s", it.ID, name, want, f.Value, it.Question)
						}
					}
				}
			}
		}
		if fits != 1 {
			t.Errorf("%s: %d solutions\n%s", it.ID, fits, it.Question)
		}
	})
}

func consistent(t *testing.T, said [][]string, thief, place string, truth map[string]bool) bool {
	t.Helper()
	for _, s := range said {
		read := false
		for _, f := range spokenForms {
			if m := f.form.FindStringSubmatch(s[2]); m != nil {
				read = true
				if f.holds(m, thief, place, truth) != truth[s[1]] {
					return false
				}
				break
			}
		}
		if !read {
			t.Fatalf("cannot read %q", s[2])
		}
	}
	return true
}
