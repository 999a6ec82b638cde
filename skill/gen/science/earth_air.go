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
	gen.Register("science/relative-humidity-and-dew-point", "earth & astronomy", "Relative humidity and dew point",
		"Follow water vapour in air with a table of saturation pressures: humidity, dew point, cloud base, foehn.", humidity)
}

// saturation is the vapour pressure over water in hPa at a temperature in °C, to
// the two decimals that the table prints (Magnus form of the WMO guide, 2008).
func saturation(celsius int) float64 {
	t := float64(celsius)
	return math.Round(611.2*math.Exp(17.62*t/(243.12+t))) / 100
}

// saturationTable prints the pressures from lo to hi.
func saturationTable(lo, hi int) string {
	var cells []string
	for t := lo; t <= hi; t++ {
		cells = append(cells, fmt.Sprintf("%d °C %.2f", t, saturation(t)))
	}
	return "Saturation vapour pressure in hPa: " + strings.Join(cells, "; ") + "."
}

// dewPoint is the temperature at which the pressure saturates, by straight lines
// between the table's entries.
func dewPoint(pressure float64) float64 {
	t := -20
	for saturation(t+1) <= pressure {
		t++
	}
	return float64(t) + (pressure-saturation(t))/(saturation(t+1)-saturation(t))
}

// humidity asks about moist air. Difficulty: 1 relative humidity, 2 dew point by
// interpolation, 3 air that is warmed indoors and moistened, 4 height of the
// cloud base, 5 temperature behind a mountain that rains the air out.
func humidity(r *rand.Rand, d gen.Difficulty) task.Item {
	return gen.Of(d, relativeHumidity, dewOfAir, heatedAir, cloudBase, foehn)(r).item(r,
		"{facts} Find {asked}."+figures,
		"A weather observer notes: {facts} What is {asked}?"+figures,
		"Work out {asked}. {facts}"+figures,
	)
}

func relativeHumidity(r *rand.Rand) lesson {
	t := gen.Between(r, 8, 36)
	e := gen.Between(r, 300, int(95*saturation(t)))
	return lesson{
		facts: "The air is at {t} °C and its vapour pressure is {e} hPa. " + saturationTable(t-3, t+2), asked: "the relative humidity in percent",
		working: fmt.Sprintf("At %d °C the air could hold %.2f hPa; it has %s hPa, and the quotient times 100 is the relative humidity.", t, saturation(t), hundredths(e)),
		answer:  quantity(float64(e)/saturation(t), "%"), values: []gen.Value{gen.Fixed("t", t), gen.Slot("e", hundredths(e))},
	}
}

func dewOfAir(r *rand.Rand) lesson {
	t, permille := gen.Between(r, 16, 36), gen.Between(r, 351, 899)
	pressure := saturation(t) * float64(permille) / 1000
	dew := dewPoint(pressure)
	return lesson{
		facts:   fmt.Sprintf("Air of %d °C has a relative humidity of {h} %%. %s Between the entries interpolate linearly.", t, saturationTable(int(dew)-2, t+1)),
		asked:   "the dew point in °C",
		working: fmt.Sprintf("The vapour pressure is %s %% of %.2f hPa, that is %s hPa. Between %d °C and %d °C the line reaches it at the dew point.", tenths(permille), saturation(t), decimalText(pressure, 6), int(dew), int(dew)+1),
		answer:  quantity(dew, "°C"), values: []gen.Value{gen.Slot("h", tenths(permille))},
	}
}

func heatedAir(r *rand.Rand) lesson {
	out, in, permille := gen.Between(r, 1, 9), gen.Between(r, 18, 24), gen.Between(r, 501, 949)
	extra := gen.Between(r, 11, 60)
	pressure := saturation(out)*float64(permille)/1000*(float64(in)+273.15)/(float64(out)+273.15) + float64(extra)/10
	return lesson{
		facts: fmt.Sprintf("A room is filled with outdoor air of %d °C and {h} %% relative humidity, closed tightly and warmed to %d °C at constant volume, so that the vapour pressure grows like the absolute temperature (0 °C = 273.15 K). A humidifier then adds %s hPa of vapour pressure. %s %s",
			out, in, tenths(extra), saturationTable(out-1, out+1), saturationTable(in-1, in+1)),
		asked:   "the relative humidity of the warm room in percent",
		working: fmt.Sprintf("Outdoors the vapour pressure is %s %% of %.2f hPa. Warming multiplies it by (%d + 273.15)/(%d + 273.15), the humidifier adds %s hPa: %s hPa. Of %.2f hPa this is the relative humidity.", tenths(permille), saturation(out), in, out, tenths(extra), decimalText(pressure, 6), saturation(in)),
		answer:  quantity(100*pressure/saturation(in), "%"), values: []gen.Value{gen.Slot("h", tenths(permille))},
	}
}

// The rates by which rising air and its dew point cool, in °C per 1000 m.
const dryRate, dewRate = 9.8, 1.8

func cloudBase(r *rand.Rand) lesson {
	t, permille := gen.Between(r, 16, 36), gen.Between(r, 351, 799)
	dew := dewPoint(saturation(t) * float64(permille) / 1000)
	metres := (float64(t) - dew) / (dryRate - dewRate) * 1000
	return lesson{
		facts: fmt.Sprintf("At the ground air is at %d °C with a relative humidity of {h} %%. Rising, its temperature falls by 9.8 °C and its dew point by 1.8 °C per 1000 m until they meet. %s Between the entries interpolate linearly.",
			t, saturationTable(int(dew)-2, t+1)),
		asked:   "the height of the cloud base above the ground in metres",
		working: fmt.Sprintf("The dew point at the ground is %s °C. The gap of %s °C closes by 8.0 °C per 1000 m.", decimalText(dew, 6), decimalText(float64(t)-dew, 6)),
		answer:  quantity(metres, "m"), values: []gen.Value{gen.Slot("h", tenths(permille))},
	}
}

func foehn(r *rand.Rand) lesson {
	t, permille, moist := gen.Between(r, 16, 30), gen.Between(r, 501, 799), gen.Between(r, 45, 65)
	dew := dewPoint(saturation(t) * float64(permille) / 1000)
	base := (float64(t) - dew) / (dryRate - dewRate) * 1000
	crest := int(base) + gen.Between(r, 500, 1800)
	down := float64(t) - dryRate*base/1000 - float64(moist)/10*(float64(crest)-base)/1000 + dryRate*float64(crest)/1000
	return lesson{
		facts: fmt.Sprintf("Air of %d °C and {h} %% relative humidity is blown from the sea over a ridge of %d m and down to sea level again. Unsaturated air changes by 9.8 °C, its dew point by 1.8 °C per 1000 m; from the cloud base up the air cools by %s °C per 1000 m, and all condensed water falls as rain before the ridge. %s Between the entries interpolate linearly.",
			t, crest, tenths(moist), saturationTable(int(dew)-2, t+1)),
		asked:   "the temperature of the air in °C when it is back at sea level",
		working: fmt.Sprintf("The dew point is %s °C, so the cloud base is at %s m. Up to there the air loses 9.8, from there to the ridge %s °C per 1000 m; down it gains 9.8 °C per 1000 m all the way.", decimalText(dew, 6), decimalText(base, 6), tenths(moist)),
		answer:  quantity(down, "°C"), values: []gen.Value{gen.Slot("h", tenths(permille))},
	}
}
