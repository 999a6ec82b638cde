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
	const area = "physics: electricity & magnetism"
	gen.Register("science/transformer-and-line-loss", area, "Transformer and line loss",
		"Find voltages, currents and losses of transformers and transmission lines.", transmission)
	gen.Register("science/electric-energy-cost", area, "Electric energy cost",
		"Work out a bill from the use of appliances and the bands of a tariff.", energyBill)
}

// transmission asks about the way of electric power. Difficulty: 1 an ideal
// transformer, 2 the loss of a bare line, 3 a line behind a transformer, 4
// transformers with losses at both ends, 5 a line that must deliver a given power,
// where the current follows from a quadratic equation.
func transmission(r *rand.Rand, d gen.Difficulty) task.Item {
	kw, ohms, turns, ratio := gen.Between(r, 20, 900), gen.Between(r, 4, 90), gen.Between(r, 20, 150), gen.Between(r, 11, 60)
	power, line := float64(kw)*1000, float64(ohms)/10
	e := exercise{values: []gen.Value{gen.Slot("kw", kw)}}
	switch d {
	case 1:
		volts, second := gen.Between(r, 110, 480), gen.Between(r, 151, 4000)
		u := float64(volts) * float64(second) / float64(turns)
		load := gen.Between(r, 12, 990)
		e.values = []gen.Value{gen.Slot("volts", volts)}
		e.data = fmt.Sprintf("An ideal transformer has %d primary and %d secondary turns. An effective voltage of {volts} V is applied to the primary; a resistor of %d kΩ is the load of the secondary.", turns, second, load)
		e.asked = "the secondary voltage in volts and the primary current in mA (effective values), as a list [voltage, current]"
		current := u / float64(load) * float64(second) / float64(turns)
		e.answer = task.List(quantity(u, "V"), quantity(current, "mA"))
		e.working = fmt.Sprintf("U2 = U1·N2/N1 = %s V and I2 = U2/R = %s mA. The currents are inverse to the turns: I1 = I2·N2/N1 = %s mA.", six(u), six(u/float64(load)), six(current))
	case 2, 3:
		kv := gen.Between(r, 60, 350) // tenths of kV
		high := float64(kv) * 100
		story := fmt.Sprintf("A generator feeds {kw} kW at %s kV into a line with a total resistance of %s Ω (there and back).", tenths(kv), tenths(ohms))
		if d == 3 {
			volts := gen.Between(r, 400, 1200)
			high = float64(volts) * float64(ratio)
			story = fmt.Sprintf("A generator delivers {kw} kW at %d V. An ideal transformer raises the voltage %d-fold and feeds a line with a total resistance of %s Ω (there and back).", volts, ratio, tenths(ohms))
		}
		i := power / high
		lost := i * i * line
		e.data = story + " Voltage and current are in phase."
		e.asked = "the power lost in the line in kW and the voltage at its far end in volts, as a list [power, voltage]"
		e.answer = task.List(quantity(lost/1000, "kW"), quantity(high-i*line, "V"))
		e.working = fmt.Sprintf("The line's voltage is %s V, so I = P/U = %s A. The loss is I²·R = %s kW and the drop I·R = %s V.", six(high), six(i), six(lost/1000), six(i*line))
	case 4:
		volts, eff1, eff2 := gen.Between(r, 400, 1200), gen.Between(r, 94, 99), gen.Between(r, 94, 99)
		high := float64(volts) * float64(ratio)
		in := power * float64(eff1) / 100
		i := in / high
		out := (in - i*i*line) * float64(eff2) / 100
		e.data = fmt.Sprintf("A generator delivers {kw} kW at %d V. A transformer raises the voltage %d-fold and passes on %d %% of the power. The line has a total resistance of %s Ω (there and back). A transformer at its end passes on %d %% of what arrives. Voltage and current are in phase.", volts, ratio, eff1, tenths(ohms), eff2)
		e.asked = "the power that reaches the consumers in kW and the share of the generator's power that this is in percent, as a list [power, percent]"
		e.answer = task.List(quantity(out/1000, "kW"), quantity(100*out/power, "%"))
		e.working = fmt.Sprintf("Into the line go %s kW at %s V, so I = %s A and I²·R = %s kW are lost. %d %% of the rest are %s kW, %s %% of the start.", six(in/1000), six(high), six(i), six(i*i*line/1000), eff2, six(out/1000), six(100*out/power))
	default:
		kv := gen.Between(r, 70, 350)
		u := float64(kv) * 100
		if 4*line*power > 0.7*u*u { // more than the line can carry
			line, ohms = 0.4, 4
		}
		i := 2 * power / (u + math.Sqrt(u*u-4*line*power))
		e.data = fmt.Sprintf("A line with a total resistance of %s Ω (there and back) is fed at a fixed %s kV. A load at its far end takes exactly {kw} kW; voltage and current are in phase. Of the two currents with which this is possible the smaller one flows.", tenths(ohms), tenths(kv))
		e.asked = "the current in amperes and the power lost in the line in kW, as a list [current, power]"
		e.answer = task.List(quantity(i, "A"), quantity(i*i*line/1000, "kW"))
		e.working = fmt.Sprintf("P = (U − I·R)·I is R·I² − U·I + P = 0; the smaller root is %s A. The loss is I²·R = %s kW.", six(i), six(i*i*line/1000))
	}
	return e.item(r, "{data} Find {asked}."+figures, "{data} What are {asked}?"+figures, "A grid planner calculates. {data} Determine {asked}."+figures)
}

