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
	const area = "physics: modern"
	gen.Register("science/mass-energy-of-a-reaction", area, "Mass-energy of a reaction", "Find released energies from a table of atomic masses.", reactionEnergy)
	gen.Register("science/radioactive-decay-chain-timing", area, "Radioactive decay chain timing",
		"Find activities and times of decaying nuclides and their daughters.", decayTiming)
	gen.Register("science/nuclear-equation-balancing", area, "Nuclear equation balancing",
		"Find the missing nuclide or the numbers of decays in a nuclear equation.", nuclearEquation)
}

// nuclideMasses in u, to six decimals (AME2020 mass evaluation).
var nuclideMasses = map[string]float64{
	"n": 1.008665, "1H": 1.007825, "2H": 2.014102, "3H": 3.016049, "3He": 3.016029, "4He": 4.002603, "6Li": 6.015123, "7Li": 7.016003,
	"9Be": 9.012183, "10B": 10.012937, "11B": 11.009305, "12C": 12, "13C": 13.003355, "14C": 14.003242, "14N": 14.003074, "15N": 15.000109, "16O": 15.994915,
}

// nuclearReaction releases energy; what is listed twice takes part twice.
type nuclearReaction struct{ left, right []string }

func (q nuclearReaction) String() string {
	return strings.Join(q.left, " + ") + " → " + strings.Join(q.right, " + ")
}

// massLoss in u.
func (q nuclearReaction) massLoss() float64 {
	loss := 0.0
	for _, x := range q.left {
		loss += nuclideMasses[x]
	}
	for _, x := range q.right {
		loss -= nuclideMasses[x]
	}
	return math.Round(loss*1e6) / 1e6
}

var exothermic = []nuclearReaction{
	{[]string{"2H", "3H"}, []string{"4He", "n"}}, {[]string{"2H", "2H"}, []string{"3He", "n"}}, {[]string{"2H", "2H"}, []string{"3H", "1H"}},
	{[]string{"2H", "3He"}, []string{"4He", "1H"}}, {[]string{"6Li", "n"}, []string{"4He", "3H"}}, {[]string{"10B", "n"}, []string{"7Li", "4He"}},
	{[]string{"7Li", "1H"}, []string{"4He", "4He"}}, {[]string{"9Be", "4He"}, []string{"12C", "n"}}, {[]string{"15N", "1H"}, []string{"12C", "4He"}},
	{[]string{"13C", "4He"}, []string{"16O", "n"}}, {[]string{"11B", "1H"}, []string{"4He", "4He", "4He"}}, {[]string{"3He", "3He"}, []string{"4He", "1H", "1H"}},
	{[]string{"14N", "n"}, []string{"14C", "1H"}},
}

const megaElectronVolts = 931.494 // per u

// reactionEnergy asks for energies. Difficulty: 1 some reactions, 2 an amount of
// substance, 3 the fuel of a power station, 4 two reactions in a fixed ratio, 5 the
// threshold of the reverse reaction and the energy above it.
func reactionEnergy(r *rand.Rand, d gen.Difficulty) task.Item {
	q := gen.Pick(r, exothermic)
	if d == 5 {
		q = exothermic[r.IntN(10)] // with two products
	}
	n := gen.Between(r, 12, 990)
	per := q.massLoss() * megaElectronVolts
	fuel := q.left[0]
	shown := slices.Concat(q.left, q.right)
	e := exercise{values: []gen.Value{gen.Slot("n", n)}}
	loss := fmt.Sprintf("One reaction loses %s u, which is %s MeV.", decimalText(q.massLoss(), 7), six(per))
	note := " 1 u·c² = 931.494 MeV."
	switch d {
	case 1:
		e.data, e.asked = fmt.Sprintf("The reaction %s takes place {n} times.", q), "the energy released altogether, in MeV"
		e.answer, e.working = quantity(per*float64(n), "MeV"), loss+fmt.Sprintf(" Times %d: %s MeV.", n, six(per*float64(n)))
	case 2:
		count := float64(n) / 1e6 / nuclideMasses[fuel] * 6.02214e23
		if q.left[0] == q.left[1] {
			count /= 2
		}
		kj := count * per * 1.60218e-13 / 1000
		e.data, e.asked = fmt.Sprintf("{n} µg of %s react completely by %s.", fuel, q), "the energy released, in kJ"
		e.answer = quantity(kj, "kJ")
		e.working = loss + fmt.Sprintf(" The number of reactions is %s, and 1 MeV = 1.60218·10^-13 J, so %s kJ are released.", fmt.Sprintf("%.6g", count), six(kj))
		note += avogadroNote
	case 3:
		fusionFuel(r, &e, q, n, loss)
		note += avogadroNote
	case 4:
		second := exothermic[(slices.IndexFunc(exothermic, func(x nuclearReaction) bool { return x.String() == q.String() })+1+r.IntN(len(exothermic)-1))%len(exothermic)]
		a, b := gen.Between(r, 2, 9), gen.Between(r, 2, 9)
		other := second.massLoss() * megaElectronVolts
		total := (per*float64(a) + other*float64(b)) / float64(a+b) * float64(n)
		e.data = fmt.Sprintf("In an experiment the reactions %s and %s take place with frequencies of %d to %d. Together there are {n} thousand reactions.", q, second, a, b)
		e.asked, e.answer = "the energy released altogether, in GeV", quantity(total, "GeV")
		e.working = loss + fmt.Sprintf(" One of the other kind loses %s u, which is %s MeV. The mean is %s MeV; times %d thousand it is %s GeV.", decimalText(second.massLoss(), 7), six(other), six(total/float64(n)), n, six(total))
		shown = append(shown, slices.Concat(second.left, second.right)...)
	default:
		reverseThreshold(&e, q, n, loss)
	}
	slices.Sort(shown)
	var table []string
	for _, x := range slices.Compact(shown) {
		table = append(table, fmt.Sprintf("%s %.6f u", x, nuclideMasses[x]))
	}
	note = " Masses: " + strings.Join(table, ", ") + "." + note + figures
	return e.item(r, "{data} Find {asked}."+note, "{data} What is {asked}?"+note, "A physicist estimates a yield. {data} Calculate {asked}."+note)
}

