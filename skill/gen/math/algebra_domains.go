package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

// domainPart is a part of a formula with the condition under which it is defined;
// the condition changes only at the critical points.
type domainPart struct {
	text, condition string
	critical        []*big.Rat
	defined         func(x *big.Rat) bool
}

// drawDomainPart draws a part of a kind that is defined around the point at:
// 0 a root, 1 the reciprocal of a root, 2 the logarithm of a quadratic, 3 the root
// of a distance, 4 the root of a logarithm, 5 the reciprocal of a logarithm.
func drawDomainPart(r *rand.Rand, kind, at int) domainPart {
	below, above := at-gen.Between(r, 2, 12), at+gen.Between(r, 2, 12)
	low, high := ratOf(below, 1), ratOf(above, 1)
	switch kind {
	case 0:
		a := gen.Pick(r, []int{-3, -2, 2, 3})
		b := gen.Between(r, 1, 20) - a*at // a·at + b > 0
		return domainPart{"√(" + linearText(a, b) + ")", linearText(a, b) + " ≥ 0", []*big.Rat{ratOf(-b, a)},
			func(x *big.Rat) bool { return valueAt([]int{b, a}, x).Sign() >= 0 }}
	case 1:
		p := productOf([]int{below, -1}, []int{-above, 1})
		return domainPart{"1/√(" + polynomialText(p) + ")", polynomialText(p) + " > 0", []*big.Rat{low, high},
			func(x *big.Rat) bool { return valueAt(p, x).Sign() > 0 }}
	case 2:
		other := above + gen.Between(r, 1, 9)
		p := productOf([]int{-above, 1}, []int{-other, 1}) // positive at the point, below both zeros
		return domainPart{"ln(" + polynomialText(p) + ")", polynomialText(p) + " > 0", []*big.Rat{high, ratOf(other, 1)},
			func(x *big.Rat) bool { return valueAt(p, x).Sign() > 0 }}
	case 3:
		width := gen.Between(r, 3, 15)
		centre := at + gen.Between(r, 1-width, width-1)
		return domainPart{fmt.Sprintf("√(%d − |%s|)", width, linearText(1, -centre)), fmt.Sprintf("|%s| ≤ %d", linearText(1, -centre), width), []*big.Rat{ratOf(centre-width, 1), ratOf(centre+width, 1)},
			func(x *big.Rat) bool {
				return x.Cmp(ratOf(centre-width, 1)) >= 0 && x.Cmp(ratOf(centre+width, 1)) <= 0
			}}
	case 4:
		b, k := gen.Between(r, 2, 3), gen.Between(r, 1, 3)
		start := at - gen.Between(r, 1, power(b, k)-1)
		end := start + power(b, k)
		return domainPart{fmt.Sprintf("√(%d − log_%d(%s))", k, b, linearText(1, -start)), fmt.Sprintf("0 < %s ≤ %d", linearText(1, -start), power(b, k)), []*big.Rat{ratOf(start, 1), ratOf(end, 1)},
			func(x *big.Rat) bool { return x.Cmp(ratOf(start, 1)) > 0 && x.Cmp(ratOf(end, 1)) <= 0 }}
	}
	return domainPart{fmt.Sprintf("1/ln(%s)", linearText(1, -below)), fmt.Sprintf("%s > 0 and %s ≠ 1", linearText(1, -below), linearText(1, -below)), []*big.Rat{low, ratOf(below+1, 1)},
		func(x *big.Rat) bool { return x.Cmp(low) > 0 && x.Cmp(ratOf(below+1, 1)) != 0 }}
}

// naturalDomain asks where a formula is defined. Difficulty is the number of
// conditions (2, 2, 3, 4, 5), from 2 on with logarithms and distances. All hold
// near one point, so the domain is not empty.
func naturalDomain(r *rand.Rand, d gen.Difficulty) task.Item {
	at := gen.Between(r, -20, 20)
	pole := at + gen.Between(r, 1, 6)
	var texts, conditions []string
	parts := []domainPart{{"1/(x − c)", "x ≠ c", []*big.Rat{ratOf(pole, 1)}, func(x *big.Rat) bool { return x.Cmp(ratOf(pole, 1)) != 0 }}}
	kinds := r.Perm(6)[:gen.Of(d, 1, 1, 2, 3, 4)]
	if d == 1 {
		kinds[0] %= 2
	}
	for _, kind := range kinds {
		parts = append(parts, drawDomainPart(r, kind, at))
	}
	var critical []*big.Rat
	for _, p := range parts {
		texts, conditions = append(texts, p.text), append(conditions, p.condition)
		critical = append(critical, p.critical...)
	}
	domain := realSet(critical, func(x *big.Rat) bool {
		for _, p := range parts {
			if !p.defined(x) {
				return false
			}
		}
		return true
	})
	f := strings.Join(texts[1:], " + ") + " + " + texts[0]
	return worked(r, []string{
		"What is the largest set of real numbers x on which f(x) = {f} with c = {c} is defined?" + intervalForm,
		"Let c = {c}. Determine the natural domain (in the real numbers) of the function f(x) = {f}." + intervalForm,
		"For which real x can {f} be calculated without leaving the real numbers, if c is {c}?" + intervalForm,
	}, []gen.Value{gen.Slot("c", pole), gen.Fixed("f", f)}, task.Expression(domain),
		"The conditions are %s. Where all hold: %s.", strings.Join(conditions, "; "), domain)
}
