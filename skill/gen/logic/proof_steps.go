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
	gen.Register("logic/proof-step-validity", "propositional and first order", "Proof step validity",
		"Find the first line of a derivation that does not follow from the lines it cites.", proofStepValidity)
}

// proofLine is a premise (cites nothing) or a conclusion from earlier lines.
type proofLine struct {
	formula *formula
	cites   []int
}

// proof grows line by line. True lines hold in hidden, so premises agree.
type proof struct {
	n, hidden int
	lines     []proofLine
}

// literal is a literal whose truth in hidden is as wanted.
func (p *proof) literal(r *rand.Rand, wanted bool) *formula {
	f := &formula{variable: r.IntN(p.n)}
	if f.holds(p.hidden) != wanted {
		return negate(f)
	}
	return f
}

// statement is a literal or, for wide ones, a joint of two that holds in hidden.
func (p *proof) statement(r *rand.Rand, wide bool) *formula {
	a := p.literal(r, true)
	if !wide || r.IntN(2) == 0 {
		return a
	}
	b := p.literal(r, r.IntN(2) == 0)
	for same(b, a) || same(b, negate(a)) {
		b = p.literal(r, r.IntN(2) == 0)
	}
	if b.holds(p.hidden) {
		return &formula{op: "∧", left: a, right: b}
	}
	return &formula{op: "∨", left: b, right: a}
}

var variableLetters = strings.Split("ABCDEFG", "")

func (p *proof) add(f *formula, cites ...int) int {
	p.lines = append(p.lines, proofLine{f, cites})
	return len(p.lines) - 1
}

func (p *proof) known(f *formula) bool {
	text := f.text(variableLetters)
	return slices.ContainsFunc(p.lines, func(l proofLine) bool { return l.formula.text(variableLetters) == text })
}

func same(f, g *formula) bool { return f.text(variableLetters) == g.text(variableLetters) }

// extend adds a step that follows from an earlier line, mostly with a premise
// of its own: modus ponens, modus tollens, disjunctive syllogism, conjunction,
// a chain of implications, a step by cases. The formula is new where a few draws find one.
func (p *proof) extend(r *rand.Rand, wide bool) {
	from := len(p.lines) - 1
	if r.IntN(3) == 0 {
		from = r.IntN(len(p.lines))
	}
	base := p.lines[from].formula
	goal := p.statement(r, wide)
	for range 20 {
		if !p.known(goal) && !same(goal, base) {
			break
		}
		goal = p.statement(r, wide)
	}
	switch r.IntN(6) {
	case 0, 1:
		p.add(goal, from, p.add(&formula{op: "→", left: base, right: goal}))
	case 2:
		p.add(goal, from, p.add(&formula{op: "→", left: negate(goal), right: negate(base)}))
	case 3:
		p.add(goal, from, p.add(&formula{op: "∨", left: negate(base), right: goal}))
	case 4:
		middle := p.literal(r, r.IntN(2) == 0)
		for i := 0; i < 20 && (same(middle, goal) || same(middle, negate(goal))); i++ {
			middle = p.literal(r, r.IntN(2) == 0)
		}
		one := p.add(&formula{op: "→", left: base, right: &formula{op: "∨", left: middle, right: goal}})
		p.add(goal, from, one, p.add(&formula{op: "→", left: middle, right: goal}))
	default:
		p.add(&formula{op: "∧", left: base, right: goal}, from, p.add(&formula{op: "↔", left: base, right: goal}))
	}
}

