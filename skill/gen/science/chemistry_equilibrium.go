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
	gen.Register("science/equilibrium-concentration-table", "chemistry: physical", "Equilibrium concentration table",
		"Compute equilibrium concentrations from a constant and a start.", equilibriumTable)
	gen.Register("science/reaction-quotient-direction", "chemistry: physical", "Reaction quotient direction",
		"Tell by the reaction quotient which way a mixture reacts.", quotientDirection)
	gen.Register("science/galvanic-cell-voltage", "chemistry: physical", "Galvanic cell voltage",
		"Compute cell voltages, Gibbs energies and concentrations from standard potentials.", galvanicCell)
}

// gasEquilibria are homogeneous reactions; coefficients are negative on the left.
var gasEquilibria = map[string][]tabulated{
	"one to one":  {{{-1, "n-butane"}, {1, "isobutane"}}, {{-1, "cis-2-butene"}, {1, "trans-2-butene"}}},
	"two to two":  {{{-1, "CO"}, {-1, "H2O"}, {1, "CO2"}, {1, "H2"}}, {{-1, "NO2"}, {-1, "SO2"}, {1, "NO"}, {1, "SO3"}}},
	"pair to two": {{{-1, "H2"}, {-1, "I2"}, {2, "HI"}}},
	"one to two":  {{{-1, "PCl5"}, {1, "PCl3"}, {1, "Cl2"}}, {{-1, "SO2Cl2"}, {1, "SO2"}, {1, "Cl2"}}, {{-1, "COCl2"}, {1, "CO"}, {1, "Cl2"}}},
	"one to pair": {{{-1, "N2O4"}, {2, "NO2"}}},
	"doubles":     {{{-2, "NOCl"}, {2, "NO"}, {1, "Cl2"}}, {{-2, "NOBr"}, {2, "NO"}, {1, "Br2"}}, {{-2, "SO3"}, {2, "SO2"}, {1, "O2"}}, {{-1, "N2"}, {-3, "H2"}, {2, "NH3"}}},
}

// quotient is the reaction quotient at concentrations in the order of the species.
func (q tabulated) quotient(c []float64) float64 {
	out := 1.0
	for i, s := range q {
		out *= math.Pow(c[i], float64(s.n))
	}
	return out
}

// advanced moves the reaction on by an extent.
func (q tabulated) advanced(c []float64, extent float64) []float64 {
	out := make([]float64, len(c))
	for i, s := range q {
		out[i] = c[i] + float64(s.n)*extent
	}
	return out
}

// settle finds the equilibrium from a start by halving: the quotient grows with
// the extent between the extents at which a species runs out.
func (q tabulated) settle(c []float64, constant float64) []float64 {
	lo, hi := math.Inf(-1), math.Inf(1)
	for i, s := range q {
		if limit := -c[i] / float64(s.n); s.n > 0 {
			lo = max(lo, limit)
		} else {
			hi = min(hi, limit)
		}
	}
	for range 100 {
		if mid := (lo + hi) / 2; q.quotient(q.advanced(c, mid)) < constant {
			lo = mid
		} else {
			hi = mid
		}
	}
	return q.advanced(c, (lo+hi)/2)
}

func (q tabulated) formulas() []string {
	out := make([]string, len(q))
	for i, s := range q {
		out[i] = s.species
	}
	return out
}

// equation is the reaction with an equilibrium arrow.
func (q tabulated) equation() string { return strings.ReplaceAll(q.String(), "→", "⇌") }

