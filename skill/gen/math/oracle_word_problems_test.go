package math

import (
	stdmath "math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

// near compares the answer with a number found another way.
func nearNumber(t *testing.T, slug string, tolerance float64, solve func(t *testing.T, it task.Item) float64) {
	t.Helper()
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for i := range uint64(100) {
			it, err := gen.New("math/"+slug, d, i)
			if err != nil {
				t.Fatal(err)
			}
			value, ok := new(big.Rat).SetString(it.Answer.Value)
			if !ok {
				t.Fatalf("%s: %q is no number", it.ID, it.Answer.Value)
			}
			got, _ := value.Float64()
			if want := solve(t, it); !(stdmath.Abs(got-want) <= tolerance) {
				t.Fatalf("%s: %g, but the second method gives %g:\n%s", it.ID, got, want, it.Question)
			}
		}
	}
}

var compiled = map[string]*regexp.Regexp{}

// found is the number at the first group of a pattern, 0 where it does not occur.
func foundIn(text, pattern string) float64 {
	if compiled[pattern] == nil {
		compiled[pattern] = regexp.MustCompile(pattern)
	}
	m := compiled[pattern].FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	v, _ := new(big.Rat).SetString(m[1])
	x, _ := v.Float64()
	return x
}

func TestMeetingsBySimulation(t *testing.T) {
	nearNumber(t, "meeting-and-overtaking-times", 0.5, func(t *testing.T, it task.Item) float64 {
		q := it.Question
		pick := func(names ...string) float64 { // both wordings of the speeds
			for _, p := range names {
				if v := foundIn(q, p); v > 0 {
					return v
				}
			}
			return 0
		}
		l := pick(`road of (\d+) km`, `B, (\d+) km apart`, `are (\d+) km apart`)
		u := pick(`rides at (\d+) km/h`, `Speeds: \w+ (\d+) km/h`, `keeps to (\d+) km/h`)
		v := pick(`and \w+ at (\d+) km/h`, `km/h, \w+ (\d+) km/h`, `and \w+ to (\d+) km/h`)
		late := pick(`(\d+) minutes later`, `direction (\d+) minutes after`)
		wayA, pauseA, pauseB := foundIn(q, `after (\d+) km;`), foundIn(q, `rests for (\d+) minutes after`), foundIn(q, `rests for (\d+) minutes after 10 km`)
		pauseEnd, turnEnd, goal := foundIn(q, `rests there for (\d+) minutes`), foundIn(q, `rests for (\d+) minutes at each end`), max(1, int(foundIn(q, `number (\d),`)))
		const dt = 0.01
		a, b, restA, restB, dirA, dirB, met := 0.0, 0.0, 0.0, late, 1.0, 1.0, 0
		rested, restedB := false, false
		switch it.Difficulty {
		case 1, 5:
			b, dirB = l, -1
		}
		last, started := stdmath.NaN(), false
		for now := 0.0; now < 1500; now += dt {
			if now >= late || it.Difficulty == 5 {
				started = true
			}
			if restA > 0 {
				restA -= dt
			} else {
				a += dirA * u / 60 * dt
			}
			if restB > 0 {
				restB -= dt
			} else {
				b += dirB * v / 60 * dt
			}
			switch it.Difficulty {
			case 3:
				if !rested && a >= wayA {
					rested, restA = true, pauseA
				}
				if !restedB && b >= 10 {
					restedB, restB = true, pauseB
				}
			case 4:
				if b >= l && dirB > 0 {
					dirB, restB = -1, pauseEnd
				}
			case 5:
				if restA <= 0 && (dirA > 0 && a >= l || dirA < 0 && a <= 0) {
					dirA, restA = -dirA, turnEnd
				}
				if dirB > 0 && b >= l || dirB < 0 && b <= 0 {
					dirB = -dirB
					if restA > 0 && stdmath.Abs(a-b) < 0.1 { // they touch where one turns and the other rests
						if met++; met == goal {
							return now
						}
					}
				}
			}
			gap := a - b
			if started && stdmath.Abs(gap) > 1e-9 {
				if gap*last < 0 {
					met++
					if it.Difficulty == 4 && dirB > 0 {
						met = 0
					}
					if met >= goal {
						return now
					}
				}
				last = gap
			}
		}
		return stdmath.NaN()
	})
}

