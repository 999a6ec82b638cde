package planning_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"segue/grade/planning"

	"gonum.org/v1/gonum/stat/combin"
)

func seeded(t *testing.T, rounds int, check func(r *rand.Rand)) {
	t.Helper()
	for i := range rounds {
		check(rand.New(rand.NewPCG(uint64(i), 7)))
		if t.Failed() {
			t.Fatalf("seed %d", i)
		}
	}
}

var letters = []string{"Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo"}

// optimal demands that a plan text is judged valid and optimal at value.
func optimal(t *testing.T, p planning.Problem, plan string, value int) {
	t.Helper()
	if err := p.Validate(); err != nil {
		t.Errorf("problem %+v: %v", p, err)
	}
	v, err := p.Check(plan)
	if err != nil || !v.Valid || !v.Optimal || v.Score != 1 || v.Value != value {
		t.Errorf("solver's plan is judged %+v, %v; want optimal at %d\n%s\n%+v", v, err, value, plan, p)
	}
}

func TestTripAgainstAllOrders(t *testing.T) {
	solved := 0
	seeded(t, 200, func(r *rand.Rand) {
		p := planning.Trip{Shared: r.IntN(2) == 0, Directed: r.IntN(2) == 0}
		n := 2 + r.IntN(4)
		for i := range n {
			p.Cities = append(p.Cities, planning.Stay{City: letters[i], Days: 1 + r.IntN(4)})
			p.Days += p.Cities[i].Days
			for j := range n {
				if i != j && r.IntN(3) > 0 {
					p.Flights = append(p.Flights, planning.Flight{From: letters[i], To: letters[j], Cost: r.IntN(20)})
				}
			}
		}
		if p.Shared {
			p.Days -= n - 1
		}
		from := 1 + r.IntN(p.Days)
		p.Windows = []planning.TripWindow{{City: letters[0], From: from, To: min(p.Days, from+r.IntN(6)), Rule: []string{"within", "cover", "meet"}[r.IntN(3)]}}
		count, best := 0, 1<<30
		for _, order := range combin.Permutations(n, n) {
			var it planning.Itinerary
			day := 1
			for _, i := range order {
				it = append(it, planning.TripStay{City: p.Cities[i].City, From: day, To: day + p.Cities[i].Days - 1})
				day += p.Cities[i].Days
				if p.Shared {
					day--
				}
			}
			if v, err := p.Check(it.String()); err != nil {
				t.Error(err)
			} else if v.Valid {
				count++
				best = min(best, v.Value)
			}
		}
		got, err := p.Count(1000)
		if err != nil || got != count {
			t.Errorf("Count = %d, %v; all orders give %d", got, err, count)
		}
		it, cost, err := p.Solve()
		if count == 0 {
			if err != planning.ErrNoPlan {
				t.Errorf("Solve error = %v for a problem without plan", err)
			}
			return
		}
		solved++
		p.Optimum = &best
		if err != nil || cost != best {
			t.Errorf("Solve = %d, %v; want %d", cost, err, best)
		}
		optimal(t, p, it.String(), best)
	})
	if solved < 20 {
		t.Errorf("only %d problems had a plan", solved)
	}
}

func TestMeetingAgainstAllOrders(t *testing.T) {
	seeded(t, 150, func(r *rand.Rand) {
		places := []string{"Pier", "Old Town", "Zoo"}
		p := planning.Meeting{Place: "Pier", Start: 540, Travel: map[string]map[string]int{}, Objective: []string{"", "count", "weight", "finish"}[r.IntN(4)]}
		for _, a := range places {
			p.Travel[a] = map[string]int{}
			for _, b := range places {
				p.Travel[a][b] = 5 + r.IntN(30)
			}
		}
		n := 1 + r.IntN(5)
		for i := range n {
			from := 540 + r.IntN(200)
			p.People = append(p.People, planning.Person{Name: letters[i], Place: places[r.IntN(3)], From: from, To: from + 60 + r.IntN(300), Minutes: 15 + r.IntN(60), Weight: r.IntN(9)})
		}
		if n > 2 && r.IntN(2) == 0 {
			p.Before = [][2]string{{letters[2], letters[0]}}
		}
		best, found := 0, false
		for _, order := range combin.Permutations(n, n) {
			plan := ""
			for k := 0; k <= n; k++ {
				v, err := p.Check(plan)
				if err != nil {
					t.Error(err)
				}
				better := v.Value > best
				if p.Objective == "finish" {
					better = v.Value < best
				}
				if v.Valid && (!found || better) {
					best, found = v.Value, true
				}
				if k < n {
					plan += p.People[order[k]].Name + "\n"
				}
			}
		}
		visits, value, err := p.Solve()
		if !found {
			if err != planning.ErrNoPlan {
				t.Errorf("Solve error = %v for a problem without plan", err)
			}
			return
		}
		p.Optimum = &best
		if err != nil || value != best {
			t.Errorf("Solve = %d, %v; want %d", value, err, best)
		}
		optimal(t, p, visits.String(), best)
	})
}