const avogadroNote = " 1 MeV = 1.60218 × 10^-13 J; Avogadro constant 6.02214 × 10^23 1/mol."

// fusionFuel asks for the fuel that n megawatts use up in a day.
func fusionFuel(r *rand.Rand, e *exercise, q nuclearReaction, n int, loss string) {
	per, fuel := q.massLoss()*megaElectronVolts, q.left[0]
	percent := gen.Between(r, 25, 60)
	rate := float64(n) * 1e6 / (float64(percent) / 100) / (per * 1.60218e-13) // per second
	nuclei := rate
	if q.left[0] == q.left[1] {
		nuclei *= 2
	}
	grams := nuclei * 86400 / 6.02214e23 * nuclideMasses[fuel]
	e.data = fmt.Sprintf("A power station of the future delivers {n} MW from the reaction %s with an efficiency of %d %%.", q, percent)
	e.asked, e.answer = fmt.Sprintf("the mass of %s that it uses up in a day of 86400 s, in grams", fuel), quantity(grams, "g")
	e.working = loss + fmt.Sprintf(" The heat of %s MW needs %s reactions per second, so %s g of %s a day.", six(float64(n)*100/float64(percent)), fmt.Sprintf("%.6g", rate), six(grams), fuel)
}

// reverseThreshold asks for the threshold of a reaction run backwards.
func reverseThreshold(e *exercise, q nuclearReaction, n int, loss string) {
	per := q.massLoss() * megaElectronVolts
	projectile, target := q.right[1], q.right[0]
	threshold := per * (1 + nuclideMasses[projectile]/nuclideMasses[target])
	if left := threshold*(1+float64(n)/1000) - per; math.Abs(left-threshold) < 0.01*threshold { // two answers that look alike
		n += 40
	}
	kinetic := threshold * (1 + float64(n)/1000)
	e.values = []gen.Value{gen.Fixed("n", tenths(n))}
	e.data = fmt.Sprintf("The reaction %s is run backwards: %s as the projectile hits resting %s. The kinetic energy of the projectile is {n} %% above the least that makes the reaction possible (not relativistic: that is |Q|·(1 + m_projectile/m_target)).", q, projectile, target)
	e.asked = "the least kinetic energy that is needed and the kinetic energy of both products together in the actual run, in MeV, as a list [least, products]"
	e.answer = quantities("MeV", threshold, kinetic-per)
	e.working = loss + fmt.Sprintf(" Backwards this must be supplied, and momentum stays, so the threshold is %s MeV. The projectile brings %s MeV, of which %s MeV go into mass; %s MeV are left.", six(threshold), six(kinetic), six(per), six(kinetic-per))
}

// nuclideTime is a half-life.
type nuclideTime struct {
	name string
	life float64
	unit string
}

