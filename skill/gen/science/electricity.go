package science

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/resistor-network-reduction", "physics: electricity & magnetism", "Resistor network reduction",
		"Reduce a series-parallel network of resistors to its exact equivalent or its supply current.", resistorNetwork)
}

// network is a resistor (no parts) or a series or parallel connection.
type network struct {
	resistor int // number of the resistor, from 1
	parallel bool
	parts    []network
}

// resistorNetwork asks for the equivalent resistance of a nested network, from 4
// on for the current a supply drives through it. Difficulty adds resistors
// (3 to 8), and with them levels of nesting.
func resistorNetwork(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 4, 5, 6, 8)
	var choices []int
	for v := 2; v <= 60; v++ {
		choices = append(choices, v)
	}
	ohms := gen.Sample(r, choices, n)
	next := 0
	net := drawNetwork(r, n, r.IntN(2) == 0, &next)
	total, steps := reduce(net, ohms)
	volts := gen.Between(r, 61, 240)
	asked, answer := "the equivalent resistance between the terminals in ohms", rationalAnswer(total)
	if d >= 4 {
		asked = fmt.Sprintf("the current in amperes that an ideal supply of %d V across the terminals delivers", volts)
		answer = rationalAnswer(new(big.Rat).Quo(big.NewRat(int64(volts), 1), total))
		steps = append(steps, fmt.Sprintf("I = %d V / (%s Ω)", volts, total.RatString()))
	}
	values := make([]string, 0, n-1)
	for i, v := range ohms[1:] {
		values = append(values, fmt.Sprintf("R%d = %d Ω", i+2, v))
	}
	const form = " Give an integer or an exact fraction, without the unit."
	question, slots := gen.Ask(r, []string{
		"Two terminals are connected by the network {net}, where + joins parts in series and || joins them in parallel. The resistors are R1 = {r1} Ω, {values}. Find {asked}." + form,
		"A heater is built from resistors R1 = {r1} Ω, {values}. Writing + for a series and || for a parallel connection, they are wired between two terminals as {net}. Calculate {asked}." + form,
		"Given are {values}, and R1 has {r1} Ω. They form {net} between two terminals (|| means side by side, + means one after the other). What is {asked}?" + form,
	}, gen.Fixed("net", netText(net, true)), gen.Slot("r1", ohms[0]), gen.Fixed("values", strings.Join(values, ", ")), gen.Fixed("asked", asked))
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("Reduce from the inside: "+strings.Join(steps, "; ")+".", answer),
	}
}

// drawNetwork splits n resistors into two or three parts that alternate between
// series and parallel; next counts the resistors used.
func drawNetwork(r *rand.Rand, n int, parallel bool, next *int) network {
	if n == 1 {
		*next++
		return network{resistor: *next}
	}
	sizes := []int{gen.Between(r, 1, n-1)}
	if rest := n - sizes[0]; rest > 1 && r.IntN(3) == 0 {
		second := gen.Between(r, 1, rest-1)
		sizes = append(sizes, second, rest-second)
	} else {
		sizes = append(sizes, rest)
	}
	net := network{parallel: parallel}
	for _, size := range sizes {
		net.parts = append(net.parts, drawNetwork(r, size, !parallel, next))
	}
	return net
}

// reduce is the exact resistance of a network in ohms, with the steps from the
// inside out.
func reduce(net network, ohms []int) (total *big.Rat, steps []string) {
	if len(net.parts) == 0 {
		return big.NewRat(int64(ohms[net.resistor-1]), 1), nil
	}
	total = new(big.Rat)
	for _, part := range net.parts {
		v, inner := reduce(part, ohms)
		steps = append(steps, inner...)
		if net.parallel {
			v = new(big.Rat).Inv(v)
		}
		total.Add(total, v)
	}
	if net.parallel {
		total.Inv(total)
	}
	return total, append(steps, fmt.Sprintf("%s = %s Ω", netText(net, true), total.RatString()))
}

func netText(net network, outermost bool) string {
	if len(net.parts) == 0 {
		return fmt.Sprintf("R%d", net.resistor)
	}
	parts := make([]string, len(net.parts))
	for i, p := range net.parts {
		parts[i] = netText(p, false)
	}
	text := strings.Join(parts, " + ")
	if net.parallel {
		text = strings.Join(parts, " || ")
	}
	if outermost {
		return text
	}
	return "(" + text + ")"
}
