package math

import (
	"fmt"
	stdmath "math"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/markup-and-discount-chain", "word problems", "Markup and discount chain",
		"Work back from a price through markups, discounts and taxes to the cost.", markupChain)
	gen.Register("math/compound-interest-comparison", "word problems", "Compound interest comparison",
		"Compare two savings plans and give the gap between their results.", interestComparison)
	gen.Register("math/loan-amortisation", "word problems", "Loan amortisation",
		"Compute payments, balances and last payments of a loan with equal instalments.", loanAmortisation)
}

// money is an answer in currency units, to a hundredth.
func money(v float64) task.Answer {
	return task.Answer{Kind: task.KindDecimal, Value: fmt.Sprintf("%.2f", v), Tol: &task.Tolerance{Abs: 0.01}}
}

// percents writes a tenth of a percent: 45 is "4.5".
func percents(tenths int) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(tenths)/10), ".0")
}

// markupChain asks for the cost behind a price. Difficulty adds links to the chain
// (2 to 4), a fixed voucher among them, and at 5 goods that are sold at two prices
// with the profit known.
func markupChain(r *rand.Rand, d gen.Difficulty) task.Item {
	markup, discount, tax, second := 5*gen.Between(r, 6, 20), gen.Between(r, 5, 30), gen.Pick(r, []int{7, 9, 17, 19, 20, 21, 25}), gen.Between(r, 3, 15)
	price := float64(gen.Between(r, 2000, 30000)) / 100
	up := func(p int) float64 { return 1 + float64(p)/100 }
	voucher := gen.Between(r, 2, 9)
	shop := []string{fmt.Sprintf("marks its purchase price up by %d %%", markup)}
	factor := up(markup)
	switch d {
	case 1:
		shop = append(shop, fmt.Sprintf("gives %d %% discount on that", discount))
		factor *= up(-discount)
	case 2:
		shop = append(shop, fmt.Sprintf("gives %d %% discount on that", discount), fmt.Sprintf("adds %d %% sales tax", tax))
		factor *= up(-discount) * up(tax)
	case 3:
		shop = append(shop, fmt.Sprintf("gives %d %% discount on that", discount), fmt.Sprintf("takes another %d %% off the reduced price for members", second), fmt.Sprintf("adds %d %% sales tax", tax))
		factor *= up(-discount) * up(-second) * up(tax)
	case 4:
		shop = append(shop, fmt.Sprintf("takes %d euros off that for a voucher", voucher), fmt.Sprintf("gives %d %% discount on the rest", discount), fmt.Sprintf("adds %d %% sales tax", tax))
	}
	cost := price / factor
	working := fmt.Sprintf("Going back, the final price is divided by the product of all the factors, %.6g", factor)
	asked, given := "What was the purchase price?", "The customer finally pays {price} euros."
	switch d {
	case 4:
		cost = (price/up(tax)/up(-discount) + float64(voucher)) / up(markup)
		working = fmt.Sprintf("Going back: %.2f / %.2f / %.2f + %d, divided by %.2f", price, up(tax), up(-discount), voucher, up(markup))
	case 5:
		n, k := gen.Between(r, 40, 90), gen.Between(r, 10, 30)
		total := float64(n-k)*factor + float64(k)*factor*up(-discount) // in units of the cost of one
		cost = price * 10 / (total - float64(n))
		shop = append(shop, fmt.Sprintf("sells %d of %d equal pieces at that price", n-k, n), fmt.Sprintf("sells the other %d with %d %% discount", k, discount))
		asked, given = "What was the purchase price of one piece?", "The profit, which is all takings less the purchase price of all pieces, is {price} euros."
		price *= 10
		working = fmt.Sprintf("Per euro of purchase price of one piece the takings are %d·%.2f + %d·%.2f·%.2f = %.4f euros and the purchase of all costs %d euros, so the profit is divided by %.4f", n-k, factor, k, factor, up(-discount), total, n, total-float64(n))
	}
	question, slots := gen.Ask(r, inserted("{given}", given, []string{
		"A shop {shop}. {given} {asked} No amount is rounded on the way; give the result in euros, rounded to two decimals.",
		"{asked} All that is known about the shop: it {shop}. {given} Calculate without rounding in between and state euros with two decimals.",
		"For one kind of goods a dealer {shop}. {given} Work backwards: {asked} (In euros, rounded to cents only at the end.)",
	}), gen.Fixed("shop", gen.Enumerated(shop)), gen.Slot("price", fmt.Sprintf("%.2f", price)), gen.Fixed("asked", asked))
	return posed(question, slots, money(cost), "%s. This gives %.2f euros.", working, cost)
}