func TestTanksBySimulation(t *testing.T) {
	nearNumber(t, "tank-inflow-and-outflow", 0.02, func(t *testing.T, it task.Item) float64 {
		q := it.Question
		a, b := foundIn(q, `in (\d+) hours[.,]`), foundIn(q, `tap B in (\d+) hours`)
		h1, h2 := foundIn(q, `A runs for (\d+)`), foundIn(q, `then B for (\d+)`)
		leak, drain := foundIn(q, `leak .*? in (\d+) hours`), foundIn(q, `runs for 1 hour, .*? in (\d+) hours`)
		height, over := foundIn(q, `above (\S+) of the tank`), foundIn(q, `carries (\S+) of a full`)
		level := foundIn(q, `filled to (\d+/\d+)`)
		const dt = 0.0005
		for now := 0.0; now < 400; now += dt {
			if level >= 1 {
				return now
			}
			rate := 1 / a
			switch {
			case leak > 0:
				rate -= 1 / leak
			default:
				cycle := h1 + h2
				if drain > 0 {
					cycle++
				}
				if at := stdmath.Mod(now, cycle); at >= h1+h2 {
					rate = -1 / drain
				} else if at >= h1 {
					rate = 1 / b
				}
			}
			if height > 0 && level > height {
				rate -= over
			}
			level = max(0, level+rate*dt)
		}
		return stdmath.NaN()
	})
}

func TestClocksByScanning(t *testing.T) {
	each(t, "math/clock-hand-angle-times", func(t *testing.T, it task.Item) {
		q := it.Question
		hours, minutes := 12.0, 60.0
		if h := foundIn(q, `dial has (\d+) hours`); h > 0 {
			hours, minutes = h, foundIn(q, `hours of (\d+) minutes`)
		}
		from, to := foundIn(q, `(\d+) o'clock`), foundIn(q, `(\d+) o'clock (?:by|,|when|\.|do)`)
		if m := regexp.MustCompile(`(\d+) o'clock`).FindAllStringSubmatch(q, 2); len(m) == 2 {
			from, _ = strconv.ParseFloat(m[0][1], 64)
			to, _ = strconv.ParseFloat(m[1][1], 64)
		}
		angle, gain := foundIn(q, `(\d+) degrees`), foundIn(q, `advance by (\d+) minutes`)
		var want []float64
		last := 0.0
		for i := 0.0; i < (to-from)*minutes; i += 0.01 {
			lead := stdmath.Mod(360*i/minutes-360*(from+i/minutes)/hours+7200, 360)
			gap := min(lead, 360-lead) - angle
			if i > 0 && gap*last < 0 {
				want = append(want, i*minutes/(minutes+gain))
			}
			last = gap
		}
		if len(want) != len(it.Answer.Items) {
			t.Fatalf("%s: %d times, not %d: %v\n%s", it.ID, len(it.Answer.Items), len(want), want, q)
		}
		for i, a := range it.Answer.Items {
			v, _ := new(big.Rat).SetString(a.Value)
			if got, _ := v.Float64(); stdmath.Abs(got-want[i]) > 0.02 {
				t.Errorf("%s: time %d is %g, not %g\n%s", it.ID, i, got, want[i], q)
			}
		}
	})
}

func TestMixturesByPouring(t *testing.T) {
	nearNumber(t, "mixture-concentration", 1e-6, func(t *testing.T, it task.Item) float64 {
		n := digitRunsIn(it.Question)
		target := n[len(n)-1]
		if it.Difficulty == 5 && strings.HasPrefix(it.Question, "How many") {
			target, n = n[0], n[1:]
		}
		f := func(i int) float64 { return float64(n[i]) }
		v, p := f(0), f(1)/100
		switch it.Difficulty {
		case 1, 2: // by halving
			lo, hi := 0.0, 1e5
			if it.Difficulty == 2 {
				hi = v
			}
			for range 100 {
				x := (lo + hi) / 2
				have := (v*p + x*f(2)/100) / (v + x)
				if it.Difficulty == 2 {
					have = ((v-x)*p + x*f(2)/100) / v
				}
				if have > f(3)/100 {
					lo = x
				} else {
					hi = x
				}
			}
			return lo
		case 3:
			amount := v * p
			for range n[2] {
				amount -= amount / v * f(3)
			}
			return 100 * amount / v
		}
		w, q, x, y := f(2), f(3)/100, f(4), f(5)
		second := (w*q + x*p) / (w + x)
		if it.Difficulty == 4 {
			return 100 * ((v-x)*p + y*second) / (v - x + y)
		}
		return (w+x-y)*second/(float64(target)/100) - (w + x - y)
	})
}

