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
	gen.Register("math/combined-work-rates", "word problems", "Combined work rates",
		"Find the finishing time of a job when workers join and leave part way.", combinedWorkRates)
}

// shift is one change of the crew: a worker joins or leaves after the crew
// before it has worked for some hours.
type shift struct {
	hours  int
	worker int
	leaves bool
}

// combinedWorkRates asks for the total time of a job. Difficulty adds workers
// (2 to 4) and changes of the crew (1 to 5). Each phase before the last does at
// most 4/5 of the job divided by the number of changes, so the job always ends
// after the last change.
func combinedWorkRates(r *rand.Rand, d gen.Difficulty) task.Item {
	workers, leavers := gen.Of(d, 2, 3, 3, 4, 4), gen.Of(d, 0, 0, 1, 1, 2)
	alone := gen.Sample(r, gen.Of(d, span(8, 64), smooth(8, 80), smooth(14, 100), smooth(22, 160), smooth(28, 200)), workers) // hours for the whole job
	shifts := drawShifts(r, alone, r.Perm(workers)[:leavers])
	f := finishTime(alone, shifts)
	question, slots := gen.Ask(r, []string{
		"Working alone, painter A would need {a} hours for a wall; {painters}. A starts alone. {shifts_painter} After that nothing changes until the wall is finished. How many hours after A's start is that? Give an exact fraction.",
		"A basin is to be filled. Pump A by itself fills it in {a} hours; {pumps}. At first only A runs. {shifts_pump} Then the running pumps go on until the basin is full. What is the total filling time in hours, as an exact fraction?",
		"A print run is shared between presses. Press A needs {a} hours for the whole run on its own; {presses}. A begins by itself. {shifts_press} The presses then in use finish the run. Find the time from the beginning to the end of the run in hours, exactly.",
	}, gen.Slot("a", alone[0]),
		gen.Fixed("painters", soloText(alone, "painter %c would need %d hours")), gen.Fixed("pumps", soloText(alone, "pump %c takes %d hours")), gen.Fixed("presses", soloText(alone, "press %c takes %d hours")),
		gen.Fixed("shifts_painter", shiftText(shifts, "joins in", "goes home")), gen.Fixed("shifts_pump", shiftText(shifts, "is switched on as well", "is switched off")), gen.Fixed("shifts_press", shiftText(shifts, "is added", "breaks down and stays out")))
	answer := rationalAnswer(f.total)
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Up to the last change %s of the job is done. Those then at work do %s of the job per hour, so the rest takes %s hours, and the total is %s hours.",
			f.done.RatString(), f.rate.RatString(), f.rest.RatString(), f.total.RatString()), answer),
	}
}

// drawShifts lets the workers after the first join one by one, then some leave.
func drawShifts(r *rand.Rand, alone, leaving []int) []shift {
	shifts := make([]shift, len(alone)-1+len(leaving))
	rate := ratOf(1, alone[0])
	for i := range shifts {
		longest := new(big.Rat).Quo(ratOf(4, 5*len(shifts)), rate)
		hours := gen.Between(r, 1, int(new(big.Int).Quo(longest.Num(), longest.Denom()).Int64()))
		if i < len(alone)-1 {
			shifts[i] = shift{hours: hours, worker: i + 1}
			rate.Add(rate, ratOf(1, alone[i+1]))
		} else {
			shifts[i] = shift{hours: hours, worker: leaving[i-len(alone)+1], leaves: true}
			rate.Sub(rate, ratOf(1, alone[shifts[i].worker]))
		}
	}
	return shifts
}

// finish is how a job ends: the share done at the last change, the rate after
// it, and the hours from the change and from the start to the end.
type finish struct{ done, rate, rest, total *big.Rat }

// finishTime follows the job through its changes; worker 0 starts alone.
func finishTime(alone []int, shifts []shift) finish {
	f := finish{done: new(big.Rat), rate: ratOf(1, alone[0]), total: new(big.Rat)}
	for _, s := range shifts {
		f.done.Add(f.done, new(big.Rat).Mul(f.rate, ratOf(s.hours, 1)))
		f.total.Add(f.total, ratOf(s.hours, 1))
		if change := ratOf(1, alone[s.worker]); s.leaves {
			f.rate.Sub(f.rate, change)
		} else {
			f.rate.Add(f.rate, change)
		}
	}
	f.rest = new(big.Rat).Sub(ratOf(1, 1), f.done)
	f.rest.Quo(f.rest, f.rate)
	f.total.Add(f.total, f.rest)
	return f
}

// smooth lists the numbers from lo to hi without prime factors above 5: times
// whose sums of rates have short fractions.
func smooth(lo, hi int) []int {
	return slices.DeleteFunc(span(lo, hi), func(n int) bool {
		for _, p := range []int{2, 3, 5} {
			for n%p == 0 {
				n /= p
			}
		}
		return n > 1
	})
}

// soloText lists the times of all workers but the first.
func soloText(alone []int, format string) string {
	parts := make([]string, len(alone)-1)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, 'B'+i, alone[i+1])
	}
	return strings.Join(parts, "; ")
}

// shiftText tells the changes of the crew in order.
func shiftText(shifts []shift, joins, leaves string) string {
	parts := make([]string, len(shifts))
	for i, s := range shifts {
		verb, further := joins, ""
		if s.leaves {
			verb = leaves
		}
		if i > 0 {
			further = "another "
		}
		unit := "hours"
		if s.hours == 1 {
			unit = "hour"
		}
		parts[i] = fmt.Sprintf("After %s%d %s %c %s.", further, s.hours, unit, 'A'+s.worker, verb)
	}
	return strings.Join(parts, " ")
}
