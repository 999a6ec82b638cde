package science

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "physics: electricity & magnetism"
	gen.Register("science/two-loop-circuit-solving", area, "Two-loop circuit solving",
		"Find exact branch currents of a circuit with several sources by Kirchhoff's rules.", branchCurrents)
	gen.Register("science/internal-resistance-and-power-matching", area, "Internal resistance and power matching",
		"Relate a source's voltage, internal resistance, load and power.", sourceWithLoad)
	gen.Register("science/rc-transient", area, "RC transient", "Find voltages, currents or times while a capacitor charges or discharges.", capacitorTransient)
	gen.Register("science/rlc-resonance", area, "RLC resonance", "Find resonance, impedance, phase and bandwidth of a series circuit.", seriesResonance)
}

// branch joins node A to node B: a source of some volts whose positive pole is on
// the side of A (negative volts turn it round) and a resistance in ohms.
type branch struct{ volts, ohms int }

// nodeVoltage is that of A against B where only these branches meet: their
// currents (E − U)/R into A sum to 0.
func nodeVoltage(branches []branch) *big.Rat {
	above, below := new(big.Rat), new(big.Rat)
	for _, b := range branches {
		above.Add(above, big.NewRat(int64(b.volts), int64(b.ohms)))
		below.Add(below, big.NewRat(1, int64(b.ohms)))
	}
	return above.Quo(above, below)
}

// current of a branch into A, where A has a voltage against B.
func (b branch) current(u *big.Rat) *big.Rat {
	i := new(big.Rat).Sub(big.NewRat(int64(b.volts), 1), u)
	return i.Quo(i, big.NewRat(int64(b.ohms), 1))
}

// branchCurrents asks for the currents. Difficulty: 1 two equal ways of sources
// and a load, 2 one source turned round, 3 three sources, 4 four branches, 5 a
// third node behind a further resistor, which couples two unknown voltages.
func branchCurrents(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 3, 3, 4, 3)
	branches := make([]branch, n)
	for i := range branches {
		branches[i] = branch{gen.Between(r, 2, 30), gen.Between(r, 1, 12)}
		if i > 0 && d >= 2 && r.IntN(3) == 0 || i == 1 && d == 2 {
			branches[i].volts *= -1
		}
	}
	if d <= 2 {
		branches[2].volts = 0
	}
	branches[0].volts = gen.Between(r, 31, 99)
	u := nodeVoltage(branches)
	var parts []string
	for i, b := range branches {
		parts = append(parts, branchText(i+1, b, "A", "B"))
	}
	e := exercise{values: []gen.Value{gen.Slot("first", branches[0].volts)}}
	if d == 5 {
		return threeNodeCurrents(r, branches, e)
	}
	currents, values := make([]task.Answer, n), make([]string, n)
	for i, b := range branches {
		c := b.current(u)
		currents[i], values[i] = rationalAnswer(c), c.RatString()
	}
	e.data = "Between two nodes A and B there are the branches " + strings.Join(parts, "; ") + "."
	e.asked = "the currents in the branches in amperes, in the order of their numbers, each positive if it flows through its branch towards A"
	e.answer = task.List(currents...)
	e.working = fmt.Sprintf("With U the voltage of A against B, each branch brings I = (E − U)/R into A, and the sum is 0. So U = Σ(E/R)/Σ(1/R) = %s V, and the currents are %s A.", u.RatString(), strings.Join(values, ", "))
	return branchFrames(r, e)
}

// branchText describes a branch between two nodes.
func branchText(number int, b branch, plus, minus string) string {
	volts := fmt.Sprint(max(b.volts, -b.volts))
	if number == 1 {
		volts = "{first}"
	}
	switch {
	case b.volts == 0:
		return fmt.Sprintf("number %d with a resistor of %d Ω alone", number, b.ohms)
	case b.volts < 0:
		plus = minus
	}
	return fmt.Sprintf("number %d with an ideal source of %s V (positive pole towards %s) in series with %d Ω", number, volts, plus, b.ohms)
}

