package coding

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

// growth is n^(half/2) · (log n)^logs.
type growth struct{ half, logs int }

func (g growth) text() string {
	var parts []string
	switch {
	case g.half == 1:
		parts = append(parts, "√n")
	case g.half == 2:
		parts = append(parts, "n")
	case g.half > 2 && g.half%2 == 0:
		parts = append(parts, fmt.Sprintf("n^%d", g.half/2))
	case g.half == 3:
		parts = append(parts, "n √n")
	case g.half > 3:
		parts = append(parts, fmt.Sprintf("n^%d √n", g.half/2))
	}
	if g.logs == 1 {
		parts = append(parts, "log n")
	} else if g.logs > 1 {
		parts = append(parts, fmt.Sprintf("(log n)^%d", g.logs))
	}
	if len(parts) == 0 {
		return "Θ(1)"
	}
	return "Θ(" + strings.Join(parts, " ") + ")"
}

// less orders growths: the power decides, then the logarithm.
func (g growth) less(h growth) bool { return g.half < h.half || g.half == h.half && g.logs < h.logs }

// loopShape is one kind of loop over a fresh variable v. Turns is its growth
// when its bounds do not depend on outer variables.
type loopShape struct {
	head  func(v string, r *rand.Rand) []string // lines before the body; the last opens it
	tail  func(v string, r *rand.Rand) string   // line at the end of the body, or ""
	turns growth
	why   string
}

var loopShapes = []loopShape{
	{func(v string, r *rand.Rand) []string {
		return []string{fmt.Sprintf("for %s in range(%s):", v, gen.Pick(r, []string{"n", "1, n + 1", "2 * n", "n // 2", "0, n, 3"}))}
	}, nil, growth{2, 0}, "a number of turns proportional to n"},
	{func(v string, r *rand.Rand) []string {
		return []string{v + " = " + gen.Pick(r, []string{"1", "2"}), "while " + v + " < n:"}
	}, func(v string, r *rand.Rand) string { return fmt.Sprintf("%s *= %d", v, gen.Between(r, 2, 5)) }, growth{0, 1}, "about log n turns, since its variable is multiplied each time"},
	{func(v string, _ *rand.Rand) []string { return []string{v + " = n", "while " + v + " > 0:"} },
		func(v string, r *rand.Rand) string { return fmt.Sprintf("%s //= %d", v, gen.Between(r, 2, 5)) }, growth{0, 1}, "about log n turns, since its variable is divided each time"},
	{func(v string, _ *rand.Rand) []string {
		return []string{v + " = 0", fmt.Sprintf("while %s * %s < n:", v, v)}
	},
		func(v string, r *rand.Rand) string { return fmt.Sprintf("%s += %d", v, gen.Between(r, 1, 3)) }, growth{1, 0}, "about √n turns, since the square of its variable is bounded by n"},
	{func(v string, r *rand.Rand) []string {
		return []string{fmt.Sprintf("for %s in range(%d):", v, gen.Between(r, 4, 90))}
	}, nil, growth{0, 0}, "a constant number of turns"},
}

// loopNest is a program part with its growth and the reason.
type loopNest struct {
	lines []string
	cost  growth
	why   []string
}

// nest puts loops of the given shapes into one another.
func nest(r *rand.Rand, depth int, names []string) loopNest {
	if depth == 0 {
		return loopNest{lines: []string{gen.Pick(r, []string{"count += 1", "total += n", "work()", "total -= 1", "hits += 2"})}}
	}
	inner := nest(r, depth-1, names[1:])
	s := gen.Pick(r, loopShapes)
	head := s.head(names[0], r)
	lines := slices.Clone(head)
	for _, l := range inner.lines {
		lines = append(lines, "    "+l)
	}
	if s.tail != nil {
		lines = append(lines, "    "+s.tail(names[0], r))
	}
	return loopNest{lines, growth{s.turns.half + inner.cost.half, s.turns.logs + inner.cost.logs},
		append([]string{fmt.Sprintf("the loop over %s takes %s", names[0], s.why)}, inner.why...)}
}

