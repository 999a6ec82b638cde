package health_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"segue/train/health"
)

// usual is a reading of a healthy run.
func usual(step int) health.Reading {
	return health.Reading{
		Step: step, Entropy: 0.8, Length: 100, Truncated: 0.02, Malformed: 0.05, ApproxKL: 0.002, ReferenceKL: 0.05,
		RatioMax: 1.5, ClipFraction: 0.02, GradientNorm: 0.6, Unscored: 0.1, Reward: 0.4, RewardDeviation: 0.3, UniformGroups: 0.3,
	}
}

func monitor(t *testing.T, thresholds health.Thresholds) *health.Monitor {
	t.Helper()
	m, err := health.New(thresholds)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// scenario shows how one number goes wrong and what must then be said.
type scenario struct {
	title string
	name  string
	wrong func(r *health.Reading)
	words []string // of the sentence
	at    int      // readings after which it is reported
	fatal int      // readings after which it is fatal; 0: never
	harms bool
}

var scenarios = []scenario{
	{"collapse", health.EntropyCollapse, func(r *health.Reading) { r.Entropy = 0.05 }, []string{"0.05", "0.8", "clip bound"}, 3, 0, true},
	{"no entropy", health.EntropyCollapse, func(r *health.Reading) { r.Entropy = 0 }, []string{"floor"}, 3, 0, true},
	{"explosion", health.EntropyExplosion, func(r *health.Reading) { r.Entropy = 3 }, []string{"3", "0.8", "learning rate"}, 3, 0, true},
	{"long", health.LengthExplosion, func(r *health.Reading) { r.Length = 500 }, []string{"500", "100"}, 3, 0, true},
	{"cut", health.LengthExplosion, func(r *health.Reading) { r.Truncated = 0.6 }, []string{"60 %", "2 %"}, 3, 0, true},
	{"short", health.LengthCollapse, func(r *health.Reading) { r.Length = 10 }, []string{"10", "100"}, 3, 0, true},
	{"malformed", health.Malformed, func(r *health.Reading) { r.Malformed = 0.5 }, []string{"50 %", "5 %"}, 3, 0, true},
	{"all malformed", health.Malformed, func(r *health.Reading) { r.Malformed = 1 }, []string{"100 %"}, 3, 20, true},
	{"large updates", health.KLExplosion, func(r *health.Reading) { r.ApproxKL = 2 }, []string{"2", "0.25"}, 3, 20, true},
	{"large ratio", health.KLExplosion, func(r *health.Reading) { r.RatioMax = 1e6 }, []string{"1e+06"}, 3, 0, true},
	{"all clipped", health.KLExplosion, func(r *health.Reading) { r.ClipFraction = 0.8 }, []string{"80 %"}, 3, 0, true},
	{"far away", health.KLExplosion, func(r *health.Reading) { r.ReferenceKL = 7 }, []string{"7", "reference"}, 3, 0, true},
	{"gradient", health.GradientExplosion, func(r *health.Reading) { r.GradientNorm = 50 }, []string{"50", "0.6"}, 3, 0, true},
	{"skipped", health.NotFinite, func(r *health.Reading) { r.Skipped = true }, []string{"finite"}, 1, 5, true},
	{"no number", health.NotFinite, func(r *health.Reading) { r.GradientNorm = nan }, []string{"finite"}, 1, 5, true},
	{"uniform", health.NoSignal, func(r *health.Reading) { r.UniformGroups = 1 }, []string{"100 %", "0.4"}, 3, 0, false},
	{"one reward", health.NoSignal, func(r *health.Reading) { r.RewardDeviation = 0 }, []string{"0.4"}, 3, 0, false},
	{"unscored", health.Unscored, func(r *health.Reading) {
		r.Reward, r.RewardDeviation, r.UniformGroups, r.Unscored, r.Why = nan, 0, 1, 1, "answer: no judge"
	},
		[]string{"100 %", "answer: no judge", "graders"}, 3, 5, false},
	{"nearly all unscored", health.Unscored, func(r *health.Reading) { r.Reward, r.RewardDeviation, r.Unscored = 0, 0, 0.99 }, []string{"99 %", "graders"}, 3, 5, false},
}

// told is an event without its sentence.
type told struct {
	Step  int
	Name  string
	Fatal bool
}

// Every condition begins, lasts, ends and begins again, and nothing else is said.
func TestEachConditionBeginsEndsAndBeginsAgain(t *testing.T) {
	const ill, well = 30, 10
	for _, s := range scenarios {
		t.Run(s.title, func(t *testing.T) {
			m := monitor(t, health.Defaults())
			var got []told
			step := 0
			show := func(n int, wrong bool) {
				for range n {
					r := usual(step)
					if wrong {
						s.wrong(&r)
					}
					for _, e := range m.Observe(r) {
						got = append(got, told{e.Step, e.Name, e.Fatal})
						for _, w := range s.words {
							if !strings.Contains(e.Says, w) {
								t.Errorf("%q does not say %q", e.Says, w)
							}
						}
						if e.Fatal != strings.Contains(e.Says, "last good checkpoint") {
							t.Errorf("a fatal event says where to go on, another does not: %q", e.Says)
						}
					}
					step++
				}
			}
			var want []told
			for range 2 {
				show(well, false)
				if m.Active() != nil || !m.Healthy() {
					t.Fatalf("after %d usual readings: active %q, healthy %v", well, m.Active(), m.Healthy())
				}
				want = append(want, told{step + s.at - 1, s.name, false})
				if s.fatal > 0 {
					want = append(want, told{step + s.fatal - 1, s.name, true})
				}
				show(1, true)
				if m.Healthy() == s.harms {
					t.Errorf("after the first bad reading: healthy %v", m.Healthy())
				}
				show(ill-1, true)
				if !slices.Equal(m.Active(), []string{s.name}) || m.Healthy() == s.harms {
					t.Errorf("while it holds: active %q, healthy %v", m.Active(), m.Healthy())
				}
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("events (-want +got):\n%s", d)
			}
		})
	}
}

// A condition must be seen Patience times in a row, to begin and to end.
func TestPatience(t *testing.T) {
	m := monitor(t, health.Defaults())
	events := 0
	series := "wwwww" + "iiwiiwiw" + "iii" + "wwiwwiiww" + "www" + "iii"
	for step, c := range series {
		r := usual(step)
		if c == 'i' {
			r.Entropy = 0.01
		}
		events += len(m.Observe(r))
	}
	if events != 2 {
		t.Errorf("%d events, want one for each of the two triples", events)
	}
}

// Bad updates count together until there is a rest.
func TestFatalCountsWithinAnEpisode(t *testing.T) {
	for _, c := range []struct {
		series string
		fatal  bool
	}{
		{"wwwwwibibibibi", true}, // every second update
		{"wwwwwiiii", false},     // one too few
		{"wwwwwiiiiwwwiiii", false},
	} {
		m := monitor(t, health.Defaults())
		fatal := false
		for step, x := range c.series {
			r := usual(step)
			r.Skipped = x == 'i'
			for _, e := range m.Observe(r) {
				fatal = fatal || e.Fatal
			}
		}
		if fatal != c.fatal {
			t.Errorf("%s: fatal %v, want %v", c.series, fatal, c.fatal)
		}
	}
}

// With no time to last, or no condition that stops, nothing asks the trainer to stop.
func TestNothingIsFatalWhenSwitchedOff(t *testing.T) {
	for name, off := range map[string]func(*health.Thresholds){
		"no time":      func(t *health.Thresholds) { t.Lasting, t.NotFiniteStop, t.UnscoredStop = 0, 0, 0 },
		"no condition": func(t *health.Thresholds) { t.Stop = nil },
	} {
		thresholds := health.Defaults()
		off(&thresholds)
		m := monitor(t, thresholds)
		for step := range 100 {
			r := usual(step)
			r.Skipped, r.Malformed, r.ApproxKL, r.Unscored = true, 1, 5, 1
			for _, e := range m.Observe(r) {
				if e.Fatal {
					t.Errorf("%s: fatal: %+v", name, e)
				}
			}
		}
	}
}

// Every condition can be made to stop a run, and the defaults name those that do.
func TestAnyConditionCanStop(t *testing.T) {
	all := health.Conditions()
	if d := cmp.Diff([]string{health.Malformed, health.KLExplosion, health.NotFinite, health.Unscored}, health.Defaults().Stop); d != "" {
		t.Errorf("what stops by default: %s", d)
	}
	stops := map[string]bool{}
	for _, s := range scenarios {
		thresholds := health.Defaults()
		thresholds.Stop = []string{s.name}
		m := monitor(t, thresholds)
		for step := range 60 {
			r := usual(step)
			if step >= 10 {
				s.wrong(&r)
			}
			for _, e := range m.Observe(r) {
				if stops[s.name] = stops[s.name] || e.Fatal; e.Fatal && e.Name != s.name {
					t.Errorf("%s stops, want %s alone", e.Name, s.name)
				}
			}
		}
	}
	for _, name := range all {
		if !stops[name] {
			t.Errorf("%s never stops a run", name)
		}
	}
}

// A number that is not known neither begins nor ends a condition, and the start
// waits for numbers that are.
func TestUnknownNumbersChangeNothing(t *testing.T) {
	m := monitor(t, health.Defaults())
	var got []told
	for step, entropy := range []float64{nan, nan, nan, nan, nan, nan, 1, 1, 1, 1, 1, 0.01, nan, 0.01, nan, nan, nan, 0.01, nan, nan, nan, nan, 1, 1, 1} {
		r := usual(step)
		r.Entropy, r.ReferenceKL = entropy, nan
		for _, e := range m.Observe(r) {
			got = append(got, told{e.Step, e.Name, e.Fatal})
		}
		if holds := step >= 17 && step < 24; holds != slices.Contains(m.Active(), health.EntropyCollapse) {
			t.Errorf("step %d: active %q", step, m.Active())
		}
	}
	if d := cmp.Diff([]told{{17, health.EntropyCollapse, false}}, got); d != "" {
		t.Error(d)
	}
}

func TestThresholdsAreChecked(t *testing.T) {
	if err := health.Defaults().Validate(); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*health.Thresholds){
		"start is 0":             func(t *health.Thresholds) { t.Start = 0 },
		"patience is -1":         func(t *health.Thresholds) { t.Patience = -1 },
		"lasting is -1":          func(t *health.Thresholds) { t.Lasting = -1 },
		"entropy_collapse is":    func(t *health.Thresholds) { t.EntropyCollapse = 1.5 },
		"entropy_explosion is":   func(t *health.Thresholds) { t.EntropyExplosion = 0.5 },
		"approx_kl is NaN":       func(t *health.Thresholds) { t.ApproxKL = nan },
		"gradient_explosion is ": func(t *health.Thresholds) { t.GradientExplosion = 0 },
		"uniform_groups is -0.1": func(t *health.Thresholds) { t.UniformGroups = -0.1 },
		"unscored_most is 2":     func(t *health.Thresholds) { t.UnscoredMost = 2 },
		"unscored_stop is -1":    func(t *health.Thresholds) { t.UnscoredStop = -1 },
		`stop names "entropy-colapse", which is no condition; nearest: entropy-collapse`: func(t *health.Thresholds) { t.Stop = []string{health.NotFinite, "entropy-colapse"} },
	} {
		thresholds := health.Defaults()
		spoil(&thresholds)
		if _, err := health.New(thresholds); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
	if _, err := health.New(health.Thresholds{}); err == nil {
		t.Error("no thresholds at all are accepted")
	}
}

// Every threshold has its key in a run file.
func TestThresholdsAreReadFromYAML(t *testing.T) {
	want := health.Defaults()
	want.Patience, want.EntropyCollapse = 7, 0.2
	data, err := yaml.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), "entropy_collapse: 0.2") {
		t.Errorf("the keys are not in the run file's form:\n%s", data)
	}
	var got health.Thresholds
	if err := yaml.UnmarshalWithOptions(data, &got, yaml.Strict()); err != nil || !cmp.Equal(got, want) {
		t.Errorf("read back %+v, %v", got, err)
	}
	// A list takes the place of the one that was there; none at all leaves it.
	for text, stop := range map[string][]string{"stop: [entropy-collapse]": {health.EntropyCollapse}, "stop: []": {}, "patience: 2": want.Stop} {
		got = health.Defaults()
		if err := yaml.UnmarshalWithOptions([]byte(text), &got, yaml.Strict()); err != nil || !cmp.Equal(got.Stop, stop) {
			t.Errorf("%s: %q, %v", text, got.Stop, err)
		}
	}
}