func TestCalendarAgainstEveryMinute(t *testing.T) {
	seeded(t, 100, func(r *rand.Rand) {
		p := planning.Calendar{Days: []string{"Monday", "Tuesday"}, Open: 540, Close: 660, Minutes: 15 * (1 + r.IntN(4)), Step: 15, Earliest: true}
		for i := range 1 + r.IntN(4) {
			a := planning.Attendee{Name: letters[i]}
			for range r.IntN(4) {
				from := 540 + 15*r.IntN(7)
				a.Busy = append(a.Busy, planning.Span{Day: p.Days[r.IntN(2)], From: from, To: from + 15})
			}
			p.People = append(p.People, a)
		}
		if r.IntN(2) == 0 {
			p.Avoid = []planning.Span{{Day: "Monday", To: 720}}
		}
		want := ""
		days := slices.Clone(p.Days)
		if len(p.Avoid) > 0 {
			days = []string{"Tuesday", "Monday"}
		}
		for _, day := range days {
			for from := 540; from+p.Minutes <= 660 && want == ""; from += 15 {
				free := true
				for _, a := range p.People {
					for _, b := range a.Busy {
						for m := from; m < from+p.Minutes; m++ {
							free = free && !(b.Day == day && b.From <= m && m < b.To)
						}
					}
				}
				if free {
					want = planning.Slot{Day: day, From: from, To: from + p.Minutes}.String()
				}
			}
		}
		best, ties, err := p.Solve()
		if want == "" {
			if err != planning.ErrNoPlan {
				t.Errorf("Solve error = %v without a free slot", err)
			}
			return
		}
		if err != nil || ties != 1 || best.String() != want {
			t.Errorf("Solve = %s (%d), %v; want %s", best, ties, err, want)
		}
		if v, err := p.Check(want); err != nil || !v.Optimal {
			t.Errorf("Check(%s) = %+v, %v", want, v, err)
		}
	})
}

func TestScheduleAgainstAllStarts(t *testing.T) {
	seeded(t, 60, func(r *rand.Rand) {
		p := planning.Schedule{Objective: []string{"", "late", "tardiness"}[r.IntN(3)], Resources: map[string]int{"crew": 2}}
		n, horizon := 4, 0
		for i := range n {
			j := planning.Job{Name: letters[i], Duration: 1 + r.IntN(2), Release: r.IntN(2), Due: r.IntN(6), Family: []string{"x", "y"}[r.IntN(2)]}
			if r.IntN(2) == 0 {
				j.Machine = []string{"M", "N"}[r.IntN(2)]
			}
			if r.IntN(2) == 0 {
				j.Uses = map[string]int{"crew": 1 + r.IntN(2)}
			}
			if i > 0 && r.IntN(3) == 0 {
				j.After = []string{letters[r.IntN(i)]}
			}
			p.Jobs = append(p.Jobs, j)
			horizon += j.Duration
		}
		if r.IntN(2) == 0 {
			p.Setup = map[string]map[string]int{"x": {"y": 1}, "y": {"x": 1}}
		}
		best, starts := 1<<30, make([]int, n)
		var walk func(i int)
		walk = func(i int) {
			if i < n {
				for s := 0; s <= horizon+3; s++ {
					starts[i] = s
					walk(i + 1)
				}
				return
			}
			if value, ok := replay(p, starts); ok {
				best = min(best, value)
			}
		}
		walk(0)
		plan, value, err := p.Solve()
		p.Optimum = &best
		if err != nil || value != best {
			t.Errorf("Solve = %d, %v; want %d for %+v", value, err, best, p)
		}
		optimal(t, p, plan.String(), best)
		p.Sequence = true
		optimal(t, p, plan.Order(), best)
	})
}