// threeNodeCurrents is branchCurrents with nodes A, C and B: branches 1 and 2 join
// A to B, branch 3 joins C to B, and resistors join A to C and C to B.
func threeNodeCurrents(r *rand.Rand, branches []branch, e exercise) task.Item {
	bridge, load := gen.Between(r, 1, 12), gen.Between(r, 1, 12)
	// Branches 1 and 2 are one source u with one resistance rest; then a single node C remains.
	pair := branches[:2]
	u := nodeVoltage(pair)
	g := new(big.Rat).Add(big.NewRat(1, int64(pair[0].ohms)), big.NewRat(1, int64(pair[1].ohms)))
	rest := new(big.Rat).Add(new(big.Rat).Inv(g), big.NewRat(int64(bridge), 1))
	third := branches[2]
	above := new(big.Rat).Add(new(big.Rat).Quo(u, rest), big.NewRat(int64(third.volts), int64(third.ohms)))
	below := new(big.Rat).Add(new(big.Rat).Inv(rest), new(big.Rat).Add(big.NewRat(1, int64(third.ohms)), big.NewRat(1, int64(load))))
	c := above.Quo(above, below)
	across := new(big.Rat).Sub(u, c)
	across.Quo(across, rest) // from A to C
	a := new(big.Rat).Add(c, new(big.Rat).Mul(across, big.NewRat(int64(bridge), 1)))
	first, second, last := pair[0].current(a), pair[1].current(a), third.current(c)
	e.data = fmt.Sprintf("A circuit has three nodes A, B and C. Between A and B there are the branches %s; %s. Between C and B there are the branch %s and a resistor of %d Ω. A resistor of %d Ω joins A to C.",
		branchText(1, pair[0], "A", "B"), branchText(2, pair[1], "A", "B"), branchText(3, third, "C", "B"), load, bridge)
	e.asked = "the currents in the branches 1, 2 and 3 in amperes, in this order; those of 1 and 2 are positive towards A, that of 3 towards C"
	e.answer = task.List(rationalAnswer(first), rationalAnswer(second), rationalAnswer(last))
	e.working = fmt.Sprintf("The junction rule at A and C gives two equations for their voltages against B: U_A = %s V, U_C = %s V. Each branch then carries (E − U)/R: %s, %s and %s A.",
		a.RatString(), c.RatString(), first.RatString(), second.RatString(), last.RatString())
	return branchFrames(r, e)
}

func branchFrames(r *rand.Rand, e exercise) task.Item {
	const form = " Answer with a list of integers or exact fractions, without units."
	return e.item(r, "{data} Find {asked}."+form, "{data} From the junction and loop rules, calculate {asked}."+form, "A student simulates a network. {data} Which values must result for {asked}?"+form)
}

