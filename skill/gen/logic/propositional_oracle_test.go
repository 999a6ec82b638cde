package logic

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

// The tests of this package hold each solver against a second method.

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 3)) }

// each makes some items of a skill at every difficulty.
func each(t *testing.T, id string, n uint64, test func(it task.Item)) {
	t.Helper()
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for i := range n {
			it, err := gen.New(id, d, i)
			if err != nil {
				t.Fatal(err)
			}
			test(it)
		}
	}
}

// reader evaluates a formula as it is printed: a second reading of its text.
type reader struct {
	text  []rune
	value map[rune]bool
}

func (p *reader) next() rune {
	for len(p.text) > 0 && p.text[0] == ' ' {
		p.text = p.text[1:]
	}
	if len(p.text) == 0 {
		return 0
	}
	c := p.text[0]
	p.text = p.text[1:]
	return c
}

func (p *reader) operand() bool {
	switch c := p.next(); c {
	case '¬':
		return !p.operand()
	case '(':
		v := p.expression()
		p.next() // the closing bracket
		return v
	default:
		return p.value[c]
	}
}

func (p *reader) expression() bool {
	left := p.operand()
	rest := p.text
	op := p.next()
	if op == 0 || op == ')' {
		p.text = rest
		return left
	}
	right := p.operand()
	return map[rune]bool{'∧': left && right, '∨': left || right, '→': !left || right, '↔': left == right, '⊕': left != right}[op]
}

func TestFormulasMeanWhatTheyPrint(t *testing.T) {
	r := source(1)
	names := []string{"P", "Q", "R"}
	for range 300 {
		f := drawFormula(r, []int{0, 1, 2, r.IntN(3), r.IntN(3)})
		for row := range 8 {
			p := reader{[]rune(f.text(names)), map[rune]bool{'P': row&1 > 0, 'Q': row&2 > 0, 'R': row&4 > 0}}
			inRows := f.rows()[0]>>row&1 == 1
			if want := p.expression(); f.holds(row) != want || inRows != want {
				t.Fatalf("%s in row %s: %t, not %t", f.text(names), rowText(row, 3, names), f.holds(row), want)
			}
		}
	}
}

func TestClausesHaveOneModelAndNoneToSpare(t *testing.T) {
	each(t, "logic/satisfying-assignment", 30, func(it task.Item) {
		var lines []string
		for line := range strings.SplitSeq(it.Question, "\n") {
			if text, ok := strings.CutPrefix(line, "- "); ok {
				lines = append(lines, text)
			}
		}
		if got := textModels(lines, it.Answer.Fields); len(got) != 1 || !got[0] {
			t.Errorf("%s: %d assignments fit, among them the answer: %v", it.ID, len(got), got)
		}
		for i := range lines {
			if got := textModels(slices.Delete(slices.Clone(lines), i, i+1), it.Answer.Fields); len(got) < 2 {
				t.Errorf("%s: the line %q is not needed", it.ID, lines[i])
			}
		}
	})
}

// textModels lists the assignments that fit the printed lines, as whether they
// are the answer.
func textModels(lines []string, answer map[string]task.Answer) (isAnswer []bool) {
	var names []string
	for name := range answer {
		names = append(names, name)
	}
	for row := range 1 << len(names) {
		value := map[string]bool{}
		same := true
		for i, name := range names {
			value[name] = row>>i&1 == 1
			same = same && value[name] == (answer[name].Value == "true")
		}
		fits := true
		for _, line := range lines {
			some := false
			for part := range strings.SplitSeq(line, " or ") {
				name, negated := strings.CutPrefix(part, "not ")
				some = some || value[name] != negated
			}
			fits = fits && some
		}
		if fits {
			isAnswer = append(isAnswer, same)
		}
	}
	return isAnswer
}

// sentenceHolds reads a sentence about valves.
func sentenceHolds(s string, open map[string]bool) bool {
	s = strings.TrimSuffix(s, ".")
	switch {
	case strings.HasPrefix(s, "if "):
		from, to, _ := strings.Cut(strings.TrimPrefix(s, "if "), ", then ")
		return !sentenceHolds(from, open) || sentenceHolds(to, open)
	case strings.HasSuffix(s, ", or both"):
		a, b, _ := strings.Cut(strings.TrimSuffix(s, ", or both"), " or ")
		return sentenceHolds(a, open) || sentenceHolds(b, open)
	case strings.HasPrefix(s, "either "):
		a, b, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(s, "either "), ", but not both"), " or ")
		return sentenceHolds(a, open) != sentenceHolds(b, open)
	}
	for joint, holds := range map[string]func(a, b bool) bool{
		" exactly when ": func(a, b bool) bool { return a == b }, " and ": func(a, b bool) bool { return a && b },
	} {
		if a, b, ok := strings.Cut(s, joint); ok {
			return holds(sentenceHolds(a, open), sentenceHolds(b, open))
		}
	}
	words := strings.Fields(s) // valve K is open
	return open[words[1]] == (words[3] == "open")
}

func TestEntailmentVerdictsByReadingTheSentences(t *testing.T) {
	verdicts := map[string]int{}
	each(t, "logic/entailment-verdict", 30, func(it task.Item) {
		var lines []string
		letters := map[string]bool{}
		for line := range strings.SplitSeq(it.Question, "\n") {
			if text, ok := strings.CutPrefix(line, "- "); ok {
				lines = append(lines, lowerFirst(text))
			}
		}
		_, claim, _ := strings.Cut(it.Question, `"`)
		claim, _, _ = strings.Cut(claim, `"`)
		claim = lowerFirst(claim)
		for _, s := range append(slices.Clone(lines), claim) {
			words := strings.Fields(s)
			for i, w := range words {
				if w == "valve" {
					letters[words[i+1]] = true
				}
			}
		}
		verdicts[it.Answer.Value]++
		if got := verdictByText(lines, claim, letters); got != it.Answer.Value {
			t.Errorf("%s: %s, not %s\n%s", it.ID, it.Answer.Value, got, it.Question)
		}
		for i := range lines {
			if got := verdictByText(lines[i:i+1], claim, letters); got != "C" {
				t.Errorf("%s: the premise %q alone decides %q", it.ID, lines[i], claim)
			}
		}
	})
	for _, letter := range []string{"A", "B", "C"} {
		if verdicts[letter] < 30 {
			t.Errorf("verdicts are uneven: %v", verdicts)
		}
	}
}

func verdictByText(lines []string, claim string, letters map[string]bool) string {
	var names []string
	for name := range letters {
		names = append(names, name)
	}
	agree, held := 0, 0
	for row := range 1 << len(names) {
		open := map[string]bool{}
		for i, name := range names {
			open[name] = row>>i&1 == 1
		}
		if slices.ContainsFunc(lines, func(s string) bool { return !sentenceHolds(s, open) }) {
			continue
		}
		agree++
		if sentenceHolds(claim, open) {
			held++
		}
	}
	switch held {
	case agree:
		return "A"
	case 0:
		return "B"
	}
	return "C"
}
