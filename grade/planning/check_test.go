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
