package science

import (
	"fmt"
	"math"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/enzyme-kinetics-constants", "biology: ecology & physiology", "Enzyme kinetics constants",
		"Relate rates, Michaelis constants and inhibitors of an enzyme.", enzymeKinetics)
	gen.Register("science/drug-dosing-half-life", "biology: ecology & physiology", "Drug dosing half-life",
		"Follow plasma levels of a drug through single and repeated doses.", drugDosing)
	gen.Register("science/cardiac-and-respiratory-flow", "biology: ecology & physiology", "Cardiac and respiratory flow",
		"Compute blood and air flows by volume balance, Fick's principle and shunts.", bodyFlow)
}

// michaelis is the rate of an enzyme at a substrate concentration.
func michaelis(vmax, km, s float64) float64 { return vmax * s / (km + s) }

// enzymeKinetics asks for rates or constants. Difficulty: 1 a rate, 2 Vmax and
// Km from two rates, 3 a rate with a competitive inhibitor, 4 the kind of an
// inhibitor, 5 kind and inhibition constant from four rates.
func enzymeKinetics(r *rand.Rand, d gen.Difficulty) task.Item {
	vmax, km := float64(gen.Between(r, 200, 990))/10, float64(gen.Between(r, 20, 250))/10
	s1, s2 := gen.Between(r, 5, 20), gen.Between(r, 30, 90)
	return gen.Of(d, enzymeRate, enzymeConstants, inhibitedRate, inhibitorKind, inhibitorConstant)(r, vmax, km, s1, s2).item(r,
		"An enzyme obeys the Michaelis-Menten law v = Vmax·[S]/(Km + [S]); rates are in µmol/min, concentrations in mM. {facts} Find {asked}."+figures,
		"{facts} What is {asked}? The enzyme follows v = Vmax·[S]/(Km + [S]), with v in µmol/min and concentrations in mM."+figures,
		"In a kinetics practical (units: mM and µmol/min; Michaelis-Menten behaviour, v = Vmax·[S]/(Km + [S])) the following is known. {facts} Determine {asked}."+figures,
	)
}

func enzymeRate(r *rand.Rand, vmax, km float64, _, s int) lesson {
	return lesson{facts: fmt.Sprintf("Vmax is %s and Km is %s. The substrate is at {s} mM.", decimalText(vmax, 4), decimalText(km, 4)), asked: "the rate in µmol/min",
		answer: quantity(michaelis(vmax, km, float64(s)), "µmol/min"), values: []gen.Value{gen.Slot("s", s)},
		working: fmt.Sprintf("v = %s·%d/(%s + %d).", decimalText(vmax, 4), s, decimalText(km, 4), s)}
}

// reciprocalFit gives Vmax and Km from two rates: 1/v is a line in 1/[S].
func reciprocalFit(s1, v1, s2, v2 float64) (vmax, km float64) {
	slope := (1/v1 - 1/v2) / (1/s1 - 1/s2)
	vmax = 1 / (1/v1 - slope/s1)
	return vmax, slope * vmax
}

func enzymeConstants(r *rand.Rand, vmax, km float64, s1, s2 int) lesson {
	v1, text1 := shown(michaelis(vmax, km, float64(s1)), 4)
	v2, text2 := shown(michaelis(vmax, km, float64(s2)), 4)
	vm, k := reciprocalFit(float64(s1), v1, float64(s2), v2)
	return lesson{facts: fmt.Sprintf("The rate is %s at %d mM and %s at {s} mM of substrate.", text1, s1, text2), asked: "Vmax in µmol/min and Km in mM, as a list [Vmax, Km]",
		answer: numberList(vm, k), values: []gen.Value{gen.Slot("s", s2)},
		working: fmt.Sprintf("1/v = 1/Vmax + (Km/Vmax)/[S] is a straight line; its slope is %s and its intercept 1/%s.", decimalText(k/vm, 6), decimalText(vm, 6))}
}

func inhibitedRate(r *rand.Rand, vmax, km float64, s1, s2 int) lesson {
	i, ki := gen.Between(r, 11, 99), gen.Between(r, 11, 99)
	apparent := km * (1 + float64(i)/float64(ki))
	return lesson{facts: fmt.Sprintf("Vmax is %s and Km is %s without inhibitor. A competitive inhibitor with Ki = %s mM is added to %s mM; the substrate is at {s} mM.", decimalText(vmax, 4), decimalText(km, 4), tenths(ki), tenths(i)),
		asked: "the rate in µmol/min", answer: quantity(michaelis(vmax, apparent, float64(s2)), "µmol/min"), values: []gen.Value{gen.Slot("s", s2)},
		working: fmt.Sprintf("The inhibitor raises Km to %s mM by the factor 1 + [I]/Ki and leaves Vmax.", decimalText(apparent, 6))}
}

