package science

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/uniform-acceleration-kinematics", "physics: mechanics", "Uniform-acceleration kinematics",
		"Find the distance or average speed of a motion in several phases of constant acceleration.", uniformAcceleration)
}

// phase is a part of a straight motion: an acceleration in tenths of m/s² that
// lasts some seconds, or until the body rests.
type phase struct {
	tenths  int
	seconds int
	toRest  bool
}

// uniformAcceleration asks for the path of a motion. Difficulty adds phases (2
// to 6); from 3 on the last one is braking to rest, whose time must be found
// first, and from 4 on the average speed is asked.
func uniformAcceleration(r *rand.Rand, d gen.Difficulty) task.Item {
	start := gen.Between(r, 4, 30)
	phases := drawPhases(r, start, gen.Of(d, 2, 3, 3, 4, 6), d >= 3)
	distance, seconds := travel(float64(start), phases)
	asked, answer := "the total distance covered, in metres", quantity(distance, "m")
	result := fmt.Sprintf("Together that is %s m.", decimalText(distance, 7))
	if d >= 4 {
		asked, answer = "the average speed over the whole motion, in m/s", quantity(distance/seconds, "m/s")
		result = fmt.Sprintf("Together that is %s m in %s s; divide.", decimalText(distance, 7), decimalText(seconds, 7))
	}
	question, slots := gen.Ask(r, []string{
		"A car passes a sign at {v} m/s on a straight road. From there it {phases}. Find {asked}." + figures,
		"The log of a test vehicle on a straight track begins at a speed of {v} metres per second. The vehicle then {phases}. What is {asked}?" + figures,
		"A motorbike's straight test run is filmed; the clip starts when the speed is {v} m/s. The rider {phases}. Calculate {asked}." + figures,
	}, gen.Slot("v", start), gen.Fixed("phases", phaseText(phases)), gen.Fixed("asked", asked))
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("In each phase the distance is v·t + a·t²/2 and the speed changes by a·t. "+phaseWorking(float64(start), phases)+" "+result, answer),
	}
}

// drawPhases keeps the speed between 2 and about 60 m/s: a phase that would
// leave the range turns its acceleration round.
func drawPhases(r *rand.Rand, start, n int, toRest bool) []phase {
	phases := make([]phase, n)
	speed := 10 * start // tenths of m/s
	for i := range phases {
		p := phase{tenths: gen.Between(r, 2, 15), seconds: gen.Between(r, 3, 14)}
		change := p.tenths * p.seconds
		switch slow := r.IntN(3); {
		case slow == 0 && i > 0 && phases[i-1].tenths != 0:
			p.tenths, change = 0, 0
		case slow == 1 && speed-change >= 20 || speed+change > 600:
			if speed-change < 20 { // too short a way to slow down that long
				p.tenths = 1
				change = p.seconds
			}
			p.tenths, change = -p.tenths, -change
		}
		if toRest && i == n-1 {
			p = phase{tenths: -gen.Between(r, 8, 40), toRest: true}
		}
		phases[i] = p
		speed += change
	}
	return phases
}

// travel follows the phases from a starting speed in m/s.
func travel(speed float64, phases []phase) (distance, seconds float64) {
	for _, p := range phases {
		a, t := float64(p.tenths)/10, float64(p.seconds)
		if p.toRest {
			t = -speed / a
		}
		distance += speed*t + a*t*t/2
		seconds += t
		speed += a * t
	}
	return distance, seconds
}

func phaseText(phases []phase) string {
	parts := make([]string, len(phases))
	for i, p := range phases {
		size := tenths(max(p.tenths, -p.tenths))
		switch {
		case p.toRest:
			parts[i] = fmt.Sprintf("brakes at a constant %s m/s² until standing still", size)
		case p.tenths == 0:
			parts[i] = fmt.Sprintf("holds its speed for %d s", p.seconds)
		case p.tenths > 0:
			parts[i] = fmt.Sprintf("speeds up at a constant %s m/s² for %d s", size, p.seconds)
		default:
			parts[i] = fmt.Sprintf("slows down at a constant %s m/s² for %d s", size, p.seconds)
		}
	}
	return strings.Join(parts, ", then ")
}

// phaseWorking gives distance and final speed of each phase.
func phaseWorking(speed float64, phases []phase) string {
	var parts []string
	for i := range phases {
		part := phases[i : i+1]
		distance, seconds := travel(speed, part)
		speed += float64(part[0].tenths) / 10 * seconds
		parts = append(parts, fmt.Sprintf("phase %d: %s m, then %s m/s", i+1, decimalText(distance, 6), decimalText(speed, 6)))
	}
	return "In order: " + strings.Join(parts, "; ") + "."
}
