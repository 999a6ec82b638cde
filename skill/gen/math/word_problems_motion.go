package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/meeting-and-overtaking-times", "word problems", "Meeting and overtaking times",
		"Find when movers meet who start late, rest or turn back.", meetingTimes)
	gen.Register("math/tank-inflow-and-outflow", "word problems", "Tank inflow and outflow", "Find the filling time of a tank whose taps and outlets switch.", tankFilling)
	gen.Register("math/clock-hand-angle-times", "word problems", "Clock-hand angle times", "Find the times at which the hands of a clock make a given angle.", clockAngles)
}

// station is a vertex of a journey: where a mover is at a time, in minutes.
type station struct{ time, place *big.Rat }

// journey is a mover's path, linear between its stations.
type journey []station

// drive goes on to a place, in km, with a speed in km/h.
func (j journey) drive(place, speed int) journey {
	last := j[len(j)-1]
	way := new(big.Rat).Sub(ratOf(place, 1), last.place)
	minutes := new(big.Rat).Mul(way.Abs(way), ratOf(60, speed))
	return append(j, station{minutes.Add(minutes, last.time), ratOf(place, 1)})
}

func (j journey) rest(minutes int) journey {
	last := j[len(j)-1]
	return append(j, station{new(big.Rat).Add(last.time, ratOf(minutes, 1)), last.place})
}

// at is the place at a time within the journey.
func (j journey) at(t *big.Rat) *big.Rat {
	for i := 1; i < len(j); i++ {
		if a, b := j[i-1], j[i]; t.Cmp(b.time) <= 0 && a.time.Cmp(b.time) < 0 {
			share := new(big.Rat).Sub(t, a.time)
			share.Quo(share, new(big.Rat).Sub(b.time, a.time))
			share.Mul(share, new(big.Rat).Sub(b.place, a.place))
			return share.Add(share, a.place)
		}
	}
	return j[len(j)-1].place
}

// meetings are the times after the start at which two movers are at one place.
func meetings(a, b journey) []*big.Rat {
	var times []*big.Rat
	for _, s := range slices.Concat(a, b) {
		times = append(times, s.time)
	}
	slices.SortFunc(times, func(x, y *big.Rat) int { return x.Cmp(y) })
	end := a[len(a)-1].time
	if b[len(b)-1].time.Cmp(end) < 0 {
		end = b[len(b)-1].time
	}
	gap := func(t *big.Rat) *big.Rat { return new(big.Rat).Sub(a.at(t), b.at(t)) }
	var out []*big.Rat
	for i := 1; i < len(times) && times[i].Cmp(end) <= 0; i++ {
		from, to := gap(times[i-1]), gap(times[i])
		if times[i-1].Cmp(times[i]) == 0 || from.Sign() == 0 || from.Sign() == to.Sign() {
			continue // a meeting at the beginning was noted as one at the end of the piece before
		}
		t := new(big.Rat).Sub(times[i], times[i-1]) // gap is linear: t = length · from/(from − to)
		t.Mul(t, from)
		t.Quo(t, new(big.Rat).Sub(from, to))
		out = append(out, t.Add(t, times[i-1]))
	}
	return out
}