// inhibitorKinds say by which of the factors 1 + [I]/Ki the constants change.
var inhibitorKinds = []struct {
	name                  string
	lowersVmax, changesKm bool // uncompetitive: Km falls by the same factor as Vmax
}{{"competitive", false, true}, {"pure non-competitive", true, false}, {"uncompetitive", true, true}}

func inhibitedConstants(kind int, vmax, km, factor float64) (float64, float64) {
	k := inhibitorKinds[kind]
	switch {
	case !k.lowersVmax:
		return vmax, km * factor
	case k.changesKm:
		return vmax / factor, km / factor
	}
	return vmax / factor, km
}

func inhibitorKind(r *rand.Rand, vmax, km float64, s1, s2 int) lesson {
	return inhibitorCase(r, vmax, km, s1, s2, false)
}

func inhibitorConstant(r *rand.Rand, vmax, km float64, s1, s2 int) lesson {
	return inhibitorCase(r, vmax, km, s1, s2, true)
}

// inhibitorCase tells rates with and without an inhibitor. The
// kind is asked together with its constant or the Km that shows.
func inhibitorCase(r *rand.Rand, vmax, km float64, s1, s2 int, constant bool) lesson {
	kind, i, ki := r.IntN(3), gen.Between(r, 11, 60), gen.Between(r, 11, 60)
	vi, ki2 := inhibitedConstants(kind, vmax, km, 1+float64(i)/float64(ki))
	rates := make([]string, 4)
	v := make([]float64, 4)
	for n, s := range []int{s1, s2, s1, s2} {
		a, b := vmax, km
		if n >= 2 {
			a, b = vi, ki2
		}
		v[n], rates[n] = shown(michaelis(a, b, float64(s)), 6)
	}
	vm, k := reciprocalFit(float64(s1), v[0], float64(s2), v[1])
	vmI, kI := reciprocalFit(float64(s1), v[2], float64(s2), v[3])
	factor := vm / vmI
	if kind == 0 {
		factor = kI / k
	}
	l := lesson{facts: fmt.Sprintf("Without inhibitor the rate is %s at %d mM and %s at %d mM of substrate. With an inhibitor at %s mM it is %s at %d mM and %s at %d mM. The inhibitor is either competitive (only Km changes), pure non-competitive (only Vmax changes) or uncompetitive (Vmax and Km change by the same factor).",
		rates[0], s1, rates[1], s2, tenths(i), rates[2], s1, rates[3], s2)}
	l.working = fmt.Sprintf("From 1/v against 1/[S]: Vmax = %s, Km = %s without and Vmax = %s, Km = %s with the inhibitor, so it is %s.", decimalText(vm, 4), decimalText(k, 4), decimalText(vmI, 4), decimalText(kI, 4), inhibitorKinds[kind].name)
	if !constant {
		l.asked = "its kind and the Km in mM seen with the inhibitor, as a list of the word competitive, non-competitive or uncompetitive and a number"
		l.answer = task.List(kindWord(kind), quantity(kI, ""))
		return l
	}
	l.asked = "its kind and its constant Ki in mM, where the factor of the change is 1 + [I]/Ki, as a list of the word competitive, non-competitive or uncompetitive and a number"
	l.working += fmt.Sprintf(" The factor is %s, so Ki = %s/(factor − 1).", decimalText(factor, 6), tenths(i))
	l.answer = task.List(kindWord(kind), quantity(float64(i)/10/(factor-1), ""))
	return l
}

func kindWord(kind int) task.Answer {
	return task.String([]string{"competitive", "non-competitive", "uncompetitive"}[kind], []string{"competitive inhibition", "noncompetitive", "uncompetitive inhibition"}[kind])
}

