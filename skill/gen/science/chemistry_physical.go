package science

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/gibbs-energy-of-reaction", "chemistry: physical", "Gibbs energy of reaction",
		"Choose the Gibbs energy or equilibrium constant that follows from tabulated enthalpies and entropies.", gibbsEnergy)
}

// thermo is a standard enthalpy of formation in kJ/mol and a standard molar
// entropy in J/(mol·K), at 298 K.
type thermo struct{ enthalpy, entropy float64 }

// standardValues at 298 K follow the CRC Handbook of Chemistry and Physics.
var standardValues = map[string]thermo{
	"N2(g)": {0, 191.6}, "H2(g)": {0, 130.7}, "O2(g)": {0, 205.2}, "Cl2(g)": {0, 223.1}, "C(s)": {0, 5.7}, "Fe(s)": {0, 27.3}, "Cu(s)": {0, 33.2}, "S(s)": {0, 32.1},
	"NH3(g)": {-45.9, 192.8}, "SO2(g)": {-296.8, 248.2}, "SO3(g)": {-395.7, 256.8}, "NO(g)": {91.3, 210.8}, "NO2(g)": {33.2, 240.1}, "N2O4(g)": {11.1, 304.4},
	"CO(g)": {-110.5, 197.7}, "CO2(g)": {-393.5, 213.8}, "H2O(g)": {-241.8, 188.8}, "CH4(g)": {-74.6, 186.3}, "C2H4(g)": {52.4, 219.3}, "C2H6(g)": {-84.0, 229.2},
	"CH3OH(g)": {-201.0, 239.9}, "CaCO3(s)": {-1207.6, 91.7}, "CaO(s)": {-634.9, 38.1}, "MgCO3(s)": {-1095.8, 65.7}, "MgO(s)": {-601.6, 27.0},
	"Fe2O3(s)": {-824.2, 87.4}, "CuO(s)": {-157.3, 42.6}, "PCl5(g)": {-374.9, 364.6}, "PCl3(g)": {-287.0, 311.8}, "HCl(g)": {-92.3, 186.9}, "H2S(g)": {-20.6, 205.8}, "NH4Cl(s)": {-314.4, 94.6},
}

// tabulated is a balanced reaction of tabulated species: coefficients are
// negative for reactants.
type tabulated []struct {
	n       int
	species string
}

var tabulatedReactions = []tabulated{
	{{-1, "N2(g)"}, {-3, "H2(g)"}, {2, "NH3(g)"}},
	{{-2, "SO2(g)"}, {-1, "O2(g)"}, {2, "SO3(g)"}},
	{{-1, "N2O4(g)"}, {2, "NO2(g)"}},
	{{-2, "NO(g)"}, {-1, "O2(g)"}, {2, "NO2(g)"}},
	{{-1, "CaCO3(s)"}, {1, "CaO(s)"}, {1, "CO2(g)"}},
	{{-1, "MgCO3(s)"}, {1, "MgO(s)"}, {1, "CO2(g)"}},
	{{-1, "CO(g)"}, {-1, "H2O(g)"}, {1, "CO2(g)"}, {1, "H2(g)"}},
	{{-1, "C(s)"}, {-1, "H2O(g)"}, {1, "CO(g)"}, {1, "H2(g)"}},
	{{-1, "C(s)"}, {-1, "CO2(g)"}, {2, "CO(g)"}},
	{{-1, "CH4(g)"}, {-1, "H2O(g)"}, {1, "CO(g)"}, {3, "H2(g)"}},
	{{-1, "CO(g)"}, {-2, "H2(g)"}, {1, "CH3OH(g)"}},
	{{-1, "C2H4(g)"}, {-1, "H2(g)"}, {1, "C2H6(g)"}},
	{{-1, "PCl5(g)"}, {1, "PCl3(g)"}, {1, "Cl2(g)"}},
	{{-1, "Fe2O3(s)"}, {-3, "CO(g)"}, {2, "Fe(s)"}, {3, "CO2(g)"}},
	{{-1, "Fe2O3(s)"}, {-3, "H2(g)"}, {2, "Fe(s)"}, {3, "H2O(g)"}},
	{{-1, "CuO(s)"}, {-1, "H2(g)"}, {1, "Cu(s)"}, {1, "H2O(g)"}},
	{{-1, "NH4Cl(s)"}, {1, "NH3(g)"}, {1, "HCl(g)"}},
	{{-2, "H2S(g)"}, {-1, "SO2(g)"}, {3, "S(s)"}, {2, "H2O(g)"}},
	{{-4, "NH3(g)"}, {-5, "O2(g)"}, {4, "NO(g)"}, {6, "H2O(g)"}},
	{{-1, "CH4(g)"}, {-2, "O2(g)"}, {1, "CO2(g)"}, {2, "H2O(g)"}},
}