// meetingTimes asks when two movers meet. Difficulty goes from one late start, over a
// chase and a rest, to a turn at the end of the road and to the second or third
// meeting of two that go to and fro.
func meetingTimes(r *rand.Rand, d gen.Difficulty) task.Item {
	names := peopleOf(r, 2)
	length, late := gen.Between(r, 30, 90), gen.Between(r, 5, 20)
	u, v := gen.Between(r, 16, 30), gen.Between(r, 31, 48)
	slow := journey{{new(big.Rat), new(big.Rat)}}
	fast := journey{{new(big.Rat), new(big.Rat)}}
	number, story := 1, ""
	switch d {
	case 1:
		fast = journey{{new(big.Rat), ratOf(length, 1)}}.rest(late).drive(0, v)
		slow = slow.drive(length, u)
		story = fmt.Sprintf("%[1]s starts from A towards B; %[2]s starts from B towards A %[3]d minutes later", names[0], names[1], late)
	case 2:
		fast, slow = fast.rest(late).drive(2000, v), slow.drive(2000, u)
		story = fmt.Sprintf("%[1]s starts from A towards B; %[2]s starts from A in the same direction %[3]d minutes later. The road goes on far beyond B", names[0], names[1], late)
	case 3:
		way, pause := gen.Between(r, 4, 8), gen.Between(r, 4, 15)
		fast, slow = fast.rest(late).drive(10, v).rest(pause).drive(3000, v), slow.drive(way, u).rest(late/2).drive(3000, u)
		story = fmt.Sprintf("%[1]s starts from A towards B and rests for %[4]d minutes after %[5]d km; %[2]s starts from A in the same direction %[3]d minutes after %[1]s and rests for %[6]d minutes after 10 km. The road goes on far beyond B, and the meeting asked for is the first one after both have left A", names[0], names[1], late, late/2, way, pause)
	case 4:
		pause := gen.Between(r, 3, 15)
		if 60*length*u+(late+pause)*u*v >= 60*length*v { // the other must be on the way back by then
			u = 14
		}
		fast, slow = fast.rest(late).drive(length, v).rest(pause).drive(0, v), slow.drive(length, u)
		story = fmt.Sprintf("%[1]s starts from A towards B; %[2]s starts from A in the same direction %[3]d minutes later, reaches B first, rests there for %[4]d minutes and goes back towards A. The meeting asked for is the one on the way back", names[0], names[1], late, pause)
	default:
		fast = journey{{new(big.Rat), ratOf(length, 1)}}
		for i := range 4 {
			fast = fast.drive(length*(i%2), v)
			slow = slow.drive(length*((i+1)%2), u).rest(late)
		}
		number = gen.Between(r, 2, 3)
		story = fmt.Sprintf("%[1]s starts from A and %[2]s at the same time from B, and both go to and fro between A and B; %[1]s rests for %[3]d minutes at each end before turning, %[2]s turns at once. The meeting asked for is number %[4]d, counting every moment when they are at the same place, whether head-on or overtaking", names[0], names[1], late, number)
	}
	times := meetings(slow, fast)
	if d == 4 {
		times = times[len(times)-1:]
	}
	t := times[number-1]
	question, slots := gen.Ask(r, []string{
		"A straight road of {l} km joins A and B. {story}. {first} rides at {u} km/h and {second} at {v} km/h throughout, rests apart. How many minutes after the start of {first} do they meet? Give an exact fraction or integer.",
		"Speeds: {first} {u} km/h, {second} {v} km/h. Places: A and B, {l} km apart along a canal path. {story}. Find the time of the meeting in minutes after {first} set out, as an exact fraction.",
		"{story}. A and B are {l} km apart. If {first} keeps to {u} km/h and {second} to {v} km/h while moving, after how many minutes, counted from the moment when {first} starts, are they at the same place? Answer with an exact fraction or integer.",
	}, gen.Slot("l", length), gen.Fixed("story", story), gen.Fixed("first", names[0]), gen.Fixed("second", names[1]), gen.Slot("u", u), gen.Slot("v", v))
	place := slow.at(t)
	return posed(question, slots, rationalAnswer(t), "Write both distances from A as functions of the time, piece by piece, and equate them. They agree %s minutes after the start, when both are %s km from A.", t.RatString(), place.RatString())
}

// tankPhase is a time, in hours, with a net rate in tanks an hour.
type tankPhase struct {
	hours int
	rate  *big.Rat
}

// fillTime follows a tank from a level to 1 through phases that repeat; above the
// height an outlet takes its rate off. The phases must bring more than they take.
// levels are those at the ends of the full phases.
func fillTime(level *big.Rat, phases []tankPhase, height, outlet *big.Rat) (now *big.Rat, levels []*big.Rat) {
	now, at := new(big.Rat), new(big.Rat).Set(level)
	one := ratOf(1, 1)
	for i := 0; i < 200; i++ {
		p := phases[i%len(phases)]
		left := ratOf(p.hours, 1)
		for left.Sign() > 0 {
			rate, target := p.rate, one
			above := at.Cmp(height) > 0 || at.Cmp(height) == 0 && p.rate.Sign() > 0
			if above {
				rate = new(big.Rat).Sub(p.rate, outlet)
			}
			if rate.Sign() > 0 && !above {
				target = height
			}
			if rate.Sign() < 0 {
				target = new(big.Rat)
				if above {
					target = height
				}
			}
			need := left
			if rate.Sign() != 0 {
				need = new(big.Rat).Sub(target, at)
				need.Quo(need, rate)
				if need.Cmp(left) > 0 {
					need = left
				}
			}
			if need.Sign() == 0 { // held at the height, or empty
				need, rate = left, new(big.Rat)
			}
			now.Add(now, need)
			at = new(big.Rat).Add(at, new(big.Rat).Mul(rate, need))
			left = new(big.Rat).Sub(left, need)
			if at.Cmp(one) == 0 {
				return now, levels
			}
		}
		levels = append(levels, at)
	}
	return now, levels
}

