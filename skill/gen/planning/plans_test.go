package planning_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	checker "segue/grade/planning"

	"gonum.org/v1/gonum/stat/combin"
)

// solve runs the checker's own solver on a problem; value is its optimum.
func solve(t *testing.T, name string, problem json.RawMessage) (value int) {
	t.Helper()
	var err error
	read := func(p any) {
		if err := json.Unmarshal(problem, p); err != nil {
			t.Fatal(err)
		}
	}
	switch name {
	case "selection":
		var p checker.Selection
		read(&p)
		_, value, _, err = p.Solve()
	case "assignment":
		var p checker.Assignment
		read(&p)
		_, value, err = p.Solve()
	case "meeting":
		var p checker.Meeting
		read(&p)
		_, value, err = p.Solve()
	case "schedule":
		var p checker.Schedule
		read(&p)
		_, value, err = p.Solve()
	case "hanoi":
		var p checker.Hanoi
		read(&p)
		_, value, err = p.Solve()
	case "rivercrossing":
		var p checker.River
		read(&p)
		_, value, err = p.Solve()
	case "gridkeys":
		var p checker.GridKeys
		read(&p)
		_, value, err = p.Solve()
	case "crashing":
		var p checker.Crashing
		read(&p)
		_, value, err = p.Solve()
	default:
		t.Fatalf("no solver for %s", name)
	}
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, problem)
	}
	return value
}

// TestStatedOptimaAreProven solves each problem that asks for an optimum with
// the solver of its checker, which shares no code with the generators.
func TestStatedOptimaAreProven(t *testing.T) {
	for id, n := range map[string]int{ // fewer items where the checker's solver is slow
		"planning/budgeted-itinerary-choice": 10, "planning/activities-over-days": 100, "planning/weighted-meeting-selection": 100,
		"planning/job-shop-makespan": 25, "planning/batch-and-setup-planning": 25, "planning/river-crossing-transport": 100,
		"planning/grid-robot-with-keys": 100, "planning/tower-of-hanoi-variant": 100, "planning/crash-cost-trade-off": 25,
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			for _, it := range items(t, id, n) {
				v, err := checker.Check(it.Answer.Checker, it.Answer.Problem, answerText(it.Reference))
				if err != nil || !v.Optimal {
					t.Fatalf("%s: %+v, %v\n%s\n%s", it.ID, v, err, it.Question, it.Reference)
				}
				if best := solve(t, it.Answer.Checker, it.Answer.Problem); best != v.Value {
					t.Errorf("%s: the plan has value %d, the solver finds %d", it.ID, v.Value, best)
				}
			}
		})
	}
}

// TestSharedRideOverAllOrders reads the question again and walks every order.
func TestSharedRideOverAllOrders(t *testing.T) {
	stops := regexp.MustCompile(`(\w+) has errands at (.*?)\.`)
	stop := regexp.MustCompile(`([\w ]+) \((\d+) minutes\)(?:, not before (\d\d:\d\d))?`)
	goals := regexp.MustCompile(`(?:possible at|begin at|meet at) ((?:[\w ]+ or )+[\w ]+?)(?:,|\.| once)`)
	for _, it := range items(t, "planning/shared-ride-meetings", 20) {
		places, travel := table(t, it.Question)
		first := 1 << 30
		for _, goal := range strings.Split(goals.FindStringSubmatch(it.Question)[1], " or ") {
			latest := 0
			for _, m := range stops.FindAllStringSubmatch(it.Question, -1) {
				own := stop.FindAllStringSubmatch(strings.ReplaceAll(m[2], " and at ", "|"), -1)
				best := 1 << 30
				for _, order := range combin.Permutations(len(own), len(own)) {
					now, at := 9*60, places[0]
					for _, i := range order {
						place := strings.TrimSpace(own[i][1])
						now += travel[at][place]
						if own[i][3] != "" {
							now = max(now, minutes(t, own[i][3]))
						}
						now, at = now+atoi(t, own[i][2]), place
					}
					best = min(best, now+travel[at][goal])
				}
				latest = max(latest, best)
			}
			first = min(first, latest)
		}
		if it.Answer.Value != checker.Clock(first) {
			t.Errorf("%s: %s, all orders give %s\n%s", it.ID, it.Answer.Value, checker.Clock(first), it.Question)
		}
	}
}
