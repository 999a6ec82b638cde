package optimizer

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Shape is how the learning rate falls once the warm-up is over.
type Shape struct {
	Name string // lower-case with dashes, as in a training configuration
	Doc  string // one sentence
	// Factor is the share of the way from floor to peak at a moment of the
	// training after its warm-up.
	Factor func(t Moment) float64
}

// Moment is a point of the training after its warm-up.
type Moment struct {
	Done float64 // share of the steps after the warm-up that are done, in [0, 1]
	Left int     // steps that are still to be taken, this one included
	Tail int     // steps of the final decline, for shapes that have one
}

var shapes = map[string]Shape{}

// Register adds a shape; it panics on an incomplete or taken one.
func Register(s Shape) {
	if s.Name == "" || s.Doc == "" || s.Factor == nil {
		panic(fmt.Sprintf("optimizer: the schedule %q is incomplete", s.Name))
	}
	if _, taken := shapes[s.Name]; taken {
		panic("optimizer: schedule " + s.Name + " is registered twice")
	}
	shapes[s.Name] = s
}

// List returns the names of all shapes, sorted.
func List() []string { return slices.Sorted(maps.Keys(shapes)) }

// Lookup finds a shape by name; the error of a miss lists the names there are.
func Lookup(name string) (Shape, error) {
	if s, ok := shapes[name]; ok {
		return s, nil
	}
	return Shape{}, fmt.Errorf("no learning-rate schedule %q, there are %s", name, strings.Join(List(), ", "))
}

// Schedule gives each step its learning rate: a linear warm-up to Peak, then
// the named shape down to Floor·Peak.
type Schedule struct {
	Shape  string  `yaml:"schedule" json:"schedule"`
	Peak   float64 `yaml:"learning_rate" json:"learning_rate"`
	Floor  float64 `yaml:"floor" json:"floor"`     // share of Peak that is never gone below
	WarmUp int     `yaml:"warm_up" json:"warm_up"` // steps
	Total  int     `yaml:"-" json:"total"`         // steps of the whole training
	Tail   int     `yaml:"tail" json:"tail"`       // steps of the final decline ("wsd")
}

// Validate says in words what in s is no schedule.
func (s Schedule) Validate() error {
	if _, err := Lookup(s.Shape); err != nil {
		return err
	}
	switch {
	case !(s.Peak >= 0) || math.IsInf(s.Peak, 0):
		return fmt.Errorf("the learning rate is %v, want a number from 0", s.Peak)
	case !(s.Floor >= 0 && s.Floor <= 1):
		return fmt.Errorf("the schedule's floor is %v, want a share of the learning rate from 0 to 1", s.Floor)
	case s.Total < 1:
		return fmt.Errorf("the schedule has %d steps, want at least 1", s.Total)
	case s.WarmUp < 0 || s.WarmUp > s.Total:
		return fmt.Errorf("the warm-up has %d steps, want 0 to the training's %d", s.WarmUp, s.Total)
	case s.Tail < 0 || s.Tail > s.Total-s.WarmUp:
		return fmt.Errorf("the schedule's tail has %d steps, want 0 to the %d after the warm-up", s.Tail, s.Total-s.WarmUp)
	}
	return nil
}

// At is the learning rate of the given step, counted from 0; s is one that
// Validate accepts. The warm-up takes the first steps at (step+1)/(WarmUp+1) of
// Peak, so that no step is wasted on a rate of 0; from then on the shapes are
// those of Hugging Face's schedules of the same names.
func (s Schedule) At(step int) float64 {
	if step < s.WarmUp {
		return s.Peak * float64(step+1) / float64(s.WarmUp+1)
	}
	step = min(step, s.Total)
	t := Moment{Done: float64(step-s.WarmUp) / float64(max(1, s.Total-s.WarmUp)), Left: s.Total - step, Tail: s.Tail}
	return s.Peak * (s.Floor + (1-s.Floor)*shapes[s.Shape].Factor(t))
}

func init() {
	Register(Shape{Name: "constant", Doc: "stays at the peak", Factor: func(Moment) float64 { return 1 }})
	Register(Shape{Name: "linear", Doc: "falls in a straight line", Factor: func(t Moment) float64 { return 1 - t.Done }})
	Register(Shape{Name: "cosine", Doc: "falls along half a cosine wave (Loshchilov & Hutter, arXiv 1608.03983)",
		Factor: func(t Moment) float64 { return 0.5 * (1 + math.Cos(math.Pi*t.Done)) }})
	Register(Shape{Name: "wsd", Doc: "warm-up, stable, decay: stays at the peak, then falls over the tail as 1 - sqrt (Hägele et al., arXiv 2405.18392)",
		Factor: func(t Moment) float64 {
			if t.Left >= t.Tail {
				return 1
			}
			return 1 - math.Sqrt(float64(t.Tail-t.Left)/float64(t.Tail))
		}})
}