// sourceWithLoad asks about a real source. Difficulty: 1 the terminal voltage, 2
// source values from two measurements, 3 both loads of a given power, 4 the best
// load and its power, 5 the best load for a battery of cells behind a cable.
func sourceWithLoad(r *rand.Rand, d gen.Difficulty) task.Item {
	volts, milli, load := gen.Between(r, 15, 480), gen.Between(r, 105, 2500), gen.Between(r, 2, 60)
	emf, inner, outer := float64(volts)/10, float64(milli)/1000, float64(load)
	e := exercise{values: []gen.Value{gen.Slot("milli", milli)}}
	source := fmt.Sprintf("A battery has an open-circuit voltage of %s V and an internal resistance of {milli} mΩ.", tenths(volts))
	switch d {
	case 1:
		u := emf * outer / (outer + inner)
		e.data, e.asked, e.answer = source+fmt.Sprintf(" It feeds a resistor of %d Ω.", load), "the voltage at its terminals, in volts", quantity(u, "V")
		e.working = fmt.Sprintf("I = E/(R + r) = %s A and U = R·I = %s V.", six(emf/(outer+inner)), six(u))
	case 2:
		i1, i2 := gen.Between(r, 5, 40), gen.Between(r, 50, 120)
		drop := gen.Between(r, 4, 60)
		u1 := volts*10 + 300
		u2 := u1 - drop
		resist := float64(drop) / 100 / (float64(i2-i1) / 10)
		open := float64(u1)/100 + resist*float64(i1)/10
		e.values = nil
		e.data = fmt.Sprintf("At the terminals of a battery one measures %s V while it delivers %s A, and %s V while it delivers %s A.", hundredths(u1), tenths(i1), hundredths(u2), tenths(i2))
		e.asked, e.answer = "its open-circuit voltage in volts and its internal resistance in ohms, as a list [voltage, resistance]", task.List(quantity(open, "V"), quantity(resist, "Ω"))
		e.working = fmt.Sprintf("U = E − r·I at both points, so r = ΔU/ΔI = %s Ω and E = U1 + r·I1 = %s V.", six(resist), six(open))
	case 3:
		share := gen.Between(r, 50, 92)
		power := math.Floor(emf*emf/(4*inner)*float64(share)) / 100
		if power < 0.1 {
			power = emf * emf / (4 * inner) / 2
			power = math.Ceil(power*1000) / 1000
		}
		b := emf*emf/power - 2*inner
		root := math.Sqrt(b*b - 4*inner*inner)
		small, large := 2*inner*inner/(b+root), (b+root)/2
		e.data = source + fmt.Sprintf(" A resistor is to take exactly %s W from it.", six(power))
		e.asked, e.answer = "the two resistances for which this happens, in ohms, as a list [smaller, larger]", quantities("Ω", small, large)
		e.working = fmt.Sprintf("P = E²·R/(R + r)² is a quadratic equation, R² + (2r − E²/P)·R + r² = 0. Its roots are %s Ω and %s Ω.", six(small), six(large))
	case 4:
		fixed := gen.Between(r, 5, 90)
		total := inner + float64(fixed)/10
		power := emf * emf / (4 * total)
		e.data = source + fmt.Sprintf(" A cable of %s Ω (both wires together) leads to a load whose resistance can be chosen.", tenths(fixed))
		e.asked, e.answer = "the load's resistance in ohms for which the load takes the greatest power, and this power in watts, as a list [resistance, power]", task.List(quantity(total, "Ω"), quantity(power, "W"))
		e.working = fmt.Sprintf("Seen from the load the source has r + cable = %s Ω. The power is greatest for an equal load: E²/(4·%s Ω) = %s W.", six(total), six(total), six(power))
	default:
		cells, strings, cable := gen.Between(r, 3, 12), gen.Between(r, 2, 6), gen.Between(r, 5, 60)
		volts = 12 + volts%30
		emf = float64(volts) / 10
		all := float64(cells) * emf
		total := float64(cells)*inner/float64(strings) + float64(cable)/10
		power := all * all / (4 * total)
		e.data = fmt.Sprintf("Cells with an open-circuit voltage of %s V and an internal resistance of {milli} mΩ each are wired as %d equal strings in parallel, each of %d cells in series. A cable of %s Ω (both wires together) leads to a load whose resistance can be chosen.", tenths(volts), strings, cells, tenths(cable))
		e.asked, e.answer = "the load's resistance in ohms for which the load takes the greatest power, and the current in amperes that each cell then delivers, as a list [resistance, current]", task.List(quantity(total, "Ω"), quantity(all/(2*total)/float64(strings), "A"))
		e.working = fmt.Sprintf("The battery has %s V and %s Ω, with the cable %s Ω. The best load equals that and takes %s W at %s A, of which each string carries its share, %s A.", six(all), six(float64(cells)*inner/float64(strings)), six(total), six(power), six(all/(2*total)), six(all/(2*total)/float64(strings)))
	}
	return e.item(r, "{data} Find {asked}."+figures, "A model maker chooses parts. {data} Determine {asked}."+figures, "{data} Work out {asked}."+figures)
}

