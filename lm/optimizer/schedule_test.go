package optimizer_test

import (
	"math"
	"strings"
	"testing"

	"segue/lm/optimizer"
)

// TestSchedulesAsTransformers compares with Hugging Face's schedules from the
// end of the warm-up on; the warm-up itself is ours, (step+1)/(WarmUp+1).
func TestSchedulesAsTransformers(t *testing.T) {
	floors := map[string]float64{"constant": 0, "linear": 0, "cosine": 0.1, "wsd": 0.1}
	want := readGolden(t).Schedules
	for _, name := range optimizer.List() {
		s := optimizer.Schedule{Shape: name, Peak: 3e-4, Floor: floors[name], WarmUp: 5, Total: 40, Tail: 10}
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		if len(want[name]) != s.Total {
			t.Fatalf("no golden numbers for %s: testdata/golden.py writes them", name)
		}
		for step := range s.Total {
			factor := want[name][step]
			if step < s.WarmUp {
				factor = float64(step+1) / 6
			}
			if got := s.At(step); math.Abs(got-3e-4*factor) > 1e-12 {
				t.Errorf("%s: the rate of step %d is %v, want %v", name, step, got, 3e-4*factor)
			}
		}
	}
}

func TestSchedulesStayWithinPeakAndFloor(t *testing.T) {
	for _, name := range optimizer.List() {
		for _, s := range []optimizer.Schedule{
			{Shape: name, Peak: 1, Total: 1},
			{Shape: name, Peak: 1, Total: 7, WarmUp: 7},
			{Shape: name, Peak: 1, Total: 9, Tail: 9, Floor: 0.5},
			{Shape: name, Peak: 1, Total: 100, WarmUp: 10, Tail: 1, Floor: 1},
		} {
			if err := s.Validate(); err != nil {
				t.Fatal(err)
			}
			for step := range s.Total + 3 {
				low := s.Floor
				if step < s.WarmUp {
					low = 0
				}
				if r := s.At(step); !(r >= low && r <= 1) {
					t.Errorf("%+v: the rate of step %d is %v", s, step, r)
				}
			}
		}
	}
}

func TestSchedulesThatAreNone(t *testing.T) {
	for says, s := range map[string]optimizer.Schedule{
		"there are constant, cosine, linear, wsd": {Shape: "cosin", Total: 1},
		"learning rate": {Shape: "linear", Peak: math.NaN(), Total: 1},
		"floor":         {Shape: "linear", Floor: 2, Total: 1},
		"at least 1":    {Shape: "linear"},
		"warm-up":       {Shape: "linear", WarmUp: 2, Total: 1},
		"tail":          {Shape: "wsd", WarmUp: 2, Tail: 9, Total: 10},
	} {
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: want an error with %q, got %v", s, says, err)
		}
	}
}

func TestRegisterRefusesIncompleteAndTakenShapes(t *testing.T) {
	flat := func(optimizer.Moment) float64 { return 1 }
	for _, s := range []optimizer.Shape{{Doc: "x", Factor: flat}, {Name: "x", Factor: flat}, {Name: "x", Doc: "x"}, {Name: "cosine", Doc: "x", Factor: flat}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is registered", s.Name)
				}
			}()
			optimizer.Register(s)
		}()
	}
}