// drugDosing asks for a plasma level. Difficulty: 1 after one dose, 2 after
// several doses, 3 the peak of the steady state, 4 its trough with volume and
// bioavailability, 5 the dose that keeps the trough above a limit.
func drugDosing(r *rand.Rand, d gen.Difficulty) task.Item {
	half, interval, rise := gen.Between(r, 30, 120), gen.Between(r, 4, 12), gen.Between(r, 20, 95)
	keep := math.Pow(0.5, float64(interval)*10/float64(half))
	l := lesson{facts: fmt.Sprintf("A drug is eliminated by first-order kinetics with a half-life of %s h. Each dose raises the plasma level at once by {c} mg/L; the first is given at time 0 into drug-free plasma, a new one every %d h.", tenths(half), interval),
		values: []gen.Value{gen.Slot("c", tenths(rise))}, working: fmt.Sprintf("In an interval the level falls to the fraction q = 2^(−%d/%s) = %s.", interval, tenths(half), decimalText(keep, 6))}
	c, n := float64(rise)/10, gen.Between(r, 3, 6)
	share, volume := gen.Between(r, 40, 95), gen.Between(r, 15, 60)
	switch d {
	case 1:
		hours := gen.Between(r, 2, 14)
		l.facts = fmt.Sprintf("A drug is eliminated by first-order kinetics with a half-life of %s h. An injection raises the level in plasma to {c} mg/L at time 0, and %d h pass.", tenths(half), hours)
		l.asked, l.answer = "the plasma level in mg/L at the end of that time", quantity(c*math.Pow(0.5, float64(hours)*10/float64(half)), "mg/L")
		l.working = fmt.Sprintf("It is multiplied by 2^(−%d/%s).", hours, tenths(half))
	case 2:
		l.asked, l.answer = fmt.Sprintf("the level in mg/L just after dose number %d", n), quantity(c*(1-math.Pow(keep, float64(n)))/(1-keep), "mg/L")
		l.working += fmt.Sprintf(" After dose %d it is c·(1 + q + … + q^%d) = c·(1 − q^%d)/(1 − q).", n, n-1, n)
	case 3:
		l.asked, l.answer = "the level in mg/L just after a dose when doses have been given for very long", quantity(c/(1-keep), "mg/L")
		l.working += " The geometric series has the limit c/(1 − q)."
	case 4, 5:
		dose := 10 * gen.Between(r, 11, 90)
		step := float64(dose) * float64(share) / 100 / float64(volume)
		l.facts = fmt.Sprintf("A drug spreads at once over a volume of %d L and is eliminated by first-order kinetics with a half-life of %s h. Of a tablet's dose %d %% reaches the blood, without delay. Every %d h a tablet of {dose} mg is taken, for a long time.", volume, tenths(half), share, interval)
		l.asked, l.answer, l.values = "the level in mg/L just before a dose", quantity(step*keep/(1-keep), "mg/L"), []gen.Value{gen.Slot("dose", dose)}
		l.working += fmt.Sprintf(" A tablet raises the level by %s mg/L; the trough is that times q/(1 − q).", decimalText(step, 6))
		if d == 5 {
			trough := gen.Between(r, 11, 60)
			l.facts = fmt.Sprintf("A drug spreads at once over a volume of %d L and is eliminated by first-order kinetics with a half-life of %s h. Of a tablet's dose %d %% reaches the blood, without delay. Tablets of equal dose are to be taken every %d h for a long time so that the level just before a tablet is {low} mg/L.", volume, tenths(half), share, interval)
			need := float64(trough) / 10 * (1 - keep) / keep * float64(volume) / (float64(share) / 100)
			l.asked, l.answer, l.values = "the dose in mg of a tablet and the level in mg/L just after it, as a list of two numbers", numberList(need, float64(trough)/10/keep), []gen.Value{gen.Slot("low", tenths(trough))}
			l.working = fmt.Sprintf("In an interval the level falls to q = %s of the peak, so the peak is the trough over q, and a tablet makes up the difference: dose = difference·V/F.", decimalText(keep, 6))
		}
	}
	return l.item(r,
		"{facts} Find {asked}."+figures,
		"A pharmacist models a treatment. {facts} What is {asked}?"+figures,
		"Work out {asked} under these conditions: {facts}"+figures,
	)
}

// oxygenContent is mL of O2 per L of blood: 1.34 mL per gram of haemoglobin (in
// g/L) at full saturation and 0.03 mL per L and mmHg in solution.
func oxygenContent(haemoglobin, percent, pressure int) float64 {
	return 1.34*float64(haemoglobin)*float64(percent)/100 + 0.03*float64(pressure)
}