// tankFilling asks for a filling time. Difficulty goes from a tap with a leak, over
// taps that take turns, to a drain as a third turn, an outlet part way up and both.
func tankFilling(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b, c := gen.Between(r, 4, gen.Of(d, 15, 12, 12, 9, 9)), gen.Between(r, 6, gen.Of(d, 18, 18, 18, 12, 12)), gen.Between(r, gen.Of(d, 20, 20, 20, 40, 40), 70)
	start := ratOf(gen.Between(r, 0, 9), 20)
	height, outlet := ratOf(1, 1), new(big.Rat)
	rate := func(hours int) *big.Rat { return ratOf(1, hours) }
	minus := func(v *big.Rat) *big.Rat { return new(big.Rat).Neg(v) }
	h1, h2 := gen.Between(r, 1, 2), gen.Between(r, 1, 2)
	turns := fmt.Sprintf("They are never open together: A runs for %s, then B for %s", numbered(h1, "hour"), numbered(h2, "hour"))
	taps := fmt.Sprintf("Tap A alone fills the empty tank in {a} hours, tap B in %d hours. ", b)
	phases := []tankPhase{{h1, rate(a)}, {h2, rate(b)}}
	story := taps + turns + ", then A again, and so on."
	switch d {
	case 1:
		phases = []tankPhase{{1000, new(big.Rat).Sub(rate(a), rate(c))}}
		story = fmt.Sprintf("A tap alone would fill the empty tank in {a} hours. A leak at the bottom alone would empty the full tank in %d hours, at a constant rate. Both are open.", c)
	case 3:
		phases = append(phases, tankPhase{1, minus(rate(c))})
		story = taps + turns + fmt.Sprintf(", then both are shut while a drain runs for 1 hour, which alone would empty the full tank in %d hours, then A again, and so on.", c)
	case 4, 5:
		height, outlet = ratOf(gen.Between(r, 5, 8), 10), rate(c)
		if d == 5 {
			phases = append(phases, tankPhase{1, minus(rate(c + 5))})
			story = taps + turns + fmt.Sprintf(", then both are shut while a drain at the bottom runs for 1 hour, which alone would empty the full tank in %d hours, then A again, and so on.", c+5)
		}
		story += fmt.Sprintf(" Besides, an overflow pipe lets water out whenever the level is above %s of the tank; it carries %s of a full tank an hour.", height.RatString(), outlet.RatString())
	}
	from := "empty"
	if start.Sign() > 0 {
		from = "filled to " + start.RatString()
	}
	t, levels := fillTime(start, phases, height, outlet)
	last := ""
	if len(levels) > 0 {
		last = fmt.Sprintf(" After %s the level is %s, and the next one fills the tank.", numbered(len(levels), "phase"), levels[len(levels)-1].RatString())
	}
	question, slots := gen.Ask(r, []string{
		"A tank is " + from + " at the beginning. " + story + " After how many hours is the tank full for the first time? Give an exact fraction or integer.",
		"How long does it take, in hours and exactly, until this tank is full for the first time? " + story + " At time 0 the tank is " + from + ", and the first of these phases begins.",
		story + " Observation starts when the tank is " + from + ". Find the exact number of hours until it is first full, as a fraction in lowest terms or an integer.",
	}, gen.Slot("a", a))
	return posed(question, slots, rationalAnswer(t), "Follow the level phase by phase, each phase adding (rate)·(hours), and stop within the phase in which the level reaches 1; where an overflow pipe acts, split the phase at its height.%s The tank is full after %s hours.", last, t.RatString())
}

// dial is a clock face: hours on it, minutes of an hour.
type dial struct{ hours, minutes int }

