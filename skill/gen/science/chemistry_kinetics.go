package science

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/rate-law-determination", "chemistry: physical", "Rate-law determination", "Find orders and rate constant from initial rates.", rateLaw)
	gen.Register("science/integrated-rate-law", "chemistry: physical", "Integrated rate law", "Follow concentrations in reactions of order 0, 1 and 2.", integratedRate)
	gen.Register("science/arrhenius-two-temperature", "chemistry: physical", "Arrhenius two-temperature",
		"Relate rate constants at two temperatures through the activation energy.", arrhenius)
}

// gasConstant in J/(mol·K), CODATA 2018 to four decimals, as the questions state it.
const gasConstant = 8.3145

// rateLaw asks for orders. Difficulty: 1 the order in one reactant, 2 in two
// with the constant, 3 in two where no run changes only the second, 4 in three,
// 5 a rate that is predicted from runs with half and negative orders.
func rateLaw(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 1, 2, 2, 3, 2)
	names := []string{"A", "B", "C"}[:n]
	orders, start := make([]float64, n), make([]float64, n)
	k := float64(gen.Between(r, 12, 98)) / 1000
	for i := range orders {
		orders[i] = float64(gen.Between(r, 0, 2))
		if d == 5 {
			orders[i] = gen.Pick(r, [][]float64{{0.5, 1, 1.5, 2}, {-1, -0.5, 0.5, 1}}[i])
		}
		start[i] = float64(gen.Between(r, 10, 45)) / 100
	}
	if d == 1 {
		orders[0] = gen.Pick(r, []float64{0, 0.5, 1, 1.5, 2, 3})
	}
	rate := func(c []float64) float64 {
		v := k
		for i, x := range c {
			v *= math.Pow(x, orders[i])
		}
		return v
	}
	rows := rateRuns(r, d, names, start, rate)
	l := lesson{facts: "Initial rates in mol/(L·s) at concentrations in mol/L: " + strings.Join(rows, "; ") + "."}
	var items []task.Answer
	for _, o := range orders {
		items = append(items, task.Decimal(decimalText(o, 3), 1e-9))
	}
	law := "k·" + strings.Join(strings.Split("[A]^a [B]^b [C]^c", " ")[:n], "·")
	l.working = fmt.Sprintf("Quotients of rates give the orders %s, and k = %s.", decimalList(orders), decimalText(k, 4))
	switch d {
	case 1, 2, 3, 4:
		l.asked = "the orders " + sentence([]string{"a", "b", "c"}[:n]) + " and the value of k (in mol, L and s), as a list of numbers in this order"
		l.answer = task.List(append(items, quantity(k, ""))...)
		if n == 1 {
			l.asked = "the order a and the value of k (in mol, L and s), as a list of two numbers"
		}
	case 5:
		c := []float64{float64(gen.Between(r, 11, 95)) / 100, float64(gen.Between(r, 11, 95)) / 100}
		l.asked = fmt.Sprintf("the rate in mol/(L·s) at [A] = %s mol/L and [B] = %s mol/L; the orders are multiples of 1/2", decimalText(c[0], 3), decimalText(c[1], 3))
		l.answer = quantity(rate(c), "mol/(L·s)")
	}
	return l.item(r,
		"{facts} The rate law is v = "+law+". Find {asked}."+figures,
		"A reaction obeys v = "+law+". {facts} What does the table give for {asked}?"+figures,
		"From initial-rate experiments determine {asked}. {facts} Assume v = "+law+"."+figures,
	)
}

// rateRuns is a table of initial rates: after the first run, in each run one
// concentration is multiplied (at difficulty 3 also the first one in the second).
func rateRuns(r *rand.Rand, d gen.Difficulty, names []string, start []float64, rate func([]float64) float64) []string {
	n := len(names)
	runs := [][]float64{start}
	for i := range n {
		run := append([]float64(nil), start...)
		run[i] *= float64(gen.Pick(r, []int{2, 3, 4}))
		if d == 3 && i == 1 {
			run[0] = runs[1][0]
			run[0] *= 2
		}
		runs = append(runs, run)
	}
	var rows []string
	for i, run := range runs {
		var cells []string
		for j, c := range run {
			cells = append(cells, fmt.Sprintf("[%s] = %s", names[j], decimalText(c, 4)))
		}
		rows = append(rows, fmt.Sprintf("run %d: %s, rate %s", i+1, strings.Join(cells, ", "), decimalText(rate(run), 6)))
	}
	return rows
}