// appliance is a device with its power in watts and use in minutes a day.
type appliance struct {
	name           string
	watts, minutes int
}

// applianceKinds have a usual range of power in watts.
var applianceKinds = []struct {
	name      string
	low, high int
}{
	{"a refrigerator", 60, 200}, {"a television", 60, 250}, {"an oven", 1500, 3000}, {"a heater", 800, 2500}, {"a computer", 60, 500},
	{"a washing machine", 400, 2200}, {"a set of lamps", 40, 300}, {"a dishwasher", 900, 2200}, {"an air conditioner", 700, 2500}, {"a garden pump", 200, 1300},
}

// bandCost is the cost in cents of some kWh whose price changes at a limit and at
// twice the limit; without a limit the first price holds.
func bandCost(kwh, limit float64, cents [3]float64) float64 {
	if limit == 0 {
		return kwh * cents[0]
	}
	return min(kwh, limit)*cents[0] + min(max(0, kwh-limit), limit)*cents[1] + max(0, kwh-2*limit)*cents[2]
}

// energyBill asks for a bill. Difficulty adds appliances (2 to 6), a fixed fee
// (2), a second and a third price band (3, 4) and a tax (5).
func energyBill(r *rand.Rand, d gen.Difficulty) task.Item {
	days := gen.Between(r, 28, 31)
	devices := make([]appliance, gen.Of(d, 2, 3, 3, 4, 6))
	kinds := gen.Sample(r, applianceKinds, len(devices))
	wh := 0
	var uses, working []string
	for i := range devices {
		a := appliance{kinds[i].name, gen.Between(r, kinds[i].low, kinds[i].high), 15 * gen.Between(r, 1, 40)}
		power := fmt.Sprint(a.watts)
		if i == 0 {
			power = "{first}"
		}
		devices[i] = a
		wh += a.watts * a.minutes * days // watt-minutes, for now
		uses = append(uses, fmt.Sprintf("%s of %s W for %d minutes a day", a.name, power, a.minutes))
		working = append(working, fmt.Sprintf("%s kWh", six(float64(a.watts*a.minutes*days)/60000)))
	}
	kwh := float64(wh) / 60000
	fee, price := gen.Between(r, 400, 1900), [3]int{gen.Between(r, 180, 420), 0, 0}
	price[1], price[2] = price[0]+gen.Between(r, 20, 90), price[0]+gen.Between(r, 100, 200)
	limit, tax := 10*max(2, int(kwh)*gen.Between(r, 30, 45)/1000), gen.Between(r, 5, 25)
	terms := fmt.Sprintf("Each kWh costs %s cents.", tenths(price[0]))
	switch d {
	case 1:
		fee, limit = 0, 0
	case 2:
		terms, limit = fmt.Sprintf("The basic charge is %d cents. %s", fee, terms), 0
	case 3:
		terms = fmt.Sprintf("The basic charge is %d cents. The first %d kWh cost %s cents each, all further ones %s cents each.", fee, limit, tenths(price[0]), tenths(price[1]))
		price[2] = price[1]
	default:
		terms = fmt.Sprintf("The basic charge is %d cents. The first %d kWh cost %s cents each, the next %d kWh %s cents each, all further ones %s cents each.", fee, limit, tenths(price[0]), limit, tenths(price[1]), tenths(price[2]))
	}
	cost := float64(fee) + bandCost(kwh, float64(limit), [3]float64{float64(price[0]) / 10, float64(price[1]) / 10, float64(price[2]) / 10})
	steps := fmt.Sprintf("In %d days the appliances use %s, together %s kWh. By the tariff this costs %s cents.", days, sentence(working), six(kwh), decimalText(cost, 8))
	if d == 5 {
		terms += fmt.Sprintf(" A tax of %d %% is added to the whole sum.", tax)
		cost *= 1 + float64(tax)/100
		steps += fmt.Sprintf(" With the tax it is %s cents.", decimalText(cost, 8))
	}
	answer := task.Answer{Kind: task.KindDecimal, Value: fmt.Sprintf("%.2f", cost/100), Tol: &task.Tolerance{Abs: 0.0051}}
	e := exercise{asked: "the bill in euros, rounded to two decimals", answer: answer, values: []gen.Value{gen.Slot("first", devices[0].watts)}}
	e.data = fmt.Sprintf("A household uses %s, on each of %d days. %s", strings.Join(uses, ", "), days, terms)
	e.working = steps + fmt.Sprintf(" In euros: %s.", answer.Value)
	return e.item(r, "{data} Find {asked}.", "{data} One euro has 100 cents. What is {asked}?", "An energy adviser checks a statement. {data} Calculate {asked}.")
}