// angleTimes lists the minutes after the hour h, below a limit, at which the smaller angle of
// the hands is the given one, in degrees: the angle of the minute hand against
// the hour hand grows evenly and is ±angle modulo 360.
func (c dial) angleTimes(h, angle, limit int) []*big.Rat {
	var times []*big.Rat
	for turn := -1; turn <= 3; turn++ {
		for _, sign := range []int{-1, 1} {
			// 360·t/minutes·(1 − 1/hours) = 360·h/hours + sign·angle + 360·turn
			t := ratOf(360*h+c.hours*(sign*angle+360*turn), c.hours)
			t.Mul(t, ratOf(c.minutes*c.hours, 360*(c.hours-1)))
			if t.Sign() >= 0 && t.Cmp(ratOf(limit, 1)) < 0 {
				times = append(times, t)
			}
		}
	}
	slices.SortFunc(times, func(x, y *big.Rat) int { return x.Cmp(y) })
	return times
}

// clockAngles asks for all times at which the hands make an angle. Difficulty goes
// from one hour to two, to a clock that runs fast, to dials of another division
// and both.
func clockAngles(r *rand.Rand, d gen.Difficulty) task.Item {
	c := dial{12, 60}
	kind := "an ordinary clock with a dial of 12 hours"
	if d >= 4 {
		c = gen.Pick(r, []dial{{24, 60}, {10, 100}, {20, 100}, {16, 60}})
		kind = fmt.Sprintf("a clock whose dial has %d hours of %d minutes each (its hour hand goes round once in %d hours, its minute hand once an hour; 0 is at the top)", c.hours, c.minutes, c.hours)
	}
	h, angle, span := gen.Between(r, 1, c.hours-3), gen.Between(r, 3, 177), gen.Of(d, 1, 2, 1, 1, 2)
	if angle*c.hours%360 == 0 { // the angle of a full hour, at an end of the period
		angle++
	}
	times := c.angleTimes(h, angle, span*c.minutes)
	rule, working := "", ""
	if d == 3 || d == 5 {
		gain := gen.Between(r, 1, 9)
		rule = fmt.Sprintf(" The clock runs fast: in each hour of true time its hands advance by %d minutes more than they should. It showed the true time at %d o'clock, and the times asked for are true minutes after this, in which the hands go on to the end of the period.", gain, h)
		for _, t := range times {
			t.Mul(t, ratOf(c.minutes, c.minutes+gain))
		}
		working = fmt.Sprintf(" Each minute on the dial takes %d/%d of a true minute.", c.minutes, c.minutes+gain)
	}
	question, slots := gen.Ask(r, []string{
		"Consider {kind}. In the period in which it shows times from {h} o'clock up to, but not including, {end} o'clock, when do its hands form an angle of {angle} degrees (the smaller of the two angles between them)?{rule} List all the times as exact numbers of minutes after {h_word}, in increasing order.",
		"{day}, after {h} o'clock and before {end} o'clock by its own display, the two hands of {kind} stand {angle} degrees apart, measured the shorter way round, at certain moments. Both hands move evenly.{rule} Give these moments as a list of exact minutes past {h_word}, the earliest first.",
		"A photographer waits until the hour hand and the minute hand of {kind} make an angle of {angle} degrees (the one below 180). The display goes from {h} o'clock to {end} o'clock.{rule} How many minutes after {h_word} can a picture be taken? Answer with the increasing list of all exact values.",
	}, gen.Fixed("kind", kind), gen.Fixed("h", h), gen.Fixed("end", h+span), gen.Slot("angle", angle), gen.Fixed("rule", rule), gen.Fixed("h_word", "the hour at which the period begins"),
		gen.Fixed("day", gen.Pick(r, []string{"On a Sunday morning", "One evening", "On the first day of school", "During a long journey", "While a train was late"})))
	answers := make([]task.Answer, len(times))
	for i, t := range times {
		answers[i] = rationalAnswer(t)
	}
	return posed(question, slots, task.List(answers...), "The minute hand turns %s degrees a minute and the hour hand %s, so the minute hand's lead, which is −%s degrees at the start, grows by %s a minute; it must be %d or −%d up to full turns.%s This gives %s.",
		ratOf(360, c.minutes).RatString(), ratOf(360, c.minutes*c.hours).RatString(), ratOf(360*h, c.hours).RatString(), ratOf(360*(c.hours-1), c.minutes*c.hours).RatString(), angle, angle, working, strings.Join(ratTexts(times), ", "))
}