func decimalList(xs []float64) string {
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = decimalText(x, 4)
	}
	return sentence(parts)
}

// remaining is the concentration of a reactant with −d[A]/dt = k·[A]^order.
func remaining(order int, k, start, t float64) float64 {
	switch order {
	case 0:
		return start - k*t
	case 1:
		return start * math.Exp(-k*t)
	}
	return 1 / (1/start + k*t)
}

// integratedRate asks for a concentration or a time. Difficulty: 1 a first-order
// concentration, 2 order 0 or 2, 3 a time, 4 the order to be found from three
// points first, 5 the order found from half-lives, then a time.
func integratedRate(r *rand.Rand, d gen.Difficulty) task.Item {
	start, order := float64(gen.Between(r, 200, 990))/1000, gen.Of(d, 1, 2*r.IntN(2), r.IntN(3), r.IntN(3), 2*r.IntN(2))
	half := float64(gen.Between(r, 40, 400))
	k := [3]float64{start / 2 / half, math.Ln2 / half, 1 / (start * half)}[order]
	k, kText := shown(k, 4)
	unit := [3]string{"mol/(L·s)", "s^-1", "L/(mol·s)"}[order]
	name := [3]string{"zero", "first", "second"}[order]
	t := int(half * (0.3 + 1.2*r.Float64()))
	left := remaining(order, k, start, float64(t))
	l := lesson{facts: fmt.Sprintf("A reactant decomposes with −d[A]/dt = k·[A]^n, of %s order with k = %s %s. It starts at %s mol/L, and {t} s pass.", name, kText, unit, decimalText(start, 4)), asked: "the reactant's concentration in mol/L at the end of the time told",
		answer: quantity(left, "mol/L"), values: []gen.Value{gen.Slot("t", t)}, working: [3]string{"[A] = [A]0 − k·t.", "[A] = [A]0·e^(−k·t).", "1/[A] = 1/[A]0 + k·t."}[order]}
	goal, goalText := shown(start*(0.15+0.3*r.Float64()), 3)
	timeTo := func(order int, k float64) float64 {
		return [3]float64{(start - goal) / k, math.Log(start/goal) / k, (1/goal - 1/start) / k}[order]
	}
	switch d {
	case 3:
		l.facts = fmt.Sprintf("A reactant decomposes with −d[A]/dt = k·[A]^n, of %s order with k = %s %s. It starts at %s mol/L.", name, kText, unit, decimalText(start, 4))
		l.asked, l.answer, l.values = fmt.Sprintf("the time in seconds until %s mol/L are left", goalText), quantity(timeTo(order, k), "s"), nil
	case 4:
		points := ""
		for _, at := range []int{20, 40} {
			points += fmt.Sprintf(", %s mol/L after %d s", decimalText(remaining(order, k, start, float64(at)), 6), at)
		}
		l.facts = fmt.Sprintf("A reactant decomposes with −d[A]/dt = k·[A]^n, n being 0, 1 or 2. It is measured as %s mol/L at the start%s.", decimalText(start, 4), points)
		l.asked, l.answer, l.values = fmt.Sprintf("the order n and the time in seconds after the start until %s mol/L are left, as a list [n, time]", goalText), task.List(task.Integer(int64(order)), quantity(timeTo(order, k), "")), nil
		l.working = fmt.Sprintf("Equal steps of [A], of ln [A] or of 1/[A] show the order %d; then k = %s, and the law gives the time.", order, kText)
	case 5:
		other, otherText := shown(start*(1.5+r.Float64()), 3)
		h1, t1 := shown([3]float64{start / 2 / k, math.Ln2 / k, 1 / (k * start)}[order], 5)
		_, t2 := shown([3]float64{other / 2 / k, math.Ln2 / k, 1 / (k * other)}[order], 5)
		k = [3]float64{start / 2 / h1, math.Ln2 / h1, 1 / (start * h1)}[order]
		l.facts = fmt.Sprintf("A reactant decomposes with −d[A]/dt = k·[A]^n, n being 0, 1 or 2. Starting from %s mol/L half of it is gone after %s s, starting from %s mol/L half is gone after %s s.", decimalText(start, 4), t1, otherText, t2)
		l.asked, l.answer, l.values = fmt.Sprintf("the order n and the time in seconds in which the reactant falls from %s mol/L to %s mol/L, as a list [n, time]", decimalText(start, 4), goalText), task.List(task.Integer(int64(order)), quantity(timeTo(order, k), "")), nil
		l.working = fmt.Sprintf("The half-life goes as [A]0^(1 − n), so n = %d; it gives k = %s and the law the time.", order, decimalText(k, 5))
	}
	return l.item(r,
		"{facts} Find {asked}."+figures,
		"A kinetics run is evaluated. {facts} What is {asked}?"+figures,
		"Calculate {asked}. {facts}"+figures,
	)
}