// growth is the factor of interest at a yearly rate in tenths of a percent,
// compounded a number of times a year, over years.
func growth(tenths, times, years int) float64 {
	return stdmath.Pow(1+float64(tenths)/1000/float64(times), float64(times*years))
}

var compounding = map[int]string{1: "yearly", 2: "twice a year", 4: "quarterly", 12: "monthly"}

// interestComparison asks for the gap between two plans. Difficulty goes from simple
// against compound interest, over different compounding, to a rate that changes, to
// yearly deposits and to both.
func interestComparison(r *rand.Rand, d gen.Difficulty) task.Item {
	capital, years := 50*gen.Between(r, 20, 400), gen.Between(r, 4, 15)
	p, q := gen.Between(r, 15, 60), gen.Between(r, 15, 60)
	often := gen.Pick(r, []int{2, 4, 12})
	deposit := 50 * gen.Between(r, 2, 12)
	compound := fmt.Sprintf("%s %% a year, compounded yearly", percents(p))
	first, plan := float64(capital)*growth(p, 1, years), compound
	var second float64
	var other string
	switch d {
	case 1:
		second = float64(capital) * (1 + float64(q*years)/1000)
		other = fmt.Sprintf("%s %% a year of the starting capital as simple interest", percents(q))
	case 2:
		second = float64(capital) * growth(q, often, years)
		other = fmt.Sprintf("a nominal %s %% a year, compounded %s (each time with the matching part of the yearly rate)", percents(q), compounding[often])
	case 3, 5:
		turn := gen.Between(r, 2, years-1)
		later := q + gen.Between(r, 5, 25)
		second = float64(capital) * growth(q, 1, turn) * growth(later, often, years-turn)
		other = fmt.Sprintf("%s %% a year, compounded yearly, for the first %d years, then a nominal %s %% a year, compounded %s (each time with the matching part of the yearly rate)", percents(q), turn, percents(later), compounding[often])
	case 4:
		second = float64(capital) * growth(q, often, years)
		other = fmt.Sprintf("a nominal %s %% a year, compounded %s (each time with the matching part of the yearly rate)", percents(q), compounding[often])
	}
	working := ""
	if d >= 4 {
		saved := 0.0
		for range years {
			saved = saved*growth(p, 1, 1) + float64(deposit)
		}
		first += saved
		plan += fmt.Sprintf(", and besides a deposit of %d euros at the end of each year, the last one included", deposit)
		working = fmt.Sprintf(" The deposits of the first plan have grown to %.4f.", saved)
	}
	gap := stdmath.Abs(first - second)
	question, slots := gen.Ask(r, []string{
		"{c} euros can be invested for {y} years in one of two ways. Plan A: {a}. Plan B: {b}. By how many euros do the two final balances differ? Round only the result, to two decimals.",
		"Two savers each start with {c} euros. The first one gets {a}; the second one gets {b}. What is the absolute difference of their balances after {y} years, in euros with two decimals, if nothing is rounded before the end?",
		"Offer A is {a}. Offer B is {b}. With a starting capital of {c} euros and a term of {y} years, by how many euros do the final balances differ? Give two decimals and round only at the end.",
	}, gen.Slot("c", capital), gen.Slot("y", years), gen.Fixed("a", plan), gen.Fixed("b", other))
	return posed(question, slots, money(gap), "The first plan ends with %.4f euros and the second with %.4f euros.%s The difference is %.2f.", first, second, working, gap)
}