// capacitorTransient asks for a value in a transient. Difficulty: 1 a voltage while
// charging, 2 the time to a voltage, 3 a discharge through two resistors, 4
// charging from a divider, 5 charging and then discharging through others.
func capacitorTransient(r *rand.Rand, d gen.Difficulty) task.Item {
	volts, kilo, micro := gen.Between(r, 6, 400), gen.Between(r, 2, 99), gen.Between(r, 5, 470)
	tau := float64(kilo) * float64(micro) / 1000 // seconds
	ms := max(3, int(tau*float64(gen.Between(r, 300, 2200))))
	t := float64(ms) / 1000
	u := float64(volts)
	e := exercise{values: []gen.Value{gen.Slot("volts", volts)}}
	start := fmt.Sprintf("An uncharged capacitor of %d µF is connected at t = 0 through a resistor of %d kΩ to a source of {volts} V.", micro, kilo)
	switch d {
	case 1:
		now := u * -math.Expm1(-t/tau)
		e.data, e.asked, e.answer = start, fmt.Sprintf("the voltage of the capacitor at t = %g s, in volts", t), quantity(now, "V")
		e.working = fmt.Sprintf("τ = R·C = %s s. U·(1 − exp(−t/τ)) = %s V.", six(tau), six(now))
	case 2:
		percent := gen.Between(r, 20, 95)
		need := -tau * math.Log(1-float64(percent)/100)
		e.data, e.answer = start, quantity(need, "s")
		e.asked = fmt.Sprintf("the time at which its voltage reaches %d %% of the source's, in seconds", percent)
		e.working = fmt.Sprintf("τ = R·C = %s s. From 1 − exp(−t/τ) = %s follows t = −τ·ln(%s) = %s s.", six(tau), hundredths(percent), hundredths(100-percent), six(need))
	case 3:
		second := gen.Between(r, 2, 99)
		joint := float64(kilo*second) / float64(kilo+second)
		slow := joint * float64(micro) / 1000
		t = max(0.003, math.Floor(slow*float64(gen.Between(r, 300, 2200)))/1000)
		now := u * math.Exp(-t/slow)
		e.data = fmt.Sprintf("A capacitor of %d µF charged to {volts} V is discharged from t = 0 on through resistors of %d kΩ and %d kΩ that are in parallel.", micro, kilo, second)
		e.asked, e.answer = fmt.Sprintf("the current through the resistor of %d kΩ at t = %g s, in mA", kilo, t), quantity(now/float64(kilo), "mA")
		e.working = fmt.Sprintf("The resistors together have %s kΩ, so τ = %s s. The voltage has fallen to U·exp(−t/τ) = %s V, and U/R = %s mA.", six(joint), six(slow), six(now), six(now/float64(kilo)))
		if second == kilo {
			e.asked = strings.Replace(e.asked, "the resistor of", "one of the resistors of", 1)
		}
	case 4:
		second := gen.Between(r, 2, 99)
		share := float64(second) / float64(kilo+second)
		slow := share * tau
		t = max(0.003, math.Floor(slow*float64(gen.Between(r, 300, 2200)))/1000)
		now := u * share * -math.Expm1(-t/slow)
		e.data = fmt.Sprintf("A source of {volts} V feeds resistors of %d kΩ and %d kΩ in series. At t = 0 an uncharged capacitor of %d µF is connected in parallel to the one of %d kΩ, which comes second.", kilo, second, micro, second)
		e.asked, e.answer = fmt.Sprintf("the voltage of the capacitor at t = %g s, in volts", t), quantity(now, "V")
		e.working = fmt.Sprintf("For the capacitor the divider is a source of %s V with the parallel resistance %s kΩ, so τ = %s s. U·(1 − exp(−t/τ)) = %s V.", six(u*share), six(share*float64(kilo)), six(slow), six(now))
	default:
		second, later := gen.Between(r, 2, 99), gen.Between(r, 300, 1800)
		slow := float64(second) * tau / float64(kilo)
		wait := max(0.003, math.Floor(slow*float64(later))/1000)
		peak := u * -math.Expm1(-t/tau)
		end := peak * math.Exp(-wait/slow)
		lost := float64(micro) * (peak*peak - end*end) / 2000
		e.data = start + fmt.Sprintf(" At t = %g s it is switched over to a resistor of %d kΩ alone and discharges for %g s.", t, second, wait)
		e.asked, e.answer = "its voltage then in volts and the heat produced in the second resistor in mJ, as a list [voltage, heat]", task.List(quantity(end, "V"), quantity(lost, "mJ"))
		e.working = fmt.Sprintf("Charging with τ = %s s reaches %s V. Discharging with τ = %s s leaves %s V. The heat is C·(U1² − U2²)/2 = %s mJ.", six(tau), six(peak), six(slow), six(end), six(lost))
	}
	return e.item(r, "{data} Find {asked}."+figures, "A timing circuit is checked. {data} What is {asked}?"+figures, "{data} Calculate {asked}."+figures)
}