// equilibriumTable asks for concentrations. Difficulty: 1 one substance to one,
// 2 a square root, 3 a quadratic, 4 a quadratic with products present, 5 a cubic
// or quartic to be solved numerically.
func equilibriumTable(r *rand.Rand, d gen.Difficulty) task.Item {
	q := gen.Pick(r, gasEquilibria[gen.Pick(r, gen.Of(d, []string{"one to one"}, []string{"pair to two", "two to two"}, []string{"one to two", "one to pair"}, []string{"two to two", "one to two", "pair to two"}, []string{"doubles"}))])
	start := make([]float64, len(q))
	equal := float64(gen.Between(r, 100, 900)) / 1000
	for i, s := range q {
		switch {
		case s.n < 0 && d == 2:
			start[i] = equal
		case s.n < 0, d == 1 && r.IntN(2) == 0:
			start[i] = float64(gen.Between(r, 100, 900)) / 1000
		case d == 4:
			start[i] = float64(gen.Between(r, 20, 150)) / 1000
		}
	}
	reach := 1.0 // the extent at which a reactant runs out
	for i, s := range q {
		if s.n < 0 {
			reach = min(reach, start[i]/float64(-s.n))
		}
	}
	k, kText := shown(q.quotient(q.advanced(start, reach*(0.25+0.5*r.Float64()))), 4)
	end := q.settle(start, k)
	for near := end[0] / end[len(end)-1]; near > 0.99 && near < 1.01; near = end[0] / end[len(end)-1] {
		k, kText = shown(k*1.5, 4) // the list must not read the same backwards
		end = q.settle(start, k)
	}
	var given []string
	for i, name := range q.formulas() {
		given = append(given, fmt.Sprintf("%s %s", name, decimalText(start[i], 4)))
	}
	l := lesson{facts: fmt.Sprintf("For %s in the gas phase Kc = %s (concentrations in mol/L) at the temperature of a closed vessel of constant volume. The concentrations at the start in mol/L are: %s.", q.equation(), kText, strings.Join(given, ", ")),
		asked: "the equilibrium concentrations in mol/L as a list in the order of the equation", answer: numberList(end...),
		working: fmt.Sprintf("Let the reaction advance by x mol/L: every concentration changes by its coefficient times x, and Kc fixes x = %s.", decimalText((end[0]-start[0])/float64(q[0].n), 6))}
	return l.item(r,
		"{facts} Find {asked}."+figures,
		"A flask is left until nothing changes any more. {facts} What are {asked}?"+figures,
		"Set up a table of start, change and end and solve it for {asked}. {facts}"+figures,
	)
}

// disturbance adds a substance, changes the volume or both, and tells it. It
// changes the amounts and returns the new volume.
func disturbance(r *rand.Rand, d gen.Difficulty, q tabulated, amounts []float64, volume float64) (change string, after float64) {
	at := q.quotient(perVolume(amounts, volume))
	if d >= 4 {
		i := r.IntN(len(q))
		extra := float64(gen.Between(r, 3, 9)) / 10
		amounts[i] += extra
		change = fmt.Sprintf(" Then %s mol %s is added", decimalText(extra, 2), q[i].species)
	}
	if d == 3 || d == 5 {
		factor := 1.0
		for _, factor = range gen.Sample(r, []float64{0.4, 0.5, 0.6, 1.5, 2, 2.5}, 6) {
			if ratio := q.quotient(perVolume(amounts, volume*factor)) / at; d == 3 || ratio < 0.9 || ratio > 1.1 {
				break
			}
		}
		if d == 3 {
			change = fmt.Sprintf(" Then the volume is changed to %s L", decimalText(volume*factor, 4))
		} else {
			change += fmt.Sprintf(" and at the same moment the volume is changed to %s L", decimalText(volume*factor, 4))
		}
		volume *= factor
	}
	return change, volume
}

func perVolume(amounts []float64, volume float64) []float64 {
	out := make([]float64, len(amounts))
	for i, n := range amounts {
		out[i] = n / volume
	}
	return out
}

