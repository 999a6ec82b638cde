package reward_test

import (
	"encoding/json"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"segue/reward"
	"segue/switching"
	"segue/task/response"
)

func TestWrongCompositionsAreRefused(t *testing.T) {
	s := world()
	noTable, unknown, nothing := s, s, s
	noTable.Table = nil
	unknown.Table = &switching.Table{}
	nothing.Training = nil
	share := func(change func(*reward.Setting)) reward.Setting { x := world(); change(&x); return x }
	for _, x := range []struct {
		name    string
		weights reward.Weights
		setting reward.Setting
		says    string
	}{
		{"a name that is near", reward.Weights{"entropy_rank": 1}, s, `unknown signal "entropy_rank"; nearest: entropy-rank`},
		{"no weights", nil, s, "no signal"},
		{"weights of 0", reward.Weights{"answer": 0}, s, "no signal"},
		{"a negative weight", reward.Weights{"answer": -1}, s, "-1"},
		{"not a number", reward.Weights{"answer": math.NaN()}, s, "NaN"},
		{"no table", reward.Weights{"transition": 1}, noTable, "needs a table"},
		{"an empty table", reward.Weights{"entropy-rank": 1}, unknown, "tells nothing of the 4"},
		{"no training set", reward.Weights{"placebo": 1}, nothing, "tells nothing of the 0"},
		{"a share above 1", reward.Weights{"answer": 1}, share(func(x *reward.Setting) { x.LeastDecided = 2 }), "decided"},
		{"a gap that is no number", reward.Weights{"answer": 1}, share(func(x *reward.Setting) { x.Gap = math.NaN() }), "gap"},
		{"a credit of nothing", reward.Weights{"answer": 1}, share(func(x *reward.Setting) { x.Credit.Later = 1 }), "credit"},
	} {
		if _, err := reward.New(x.weights, x.setting); err == nil || !strings.Contains(err.Error(), x.says) {
			t.Errorf("%s: %v, want %q", x.name, err, x.says)
		}
	}
	if _, err := reward.LookupPreset("papers"); err == nil || !strings.Contains(err.Error(), "nearest: paper") {
		t.Errorf("papers: %v", err)
	}
}

// A signal that raises or gives no number leaves the reward unscored; with the
// weight 0 it is only shown.
func TestFaultySignals(t *testing.T) {
	two := steps("math/sums", "logic/parity")
	g := reader(t).Read(t.Context(), two, response.Format("", gold(two)))
	for name, value := range map[string]func(*reward.Graded) reward.Value{
		"raises":         func(*reward.Graded) reward.Value { panic("no such thing") },
		"not a number":   func(*reward.Graded) reward.Value { return reward.Value{Score: math.NaN(), Status: reward.Scored} },
		"above 1":        func(*reward.Graded) reward.Value { return reward.Value{Score: 2, Status: reward.Scored} },
		"below 0":        func(*reward.Graded) reward.Value { return reward.Value{Score: -1, Status: reward.Scored} },
		"without status": func(*reward.Graded) reward.Value { return reward.Value{Score: 1} },
		"too many steps": func(*reward.Graded) reward.Value {
			return reward.Value{Status: reward.Scored, Steps: make([]reward.StepValue, 9)}
		},
		"a step of NaN":  stepOf(math.NaN()),
		"a step above 1": stepOf(7),
		"an unscored one": func(*reward.Graded) reward.Value {
			return reward.Value{Score: 1, Status: reward.Unscored, Reason: "so"}
		},
	} {
		own := reward.Definition{Name: "own", New: func(reward.Setting) (reward.Signal, error) { return reward.SignalFunc(value), nil }}
		for weight, status := range map[float64]reward.Status{0: reward.Scored, 0.5: reward.Unscored} {
			c, err := reward.New(reward.Weights{"answer": 1, "own": weight}, reward.Setting{}, own)
			if err != nil {
				t.Fatal(err)
			}
			got := c.Reward(g)
			if strings.HasPrefix(name, "a step") {
				if _, there := got.Steps[0].Rewards["own"]; there || got.Steps[0].Unscored["own"] == "" || got.Status != reward.Scored {
					t.Errorf("%s: %+v", name, got)
				}
				continue
			}
			if got.Status != status || weight > 0 && (got.Score != 0 || !strings.HasPrefix(got.Reason, "own: ")) || weight == 0 && got.Score != 1 {
				t.Errorf("%s with weight %g: %s %g (%s)", name, weight, got.Status, got.Score, got.Reason)
			}
		}
	}
}