// arrhenius asks about k = A·e^(−Ea/RT). Difficulty: 1 a rate constant at another
// temperature, 2 the activation energy, 3 a temperature, 4 the effect of a
// catalyst, 5 a constant at a third temperature.
func arrhenius(r *rand.Rand, d gen.Difficulty) task.Item {
	ea, t1 := gen.Between(r, 400, 1100), gen.Between(r, 285, 340) // hundreds of J/mol, K
	t2 := t1 + gen.Between(r, 12, 45)
	energy := float64(ea) * 100
	factor := func(a, b int) float64 {
		return math.Exp(energy / gasConstant * (1/float64(a) - 1/float64(b)))
	}
	k1, text1 := shown(0.001+0.02*r.Float64(), 3)
	k2, text2 := shown(k1*factor(t1, t2), 4)
	fitted := gasConstant * math.Log(k2/k1) / (1/float64(t1) - 1/float64(t2))
	l := lesson{facts: fmt.Sprintf("A rate constant is %s s^-1 at {t} K and the activation energy is %s kJ/mol.", text1, tenths(ea)), asked: fmt.Sprintf("the rate constant in s^-1 at %d K", t2), answer: quantity(k1*factor(t1, t2), "s^-1"),
		values: []gen.Value{gen.Slot("t", t1)}, working: fmt.Sprintf("ln(k2/k1) = Ea/R·(1/%d − 1/%d).", t1, t2)}
	switch d {
	case 2:
		l.facts, l.asked, l.answer = fmt.Sprintf("A rate constant is %s s^-1 at {t} K and %s s^-1 at %d K.", text1, text2, t2), "the activation energy in kJ/mol", quantity(fitted/1000, "kJ/mol")
		l.working = fmt.Sprintf("Ea = R·ln(%s/%s)/(1/%d − 1/%d).", text2, text1, t1, t2)
	case 3:
		times := gen.Between(r, 3, 60)
		l.facts, l.asked = fmt.Sprintf("A reaction has an activation energy of %s kJ/mol and a rate constant of %s s^-1 at {t} K.", tenths(ea), text1), fmt.Sprintf("the temperature in K at which the rate constant is %d times as large", times)
		l.answer = quantity(1/(1/float64(t1)-gasConstant*math.Log(float64(times))/energy), "K")
		l.working = fmt.Sprintf("1/T2 = 1/%d − R·ln(%d)/Ea.", t1, times)
	case 4:
		lower := gen.Between(r, 50, 250)
		l.facts = fmt.Sprintf("A reaction has an activation energy of %s kJ/mol. A catalyst lowers it by %s kJ/mol and leaves the pre-exponential factor.", tenths(ea), tenths(lower))
		l.asked = "the temperature in K at which the uncatalysed reaction would be as fast as the catalysed one is at {t} K"
		l.answer = quantity(energy*float64(t1)/(energy-float64(lower)*100), "K")
		l.working = "Equal rates need equal Ea/T, so T = T1·Ea/(Ea − lowering)."
	case 5:
		t3 := t2 + gen.Between(r, 6, 30)
		l.facts = fmt.Sprintf("A first-order reaction has the rate constant %s s^-1 at {t} K and %s s^-1 at %d K.", text1, text2, t2)
		l.asked = fmt.Sprintf("the half-life of the reaction in seconds at %d K", t3)
		k3 := k2 * math.Exp(fitted/gasConstant*(1/float64(t2)-1/float64(t3)))
		l.answer = quantity(math.Ln2/k3, "s")
		l.working = fmt.Sprintf("Ea = %s kJ/mol from both constants; then k = %s s^-1 at %d K, and the half-life is ln 2/k.", decimalText(fitted/1000, 5), decimalText(k3, 5), t3)
	}
	return l.item(r,
		"{facts} With R = 8.3145 J/(mol·K) and Arrhenius behaviour find {asked}."+figures,
		"The rate constant follows k = A·e^(−Ea/(R·T)), R = 8.3145 J/(mol·K). {facts} What is {asked}?"+figures,
		"Take Ea and A as constant and R as 8.3145 J/(mol·K). Work out {asked}. {facts}"+figures,
	)
}
