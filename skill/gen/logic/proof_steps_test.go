package logic

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"segue/task"
)

var proofText = regexp.MustCompile(`(?m)^(\d+)\. (.+) \((premise|from [\d, and]+)\)$`)

// TestFirstWrongStepByReadingTheProof reads each line again and tries all rows.
func TestFirstWrongStepByReadingTheProof(t *testing.T) {
	each(t, "logic/proof-step-validity", 100, func(it task.Item) {
		lines := proofText.FindAllStringSubmatch(it.Question, -1)
		letters := map[rune]bool{}
		for _, l := range lines {
			for _, c := range l[2] {
				if c >= 'A' && c <= 'Z' {
					letters[c] = true
				}
			}
		}
		var names []rune
		for c := range letters {
			names = append(names, c)
		}
		first := 0
		for i, l := range lines {
			if l[3] != "premise" && first == 0 && !entailedByText(lines, i, names) {
				first = i + 1
			}
		}
		if want := it.Answer.Value; strconv.Itoa(first) != want {
			t.Errorf("%s: line %d, not %s\n%s", it.ID, first, want, it.Question)
		}
	})
}

func entailedByText(lines [][]string, at int, names []rune) bool {
	cites := regexp.MustCompile(`\d+`).FindAllString(lines[at][3], -1)
	for row := range 1 << len(names) {
		value := map[rune]bool{}
		for v, c := range names {
			value[c] = row>>v&1 == 1
		}
		all := true
		for _, c := range cites {
			k, _ := strconv.Atoi(c)
			all = all && (&reader{[]rune(strings.TrimSpace(lines[k-1][2])), value}).expression()
		}
		if all && !(&reader{[]rune(strings.TrimSpace(lines[at][2])), value}).expression() {
			return false
		}
	}
	return true
}