// seriesResonance asks about a series circuit of R, L and C. Difficulty: 1 the
// resonance, 2 the impedance at a frequency, 3 current and phase, 4 quality and
// bandwidth, 5 the two frequencies of a given impedance.
func seriesResonance(r *rand.Rand, d gen.Difficulty) task.Item {
	milli, nano, ohms, volts := gen.Between(r, 2, 400), gen.Between(r, 11, 990), gen.Between(r, 5, 300), gen.Between(r, 2, 48)
	l, c, R := float64(milli)*1e-3, float64(nano)*1e-9, float64(ohms)
	w0 := 1 / math.Sqrt(l*c)
	f := int(w0 / (2 * math.Pi) * float64(gen.Pick(r, []int{40, 55, 70, 140, 180, 250})) / 100)
	reactance := 2*math.Pi*float64(f)*l - 1/(2*math.Pi*float64(f)*c)
	z := math.Hypot(R, reactance)
	e := exercise{values: []gen.Value{gen.Slot("nano", nano)}}
	e.data = fmt.Sprintf("A coil of %d mH, a capacitor of {nano} nF and a resistor of %d Ω are connected in series.", milli, ohms)
	resonance := fmt.Sprintf("Resonance is at ω0 = 1/sqrt(L·C) = %s 1/s, f0 = %s Hz.", six(w0), six(w0/(2*math.Pi)))
	size := fmt.Sprintf("At %d Hz ω·L − 1/(ω·C) = %s Ω, so Z = sqrt(R² + X²) = %s Ω.", f, six(reactance), six(z))
	switch d {
	case 1:
		e.asked, e.answer, e.working = "the resonance frequency, in Hz", quantity(w0/(2*math.Pi), "Hz"), resonance
	case 2:
		e.asked, e.answer, e.working = fmt.Sprintf("the magnitude of the impedance at %d Hz, in ohms", f), quantity(z, "Ω"), size
	case 3:
		phase := inDegrees(math.Atan2(reactance, R))
		e.data += fmt.Sprintf(" An alternating voltage of %d V (effective value) at %d Hz is applied.", volts, f)
		e.asked = "the effective current in mA and the angle in degrees by which the voltage leads the current (negative if it lags), as a list [current, angle]"
		e.answer = task.List(quantity(float64(volts)/z*1000, "mA"), quantity(phase, "°"))
		e.working = size + fmt.Sprintf(" I = U/Z = %s mA, and tan φ = X/R gives %s°.", six(float64(volts)/z*1000), six(phase))
	case 4:
		q, width := w0*l/R, R/(2*math.Pi*l)
		e.data += fmt.Sprintf(" It is driven at resonance with %d V (effective value).", volts)
		e.asked = "the bandwidth (between the frequencies of half the power) in Hz and the effective voltage across the capacitor in volts, as a list [bandwidth, voltage]"
		e.answer = task.List(quantity(width, "Hz"), quantity(q*float64(volts), "V"))
		e.working = resonance + fmt.Sprintf(" The quality is Q = ω0·L/R = %s. The bandwidth is f0/Q = %s Hz and the capacitor has Q·U = %s V.", six(q), six(width), six(q*float64(volts)))
	default:
		whole := ohms * gen.Between(r, 15, 60) / 10
		x := math.Sqrt(float64(whole*whole) - R*R)
		root := math.Sqrt(x*x + 4*l/c)
		low, high := (root-x)/(2*l)/(2*math.Pi), (root+x)/(2*l)/(2*math.Pi)
		e.asked = fmt.Sprintf("the two frequencies at which the magnitude of its impedance is %d Ω, in Hz, as a list [lower, higher]", whole)
		e.answer = quantities("Hz", low, high)
		e.working = fmt.Sprintf("The reactance must be ±sqrt(Z² − R²) = ±%s Ω. ω²·L ∓ X·ω − 1/C = 0 has the positive roots %s 1/s and %s 1/s; divide by 2π.", six(x), six(low*2*math.Pi), six(high*2*math.Pi))
	}
	return e.item(r, "{data} Find {asked}."+figures, "A filter is laid out. {data} What does theory give for {asked}?"+figures, "{data} All parts are ideal. Determine {asked}."+figures)
}