// change sums enthalpy (kJ) and entropy (J/K) over a reaction; flat leaves the
// sizes of the coefficients out, a usual slip.
func (q tabulated) change(flat bool) thermo {
	var sum thermo
	for _, s := range q {
		n := float64(s.n)
		if flat {
			n = math.Copysign(1, n)
		}
		v := standardValues[s.species]
		sum.enthalpy += n * v.enthalpy
		sum.entropy += n * v.entropy
	}
	return sum
}

// gibbs is ΔG = ΔH − TΔS in kJ.
func (c thermo) gibbs(kelvin float64) float64 { return c.enthalpy - kelvin*c.entropy/1000 }

// gibbsEnergy asks for ΔG at a temperature among values that come of usual slips.
// Difficulty: 1 ΔH and ΔS are given, 2 from the table, 3 for the reverse
// reaction, 4 for a multiple of the reverse reaction, 5 ln K of the reaction.
func gibbsEnergy(r *rand.Rand, d gen.Difficulty) task.Item {
	q := gen.Pick(r, tabulatedReactions)
	kelvin := gen.Between(r, 310, 1400)
	change, flat := q.change(false), q.change(true)
	factor := 1.0
	wanted := "the standard Gibbs energy change in kJ of the reaction as written, at {t} K"
	switch d {
	case 3:
		factor, wanted = -1, "the standard Gibbs energy change in kJ of the reverse reaction, with the coefficients as written, at {t} K"
	case 4:
		k := gen.Between(r, 2, 6)
		factor, wanted = -float64(k), fmt.Sprintf("the standard Gibbs energy change in kJ of %d times the reverse reaction, at {t} K", k)
	case 5:
		factor, wanted = -1000/(8.314*float64(kelvin)), "the natural logarithm of the equilibrium constant, ln K = −ΔG/(R·T) with R = 8.314 J/(mol·K), at {t} K"
	}
	t := float64(kelvin)
	right := factor * change.gibbs(t)
	slips := []float64{
		-right, factor * (change.enthalpy + t*change.entropy/1000), factor * flat.gibbs(t), factor * change.gibbs(t-273.15),
		factor * change.enthalpy, factor * (change.enthalpy - change.entropy/1000*298), right * 1.25, right * 0.8, right*1.1 + 5,
	}
	options, place := choiceOf(r, right, slips)
	data := fmt.Sprintf("ΔH° = %.1f kJ, ΔS° = %.1f J/K", change.enthalpy, change.entropy)
	if d >= 2 {
		data = tableText(q)
	}
	listed := ""
	for i, o := range options {
		listed += fmt.Sprintf("\n%c) %s", 'A'+i, o)
	}
	phrasings := []string{
		"For {q} the data are: {data}. Take them as independent of temperature. Which value is " + wanted + "? Answer with the letter.{listed}",
		"Given are {data}, all of which are to be used unchanged at other temperatures. They belong to {q}. Choose " + wanted + ", by its letter:{listed}",
		"A process engineer studies {q}. Using {data} (assumed constant), find " + wanted + ". Which letter stands before it?{listed}",
	}
	question, slots := gen.Ask(r, phrasings, gen.Fixed("q", q), gen.Fixed("data", data), gen.Slot("t", kelvin), gen.Fixed("listed", listed))
	answer := task.Choice(options, place)
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("As written, ΔH° = %.1f kJ and ΔS° = %.1f J/K, so ΔG° = ΔH° − T·ΔS° = %.2f kJ at %d K. The value asked for is %s.", change.enthalpy, change.entropy, change.gibbs(t), kelvin, options[place]), answer),
	}
}

// choiceOf puts the right value among three slips that differ visibly from it
// and from each other, and says where it stands. The last slips are multiples
// and always differ, as no right value is near 0 by more than they need.
func choiceOf(r *rand.Rand, right float64, slips []float64) (options []string, place int) {
	values := []float64{right}
	for _, s := range slips {
		apart := func(v float64) bool { return math.Abs(v-s) > 0.02*math.Abs(v)+0.06 }
		if len(values) < 4 && !slices.ContainsFunc(values, func(v float64) bool { return !apart(v) }) {
			values = append(values, s)
		}
	}
	order := r.Perm(len(values))
	for i, k := range order {
		options = append(options, fmt.Sprintf("%.2f", values[k]))
		if k == 0 {
			place = i
		}
	}
	return options, place
}

// String writes the reaction with its coefficients.
func (q tabulated) String() string {
	var left, right []string
	for _, s := range q {
		text, n := s.species, max(s.n, -s.n)
		if n > 1 {
			text = fmt.Sprintf("%d %s", n, text)
		}
		if s.n < 0 {
			left = append(left, text)
		} else {
			right = append(right, text)
		}
	}
	return strings.Join(left, " + ") + " → " + strings.Join(right, " + ")
}

func tableText(q tabulated) string {
	parts := make([]string, len(q))
	for i, s := range q {
		v := standardValues[s.species]
		parts[i] = fmt.Sprintf("%s %.1f and %.1f", s.species, v.enthalpy, v.entropy)
	}
	return "standard enthalpies of formation in kJ/mol and standard entropies in J/(mol·K) of " + strings.Join(parts, "; ")
}
