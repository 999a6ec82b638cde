package science

import (
	"fmt"
	"math"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/relativistic-time-and-length", "physics: modern", "Relativistic time and length",
		"Find proper and observed times, lengths and intervals at high speed.", relativisticTime)
}

// lorentz is the factor 1/sqrt(1 − β²).
func lorentz(beta float64) float64 { return 1 / math.Sqrt(1-beta*beta) }

// relativisticTime asks about moving clocks and rods. Difficulty: 1 a dilated
// time, 2 a contracted rod at an angle, 3 the speed that a trip needs, 4 the share
// of unstable particles that arrive, 5 two events in another frame.
func relativisticTime(r *rand.Rand, d gen.Difficulty) task.Item {
	thousandths := gen.Between(r, 300, 995)
	beta := float64(thousandths) / 1000
	gamma := lorentz(beta)
	n := gen.Between(r, 12, 950)
	e := exercise{values: []gen.Value{gen.Slot("n", n)}}
	factor := fmt.Sprintf("γ = 1/sqrt(1 − %s²) = %s.", six(beta), six(gamma))
	switch d {
	case 1:
		e.data = fmt.Sprintf("A spaceship passes a row of stations at %s c. A process on board takes {n} minutes by the ship's clock.", six(beta))
		e.asked, e.answer = "the duration of the process by the clocks of the stations, in minutes", quantity(gamma*float64(n), "min")
		e.working = factor + fmt.Sprintf(" The ship's clock shows the proper time, so the stations measure γ·%d min = %s min.", n, six(gamma*float64(n)))
	case 2:
		angle := gen.Between(r, 10, 80)
		along, across := float64(n)*cosDeg(float64(angle))/gamma, float64(n)*sinDeg(float64(angle))
		e.data = fmt.Sprintf("A rod is {n} cm long in its rest frame, where it makes an angle of %d° with the direction in which it moves through a laboratory at %s c.", angle, six(beta))
		e.asked = "its length in the laboratory in cm and its angle to the direction of motion there in degrees, as a list [length, angle]"
		e.answer = task.List(quantity(math.Hypot(along, across), "cm"), quantity(inDegrees(math.Atan2(across, along)), "°"))
		e.working = factor + fmt.Sprintf(" Only the part along the motion shrinks, to %s cm; the part across stays %s cm. Hence %s cm and %s°.", six(along), six(across), six(math.Hypot(along, across)), six(inDegrees(math.Atan2(across, along))))
	case 3:
		years := gen.Between(r, 5, 90)
		ratio := float64(n) / float64(years)
		speed := ratio / math.Sqrt(1+ratio*ratio)
		back := float64(n) / speed
		e.data = fmt.Sprintf("A crew wants to reach a star {n} light-years away (in the frame of Earth and star, which rest relative to each other) at constant speed and to age by %d years on the way.", years)
		e.asked = "the factor γ of the ship and the duration of the trip in the frame of Earth in years, as a list [γ, years]"
		e.answer = task.List(quantity(lorentz(speed), ""), quantity(back, ""))
		e.working = fmt.Sprintf("The crew's time is τ = L/(γ·v), so γ·β = %d/%d = %s and γ = sqrt(1 + (γ·β)²) = %s. On Earth γ·τ = %s years pass.", n, years, six(ratio), six(lorentz(speed)), six(back))
	case 4:
		life, metres := gen.Between(r, 15, 900), gen.Between(r, 4, 90)
		lab := float64(metres) / (beta * 0.299792) // ns
		share := 100 * math.Exp2(-lab/(gamma*float64(life)/10))
		if share < 0.5 {
			life *= 30
			share = 100 * math.Exp2(-lab/(gamma*float64(life)/10))
		}
		e.values = []gen.Value{gen.Slot("metres", metres)}
		e.data = fmt.Sprintf("Unstable particles with a half-life of %s ns in their rest frame fly at %s c through a tube {metres} m long (in the laboratory's frame). c = 0.299792 m/ns.", tenths(life), six(beta))
		e.asked, e.answer = "the percentage of them that reaches the tube's end", quantity(share, "%")
		e.working = factor + fmt.Sprintf(" The flight lasts %s ns in the laboratory and %s ns in their own frame. 2 to the power of minus %s half-lives is %s %%.", six(lab), six(lab/gamma), six(lab/gamma/(float64(life)/10)), six(share))
	default:
		dx, dt := gen.Between(r, 50, 900), gen.Between(r, 50, 900)
		if math.Abs(float64(dt)-beta*float64(dx)) < 8 || math.Abs(float64(dx)-beta*float64(dt)) < 8 {
			dt += 120
			dx += 20
		}
		time, place := gamma*(float64(dt)-beta*float64(dx)), gamma*(float64(dx)-beta*float64(dt))
		e.values = []gen.Value{gen.Slot("dt", dt), gen.Slot("dx", dx)}
		e.data = fmt.Sprintf("In the frame of a space station an event B happens {dt} seconds after an event A and {dx} light-seconds farther along the x axis. A ship flies along the x axis at %s c in the positive direction.", six(beta))
		e.asked = "the time from A to B in seconds and the distance from A to B along x in light-seconds in the ship's frame, with their signs, as a list [time, distance]"
		e.answer = task.List(quantity(time, "s"), quantity(place, ""))
		e.working = factor + fmt.Sprintf(" Δt' = γ·(Δt − β·Δx) = %s s and Δx' = γ·(Δx − β·Δt) = %s light-seconds, with x in light-seconds.", six(time), six(place))
	}
	return e.item(r, "{data} Find {asked}."+figures, "{data} Calculate {asked}."+figures, "Special relativity is put to a test. {data} What is {asked}?"+figures)
}