// nuclideTimes are from NUBASE2020, rounded; each unit occurs twice or more.
var nuclideTimes = []nuclideTime{
	{"iodine-131", 8.02, "days"}, {"technetium-99m", 6.01, "hours"}, {"cobalt-60", 5.27, "years"}, {"caesium-137", 30.1, "years"}, {"carbon-14", 5700, "years"},
	{"radon-222", 3.82, "days"}, {"phosphorus-32", 14.3, "days"}, {"tritium", 12.3, "years"}, {"fluorine-18", 109.8, "minutes"}, {"carbon-11", 20.4, "minutes"}, {"sodium-24", 15.0, "hours"},
	{"gold-198", 2.69, "days"}, {"iridium-192", 73.8, "days"}, {"strontium-90", 28.8, "years"}, {"radium-226", 1600, "years"},
}

// decayPairs are parents with shorter-lived daughters, in the same unit.
var decayPairs = []struct {
	parent, daughter string
	first, second    float64
	unit             string
}{
	{"barium-140", "lanthanum-140", 12.75, 1.68, "days"}, {"tellurium-132", "iodine-132", 76.9, 2.3, "hours"}, {"calcium-47", "scandium-47", 4.54, 3.35, "days"},
	{"zirconium-95", "niobium-95", 64.0, 35.0, "days"}, {"lead-214", "bismuth-214", 27.1, 19.9, "minutes"}, {"lead-212", "bismuth-212", 638, 60.6, "minutes"},
}

// daughterActivity of a daughter that starts from a pure parent of an activity,
// by Bateman's equation; decay constants and time in matching units.
func daughterActivity(parent, l1, l2, t float64) float64 {
	return parent * l2 / (l2 - l1) * (math.Exp(-l1*t) - math.Exp(-l2*t))
}

// decayTiming asks about decay. Difficulty: 1 an activity after a time, 2 an age,
// 3 the activity of a mixture, 4 the activity of a daughter, 5 when that is
// greatest and how great.
func decayTiming(r *rand.Rand, d gen.Difficulty) task.Item {
	x, start, share := gen.Pick(r, nuclideTimes), gen.Between(r, 110, 990), gen.Between(r, 30, 400)
	t := math.Round(x.life*float64(share)/10) / 10
	time := six(t)
	e := exercise{values: []gen.Value{gen.Slot("start", start)}}
	switch d {
	case 1:
		now := float64(start) * math.Exp2(-t/x.life)
		e.data = fmt.Sprintf("A sample of %s (half-life %s %s) has an activity of {start} kBq.", x.name, six(x.life), x.unit)
		e.asked, e.answer = fmt.Sprintf("its activity after %s %s, in kBq", time, x.unit), quantity(now, "kBq")
		e.working = fmt.Sprintf("That is %s half-lives, so %d kBq · 2^(−%s) = %s kBq are left.", six(t/x.life), start, six(t/x.life), six(now))
	case 2:
		now := gen.Between(r, 11, start*9/10)
		age := x.life * math.Log2(float64(start)/float64(now))
		e.data = fmt.Sprintf("The activity of a sample of %s (half-life %s %s) has fallen from {start} kBq to %d kBq.", x.name, six(x.life), x.unit, now)
		e.asked, e.answer = "the time this took, in "+x.unit, quantity(age, "")
		e.working = fmt.Sprintf("t = T·log2(%d/%d) = %s · %s = %s %s.", start, now, six(x.life), six(age/x.life), six(age), x.unit)
	case 3:
		alike := slices.DeleteFunc(slices.Clone(nuclideTimes), func(n nuclideTime) bool { return n.unit != x.unit || n.name == x.name })
		y := gen.Pick(r, alike)
		other := gen.Between(r, 110, 990)
		a, b := float64(start)*math.Exp2(-t/x.life), float64(other)*math.Exp2(-t/y.life)
		e.data = fmt.Sprintf("A waste drum holds {start} kBq of %s (half-life %s %s) and %d kBq of %s (half-life %s %s). Only the activity of these two nuclides counts, not that of any daughters.", x.name, six(x.life), x.unit, other, y.name, six(y.life), y.unit)
		e.asked, e.answer = fmt.Sprintf("its whole activity after %s %s, in kBq", time, x.unit), quantity(a+b, "kBq")
		e.working = fmt.Sprintf("Each falls by 2^(−t/T) on its own, to %s kBq and %s kBq, together %s kBq.", six(a), six(b), six(a+b))
	default:
		return daughterTiming(r, d, start)
	}
	return e.item(r, "{data} Find {asked}."+figures, "{data} What is {asked}?"+figures, "A radiation officer keeps records. {data} Calculate {asked}."+figures)
}

