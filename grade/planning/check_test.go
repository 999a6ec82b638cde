package planning_test

import (
	"encoding/json"
	"strings"
	"testing"

	"segue/grade/planning"
)

// rows are plans that a checker must accept (want "ok", or "worse" for a valid
// plan past the optimum) or refuse with the id of the broken constraint.
type row struct{ plan, want string }

type suite struct {
	checker, problem string
	rows             []row
}

var suites = []suite{
	{"trip", `{"days":6,"shared":true,"cities":[{"city":"Paris","days":3},{"city":"New York","days":2},{"city":"York","days":3}],
	 "flights":[{"from":"Paris","to":"New York"},{"from":"York","to":"New York"},{"from":"York","to":"Paris"}],"windows":[{"city":"York","from":4,"to":6}]}`, []row{
		{"Day 1-3: Paris\nDay 3-4: New York\nDay 4-6: York", "ok"},
		{`["Day 1-3: Paris", "Day 3-4: New York", "Day 4-6: York"]`, "ok"},
		{`[{"city":"Paris","from":1,"to":3},{"city":"New York","from":3,"to":4},{"city":"York","from":4,"to":6}]`, "ok"},
		{"Here is the plan:\n1. **Day 1–3:** Paris (3 days)\n2. **Day 3:** fly from Paris to New York\n3. Days 3 to 4: new-york for 2 days\n4. Day 4-6: York", "ok"},
		{"- Paris: day 1 to day 3\n- New York (2 days): day 3 to day 4\n- York: day 4 to day 6", "ok"},
		{"Maybe:\nDay 1-6: York\n\n**Final plan:**\nDay 1-3: Paris\nDay 3-4: New York\nDay 4-6: York", "ok"},
		{"Day 1-6: York\nAnswer: Day 1-3: Paris; Day 3-4: New York; Day 4-6: York", "ok"},
		{"Day 1-3: Paris\nDay 3-4: New York\nDay 4-6: York\n\nPlan:", "ok"},
		{"Day 1-3: Paris, the Louvre on day 2\nDays 3 and 4: New York\nDay 4, 5 and 6: York", "ok"},
		{`[{"city":"Paris","start_day":1,"end_day":3},{"city":"New York","start_day":3,"end_day":4},{"city":"York","start_day":4,"end_day":6}]`, "ok"},
		{"draft\n```\nDay 1-6: York\n```\nfinal\n```text\nDay 1-3: Paris\nDay 3-4: New York\nDay 4-6: York\n```", "ok"},
		{"Day 1-3: York\nDay 3-5: Paris\nDay 5-6: New York", "window"},
		{"Day 1-2: New York\nDay 2-4: Paris\nDay 4-6: York", "ok"},
		{"Day 1-3: Paris\nDay 4-5: New York\nDay 5-7: York", "days"},
		{"Day 1-4: Paris\nDay 4-4: New York\nDay 4-6: York", "stay"},
		{"Day 1-3: Paris\nDay 3-4: New York", "all"},
		{"Day 1-3: Paris\nDay 3-4: New York\nDay 4-6: Paris", "once"},
		{"Day 1-3: Paris\nDay 2: Paris to New York\nDay 3-4: New York\nDay 4-6: York", "format"},
		{"I would go to Paris first.", "format"},
		{"", "format"},
	}},
	{"meeting", `{"place":"Inn","start":540,"travel":{"Inn":{"Pier":20,"Zoo":10},"Pier":{"Zoo":15,"Inn":20},"Zoo":{"Pier":15,"Inn":10}},"optimum":2,
	 "people":[{"name":"Ann","place":"Pier","from":600,"to":720,"minutes":30},{"name":"Mary Ann","place":"Zoo","from":540,"to":660,"minutes":45}]}`, []row{
		{"Meet Mary Ann 09:10-09:55\nMeet Ann 10:10-10:40", "ok"},
		{"Travel to the Zoo.\nMeet Mary Ann at Zoo 9:10am-9:55am\nTravel to Pier (15 minutes)\nMeet Ann 10:10 AM - 10:40 AM", "ok"},
		{"Mary Ann\nAnn", "ok"},
		{`["Mary Ann", "Ann"]`, "ok"},
		{"Meet Ann 10:00-10:30", "worse"},
		{"Meet Mary Ann 09:05-09:55\nMeet Ann 10:10-10:40", "travel"},
		{"Meet Mary Ann 09:10-09:40\nMeet Ann 10:10-10:40", "duration"},
		{"Meet Ann 09:30-10:00", "window"},
		{"Meet Mary Ann 09:10-09:55\nMeet Mary Ann 09:55-10:40", "once"},
		{"Meet Ann and Mary Ann 10:00-10:30", "format"},
	}},
	{"calendar", `{"days":["Monday","Tuesday"],"open":540,"close":1020,"minutes":60,"step":30,"earliest":true,
	 "people":[{"name":"Ann","busy":[{"day":"Monday","from":540,"to":600}]}],"rooms":[{"name":"Hall","capacity":9},{"name":"Hall B","capacity":9}]}`, []row{
		{"Monday 10:00-11:00, Hall", "ok"},
		{"Hall B: Monday, 10:00 AM - 11:00 AM", "ok"},
		{`{"day":"Monday","start":"10:00","end":"11:00","room":"Hall"}`, "ok"},
		{"Monday 10:30-11:30, Hall", "worse"},
		{"Monday 10:00-11:00", "room"},
		{"Monday 09:30-10:30, Hall", "busy"},
		{"Monday 10:00-10:30, Hall", "duration"},
		{"Monday 10:10-11:10, Hall", "grid"},
		{"Tuesday 16:30-17:30, Hall", "hours"},
		{"Monday or Tuesday 10:00-11:00, Hall", "format"},
		{"Friday 10:00-11:00, Hall", "format"},
	}},
	{"schedule", `{"jobs":[{"name":"cut","duration":3,"machine":"saw"},{"name":"glue","duration":2,"after":["cut"]},{"name":"cut 2","duration":1,"machine":"saw"}],"optimum":5}`, []row{
		{"cut: 0-3\ncut 2: 3-4\nglue: 3-5", "ok"},
		{`{"cut":0,"cut 2":3,"glue":3}`, "ok"},
		{`{"cut":{"start":0,"end":3},"cut 2":{"start":3,"end":4},"glue":{"start":3,"end":5}}`, "ok"},
		{"cut starts at 1\ncut 2 starts at 0\nglue starts at 4", "worse"},
		{"cut: 0\ncut 2: 2\nglue: 3", "machine"},
		{"cut: 0\ncut 2: 3\nglue: 2", "order"},
		{"cut: 0-4\ncut 2: 4\nglue: 4", "duration"},
		{"cut: 0\nglue: 3", "all"},
		{"cut: 0\ncut: 0\ncut 2: 3\nglue: 3", "once"},
	}},
	{"routing", `{"start":"Depot","end":"Depot","stops":["Mill","Old Mill"],"optimum":9,"windows":{"Mill":{"from":0,"to":8}},
	 "edges":[{"from":"Depot","to":"Mill","length":2},{"from":"Mill","to":"Old Mill","length":3},{"from":"Old Mill","to":"Depot","length":4}]}`, []row{
		{"Depot -> Mill -> Old Mill -> Depot", "ok"},
		{"Depot → Old Mill → Mill → Depot", "ok"},
		{`["Mill", "Old Mill"]`, "ok"},
		{"1. Depot to Mill\n2. Mill to Old Mill\n3. Old Mill to Depot", "ok"},
		{"Depot, Mill, Depot", "all"},
		{"Depot, Mill, Old Mill, Mill, Depot", "once"},
		{"go straight home", "format"},
	}},
	{"blocksworld", `{"start":[["A","B"],["C"]],"goal":[["C","A"],["B"]],"optimum":2}`, []row{
		{"move B onto table\nmove A onto C", "ok"},
		{"1. Move B from A to the table.\n2. Move A from the table to C.", "ok"},
		{`[["move","B","table"],["move","A","C"]]`, "ok"},
		{"move B onto C\nmove B onto table\nmove A onto C", "worse"},
		{"move A onto C", "clear"},
		{"move B onto C\nmove A onto C", "clear"},
		{"move B onto table", "goal"},
		{"move B onto B", "move"},
		{"move B", "format"},
	}},
	{"jugs", `{"jugs":[{"name":"A","capacity":3},{"name":"B","capacity":5}],"target":4,"optimum":6}`, []row{
		{"fill B\npour B into A\nempty A\npour B into A\nfill B\npour B into A", "ok"},
		{"Fill jug B;Pour B to A;Empty A;Pour B to A;Fill B;Pour B to A", "ok"},
		{"fill A\nempty A\nfill B\npour B into A\nempty A\npour B into A\nfill B\npour B into A", "worse"},
		{"fill B", "goal"},
		{"drink B", "format"},
	}},
	{"selection", `{"things":[{"name":"Tent","value":5,"uses":{"kg":4}},{"name":"Stove","value":4,"uses":{"kg":3}},{"name":"Map","value":3,"uses":{"kg":2}}],
	 "budgets":{"kg":6},"excludes":[["Stove","Map"]],"optimum":8}`, []row{
		{"Tent, Map", "ok"},
		{"- Map\n- Tent", "ok"},
		{`["Tent","Map"]`, "ok"},
		{"none", "worse"},
		{"[]", "worse"},
		{"Tent", "worse"},
		{"Tent, Stove", "budget"},
		{"Stove, Map", "excludes"},
		{"Map, Map", "once"},
		{"the best ones", "format"},
	}},
	{"assignment", `{"tasks":[{"name":"early","need":2,"start":6,"end":14},{"name":"late","start":14,"end":22},{"name":"night","start":22,"end":30,"can":["Bob","Cy"]}],
	 "agents":[{"name":"Ann","most":2},{"name":"Bob"},{"name":"Cy","least":1}],"rest":8,"apart":[["early","night"]],"cost":{"night":{"Bob":3,"Cy":1}},"optimum":3}`, []row{
		{"early: Ann, Cy\nlate: Ann\nnight: Bob", "rest"},
		{"early: Ann, Cy\nlate: Bob\nnight: Cy", "apart"},
		{"early: Ann, Cy\nlate: Ann\nnight: Cy", "rest"},
		{"early: Bob, Ann\nlate: Cy\nnight: Cy", "rest"},
		{"early: Ann, Bob\nnight: Cy", "all"},
		{"early: Ann, Bob, Cy", "need"},
		{"night: Ann", "can"},
		{"early: Ann, Ann", "once"},
		{"early, late: Ann, Bob", "format"},
	}},
	{"assignment", `{"tasks":[{"name":"a","size":3},{"name":"b","size":4},{"name":"c","size":5}],"agents":[{"name":"Van","capacity":8},{"name":"Truck","capacity":9,"most":2}],
	 "together":[["a","c"]],"optimum":2,"cost":{"b":{"Truck":2,"Van":7}}}`, []row{
		{"a: Van\nb: Truck\nc: Van", "ok"},
		{"Van: a, c\nTruck: b", "ok"},
		{`{"Van":["a","c"],"Truck":["b"]}`, "ok"},
		{"Van: b\nTruck: a, c", "worse"},
		{"Van: a, b\nTruck: c", "together"},
		{"Van: b, c\nTruck: a", "capacity"},
		{"Truck: a, b, c", "capacity"},
	}},
	{"assignment", `{"tasks":[{"name":"Logic"},{"name":"Optics"}],"agents":[{"name":"Mon R1","group":"Mon","most":1},{"name":"Mon R2","group":"Mon","most":1},{"name":"Tue R1","group":"Tue","most":1}],"clash":[["Optics","Logic"]]}`, []row{
		{"Logic: Mon R1\nOptics: Tue R1", "ok"},
		{"Logic: Mon R1\nOptics: Mon R2", "clash"},
		{"Logic: Tue R1\nOptics: Tue R1", "most"},
	}},
	{"rivercrossing", `{"passengers":["farmer","wolf","goat","cabbage"],"rowers":["farmer"],"boat":2,"optimum":7,
	 "conflicts":[{"together":["wolf","goat"],"guards":["farmer"]},{"together":["goat","cabbage"],"guards":["farmer"]}]}`, []row{
		{"farmer, goat\nfarmer\nfarmer, wolf\nfarmer, goat\nfarmer, cabbage\nfarmer\nfarmer, goat", "ok"},
		{"1. Take the goat across\n2. Return alone\n3. Take the cabbage across\n4. Bring the goat back\n5. Take the wolf across\n6. Return alone\n7. Take the goat across", "ok"},
		{"farmer, goat\nfarmer, goat\nfarmer, goat\nfarmer\nfarmer, wolf\nfarmer, goat\nfarmer, cabbage\nfarmer\nfarmer, goat", "worse"},
		{"farmer, cabbage", "conflict"},
		{"farmer, goat\nfarmer, wolf", "bank"},
		{"farmer, goat, wolf", "boat"},
		{"farmer, goat", "goal"},
	}},
	{"rivercrossing", `{"passengers":["M1","M2","C1"],"rowers":["M1","M2"],"boat":2,"outnumber":[[["M1","M2"],["C1"]]]}`, []row{
		{"M1, C1\nM1\nM1, M2", "ok"},
		{"C1", "rower"},
	}},
	{"project", `{"tasks":[{"name":"dig","days":2,"workers":2},{"name":"roof","days":3,"workers":2,"after":["dig"]},{"name":"paint","days":2,"workers":1,"after":["dig"]}],"workers":3,"optimum":5}`, []row{
		{"dig: day 1-2\nroof: day 3-5\npaint: day 3-4", "ok"},
		{"dig: days 1 to 2 (2 workers)\nroof: day 3-5 with 2 workers\npaint: day 3 through day 4", "ok"},
		{`{"dig":1,"roof":3,"paint":4}`, "ok"},
		{"dig starts on day 1\nroof starts on day 4\npaint starts on day 3", "worse"},
		{"dig: day 1\nroof: day 2\npaint: day 3", "order"},
		{"dig: day 1-3\nroof: day 4\npaint: day 4", "duration"},
		{"dig: day 0\nroof: day 3\npaint: day 3", "days"},
		{"dig: day 1\nroof: day 3", "all"},
		{"dig: day 1\ndig: day 1", "once"},
	}},
	{"project", `{"tasks":[{"name":"a","days":1,"workers":2},{"name":"b","days":1,"workers":2}],"workers":3}`, []row{
		{"a: 1\nb: 1", "resource"},
		{"a: 1\nb: 2", "ok"},
	}},
	{"project", `{"tasks":[{"name":"Plan","days":2},{"name":"Build","days":1,"after":["Plan"]}]}`, []row{
		{"Plan: day 1-2\nBuild: day 3", "ok"},
		{"Plan: 1\nBuild: 2", "order"},
	}},
	{"crashing", `{"tasks":[{"name":"dig","days":4,"most":2,"price":5},{"name":"roof","days":3,"after":["dig"],"most":1,"price":7},{"name":"paint","days":2,"after":["dig"]}],"deadline":5,"optimum":10}`, []row{
		{"dig: 2", "ok"},
		{"dig: 2 days\nroof: 0 days", "ok"},
		{`{"dig":2}`, "ok"},
		{"dig: 1\nroof: 1", "worse"},
		{"dig: 1", "deadline"},
		{"none", "deadline"},
		{"dig: 3", "most"},
		{"dig: 1\ndig: 1", "once"},
		{"as cheap as can be", "format"},
	}},
	{"sliding", `{"start":[[1,2,3],[4,0,6],[7,5,8]],"goal":[[1,2,3],[4,5,6],[7,8,0]],"optimum":2}`, []row{
		{"UL", "ok"},
		{"up, left", "ok"},
		{`["U","L"]`, "ok"},
		{"Moves: U L", "ok"},
		{"LRUL", "worse"},
		{"UU", "edge"},
		{"U", "goal"},
		{"five, eight", "format"},
	}},
	{"gridkeys", `{"rows":["S.#G","a.A."],"optimum":5}`, []row{
		{"DRRRU", "ok"},
		{"down right right right up", "ok"},
		{"DRLRRRU", "worse"},
		{"RDRRU", "door"},
		{"RR", "wall"},
		{"U", "wall"},
		{"D", "goal"},
		{"walk to G", "format"},
	}},
	{"hanoi", `{"pegs":["A","B","C"],"disks":["small","large"],"start":["B","A"],"goal":["C","C"],"optimum":2}`, []row{
		{"move large from A to C\nmove small from B to C", "ok"},
		{"A -> C\nB -> C", "ok"},
		{`[["large","C"],["small","C"]]`, "ok"},
		{"move small from B to A\nmove small from A to B\nmove large from A to C\nmove small from B to C", "worse"},
		{"move small from A to C", "from"},
		{"move small from B to A\nmove large from A to C", "top"},
		{"move large from A to B", "size"},
		{"move large from A to C", "goal"},
		{"move large", "format"},
	}},
	{"refuel", `{"distance":20,"tank":10,"fuel":4,"stations":[{"name":"Elm","at":3,"price":5},{"name":"Oak","at":10,"price":2},{"name":"Oak Hill","at":15,"price":9}],"optimum":50}`, []row{
		{"Elm: 6\nOak: 10", "ok"},
		{`{"Elm":6,"Oak":10}`, "ok"},
		{"Elm: 7\nOak: 9", "worse"},
		{"Elm: 5\nOak: 10", "empty"},
		{"Elm: 6\nOak: 9", "empty"},
		{"Elm: 10", "tank"},
		{"Elm: 6\nElm: 1", "once"},
		{"none", "empty"},
		{"fill up often", "format"},
	}},
	{"naturalplan-trip", `{"cities":"Rome**New Ulm**Bern","durations":"3**2**3","prompt_0shot":"You plan to visit 3 European cities for 6 days in total. You only take direct flights to commute between cities. You plan to stay in Rome for 3 days. You want to meet a friend in Rome between day 1 and day 3. You would like to visit New Ulm for 2 days. You plan to stay in Bern for 3 days.\n\nHere are the cities that have direct flights:\nRome and New Ulm, from New Ulm to Bern, Rome and Bern.\n\nFind a trip plan"}`, []row{
		{"**Day 1-3:** Arriving in Rome and visit Rome for 3 days.\n**Day 3:** Fly from Rome to New Ulm.\n**Day 3-4:** Visit New Ulm for 2 days.\n**Day 4:** Fly from New Ulm to Bern.\n**Day 4-6:** Visit Bern for 3 days.\n\nOr **Day 1-3:** Bern.", "ok"},
		{"**Day 1-2:** Visit New Ulm.\n**Day 2:** Fly from New Ulm to Bern.\n**Day 2-4:** Visit Bern.\n**Day 4-6:** Visit Rome.", "window"},
		{"**Day 1-2:** Visit New Ulm.\n**Day 2-4:** Visit Rome.\n**Day 4-6:** Visit Bern.", "ok"},
		{"**Day 1-3:** Visit Bern.\n**Day 3-4:** Visit New Ulm.\n**Day 4-6:** Visit Rome.", "flight"},
	}},
	{"naturalplan-meeting", `{"constraints":[["Inn","9:00AM"],["Ann","Old Pier","9:30AM to 11:00AM",30],["Bob","Zoo","1:00PM to 5:00PM",60]],
	 "dist_matrix":{"Inn":{"Old Pier":20,"Zoo":10},"Old Pier":{"Zoo":15,"Inn":20},"Zoo":{"Old Pier":15,"Inn":10}},
	 "golden_plan":["You start at Inn at 9:00AM.","You travel to Old Pier in 20 minutes and arrive at 9:20AM.","You wait until 9:30AM.","You meet Ann for 30 minutes from 9:30AM to 10:00AM.","You travel to Zoo in 15 minutes and arrive at 10:15AM.","You wait until 1:00PM.","You meet Bob for 60 minutes from 1:00PM to 2:00PM."]}`, []row{
		{"SOLUTION: You start at Inn at 9:00AM. You travel to Old Pier in 5 minutes and arrive at 9:05AM. You wait until 10:00AM. You meet Ann for 30 minutes from 10:00AM to 10:30AM. You travel to Zoo in 15 minutes. You wait until 2:00PM. You meet Bob for 60 minutes.", "ok"},
		{"You travel to Zoo in 10 minutes. You wait until 1:00PM. You meet Bob for 60 minutes.", "worse"},
		{"You travel to Zoo in 10 minutes. You meet Bob for 60 minutes.", "window"},
		{"You travel to Zoo in 10 minutes. You wait until 9:00AM. You meet Bob.", "wait"},
		{"You travel to Old Pier. You wait until 9:30AM. You meet Ann. You meet Ann.", "once"},
		{"You travel to Old Pier. You travel to Old Pier. You meet nobody.", "format"},
	}},
	{"naturalplan-calendar", `{"golden_plan":"Here is the proposed time: Monday, 14:30 - 15:30 "}`, []row{
		{"SOLUTION: Here is the proposed time: Monday, 14:30 - 15:30", "ok"},
		{"Not Monday, 9:00 - 10:00 but **Monday, 14:30-15:30**.", "ok"},
		{"Monday, 14:30 - 15:00", "slot"},
		{"Tuesday, 14:30 - 15:30", "slot"},
		{"at noon", "format"},
	}},
}

