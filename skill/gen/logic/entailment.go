package logic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("logic/entailment-verdict", "propositional and first order", "Entailment verdict",
		"Decide whether a statement follows from given ones, contradicts them or stays open.", entailmentVerdict)
}

// verdict of a statement under premises.
type verdict int

const (
	follows verdict = iota
	contradicts
	open
)

// judge compares the rows of a statement with the models of the premises.
func judge(models, statement rowSet) verdict {
	switch models.and(statement).size() {
	case models.size():
		return follows
	case 0:
		return contradicts
	}
	return open
}

// entailmentVerdict asks what premises say about a statement. Difficulty adds
// variables (3 to 7) and premises (3 to 8). The statement is open under each
// premise alone, so at least two must be joined to decide it.
func entailmentVerdict(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 4, 5, 6, 7)
	hidden := r.IntN(1 << n)
	premises := make([]*formula, gen.Of(d, 3, 4, 5, 6, 8))
	var agreeing rowSet
	var conclusion *formula
	v, wanted := open, verdict(r.IntN(3))
	for range 20 { // every round gives an item; more rounds make the verdicts even
		for i := range premises {
			premises[i] = drawPremise(r, n, hidden)
		}
		agreeing = allRows(n)
		for _, p := range premises {
			agreeing = agreeing.and(p.rows())
		}
		conclusion = drawConclusion(r, n, premises, agreeing, wanted)
		if v = judge(agreeing, conclusion.rows()); v == wanted {
			break
		}
	}
	names := gen.Sample(r, strings.Split("BCDEFGHJKLMNPQRSTUVWXYZ", ""), n)
	lines := make([]string, len(premises))
	for i, p := range premises {
		lines[i] = "- " + valveText(p, names)
	}
	options := []string{"it must be true", "it must be false", "it may be true or false"}
	const form = " Answer with one letter: A) it must be true, B) it must be false, C) it may be true or false."
	question, _ := gen.Ask(r, []string{
		"A plant's rules for its valves all hold right now:\n{lines}\nEach valve is either open or closed. What can be said about the statement \"{claim}\"?" + form,
		"An inspector knows only this about some valves, each of them open or closed:\n{lines}\nShe wonders about the claim: \"{claim}\" What is its status, given what she knows?" + form,
		"\"{claim}\" Judge this sentence by the following facts about valves (a valve that is not open is closed):\n{lines}\n" + strings.TrimSpace(form),
	}, gen.Fixed("lines", strings.Join(lines, "\n")), gen.Fixed("claim", valveText(conclusion, names)))
	answer := task.Choice(options, int(v))
	return task.Item{
		Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("%s: %s", countText(agreeing.size(), n), [...]string{
			"the statement holds in all of them.", "the statement holds in none of them.", "the statement holds in some of them and fails in others.",
		}[v]), answer),
	}
}

func countText(rows, n int) string {
	if rows == 1 {
		return fmt.Sprintf("Of the %d states of the valves 1 agrees with the premises", 1<<n)
	}
	return fmt.Sprintf("Of the %d states of the valves %d agree with the premises", 1<<n, rows)
}

// drawPremise draws a statement on two or three variables that holds in hidden.
func drawPremise(r *rand.Rand, n, hidden int) *formula {
	order := r.Perm(n)
	a, b := drawLiteral(r, order[0]), drawLiteral(r, order[1])
	f := &formula{op: gen.Pick(r, []string{"→", "→", "∨", "⊕", "↔"}), left: a, right: b}
	if r.IntN(3) == 0 {
		f = &formula{op: "→", left: &formula{op: gen.Pick(r, []string{"∧", "∨"}), left: a, right: b}, right: drawLiteral(r, order[2])}
	}
	if f.holds(hidden) {
		return f
	}
	// A false implication or disjunction turns true with its last literal; so do ⊕ and ↔.
	f.right = negate(f.right)
	return f
}

func drawLiteral(r *rand.Rand, v int) *formula {
	f := &formula{variable: v}
	if r.IntN(2) == 0 {
		return negate(f)
	}
	return f
}

func negate(f *formula) *formula {
	if f.op == "¬" {
		return f.left
	}
	return &formula{op: "¬", left: f}
}

// drawConclusion picks a statement with the wanted verdict that no premise
// decides alone; where there is none, one with another verdict, and at worst an
// open literal or one that the premises decide.
func drawConclusion(r *rand.Rand, n int, premises []*formula, agreeing rowSet, wanted verdict) *formula {
	by := map[verdict][]*formula{}
	var alone []rowSet
	for _, p := range premises {
		alone = append(alone, allRows(n).and(p.rows()))
	}
	for a := range 2 * n {
		left := literalOf(a)
		for b := range 2 * n {
			candidate := left
			if a/2 != b/2 {
				candidate = &formula{op: []string{"→", "∧", "∨"}[(a+b)%3], left: left, right: literalOf(b)}
			}
			rows := candidate.rows()
			if !slices.ContainsFunc(alone, func(models rowSet) bool { return judge(models, rows) != open }) {
				v := judge(agreeing, rows)
				by[v] = append(by[v], candidate)
			}
		}
	}
	for _, v := range []verdict{wanted, follows, open, contradicts} {
		if len(by[v]) > 0 {
			return gen.Pick(r, by[v])
		}
	}
	return literalOf(r.IntN(2 * n))
}

func literalOf(i int) *formula {
	f := &formula{variable: i / 2}
	if i%2 == 1 {
		return negate(f)
	}
	return f
}

// valveText words a formula about valves as a sentence.
func valveText(f *formula, names []string) string {
	text := valveClause(f, names) + "."
	return strings.ToUpper(text[:1]) + text[1:]
}

func valveClause(f *formula, names []string) string {
	switch f.op {
	case "":
		return "valve " + names[f.variable] + " is open"
	case "¬":
		return "valve " + names[f.left.variable] + " is closed"
	}
	left, right := valveClause(f.left, names), valveClause(f.right, names)
	return fmt.Sprintf(map[string]string{
		"→": "if %s, then %s", "∨": "%s or %s, or both", "∧": "%s and %s",
		"⊕": "either %s or %s, but not both", "↔": "%s exactly when %s",
	}[f.op], left, right)
}