// daughterTiming is the part of decayTiming with a radioactive daughter.
func daughterTiming(r *rand.Rand, d gen.Difficulty, start int) task.Item {
	p := gen.Pick(r, decayPairs)
	l1, l2 := math.Ln2/p.first, math.Ln2/p.second
	e := exercise{values: []gen.Value{gen.Slot("start", start)}}
	e.data = fmt.Sprintf("Pure %s (half-life %s %s) with an activity of {start} kBq is sealed in. Every decay makes a nucleus of %s, which decays in its turn with a half-life of %s %s.", p.parent, six(p.first), p.unit, p.daughter, six(p.second), p.unit)
	const formula = "By Bateman's equation the daughter has A2 = A1·λ2/(λ2 − λ1)·(exp(−λ1·t) − exp(−λ2·t)) with λ = ln 2/T. "
	if d == 4 {
		t := math.Round(p.second*float64(gen.Between(r, 40, 400))/10) / 10
		now := daughterActivity(float64(start), l1, l2, t)
		e.asked, e.answer = fmt.Sprintf("the activity of the %s after %s %s, in kBq", p.daughter, six(t), p.unit), quantity(now, "kBq")
		e.working = formula + fmt.Sprintf("With λ1 = %s and λ2 = %s per unit of time this is %s kBq.", six(l1), six(l2), six(now))
	} else {
		t := math.Log(l2/l1) / (l2 - l1)
		most := daughterActivity(float64(start), l1, l2, t)
		e.asked = fmt.Sprintf("the time in %s after which the activity of the %s is greatest, and this activity in kBq, as a list [time, activity]", p.unit, p.daughter)
		e.answer = task.List(quantity(t, ""), quantity(most, "kBq"))
		e.working = formula + fmt.Sprintf("Its derivative is 0 at t = ln(λ2/λ1)/(λ2 − λ1) = %s %s. There A2 = %s kBq (equal to the parent's activity at that moment).", six(t), p.unit, six(most))
	}
	return e.item(r, "{data} Find {asked}."+figures, "{data} What is {asked}?"+figures, "A radiation officer keeps records. {data} Calculate {asked}."+figures)
}

// nuclide has a charge number and a mass number.
type nuclide struct{ z, a int }

// nuclideSymbols of the elements by charge number; number 0 is the neutron.
var nuclideSymbols = strings.Fields("n H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr")

func (n nuclide) symbol() string { return nuclideSymbols[n.z] }
func (n nuclide) String() string { return fmt.Sprintf("%d%s", n.a, n.symbol()) }

// answer accepts the usual spellings.
func (n nuclide) answer() task.Answer {
	return task.String(n.String(), fmt.Sprintf("%s-%d", n.symbol(), n.a), fmt.Sprintf("%s%d", n.symbol(), n.a), fmt.Sprintf("%d-%s", n.a, n.symbol()), fmt.Sprintf("%d %s", n.a, n.symbol()),
		fmt.Sprintf("^{%d}%s", n.a, n.symbol()), fmt.Sprintf("^%d%s", n.a, n.symbol()))
}

// lightParticles of nuclear reactions.
var lightParticles = []struct {
	name string
	nuclide
}{{"a neutron", nuclide{0, 1}}, {"a proton", nuclide{1, 1}}, {"a deuteron", nuclide{1, 2}}, {"a triton", nuclide{1, 3}}, {"an alpha particle", nuclide{2, 4}}}

// stableNuclide draws a nuclide near the line of stability, A ≈ 2Z + 0.0064·Z².
func stableNuclide(r *rand.Rand, low, high int) nuclide {
	z := gen.Between(r, low, high)
	return nuclide{z, 2*z + int(0.0064*float64(z*z)) + gen.Between(r, -2, 3)}
}