// spoil adds a step that does not follow: a converse, an inverse, a part of a
// disjunction affirmed, or a wrong case.
func (p *proof) spoil(r *rand.Rand, wide bool) {
	from := len(p.lines) - 1
	base := p.lines[from].formula
	for range 100 { // the first round nearly always gives one
		goal := p.statement(r, wide)
		premise, conclusion := &formula{op: "→", left: goal, right: base}, goal
		switch r.IntN(4) {
		case 1:
			premise, conclusion = &formula{op: "→", left: negate(base), right: goal}, negate(goal)
		case 2:
			premise, conclusion = &formula{op: "∨", left: base, right: goal}, negate(goal)
		case 3:
			premise = &formula{op: "→", left: base, right: &formula{op: "∨", left: goal, right: p.literal(r, r.IntN(2) == 0)}}
		}
		rows := allRows(p.n).and(base.rows()).and(premise.rows())
		if rows.and(conclusion.rows()) != rows {
			p.add(conclusion, from, p.add(premise))
			return
		}
	}
	p.add(negate(base), from)
}

// proofStepValidity asks for the first wrong step. Difficulty adds steps (3 to
// 9) and, from 3 on, statements with two parts. Whether a step follows is
// settled by truth tables from the cited lines alone, so the answer is unique.
func proofStepValidity(r *rand.Rand, d gen.Difficulty) task.Item {
	p := &proof{n: gen.Of(d, 4, 4, 5, 5, 6)}
	p.hidden = r.IntN(1 << p.n)
	p.add(p.statement(r, d >= 3))
	steps := gen.Of(d, 3, 4, 5, 7, 9)
	bad := r.IntN(steps)
	if d >= 2 && r.IntN(3) > 0 {
		bad = steps/2 + r.IntN(steps-steps/2)
	}
	wrong := 0
	for i := range steps {
		if i == bad {
			p.spoil(r, d >= 3)
			wrong = len(p.lines) - 1
			continue
		}
		p.extend(r, d >= 3)
	}
	names := gen.Sample(r, strings.Split("ABCDEGHJKLMNPQRSUVWXYZ", ""), p.n)
	slices.Sort(names)
	lines := make([]string, len(p.lines))
	for i, l := range p.lines {
		lines[i] = fmt.Sprintf("%d. %s (%s)", i+1, l.formula.text(names), citation(l.cites))
	}
	question, _ := gen.Ask(r, []string{
		"A student hands in this derivation (¬ not, ∧ and, ∨ or, → implies, ↔ if and only if):\n\n{lines}\n\nPremises need no reason. Which is the first other line that does not follow logically from exactly the lines it cites, whether or not those are justified themselves? Give its number.",
		"{lines}\n\nEach line above that is no premise claims to be a logical consequence of the lines named behind it. The symbols mean: negation ¬, conjunction ∧, disjunction ∨ (inclusive), implication →, equivalence ↔. At which line number does this claim fail for the first time, taking the cited lines as given?",
		"Check a formal argument. Premises are accepted; any other line must be true whenever all the lines it refers to are true.\n\n{lines}\n\n(→ if-then, ↔ exactly when, ∨ or both, ∧ and, ¬ not.) State the number of the earliest line that breaks the rule.",
	}, gen.Fixed("lines", strings.Join(lines, "\n")))
	answer := task.Integer(int64(wrong + 1))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(p.counterexampleText(wrong, names), answer)}
}

// counterexampleText gives a row in which the cited lines hold and the line fails.
func (p *proof) counterexampleText(at int, names []string) string {
	l := p.lines[at]
	for row := range 1 << p.n {
		cited := !slices.ContainsFunc(l.cites, func(c int) bool { return !p.lines[c].formula.holds(row) })
		if cited && !l.formula.holds(row) {
			return fmt.Sprintf("Every earlier line that is no premise holds whenever the lines it cites hold. Line %d does not: with %s the lines it cites are true, but %s is false.", at+1, rowText(row, p.n, names), l.formula.text(names))
		}
	}
	return ""
}

func citation(cites []int) string {
	if len(cites) == 0 {
		return "premise"
	}
	texts := make([]string, len(cites))
	for i, c := range cites {
		texts[i] = fmt.Sprint(c + 1)
	}
	return "from " + gen.Enumerated(texts)
}
