package extraction_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"segue/skill"
	"segue/skill/check"
	"segue/skill/gen"
	_ "segue/skill/gen/extraction"
	"segue/task"
)

func TestGeneratorsKeepTheContract(t *testing.T) { check.Domain(t, skill.Extraction) }

// each reads the answer from the document of every item again, in a second way.
func each(t *testing.T, slug string, n int, read func(q string, it task.Item) string) {
	t.Helper()
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for i := range n {
			it, err := gen.New("information_extraction/"+slug, d, gen.Index(1, "test", i))
			if err != nil {
				t.Fatal(err)
			}
			if got := read(it.Question, it); got != it.Answer.Text() {
				t.Errorf("%s: the document says %s, the answer %s\n%s", it.ID, got, it.Answer.Text(), it.Question)
			}
		}
	}
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// find is the text of the only group of a pattern that took part in the first match.
func find(t *testing.T, pattern, text string) string {
	t.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("%s is not in %s", pattern, text)
	}
	return strings.Join(m[1:], "")
}

// tables reads the Markdown tables of a text, without header rules.
func tables(text string) [][][]string {
	var out [][][]string
	inside := false
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "|") {
			inside = false
			continue
		}
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case !inside:
			out = append(out, nil)
			inside = true
		case cells[0] == "---":
			continue
		}
		out[len(out)-1] = append(out[len(out)-1], cells)
	}
	return out
}

func fenced(t *testing.T, text string) string { return find(t, "(?s)```\\w+\n(.*?)\n```", text) }