func TestPlans(t *testing.T) {
	for _, s := range suites {
		for _, r := range s.rows {
			v, err := planning.Check(s.checker, json.RawMessage(s.problem), r.plan)
			if err != nil {
				t.Errorf("%s %q: %v", s.checker, r.plan, err)
				continue
			}
			got, _, _ := strings.Cut(v.Broken, ":")
			switch {
			case v.Optimal:
				got = "ok"
			case v.Valid:
				got = "worse"
			}
			if got != r.want || v.Optimal != (v.Score == 1) || v.Valid != (v.Broken == "") {
				t.Errorf("%s %q = %+v; want %s", s.checker, r.plan, v, r.want)
			}
		}
	}
}

func TestEveryCheckerHasPlans(t *testing.T) {
	for _, name := range planning.List() {
		good, bad := false, false
		for _, s := range suites {
			for _, r := range s.rows {
				good = good || s.checker == name && r.want == "ok"
				bad = bad || s.checker == name && r.want != "ok" && r.want != "worse"
			}
		}
		if !good || !bad {
			t.Errorf("checker %s lacks a right plan or a wrong plan among the suites", name)
		}
	}
}

func TestProblemFaultsAreErrors(t *testing.T) {
	for _, name := range planning.List() {
		for _, raw := range []string{"", "{", "[]", "{}", `{"days":-1}`} {
			if v, err := planning.Check(name, json.RawMessage(raw), "none"); err == nil {
				t.Errorf("%s accepts the problem %q: %+v", name, raw, v)
			}
		}
	}
	if _, err := planning.Check("blocksworld", json.RawMessage(`{"start":[["A","B"]],"goal":[["B","A"]],"optimum":9}`), "move B onto table\nmove A onto B"); err == nil {
		t.Error("a plan that beats the stated optimum is no error")
	}
	_, err := planning.Lookup("blockworld")
	if err == nil || !strings.Contains(err.Error(), "blocksworld") {
		t.Errorf("Lookup error = %v; want the nearest name", err)
	}
}

func TestRegisterRefuses(t *testing.T) {
	taken, _ := planning.Lookup("trip")
	for _, c := range []planning.Checker{{}, {Name: "new"}, taken} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Register(%q) does not panic", c.Name)
				}
			}()
			planning.Register(c)
		}()
	}
}

func FuzzCheck(f *testing.F) {
	f.Add("blocksworld", "X008")
	for _, s := range suites {
		for _, r := range s.rows {
			f.Add(s.checker, r.plan)
		}
	}
	problems := map[string]string{}
	for _, s := range suites {
		problems[s.checker] = s.problem
	}
	f.Fuzz(func(t *testing.T, checker, plan string) {
		raw, ok := problems[checker]
		if !ok {
			return
		}
		first, err := planning.Check(checker, json.RawMessage(raw), plan)
		if err != nil {
			t.Fatalf("%q: %v", plan, err)
		}
		if again, _ := planning.Check(checker, json.RawMessage(raw), plan); again != first {
			t.Fatalf("%q is judged %+v, then %+v", plan, first, again)
		}
		if first.Valid != (first.Broken == "") || first.Optimal && !first.Valid || first.Gap < 0 {
			t.Fatalf("%q has the contradictory verdict %+v", plan, first)
		}
	})
}