// dependent is a nest whose inner bound is the outer variable, where
// multiplying the turns of the two loops would go wrong for the second form.
func dependent(r *rand.Rand, names []string) loopNest {
	i, j := names[0], names[1]
	inner := []string{"    for " + j + " in range(" + i + "):", "        count += 1"}
	if r.IntN(2) == 0 {
		return loopNest{append([]string{fmt.Sprintf("for %s in range(n):", i)}, inner...), growth{4, 0},
			[]string{"the bodies add up to 0 + 1 + … + (n − 1), which is proportional to n²"}}
	}
	factor := gen.Between(r, 2, 5)
	return loopNest{append(append([]string{i + " = 1", "while " + i + " < n:"}, inner...), fmt.Sprintf("    %s *= %d", i, factor)),
		growth{2, 0}, []string{fmt.Sprintf("the bodies add up to 1 + %d + %d + … below n, a geometric series proportional to n", factor, factor*factor)}}
}

// loopNestComplexity asks for the growth of a running time among four options.
// Difficulty is the depth of nesting and the number of parts that follow one
// another; from 3 on inner bounds may depend on outer variables.
func loopNestComplexity(r *rand.Rand, d gen.Difficulty) task.Item {
	names := gen.Sample(r, []string{"a", "b", "c", "i", "j", "k", "p", "q", "s", "t", "u", "v", "x", "y", "z"}, 9)
	var parts []loopNest
	for i := range gen.Of(d, 1, 2, 2, 3, 3) {
		part := nest(r, gen.Of(d, 2, 1+r.IntN(2), 2, 1+r.IntN(3), 2+r.IntN(2)), names[3*i:])
		if d >= 3 && i == 0 {
			part = dependent(r, names)
		}
		parts = append(parts, part)
	}
	r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	var cost growth
	var lines, why []string
	for _, p := range parts {
		lines = append(lines, p.lines...)
		why = append(why, fmt.Sprintf("%s, so %s", strings.Join(p.why, "; "), p.cost.text()))
		if cost.less(p.cost) {
			cost = p.cost
		}
	}
	options, right := growthOptions(r, cost)
	question, _ := gen.Ask(r, []string{
		"What is the running time of this Python fragment as a function of n, if every simple statement takes constant time?\n\n{code}\n\n{options}\nAnswer with one letter.",
		"Pick the tight bound on the number of basic steps of the code below for large n (a call of work() counts as one step).\n\n{code}\n\n{options}\nGive the letter.",
		"{code}\n\nHow does the time for this code grow with n? Arithmetic and work() cost a constant.\n\n{options}\nReply with the letter of the right growth rate.",
	}, gen.Fixed("code", fence("python", strings.Join(lines, "\n"))), gen.Fixed("options", lettered(options)))
	answer := task.Choice(options, right)
	working := "Parts that follow one another add up and the largest decides: "
	if len(parts) == 1 {
		working = "Nested loops multiply: "
	}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("%s%s. The whole is %s.", working, strings.Join(why, ". Next, "), cost.text()), answer)}
}

// growthOptions gives four different growth rates, the right one among them.
func growthOptions(r *rand.Rand, right growth) ([]string, int) {
	var near []growth
	for _, step := range []growth{{2, 0}, {-2, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}, {2, -1}, {-2, 1}, {-1, 1}, {1, 1}} {
		g := growth{right.half + step.half, right.logs + step.logs}
		if g.half >= 0 && g.logs >= 0 {
			near = append(near, g)
		}
	}
	options := []growth{right}
	options = append(options, gen.Sample(r, near, 3)...)
	r.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	texts := make([]string, len(options))
	for i, g := range options {
		texts[i] = g.text()
	}
	return texts, slices.Index(options, right)
}

// lettered shows options as "A) …", one a line.
func lettered(options []string) string {
	var b strings.Builder
	for i, o := range options {
		fmt.Fprintf(&b, "%c) %s\n", 'A'+i, o)
	}
	return b.String()
}