// quotientDirection asks which way a mixture reacts. Difficulty: 1 from its
// concentrations, 2 from amounts in a volume, 3 an equilibrium whose volume is
// changed, 4 one to which substances are added, 5 both at once. Quotients differ
// from the constant by a tenth at least or are equal to it exactly.
func quotientDirection(r *rand.Rand, d gen.Difficulty) task.Item {
	q := gen.Pick(r, gasEquilibria[gen.Pick(r, []string{"two to two", "pair to two", "one to two", "one to pair", "doubles"})])
	volume := float64(gen.Between(r, 12, 60)) / 10
	amounts := make([]float64, len(q))
	for i := range amounts {
		amounts[i] = float64(gen.Between(r, 10, 95)) / 100
	}
	var given []string
	for i, name := range q.formulas() {
		given = append(given, fmt.Sprintf("%s mol %s", decimalText(amounts[i], 4), name))
	}
	constant := q.quotient(perVolume(amounts, volume))
	facts := fmt.Sprintf("For %s in the gas phase a vessel of %s L holds %s in equilibrium.", q.equation(), decimalText(volume, 3), sentence(given))
	change, volume := disturbance(r, d, q, amounts, volume)
	if change != "" {
		facts += change + " at constant temperature."
	}
	now := q.quotient(perVolume(amounts, volume))
	if d <= 2 {
		if d == 1 {
			now = q.quotient(amounts)
		}
		var text string
		constant, text = shown(now*gen.Pick(r, []float64{0.02, 0.2, 0.5, 0.8, 1.25, 2, 6, 40}), 3)
		facts = fmt.Sprintf("For %s in the gas phase Kc = %s (mol/L). A vessel of %s L holds %s.", q.equation(), text, decimalText(volume, 3), sentence(given))
		if d == 1 {
			facts = fmt.Sprintf("For %s in the gas phase Kc = %s (mol/L). A mixture has the concentrations, in mol/L, %s.", q.equation(), text, strings.ReplaceAll(sentence(given), " mol ", " of "))
		}
	}
	right := 2
	switch ratio := now / constant; {
	case ratio < 0.98:
		right = 0
	case ratio > 1.02:
		right = 1
	}
	options := []string{"towards the right-hand side", "towards the left-hand side", "neither, it is at equilibrium"}
	question, _ := gen.Ask(r, []string{
		"{facts} Which way does the net reaction then go? Answer with the letter.{options}",
		"Compare quotient and constant. {facts} Choose the letter of the direction in which the mixture reacts on.{options}",
		"{facts} Give the letter that says where the composition moves from there.{options}",
	}, gen.Fixed("facts", facts), gen.Fixed("options", optionLines(options)))
	answer := task.Choice(options, right)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("The quotient is %s and the constant %s, so the net reaction goes %s.", decimalText(now, 4), decimalText(constant, 4), options[right]), answer)}
}

// electrode is a metal and its ion with the standard reduction potential in
// volts (CRC Handbook of Chemistry and Physics).
type electrode struct {
	metal, ion string
	charge     int
	volts      float64
}

var electrodes = []electrode{
	{"Al", "Al³⁺", 3, -1.662}, {"Mn", "Mn²⁺", 2, -1.185}, {"Zn", "Zn²⁺", 2, -0.762}, {"Cr", "Cr³⁺", 3, -0.744}, {"Fe", "Fe²⁺", 2, -0.447}, {"Cd", "Cd²⁺", 2, -0.403}, {"Co", "Co²⁺", 2, -0.280},
	{"Ni", "Ni²⁺", 2, -0.257}, {"Sn", "Sn²⁺", 2, -0.138}, {"Pb", "Pb²⁺", 2, -0.126}, {"Cu", "Cu²⁺", 2, 0.342}, {"Ag", "Ag⁺", 1, 0.800}, {"Pd", "Pd²⁺", 2, 0.951},
}

const faraday = 96485.0 // C/mol

// nernst is the potential of an electrode at an ion concentration and 298.15 K.
func (e electrode) nernst(c float64) float64 {
	return e.volts + gasConstant*298.15/(float64(e.charge)*faraday)*math.Log(c)
}