// replay judges starts unit by unit, independently of the checker.
func replay(p planning.Schedule, starts []int) (value int, ok bool) {
	for i, a := range p.Jobs {
		end := starts[i] + a.Duration
		if starts[i] < a.Release {
			return 0, false
		}
		late := max(0, end-a.Due)
		switch {
		case p.Objective == "":
			value = max(value, end)
		case a.Due > 0 && p.Objective == "late":
			value += min(1, late)
		case a.Due > 0:
			value += late
		}
		for t := starts[i]; t < end; t++ {
			used := 0
			for j, b := range p.Jobs {
				if starts[j] <= t && t < starts[j]+b.Duration {
					used += b.Uses["crew"]
				}
			}
			if used > 2 {
				return 0, false
			}
		}
		for j, b := range p.Jobs {
			if slices.Contains(b.After, a.Name) && starts[j] < end {
				return 0, false
			}
			if i == j || a.Machine == "" || a.Machine != b.Machine || starts[j] < starts[i] {
				continue
			}
			between := false // set-up holds between neighbours only
			for k, c := range p.Jobs {
				between = between || k != i && k != j && c.Machine == a.Machine && starts[k] > starts[i] && starts[k] < starts[j]
			}
			gap := p.Setup[a.Family][b.Family]
			if between {
				gap = 0
			}
			if starts[j] < end+gap {
				return 0, false
			}
		}
	}
	return value, true
}

func TestRoutingAgainstAllOrders(t *testing.T) {
	solved := 0
	seeded(t, 150, func(r *rand.Rand) {
		p := planning.Routing{Start: "Depot", Directed: r.IntN(2) == 0, Service: r.IntN(3), Objective: []string{"", "finish"}[r.IntN(2)], Windows: map[string]planning.Window{}}
		if r.IntN(2) == 0 {
			p.End = "Depot"
		}
		n := 1 + r.IntN(5)
		p.Stops = letters[:n]
		all := append([]string{"Depot"}, p.Stops...)
		for _, a := range all {
			for _, b := range all {
				if a != b && r.IntN(5) > 0 {
					p.Edges = append(p.Edges, planning.Edge{From: a, To: b, Length: 1 + r.IntN(20)})
				}
			}
		}
		if r.IntN(2) == 0 {
			p.Windows[letters[0]] = planning.Window{From: r.IntN(20), To: 20 + r.IntN(20)}
		}
		if r.IntN(3) == 0 {
			p.Limit = 60
		}
		best := 1 << 30
		for _, order := range combin.Permutations(n, n) {
			plan := planning.Route{}
			for _, i := range order {
				plan = append(plan, p.Stops[i])
			}
			if v, err := p.Check(plan.String()); err != nil {
				t.Error(err)
			} else if v.Valid {
				best = min(best, v.Value)
			}
		}
		route, value, err := p.Solve()
		if best == 1<<30 {
			if err != planning.ErrNoPlan {
				t.Errorf("Solve error = %v for a problem without plan", err)
			}
			return
		}
		solved++
		p.Optimum = &best
		if err != nil || value != best {
			t.Errorf("Solve = %d, %v; want %d", value, err, best)
		}
		optimal(t, p, route.String(), best)
	})
	if solved < 30 {
		t.Errorf("only %d problems had a plan", solved)
	}
}

