package check

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"segue/grade"
	"segue/grade/program"
	"segue/task"
)

// mutant is a response that must not earn 1, and what is wrong with it.
type mutant struct{ what, response string }

// mutants makes wrong responses of an item by its answer's kind.
func mutants(it task.Item) []mutant {
	var out []mutant
	add := func(what, answer string) {
		out = append(out, mutant{what, "<answer>" + answer + "</answer>"})
	}
	add("an empty answer", "")
	switch it.Answer.Kind {
	case task.KindCode:
		add("a program that does nothing", "```"+it.Answer.Language+"\npass\n```")
		out = append(out, wrongPrograms(it)...)
	case task.KindPlan, task.KindConstraints, task.KindRubric:
		text := grade.Extract(it.Reference, true)
		add("its last line missing", dropLast(text, "\n"))
		add("only an unrelated sentence", "I would rather not say.")
	default:
		for _, a := range wrongAnswers(it.Answer) {
			add("a wrong value", a.Text())
		}
	}
	return out
}

// constant makes a Python function give the result of its first call always.
const constant = `

def _constant(function):
    results = []
    def call(*args):
        if not results:
            results.append(function(*args))
        return results[0]
    return call

`

// wrongPrograms change the reference: a program that is right on the first test
// alone, which earns 1 only where the tests all expect one result.
func wrongPrograms(it task.Item) []mutant {
	a := it.Answer
	source, ok := program.Extract(it.Reference, a.Language, a.Entry)
	if !ok || a.Language != "python" || a.Entry == "" {
		return nil
	}
	response := "```python\n" + source + constant + a.Entry + " = _constant(" + a.Entry + ")\n```"
	return []mutant{{"a program that always gives one result", response}}
}

func dropLast(text, sep string) string {
	text = strings.TrimRight(text, "\n ")
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i]
	}
	return ""
}

// wrongAnswers are answers of the same kind with another value.
func wrongAnswers(a task.Answer) []task.Answer {
	with := func(change func(*task.Answer)) task.Answer {
		b := a
		change(&b)
		return b
	}
	switch a.Kind {
	case task.KindInteger, task.KindRational, task.KindDecimal:
		return wrongNumbers(a)
	case task.KindExpression:
		return []task.Answer{with(func(b *task.Answer) { b.Value = "1 + 2(" + a.Value + ")" })}
	case task.KindString:
		return []task.Answer{with(func(b *task.Answer) { b.Value = a.Value + "x" }), with(func(b *task.Answer) { b.Value = "no " + a.Value })}
	case task.KindChoice:
		return []task.Answer{with(func(b *task.Answer) { b.Value = string((a.Value[0]-'A'+1)%byte(max(2, len(a.Options))) + 'A') })}
	case task.KindList, task.KindSet:
		return wrongCollections(a)
	case task.KindMapping:
		return wrongMappings(a)
	case task.KindTable:
		return wrongTables(a)
	}
	return nil
}

// wrongNumbers are off by one, of the other sign and ten times too large.
func wrongNumbers(a task.Answer) []task.Answer {
	v, ok := new(big.Rat).SetString(a.Value)
	if !ok {
		return nil
	}
	changed := []*big.Rat{
		new(big.Rat).Add(v, big.NewRat(1, 1)),
		new(big.Rat).Neg(v),
		new(big.Rat).Mul(v, big.NewRat(10, 1)),
	}
	if a.Kind == task.KindDecimal {
		changed[0] = new(big.Rat).Mul(v, big.NewRat(11, 10))
		if a.Tol != nil && a.Tol.Abs > 0 {
			off := new(big.Rat).SetFloat64(2 * a.Tol.Abs)
			changed[0] = new(big.Rat).Add(v, off)
		}
	}
	var out []task.Answer
	for _, c := range changed {
		if c.Cmp(v) == 0 {
			continue // zero has no other sign and no multiple
		}
		b := a
		b.Value = c.RatString()
		if a.Kind == task.KindDecimal {
			b.Value = c.FloatString(12)
		}
		out = append(out, b)
	}
	return out
}

func wrongCollections(a task.Answer) []task.Answer {
	var out []task.Answer
	if n := len(a.Items); n > 0 {
		shorter := a
		shorter.Items = a.Items[:n-1]
		out = append(out, shorter)
		for _, w := range wrongAnswers(a.Items[0]) {
			b := a
			b.Items = append([]task.Answer{w}, a.Items[1:]...)
			if a.Kind == task.KindList || !sameItems(a, b) {
				out = append(out, b)
			}
		}
		if a.Kind == task.KindList && n > 1 && a.Items[0].Text() != a.Items[n-1].Text() {
			swapped := a
			swapped.Items = slices.Clone(a.Items)
			swapped.Items[0], swapped.Items[n-1] = swapped.Items[n-1], swapped.Items[0]
			out = append(out, swapped)
		}
	}
	longer := a
	longer.Items = append(slices.Clone(a.Items), task.Integer(987654321))
	return append(out, longer)
}

// sameItems says whether two sets have the same texts.
func sameItems(a, b task.Answer) bool {
	texts := func(x task.Answer) []string {
		var out []string
		for _, it := range x.Items {
			out = append(out, it.Text())
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(texts(a), texts(b))
}

func wrongMappings(a task.Answer) []task.Answer {
	var out []task.Answer
	for _, name := range slices.Sorted(maps.Keys(a.Fields)) {
		wrongs := wrongAnswers(a.Fields[name])
		if len(wrongs) == 0 {
			continue
		}
		b := a
		b.Fields = maps.Clone(a.Fields)
		b.Fields[name] = wrongs[0]
		missing := a
		missing.Fields = maps.Clone(a.Fields)
		delete(missing.Fields, name)
		return append(out, b, missing)
	}
	return out
}

func wrongTables(a task.Answer) []task.Answer {
	if len(a.Rows) == 0 {
		return nil
	}
	changed, shorter := a, a
	changed.Rows = slices.Clone(a.Rows)
	changed.Rows[0] = slices.Clone(a.Rows[0])
	changed.Rows[0][0] += "x"
	shorter.Rows = a.Rows[:len(a.Rows)-1]
	return []task.Answer{changed, shorter}
}