// nuclearEquation asks for what is missing. Difficulty: 1 the product of a
// reaction, 2 the particle that is sent out, 3 a fission fragment, 4 the product
// after a later beta decay or capture, 5 the numbers of alpha and beta decays
// between two nuclides, which the mass and the charge numbers fix.
func nuclearEquation(r *rand.Rand, d gen.Difficulty) task.Item {
	x := stableNuclide(r, 10, 90)
	pair := gen.Sample(r, lightParticles, 2)
	in, out := pair[0], pair[1]
	y := nuclide{x.z + in.z - out.z, x.a + in.a - out.a}
	var options []string
	for _, p := range lightParticles {
		options = append(options, p.name)
	}
	e := exercise{values: []gen.Value{gen.SlotOf("in", in.name, options)}, asked: "the nuclide that is left"}
	sums := fmt.Sprintf("Mass numbers: %d + %d − %d = %d. Charge numbers: %d + %d − %d = %d.", x.a, in.a, out.a, y.a, x.z, in.z, out.z, y.z)
	form := " Write a nuclide as its mass number followed by the symbol, like 56Fe, and a neutron as 1n."
	switch d {
	case 1:
		e.data, e.answer = fmt.Sprintf("A nucleus of %s (charge number %d) captures {in} and sends out %s.", x, x.z, out.name), y.answer()
		e.working = sums + fmt.Sprintf(" That is %s.", y)
	case 2:
		e.data = fmt.Sprintf("A nucleus of %s (charge number %d) captures {in} and sends out a single light nucleus or neutron. %s (charge number %d) is left.", x, x.z, y, y.z)
		e.asked, e.answer = "what was sent out", out.nuclide.answer()
		e.answer.Accept = append(e.answer.Accept, strings.TrimPrefix(strings.TrimPrefix(out.name, "a "), "an "), map[bool]string{true: "n", false: "p"}[out.z == 0])
		if out.a > 1 {
			e.answer.Accept = e.answer.Accept[:len(e.answer.Accept)-1]
		}
		e.working = fmt.Sprintf("Mass numbers: %d + %d − %d = %d. Charge numbers: %d + %d − %d = %d. That is %s.", x.a, in.a, y.a, out.a, x.z, in.z, y.z, out.z, out.nuclide)
	case 3:
		heavy := gen.Pick(r, []nuclide{{90, 232}, {92, 233}, {92, 235}, {92, 238}, {93, 237}, {94, 239}, {94, 241}, {95, 241}, {96, 245}, {98, 249}})
		light := nuclide{gen.Between(r, 34, 46), 0}
		light.a = int(2.45*float64(light.z)) + gen.Between(r, -4, 4)
		k := gen.Between(r, 2, 5)
		rest := nuclide{heavy.z - light.z, heavy.a + 1 - light.a - k}
		e.values = []gen.Value{gen.Slot("k", k)}
		e.data = fmt.Sprintf("A nucleus of %s (charge number %d) captures a neutron and splits into %s (charge number %d), one other fragment and {k} free neutrons.", heavy, heavy.z, light, light.z)
		e.asked, e.answer = "the other fragment", rest.answer()
		e.working = fmt.Sprintf("Mass numbers: %d + 1 − %d − %d = %d. Charge numbers: %d − %d = %d. That is %s.", heavy.a, light.a, k, rest.a, heavy.z, light.z, rest.z, rest)
	case 4:
		kind := r.IntN(3)
		end := nuclide{y.z + []int{1, -1, -1}[kind], y.a}
		e.data = fmt.Sprintf("A nucleus of %s (charge number %d) captures {in} and sends out %s. What is left then %s.", x, x.z, out.name, []string{"sends out an electron (beta minus decay)", "sends out a positron (beta plus decay)", "captures an electron of its shell"}[kind])
		e.asked, e.answer = "the final nuclide", end.answer()
		e.working = sums + fmt.Sprintf(" The last step keeps the mass number and changes the charge number to %d. That is %s.", end.z, end)
	default:
		heavy := nuclide{gen.Between(r, 88, 98), 0}
		heavy.a = 2*heavy.z + int(0.0064*float64(heavy.z*heavy.z)) + gen.Between(r, -5, 7)
		alphas := gen.Between(r, 2, 7)
		betas := gen.Between(r, max(1, 2*alphas-(heavy.z-80)), 2*alphas-1)
		end := nuclide{heavy.z - 2*alphas + betas, heavy.a - 4*alphas}
		e.values, form = nil, " Answer with a list [alpha, beta minus] of two integers."
		e.data = fmt.Sprintf("By alpha decays and beta minus decays alone, in some order, a nucleus of %s (charge number %d) turns into %s (charge number %d).", heavy, heavy.z, end, end.z)
		e.asked, e.answer = "the numbers of alpha and of beta minus decays", task.List(task.Integer(int64(alphas)), task.Integer(int64(betas)))
		e.working = fmt.Sprintf("Only alpha decays change the mass number, by 4: (%d − %d)/4 = %d. They alone would lead to the charge number %d; each beta minus decay adds 1, so there are %d.", heavy.a, end.a, alphas, heavy.z-2*alphas, betas)
	}
	return e.item(r, "{data} Find {asked}."+form, "Nuclear equations must balance. {data} State {asked}."+form, "In a laboratory book one reads: {data} Work out {asked}."+form)
}