func stepOf(x float64) func(*reward.Graded) reward.Value {
	return func(*reward.Graded) reward.Value {
		step := reward.StepValue{Score: x, Status: reward.Scored}
		return reward.Value{Score: 1, Status: reward.Scored, Steps: []reward.StepValue{step, step}}
	}
}

// Numbers without a meaning are null, never 0.
func TestJSONOfARewardWithoutScore(t *testing.T) {
	two := steps("math/sums", "")
	got := composition(t, reward.Weights{"entropy-rank": 1}, world()).Reward(reader(t).Read(t.Context(), two, "<think>é</think>"+response.Format("", gold(two))))
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"reward":null`, `"answer":1`, `"skill":null`, `"status":"unscored"`, `"score":null`, `"from":16,`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

func TestRegistry(t *testing.T) {
	page, err := os.ReadFile("../docs/rewards.md")
	if err != nil {
		t.Fatal(err)
	}
	all := reward.List()
	for i, d := range all {
		if !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(d.Name) || d.Doc == "" {
			t.Errorf("%q: %q", d.Name, d.Doc)
		}
		if i > 0 && all[i-1].Name >= d.Name {
			t.Errorf("%s stands after %s", d.Name, all[i-1].Name)
		}
		if !strings.Contains(string(page), "\n## `"+d.Name+"`") {
			t.Errorf("docs/rewards.md has no section on %s", d.Name)
		}
		three, s := chain()
		got := composition(t, reward.Weights{d.Name: 1}, s).Reward(reader(t).Read(t.Context(), three, response.Format("", gold(three))))
		if _, there := got.Steps[2].Rewards[d.Name]; there != d.Steps {
			t.Errorf("%s tells steps apart: %t, it says %t", d.Name, there, d.Steps)
		}
		_, err := reward.New(reward.Weights{d.Name: 1}, reward.Setting{})
		if (err != nil) != d.Table {
			t.Errorf("%s without a table: %v", d.Name, err)
		}
	}
	for _, p := range reward.Presets() {
		composition(t, p.Weights, world())
		if !strings.Contains(string(page), "`"+p.Name+"`") {
			t.Errorf("docs/rewards.md does not name the reward %s", p.Name)
		}
	}
	for name, d := range map[string]reward.Definition{"a second answer": all[0], "one without a name": {}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was registered", name)
				}
			}()
			reward.Register(d)
		}()
	}
}

// BenchmarkReward values a response of five steps: with the reading and the
// grading of its answers, and the signals alone.
func BenchmarkReward(b *testing.B) {
	five := steps("math/sums", "logic/parity", "planning/route", "math/modular-inverse", "logic/syllogism")
	read := gold(five)
	read[1].Skill, read[3].Answer = "Logic, Even or odd parity", "7"
	text := response.Format(strings.Repeat("a thought ", 100), read)
	s := setting(nil, five.Sequence())
	r := reader(b)
	graded := r.Read(b.Context(), five, text)
	all, ofPaper := everything(b, s), composition(b, reward.Weights{"answer": 0.7, "entropy-rank": 0.3}, s)
	for _, x := range []struct {
		name string
		once func() reward.Reward
	}{
		{"paper", func() reward.Reward { return ofPaper.Reward(r.Read(b.Context(), five, text)) }},
		{"every signal", func() reward.Reward { return all.Reward(r.Read(b.Context(), five, text)) }},
		{"paper, graded", func() reward.Reward { return ofPaper.Reward(graded) }},
		{"every signal, graded", func() reward.Reward { return all.Reward(graded) }},
	} {
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if got := x.once(); got.Status != reward.Scored {
					b.Fatal(got.Reason)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rewards/s")
		})
	}
}
