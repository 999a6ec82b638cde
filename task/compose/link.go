package compose

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"unicode"

	"segue/task"
)

// feature is a whole number that an answer determines, and how to name it.
type feature struct {
	text  string // "the answer to Step 2"
	value int64
}

const (
	maxFeature = 1_000_000_000_000 // larger numbers make no readable link
	maxFactor  = 12                // largest multiplier in a link
)

// features lists the whole numbers that an earlier answer determines without
// doubt. Answers that are no single value (code, plans, constrained texts,
// rubrics) have none, nor has a number that its tolerance leaves open.
func features(a task.Answer, step int) []feature {
	of := fmt.Sprintf("the answer to Step %d", step)
	switch a.Kind {
	case task.KindInteger:
		return whole(of, a.Value)
	case task.KindRational:
		return rationalFeatures(a.Value, of)
	case task.KindString:
		return stringFeatures(a, of)
	case task.KindChoice:
		if len(a.Value) == 1 {
			return []feature{{fmt.Sprintf("the place in the alphabet of the letter chosen in Step %d", step), int64(a.Value[0]-'A') + 1}}
		}
	case task.KindList, task.KindSet:
		return listFeatures(a, step)
	case task.KindTable:
		return []feature{{"the number of rows below the head of the table in " + of, int64(len(a.Rows))}}
	}
	return nil
}

func whole(text, value string) []feature {
	v, ok := new(big.Int).SetString(value, 10)
	if !ok || !v.IsInt64() || v.CmpAbs(big.NewInt(maxFeature)) > 0 {
		return nil
	}
	return []feature{{text, v.Int64()}}
}

func rationalFeatures(value, of string) []feature {
	v, ok := new(big.Rat).SetString(value)
	if !ok {
		return nil
	}
	if v.IsInt() {
		return whole(of, v.Num().String())
	}
	out := whole("the denominator of "+of+" in lowest terms", v.Denom().String())
	if v.Sign() > 0 {
		out = append(out, whole("the numerator of "+of+" in lowest terms", v.Num().String())...)
	}
	return out
}

// stringFeatures counts letters, where the text has only one spelling.
func stringFeatures(a task.Answer, of string) []feature {
	if len(a.Accept) > 0 || a.Value == "" {
		return nil
	}
	if digits := whole(of, a.Value); digits != nil && a.Value[0] != '0' {
		return digits
	}
	n := int64(0)
	for _, r := range a.Value {
		if unicode.IsLetter(r) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []feature{{"the number of letters in " + of, n}}
}

func listFeatures(a task.Answer, step int) []feature {
	name := fmt.Sprintf("the %s given in Step %d", a.Kind, step)
	out := []feature{{"the number of elements of " + name, int64(len(a.Items))}}
	sum := int64(0)
	for i, it := range a.Items {
		v := whole("", it.Value)
		if it.Kind != task.KindInteger || v == nil {
			return out
		}
		sum += v[0].value
		if a.Kind == task.KindList && i == 0 {
			out = append(out, feature{"the first element of " + name, v[0].value})
		}
		if a.Kind == task.KindList && i == len(a.Items)-1 && i > 0 {
			out = append(out, feature{"the last element of " + name, v[0].value})
		}
	}
	if len(a.Items) > 1 {
		out = append(out, feature{"the sum of the elements of " + name, sum})
	}
	return out
}

// express writes a slot's value as an expression of a feature. It returns
// false where the slot cannot be linked.
func express(r *rand.Rand, s task.Slot, f feature) (string, bool) {
	if len(s.Options) > 0 {
		return expressChoice(r, s, f)
	}
	v, ok := new(big.Rat).SetString(s.Value)
	if !ok || !plainNumber(s.Value) {
		return "", false
	}
	return "(" + arithmetic(r, v, decimals(s.Value), f) + ")", true
}

// plainNumber says whether the text is digits with at most a sign and a point,
// so that 1/2 or 1e3 are left alone.
func plainNumber(s string) bool {
	return s != "" && strings.Trim(strings.TrimPrefix(s, "-"), "0123456789.") == "" && len(s) <= 15
}

func decimals(s string) int {
	_, fraction, _ := strings.Cut(s, ".")
	return len(fraction)
}

// arithmetic writes v as the feature plus, minus or times something small
// where it can, always exactly.
func arithmetic(r *rand.Rand, v *big.Rat, places int, f feature) string {
	fv := new(big.Rat).SetInt64(f.value)
	diff := new(big.Rat).Sub(v, fv)
	if places == 0 && f.value > 1 && r.IntN(3) == 0 {
		quotient := new(big.Rat).Quo(v, fv)
		if m := floor(quotient); m >= 2 && m <= maxFactor {
			rest := new(big.Rat).Sub(v, new(big.Rat).SetInt64(m*f.value))
			return fmt.Sprintf("%d times %s", m, f.text) + signed(rest, 0)
		}
	}
	if r.IntN(3) == 0 && f.value > 0 {
		total := new(big.Rat).Add(v, fv)
		if total.Sign() > 0 {
			return fmt.Sprintf("%s minus %s", total.FloatString(places), f.text)
		}
	}
	return f.text + signed(diff, places)
}

func floor(q *big.Rat) int64 {
	n := new(big.Int).Div(q.Num(), q.Denom())
	if !n.IsInt64() {
		return 0
	}
	return n.Int64()
}

func signed(d *big.Rat, places int) string {
	switch d.Sign() {
	case 0:
		return ""
	case -1:
		return ", minus " + new(big.Rat).Neg(d).FloatString(places)
	}
	return ", plus " + d.FloatString(places)
}

// expressChoice names a text by its place in a list of alternatives.
func expressChoice(r *rand.Rand, s task.Slot, f feature) (string, bool) {
	options := make([]string, len(s.Options))
	place := -1
	for i, from := range r.Perm(len(s.Options)) {
		options[i] = s.Options[from]
		if options[i] == s.Value {
			place = i + 1
		}
	}
	if place < 0 {
		return "", false
	}
	position := arithmetic(r, new(big.Rat).SetInt64(int64(place)), 0, f)
	return fmt.Sprintf("(entry number %s of this list: %s)", position, strings.Join(options, "; ")), true
}

// link writes one slot of the item through an earlier answer. Nearer steps are
// preferred, so that a chain runs through the task.
func link(r *rand.Rand, it task.Item, earlier []task.Step) (question string, use task.Use, ok bool) {
	for _, s := range shuffled(r, it.Slots) {
		for _, from := range nearFirst(r, len(earlier)) {
			fs := features(earlier[from].Answer, earlier[from].N)
			if len(fs) == 0 {
				continue
			}
			text, ok := express(r, s, fs[r.IntN(len(fs))])
			if !ok {
				break
			}
			use = task.Use{Step: earlier[from].N, Slot: s.Name, Text: text}
			return it.Question[:s.Span[0]] + text + it.Question[s.Span[1]:], use, true
		}
	}
	return it.Question, task.Use{}, false
}

func shuffled[T any](r *rand.Rand, xs []T) []T {
	out := make([]T, len(xs))
	for i, from := range r.Perm(len(xs)) {
		out[i] = xs[from]
	}
	return out
}

// nearFirst orders the indices below n: the last one first two times in three,
// else any order.
func nearFirst(r *rand.Rand, n int) []int {
	order := r.Perm(n)
	if r.IntN(3) < 2 {
		for i, at := range order {
			if at == n-1 {
				order[0], order[i] = order[i], order[0]
			}
		}
	}
	return order
}
