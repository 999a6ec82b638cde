package plantest_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"segue/rl"
	"segue/rl/plantest"
)

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"recipe":"b","cases":[]}`, `is of recipe "b"`},
		{`{"recipe":"a","cases":[{"name":"x"}]}`, "case 0 lacks"},
		{`{"recipe":"a","cases":[],"more":1}`, "unknown field"},
		{`{"recipe":"a"`, "unexpected EOF"},
	} {
		_, err := plantest.Read(fstest.MapFS{"a.plan.json": {Data: []byte(c.text)}}, "a.plan.json")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: want an error with %q, got %v", c.text, c.want, err)
		}
	}
	if _, err := plantest.Read(fstest.MapFS{}, "a.plan.json"); err == nil {
		t.Error("a file that is not there is read")
	}
}

// A plan that is off by more than the tolerance, or lacks a field, is found out.
func TestComparePlan(t *testing.T) {
	p := &rl.Plan{Advantage: []float64{1, -1}, Keep: []bool{true}, Normalisation: rl.Norm{Mode: rl.TokenMean, Denominator: 2}}
	for _, c := range []struct{ field, value, want string }{
		{"advantage", `[1, -1.0000000000001]`, ""},
		{"advantage", `[1, -1.00001]`, "advantage is"},
		{"advantage", `[1]`, "advantage is"},
		{"clip_hi", `[null, null]`, ""},
		{"clip_hi", `[2, null]`, "clip_hi is"},
		{"keep", `[false]`, "keep is"},
		{"normalisation", `{"denominator": 2}`, ""},
		{"normalisation", `{"denominator": 3}`, "normalisation is"},
		{"nothing", `null`, "nothing is"},
	} {
		got := strings.Join(plantest.ComparePlan(p, map[string]json.RawMessage{c.field: json.RawMessage(c.value)}), "\n")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s %s: %q, want %q", c.field, c.value, got, c.want)
		}
	}
}