// annuity is the equal payment at the end of each period that pays a loan back.
func annuity(loan, rate float64, periods int) float64 {
	return loan * rate / (1 - stdmath.Pow(1+rate, -float64(periods)))
}

// balanceAfter is what is owed after some equal payments.
func balanceAfter(loan, rate, payment float64, periods int) float64 {
	grown := stdmath.Pow(1+rate, float64(periods))
	return loan*grown - payment*(grown-1)/rate
}

// loanAmortisation asks about a loan with equal payments. Difficulty goes from the
// yearly payment, over the monthly one, to the balance part way, to a changed rate
// and to the last, smaller payment when the payment is given.
func loanAmortisation(r *rand.Rand, d gen.Difficulty) task.Item {
	loan := 500 * gen.Between(r, 20, 500)
	years, tenths := gen.Between(r, 4, 20), gen.Between(r, 15, 80)
	times, unit := 12, "month"
	if d == 1 {
		times, unit = 1, "year"
	}
	rate, n := float64(tenths)/1000/float64(times), times*years
	payment := annuity(float64(loan), rate, n)
	terms := fmt.Sprintf("It is paid back within %d years by equal payments at the end of each %s.", years, unit)
	asked, working := "How large is each payment?", fmt.Sprintf("With i = %s/100/%d per %s and N = %d payments, the payment is L·i / (1 − (1 + i)^(−N)) = %.4f", percents(tenths), times, unit, n, payment)
	result := payment
	k := gen.Between(r, n/4, n/2)
	owed := balanceAfter(float64(loan), rate, payment, k)
	switch d {
	case 3:
		asked, result = fmt.Sprintf("How much is still owed just after payment number %d?", k), owed
		working += fmt.Sprintf("; after k payments L·(1 + i)^k − A·((1 + i)^k − 1)/i is owed, for k = %d this is %.4f", k, owed)
	case 4:
		change := tenths + gen.Between(r, 5, 30)
		result = annuity(owed, float64(change)/12000, n-k)
		asked = fmt.Sprintf("Just after payment number %d the nominal rate changes to %s %% a year, and the payments are changed so that the loan still ends on time. How large is each of the remaining payments?", k, percents(change))
		working += fmt.Sprintf("; after %d payments %.4f is owed, which is paid back by %d payments at the new rate", k, owed, n-k)
	case 5:
		fixed := stdmath.Ceil(payment/10)*10 + float64(10*gen.Between(r, 1, 5))
		full := 0
		for rest := float64(loan); rest*(1+rate) > fixed; full++ {
			rest = rest*(1+rate) - fixed
		}
		last := balanceAfter(float64(loan), rate, fixed, full) * (1 + rate)
		terms = fmt.Sprintf("At the end of each month %.0f euros are paid, as long as at least that much is owed including the interest of the month; one month after the last full payment the remainder with its interest is paid.", fixed)
		asked, result = "How large is this final, smaller payment?", last
		working = fmt.Sprintf("With i = %s/100/12, after %d full payments %.4f is owed, less than another payment; with a month's interest this is %.4f", percents(tenths), full, last/(1+rate), last)
	}
	question, slots := gen.Ask(r, []string{
		"A loan of {l} euros has a nominal interest rate of {p} % a year, {often}. {terms} {asked} Give euros with two decimals; nothing is rounded before the end.",
		"A bank lends {l} euros at {p} % nominal interest a year, {often}. {terms} {asked} Calculate without rounding in between and state the amount in euros to two decimals.",
		"{asked} The contract says: amount {l} euros; interest {p} % a year (nominal), {often}. {terms} Answer in euros, rounded to cents at the end only.",
	}, gen.Slot("l", loan), gen.Fixed("p", percents(tenths)), gen.Fixed("often", map[int]string{1: "charged at the end of each year", 12: "of which a twelfth is charged at the end of each month"}[times]), gen.Fixed("terms", terms), gen.Fixed("asked", asked))
	return posed(question, slots, money(result), "%s. Rounded, the answer is %.2f euros.", working, result)
}