// bodyFlow asks for a flow. Difficulty: 1 cardiac output from volumes, 2
// alveolar ventilation, 3 Fick's principle, 4 Fick's with contents from
// saturations, 5 the shunted share of the blood.
func bodyFlow(r *rand.Rand, d gen.Difficulty) task.Item {
	rate, hb := gen.Between(r, 55, 120), gen.Between(r, 110, 165)
	l := lesson{}
	switch d {
	case 1:
		full, ejected := gen.Between(r, 105, 160), gen.Between(r, 45, 70)
		l = lesson{facts: fmt.Sprintf("The left ventricle fills to {v} mL and ejects %d %% of that at each beat; the heart beats %d times a minute.", ejected, rate), asked: "the cardiac output in L/min", values: []gen.Value{gen.Slot("v", full)},
			answer: quantity(float64(full*ejected*rate)/1e5, "L/min"), working: fmt.Sprintf("Stroke volume %d·0.%d mL times %d per minute, in litres.", full, ejected, rate)}
	case 2:
		tidal, dead, breaths := 10*gen.Between(r, 40, 75), gen.Between(r, 12, 20)*10, gen.Between(r, 10, 22)
		vco2 := gen.Between(r, 180, 320)
		l = lesson{facts: fmt.Sprintf("A patient breathes %d times a minute with a tidal volume of {v} mL, of which %d mL is dead space, and gives off %d mL of CO2 a minute; inspired air has none. All volumes are for the same conditions.", breaths, dead, vco2), asked: "the fraction of CO2 in the alveolar air in percent", values: []gen.Value{gen.Slot("v", tidal)},
			answer: quantity(100*float64(vco2)/float64((tidal-dead)*breaths), "%"), working: fmt.Sprintf("Alveolar ventilation is (%d − %d)·%d = %d mL/min; the CO2 given off is a share of that.", tidal, dead, breaths, (tidal-dead)*breaths)}
	case 3:
		uptake, artery, vein := gen.Between(r, 200, 350), gen.Between(r, 180, 210), gen.Between(r, 120, 160)
		l = lesson{facts: fmt.Sprintf("The body takes up {o} mL of O2 a minute. Arterial blood carries %d and mixed venous blood %d mL of O2 per litre; the pulse is %d per minute.", artery, vein, rate), asked: "the stroke volume in mL", values: []gen.Value{gen.Slot("o", uptake)},
			answer: quantity(1000*float64(uptake)/float64(artery-vein)/float64(rate), "mL"), working: fmt.Sprintf("Each litre gives up %d mL, so the output is %d/%d L/min; divided by %d beats it is the stroke volume.", artery-vein, uptake, artery-vein, rate)}
	case 4:
		uptake, sv, pv := gen.Between(r, 200, 350), gen.Between(r, 55, 78), gen.Between(r, 30, 45)
		sa, pa := gen.Between(r, 93, 99), gen.Between(r, 75, 100)
		ca, cv := oxygenContent(hb, sa, pa), oxygenContent(hb, sv, pv)
		l = lesson{facts: fmt.Sprintf("Oxygen uptake is {o} mL/min and haemoglobin %d g/L. Arterial blood is %d %% saturated at %d mmHg, mixed venous blood %d %% at %d mmHg. A gram of haemoglobin binds 1.34 mL of O2; 0.03 mL per L and mmHg dissolve.", hb, sa, pa, sv, pv), asked: "the cardiac output in L/min", values: []gen.Value{gen.Slot("o", uptake)},
			answer: quantity(float64(uptake)/(ca-cv), "L/min"), working: fmt.Sprintf("The contents are %s and %s mL/L; by Fick the output is the uptake over their difference.", decimalText(ca, 6), decimalText(cv, 6))}
	case 5:
		sa, sv, pv := gen.Between(r, 86, 94), gen.Between(r, 60, 74), gen.Between(r, 30, 40)
		pa, pc := gen.Between(r, 50, 70), gen.Between(r, 95, 110)
		cc, ca, cv := oxygenContent(hb, 99, pc), oxygenContent(hb, sa, pa), oxygenContent(hb, sv, pv)
		l = lesson{facts: fmt.Sprintf("Haemoglobin is {hb} g/L. The blood of ventilated lung capillaries leaves 99 %% saturated at %d mmHg; mixed venous blood is %d %% saturated at %d mmHg, arterial blood %d %% at %d mmHg. A gram of haemoglobin binds 1.34 mL of O2; 0.03 mL per L and mmHg dissolve. Arterial blood is a mixture of capillary blood and unchanged mixed venous blood.", pc, sv, pv, sa, pa), asked: "the shunted part of the cardiac output in percent", values: []gen.Value{gen.Slot("hb", hb)},
			answer: quantity(100*(cc-ca)/(cc-cv), "%"), working: fmt.Sprintf("Contents in mL/L: capillary %s, arterial %s, venous %s. Mixing gives the share (Cc − Ca)/(Cc − Cv).", decimalText(cc, 6), decimalText(ca, 6), decimalText(cv, 6))}
	}
	return l.item(r,
		"{facts} Find {asked}."+figures,
		"On a ward these values are taken: {facts} What is {asked}?"+figures,
		"For a physiology class compute {asked}. {facts}"+figures,
	)
}