func TestMoneyByForwardCalculation(t *testing.T) {
	nearNumber(t, "compound-interest-comparison", 0.02, func(t *testing.T, it task.Item) float64 {
		q := it.Question
		rates := regexp.MustCompile(`([\d.]+) % a year`).FindAllStringSubmatch(q, -1)
		rate := func(i int) float64 {
			v, _ := strconv.ParseFloat(rates[i][1], 64)
			return v / 100
		}
		capital := int(max(foundIn(q, `(\d+) euros can`), foundIn(q, `with (\d+) euros`), foundIn(q, `capital of (\d+)`)))
		years := int(max(foundIn(q, `for (\d+) years`), foundIn(q, `after (\d+) years`), foundIn(q, `term of (\d+)`)))
		turn, deposit := int(foundIn(q, `first (\d+) years`)), foundIn(q, `deposit of (\d+)`)
		often := 1
		for n, word := range map[int]string{2: "compounded twice", 4: "quarterly", 12: "monthly"} {
			if strings.Contains(q, word) {
				often = n
			}
		}
		first, second := float64(capital), float64(capital)
		for year := range years {
			first += first*rate(0) + deposit
			switch {
			case it.Difficulty == 1:
				second += float64(capital) * rate(1)
			case year < turn:
				second += second * rate(1)
			default:
				for range often {
					second += second * rate(len(rates)-1) / float64(often)
				}
			}
		}
		return stdmath.Abs(first - second)
	})
	nearNumber(t, "loan-amortisation", 0.02, func(t *testing.T, it task.Item) float64 {
		q := it.Question
		l, _ := slotValue(it, "l")
		rates := regexp.MustCompile(`([\d.]+) %`).FindAllStringSubmatch(q, -1)
		old, _ := strconv.ParseFloat(rates[0][1], 64)
		changed, _ := strconv.ParseFloat(rates[len(rates)-1][1], 64)
		if it.Difficulty == 4 && strings.HasPrefix(q, "Just after") {
			old, changed = changed, old
		}
		per := 12.0
		if it.Difficulty == 1 {
			per = 1
		}
		pay := func(debt, rate float64, n int) float64 { // by halving
			lo, hi := 0.0, debt*(1+rate)
			for range 200 {
				a, left := (lo+hi)/2, debt
				for range n {
					left += left*rate - a
				}
				if left > 0 {
					lo = a
				} else {
					hi = a
				}
			}
			return lo
		}
		debt, i := float64(l), old/100/per
		if a := foundIn(q, `month (\d+) euros are paid`); a > 0 {
			for debt*(1+i) > a {
				debt += debt*i - a
			}
			return debt * (1 + i)
		}
		n, k := int(foundIn(q, `within (\d+) years`)*per), int(foundIn(q, `number (\d+)`))
		a := pay(debt, i, n)
		for range k {
			debt += debt*i - a
		}
		switch it.Difficulty {
		case 3:
			return debt
		case 4:
			return pay(debt, changed/1200, n-k)
		}
		return a
	})
	nearNumber(t, "markup-and-discount-chain", 0.02, func(t *testing.T, it task.Item) float64 {
		q := it.Question
		cost, _ := strconv.ParseFloat(it.Answer.Value, 64)
		price, _ := strconv.ParseFloat(it.Slots[0].Value, 64)
		chain := cost * (1 + foundIn(q, `up by (\d+) %`)/100)
		shown := chain
		chain = (chain - foundIn(q, `takes (\d+) euros`)) * (1 - foundIn(q, `(\d+) % discount`)/100) * (1 - foundIn(q, `another (\d+) %`)/100) * (1 + foundIn(q, `(\d+) % sales tax`)/100)
		if it.Difficulty == 5 {
			n, k := foundIn(q, `of (\d+) equal`), foundIn(q, `other (\d+) with`)
			chain = (n-k)*shown + k*shown*(1-foundIn(q, `(\d+) % discount`)/100) - n*cost
			return cost + (chain-price)/100 // the profit of some ten pieces, each to half a cent
		}
		return cost + (chain - price)
	})
}
