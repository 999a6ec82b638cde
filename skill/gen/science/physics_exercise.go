package science

import (
	"math"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

// gravity is the acceleration of free fall that questions state, in m/s².
const gravity = 9.81

// gravityNote states it.
const gravityNote = " Take g = 9.81 m/s²."

// exercise is a situation with a question about it. Data is sentences, asked
// completes "Find …"; both may hold placeholders of the values.
type exercise struct {
	data, asked string
	working     string
	answer      task.Answer
	values      []gen.Value
}

// item words the exercise in one of the frames, which hold {data} and {asked}.
func (e exercise) item(r *rand.Rand, frames ...string) task.Item {
	frame := strings.NewReplacer("{data}", e.data, "{asked}", e.asked).Replace(gen.Pick(r, frames))
	question, slots := gen.Ask(r, []string{frame}, e.values...)
	return task.Item{Question: question, Slots: slots, Answer: e.answer, Reference: gen.Reference(e.working, e.answer)}
}

// quantities is a list of decimal answers in one unit.
func quantities(unit string, values ...float64) task.Answer {
	items := make([]task.Answer, len(values))
	for i, v := range values {
		items[i] = quantity(v, unit)
	}
	return task.List(items...)
}

// six writes an intermediate value to six significant digits.
func six(v float64) string { return decimalText(v, 6) }

// sixOf writes several values as "a, b, c".
func sixOf(values []float64) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = six(v)
	}
	return strings.Join(parts, ", ")
}

func sinDeg(degrees float64) float64 { return math.Sin(degrees * math.Pi / 180) }
func cosDeg(degrees float64) float64 { return math.Cos(degrees * math.Pi / 180) }
func tanDeg(degrees float64) float64 { return math.Tan(degrees * math.Pi / 180) }

// inDegrees converts an angle from radians.
func inDegrees(radians float64) float64 { return radians * 180 / math.Pi }