// galvanicCell asks about a cell. Difficulty: 1 the voltage at given
// concentrations of two like-charged ions, 2 with any charges, 3 the Gibbs energy
// of the reaction at such concentrations, 4 a concentration from the voltage,
// 5 the voltage after current has flowed.
func galvanicCell(r *rand.Rand, d gen.Difficulty) task.Item {
	pair := gen.Sample(r, electrodes, 2)
	if d == 1 {
		pair = gen.Sample(r, electrodes[4:11], 2)
	}
	if pair[0].volts > pair[1].volts {
		pair[0], pair[1] = pair[1], pair[0]
	}
	anode, cathode := pair[0], pair[1]
	if cathode.volts-anode.volts < 0.1 { // too close for concentrations not to turn the cell around
		anode, cathode = electrodes[4], electrodes[10]
	}
	a, c := float64(gen.Between(r, 11, 99))/100, float64(gen.Between(r, 20, 99))/1000
	volts := cathode.nernst(c) - anode.nernst(a)
	n := anode.charge * cathode.charge / gcd(anode.charge, cathode.charge)
	l := lesson{facts: fmt.Sprintf("A cell has a %s electrode in %s mol/L %s and a %s electrode in {c} mol/L %s. Standard reduction potentials: %s/%s %.3f V, %s/%s %.3f V.", anode.metal, decimalText(a, 3), anode.ion, cathode.metal, cathode.ion, anode.ion, anode.metal, anode.volts, cathode.ion, cathode.metal, cathode.volts),
		asked: "the voltage of the cell in volts", answer: quantity(volts, "V"), values: []gen.Value{gen.Slot("c", decimalText(c, 3))},
		working: fmt.Sprintf("Each electrode has E = E° + (RT/zF)·ln c: %s V at %s (cathode), %s V at %s (anode); the difference is %s V.", decimalText(cathode.nernst(c), 5), cathode.metal, decimalText(anode.nernst(a), 5), anode.metal, decimalText(volts, 5))}
	switch d {
	case 3:
		l.asked, l.answer = fmt.Sprintf("the Gibbs energy change in kJ of the spontaneous reaction when %d mol of electrons pass at these concentrations", n), quantity(-float64(n)*faraday*volts/1000, "kJ")
		l.working += fmt.Sprintf(" ΔG = −%d·F·E.", n)
	case 4:
		measured, text := shown(volts, 4)
		l.facts = fmt.Sprintf("A cell with a %s electrode in %s of unknown concentration and a %s electrode, the positive one, in {c} mol/L %s shows %s V. Standard reduction potentials: %s/%s %.3f V, %s/%s %.3f V.", anode.metal, anode.ion, cathode.metal, cathode.ion, text, anode.ion, anode.metal, anode.volts, cathode.ion, cathode.metal, cathode.volts)
		want := cathode.nernst(c) - measured
		l.asked, l.answer = "the unknown concentration in mol/L", quantity(math.Exp((want-anode.volts)*float64(anode.charge)*faraday/(gasConstant*298.15)), "mol/L")
		l.working = fmt.Sprintf("The negative electrode must be at %s V, and E = E° + (RT/zF)·ln c gives c.", decimalText(want, 6))
	case 5:
		hours, milliamps, litres := gen.Between(r, 1, 5), gen.Between(r, 20, 90), gen.Between(r, 4, 9)
		charge := float64(hours) * 3600 * float64(milliamps) / 1000
		c2 := 0.6 + c - charge/faraday/float64(cathode.charge)/(float64(litres)/10)
		a2 := a + charge/faraday/float64(anode.charge)/(float64(litres)/10)
		after := cathode.nernst(c2) - anode.nernst(a2)
		l.facts = fmt.Sprintf("A cell has a %s electrode in %s L of %s mol/L %s and a %s electrode in %s L of {c} mol/L %s; both electrodes are large. It delivers %d mA for %d h. Standard reduction potentials: %s/%s %.3f V, %s/%s %.3f V.",
			anode.metal, tenths(litres), decimalText(a, 3), anode.ion, cathode.metal, tenths(litres), cathode.ion, milliamps, hours, anode.ion, anode.metal, anode.volts, cathode.ion, cathode.metal, cathode.volts)
		l.asked, l.answer, l.values = "the voltage in volts without load afterwards", quantity(after, "V"), []gen.Value{gen.Slot("c", decimalText(0.6+c, 4))}
		l.working = fmt.Sprintf("The charge %s C dissolves %s to %s mol/L and plates %s down to %s mol/L; the difference of the two electrode potentials follows.", decimalText(charge, 5), anode.metal, decimalText(a2, 5), cathode.metal, decimalText(c2, 5))
	}
	return l.item(r,
		"{facts} At 298.15 K, with activities equal to concentrations, R = 8.3145 J/(mol·K) and F = 96,485 C/mol, find {asked}."+figures,
		"Use the Nernst equation at 298.15 K (R = 8.3145 J/(mol·K), F = 96,485 C/mol; concentrations stand for activities). {facts} What is {asked}?"+figures,
		"A student builds a battery. {facts} Compute {asked} at 298.15 K, taking concentrations for activities, R = 8.3145 J/(mol·K) and F = 96,485 C/mol."+figures,
	)
}
