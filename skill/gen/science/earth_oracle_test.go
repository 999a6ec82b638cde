package science

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"segue/skill/gen"
)

func TestAgesGrowTheMeasuredDaughters(t *testing.T) {
	grown := func(q string, ratio float64) []float64 { // by following the decay forward
		life := one(q, `half-life of # Ma`)
		return []float64{rootWhere(0, 20000, ratio, func(age float64) float64 { return math.Pow(2, age/life) - 1 })}
	}
	line := func(q string) (slope, start float64) {
		p := grab(q, `= # and \S+ = #, the`)
		p = append(p, grab(q, `the second # and #\.`)...)
		slope = (p[3] - p[1]) / (p[2] - p[0])
		return slope, p[3] - slope*p[2]
	}
	holdAgainst(t, "radiometric-isochron-age",
		func(q string) []float64 { return grown(q, one(q, `now holds # atoms`)) },
		func(q string) []float64 {
			p := grab(q, `is # and \S+ is # today; \S+ was # when`)
			return grown(q, (p[1]-p[2])/p[0])
		},
		func(q string) []float64 { slope, _ := line(q); return grown(q, slope) },
		func(q string) []float64 { slope, start := line(q); return append(grown(q, slope), start) },
		func(q string) []float64 {
			k, all, air := one(q, `holds # nmol`), one(q, `# nmol of Ar-40`), one(q, `# nmol of Ar-36`)
			return []float64{rootWhere(0, 20000, all, func(age float64) float64 {
				return k*(math.Pow(2, age/1250)-1)*0.1072 + 298.6*air
			})}
		},
	)
}

// youngerFirst are the words of clues that name the younger feature before the older one.
var youngerFirst = regexp.MustCompile(`lies on top|runs unbroken|was laid down|cuts through|fills part|crosses the|offsets|displaces the|truncates|planes off`)

func TestCluesChainFromOldestToYoungest(t *testing.T) {
	letter := regexp.MustCompile(`\b([B-HJ-NP-Z])\b`)
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for n := range uint64(100) {
			it, err := gen.New("science/relative-dating-order", d, n)
			if err != nil {
				t.Fatal(err)
			}
			var order []string
			for _, a := range it.Answer.Items {
				order = append(order, a.Value)
			}
			told := 0
			for clue := range strings.SplitSeq(it.Question, ".") {
				m := letter.FindAllString(clue, -1)
				if len(m) != 2 || strings.Contains(clue, "[") {
					continue
				}
				told++
				older, younger := m[0], m[1]
				if youngerFirst.MatchString(clue) && !strings.Contains(clue, "where the fault") {
					older, younger = younger, older
				}
				if slices.Index(order, younger) != slices.Index(order, older)+1 {
					t.Errorf("%s: %q against %v", it.ID, clue, order)
				}
			}
			if told != len(order)-1 {
				t.Errorf("%s: %d clues for %d features\n%s", it.ID, told, len(order), it.Question)
			}
		}
	}
}

func TestQuakesArriveAsRecorded(t *testing.T) {
	delay := func(q string, km float64) float64 {
		return km/one(q, `S waves at # km`) - km/one(q, `P waves travel at # km`)
	}
	far := func(q string, gap float64) float64 {
		return rootWhere(0, 1e5, gap, func(km float64) float64 { return delay(q, km) })
	}
	gap := func(q string) float64 { return one(q, `# s after the P wave`) }
	holdAgainst(t, "seismic-epicentre-distance",
		func(q string) []float64 { return []float64{far(q, gap(q))} },
		func(q string) []float64 {
			c := grab(q, `at #:#:# \D`)
			c = append(c, grab(q, `wave at #:#:#`)...)
			c = c[len(c)-6:]
			return []float64{far(q, (c[3]-c[0])*3600+(c[4]-c[1])*60+c[5]-c[2])}
		},
		func(q string) []float64 { return []float64{far(q, gap(q)) / one(q, `P waves travel at # km`)} },
		func(q string) []float64 {
			deep := one(q, `lies # km below`)
			return []float64{rootWhere(0, 1e5, gap(q), func(km float64) float64 { return delay(q, math.Hypot(km, deep)) })}
		},
		func(q string) []float64 { // along the circle around A to where B fits
			base, g := one(q, `B at x = # km`), grab(q, `comes # s after the P wave at A and # s`)
			a := far(q, g[0])
			angle := rootWhere(0, math.Pi, g[1], func(phi float64) float64 { return delay(q, math.Hypot(a*math.Cos(phi)-base, a*math.Sin(phi))) })
			return []float64{a * math.Cos(angle), a * math.Sin(angle)}
		},
	)
}

func TestSaturationFollowsTheTables(t *testing.T) {
	for celsius, hPa := range map[int]float64{0: 6.11, 10: 12.27, 20: 23.37, 30: 42.43} { // steam tables
		if got := saturation(celsius); !near(got, hPa, 5e-3) {
			t.Errorf("%d °C: %g hPa, not %g", celsius, got, hPa)
		}
	}
	table := func(q string) map[float64]float64 {
		out := map[float64]float64{}
		for v := grab(q, `# °C #[;.]`); len(v) > 1; v = v[2:] {
			out[v[0]] = v[1]
		}
		return out
	}
	dew := func(q string) (t0, dew float64) {
		t0 = one(q, ` # °C (?:has|with|and)`)
		es := table(q)
		e := es[t0] * one(q, `#\s%`) / 100
		for low, p := range es {
			if next, ok := es[low+1]; ok && p <= e && e < next {
				dew = low + (e-p)/(next-p)
			}
		}
		return t0, dew
	}
	holdAgainst(t, "relative-humidity-and-dew-point",
		func(q string) []float64 {
			return []float64{100 * one(q, `pressure is # hPa`) / table(q)[one(q, `at # °C`)]}
		},
		func(q string) []float64 { _, d := dew(q); return []float64{d} },
		func(q string) []float64 {
			out, in := one(q, `air of # °C`), one(q, `warmed to # °C`)
			e := table(q)[out] * one(q, `# %`) / 100 / (out + 273.15) * (in + 273.15)
			return []float64{100 * (e + one(q, `adds # hPa`)) / table(q)[in]}
		},
		func(q string) []float64 {
			at, d := dew(q)
			return []float64{rootWhere(0, 9000, 0, func(m float64) float64 { return d - 0.0018*m - (at - 0.0098*m) })}
		},
		func(q string) []float64 {
			at, d := dew(q)
			crest, moist, air := one(q, `ridge of # m`), one(q, `cools by # °C`), at
			const step = 0.004
			for m := 0.0; m < crest; m += step {
				if at-0.0098*m > d-0.0018*m {
					air -= 0.0098 * step
				} else {
					air -= moist / 1000 * step
				}
			}
			return []float64{air + 0.0098*crest}
		},
	)
}
