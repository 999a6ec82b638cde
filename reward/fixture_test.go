package reward_test

import (
	"strings"
	"testing"

	"segue/reward"
	"segue/skill"
	"segue/switching"
	"segue/task"
	"segue/task/response"
)

// The tests' vocabulary: two skills in each of three domains.
var vocabulary = []skill.Skill{
	{ID: "logic/parity", Domain: skill.Logic, Name: "Parity", Label: "Logic, Parity"},
	{ID: "logic/syllogism", Domain: skill.Logic, Name: "Syllogism validity", Label: "Logic, Syllogism validity"},
	{ID: "math/modular-inverse", Domain: skill.Math, Name: "Modular inverse", Label: "Math, Modular inverse"},
	{ID: "math/sums", Domain: skill.Math, Name: "Sums of sequences", Label: "Math, Sums of sequences"},
	{ID: "planning/route", Domain: skill.Planning, Name: "Shortest route", Label: "Planning, Shortest route"},
	{ID: "planning/trip", Domain: skill.Planning, Name: "Trip order", Label: "Planning, Trip order"},
}

// table gives every pair a value: those listed, else 1.5.
func table(pairs map[string]float64) *switching.Table {
	t := &switching.Table{Alpha: switching.DefaultAlpha, Pair: map[string]switching.Cell{}}
	for _, a := range vocabulary {
		for _, b := range vocabulary {
			t.Pair[switching.Key(a.ID, b.ID)] = switching.Cell{SkE: 1.5, N: 10}
		}
	}
	for key, x := range pairs {
		t.Pair[key] = switching.Cell{SkE: x, N: 10}
	}
	return t
}

// steps makes a task whose step i needs the i-th skill and has the answer 10·i.
func steps(skills ...string) task.Task {
	t := task.Task{ID: "t"}
	for i, s := range skills {
		t.Steps = append(t.Steps, task.Step{
			N: i + 1, Skill: s, Domain: skill.DomainOf(s), Question: "How many?", Answer: task.Integer(int64(10 * (i + 1))),
		})
	}
	return t
}

func labelOf(id string) string {
	for _, s := range vocabulary {
		if s.ID == id {
			return s.Label
		}
	}
	return id
}

// gold is the response that is right in everything.
func gold(t task.Task) []response.Step {
	var out []response.Step
	for _, s := range t.Steps {
		out = append(out, response.Step{Skill: labelOf(s.Skill), Answer: s.Answer.Text()})
	}
	return out
}

func reader(t testing.TB) reward.Reader {
	t.Helper()
	labels, err := reward.NewLabels(t.Context(), vocabulary, reward.LabelOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return reward.Reader{Labels: labels}
}

// everything is a composition of all signals, each of weight 1.
func everything(t testing.TB, s reward.Setting) *reward.Composition {
	t.Helper()
	w := reward.Weights{}
	for _, d := range reward.List() {
		w[d.Name] = 1
	}
	return composition(t, w, s)
}

func composition(t testing.TB, w reward.Weights, s reward.Setting) *reward.Composition {
	t.Helper()
	c, err := reward.New(w, s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func setting(pairs map[string]float64, training ...[]string) reward.Setting {
	return reward.Setting{Table: table(pairs), Training: training}
}

func parts(t testing.TB, r reward.Reward) map[string]float64 {
	t.Helper()
	out := map[string]float64{}
	for name, v := range r.Parts {
		if v.Status == reward.Unscored {
			t.Errorf("%s is unscored: %s", name, v.Reason)
		}
		out[name] = v.Score
	}
	return out
}

func sequence(ids string) []string { return strings.Fields(ids) }