func TestPathAgainstFloydWarshall(t *testing.T) {
	seeded(t, 100, func(r *rand.Rand) {
		p := planning.Routing{Start: "Ash", End: "Fir", Directed: true}
		const far = 1 << 20
		var d [6][6]int
		for i := range 6 {
			for j := range 6 {
				d[i][j] = far
				if i != j && r.IntN(3) == 0 {
					d[i][j] = 1 + r.IntN(9)
					p.Edges = append(p.Edges, planning.Edge{From: letters[i], To: letters[j], Length: d[i][j]})
				}
			}
		}
		for k := range 6 {
			for i := range 6 {
				for j := range 6 {
					d[i][j] = min(d[i][j], d[i][k]+d[k][j])
				}
			}
		}
		route, value, err := p.Solve()
		if d[0][5] == far {
			if err != planning.ErrNoPlan {
				t.Errorf("Solve error = %v without a path", err)
			}
			return
		}
		p.Optimum = &d[0][5]
		if err != nil || value != d[0][5] {
			t.Errorf("Solve = %d, %v; want %d", value, err, d[0][5])
		}
		optimal(t, p, route.String(), value)
	})
}

func TestSelectionAgainstAllSubsets(t *testing.T) {
	seeded(t, 150, func(r *rand.Rand) {
		p := planning.Selection{Budgets: map[string]int{"weight": 10, "cost": 12}, OnePerGroup: r.IntN(3) == 0, Objective: []string{"", "cost"}[r.IntN(2)]}
		for i := range 6 {
			p.Things = append(p.Things, planning.Thing{Name: letters[i], Value: r.IntN(9), Uses: map[string]int{"weight": r.IntN(6), "cost": r.IntN(6)}, Group: []string{"a", "b"}[i%2]})
		}
		p.Requires = [][2]string{{letters[r.IntN(3)], letters[3+r.IntN(3)]}}
		p.Excludes = [][2]string{{letters[r.IntN(3)], letters[3+r.IntN(3)]}}
		best, ties := -1, 0
		for set := range 1 << 6 {
			plan := planning.Choice{}
			for i := range 6 {
				if set&(1<<i) != 0 {
					plan = append(plan, letters[i])
				}
			}
			v, err := p.Check(plan.String())
			if err != nil {
				t.Error(err)
			}
			better := v.Value > best
			if p.Objective == "cost" {
				better = v.Value < best
			}
			switch {
			case v.Valid && (ties == 0 || better):
				best, ties = v.Value, 1
			case v.Valid && v.Value == best:
				ties++
			}
		}
		choice, value, n, err := p.Solve()
		if ties == 0 {
			if err != planning.ErrNoPlan {
				t.Errorf("Solve error = %v for a problem without plan", err)
			}
			return
		}
		p.Optimum = &best
		if err != nil || value != best || n != ties {
			t.Errorf("Solve = %d (%d), %v; want %d (%d)", value, n, err, best, ties)
		}
		optimal(t, p, choice.String(), best)
	})
}

func TestBlocksAndJugsBySearchDepth(t *testing.T) {
	blocks := planning.Blocks{Start: [][]string{{"A", "B", "C"}}, Goal: [][]string{{"C", "B", "A"}}}
	plan, n, err := blocks.Solve()
	if err != nil || n != 3 { // C and B to the table would take 4 with A; B goes onto C at once
		t.Fatalf("blocks: %d moves, %v\n%s", n, err, plan)
	}
	blocks.Optimum = &n
	optimal(t, blocks, plan, 3)
	for _, c := range []struct{ a, b, target, want int }{{3, 5, 4, 6}, {3, 5, 1, 4}, {4, 9, 6, 8}, {3, 5, 3, 1}} {
		p := planning.Jugs{Jugs: []planning.Jug{{Name: "A", Capacity: c.a}, {Name: "B", Capacity: c.b}}, Target: c.target}
		plan, n, err := p.Solve()
		if err != nil || n != c.want { // known least numbers of pours
			t.Errorf("jugs %+v: %d moves, %v", c, n, err)
		}
		p.Optimum = &n
		optimal(t, p, plan, c.want)
	}
	odd := planning.Jugs{Jugs: []planning.Jug{{Name: "A", Capacity: 4}, {Name: "B", Capacity: 6}}, Target: 3}
	if _, _, err := odd.Solve(); err != planning.ErrNoPlan {
		t.Errorf("even jugs give an odd amount: %v", err)
	}
}
