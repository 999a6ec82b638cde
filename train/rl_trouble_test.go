package train_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"segue/lm/checkpoint"
	"segue/lm/model"
	"segue/lm/tokenizer"
	"segue/reward"
	"segue/task/cue"
	"segue/train"
	"segue/train/health"
)

// Signals that fail, registered for these tests alone.
var failures atomic.Int32

func init() {
	for name, value := range map[string]func(g *reward.Graded) reward.Value{
		"test-nan-often": func(g *reward.Graded) reward.Value {
			if strings.Contains(g.Response, "0") {
				failures.Add(1)
				return reward.Value{Score: math.NaN(), Status: reward.Scored}
			}
			return reward.Value{Score: 1 - 1/float64(1+len(g.Response)%7), Status: reward.Scored}
		},
		"test-panic-often": func(g *reward.Graded) reward.Value {
			if strings.Contains(g.Response, "0") {
				failures.Add(1)
				panic("the signal is broken")
			}
			return reward.Value{Score: 1 - 1/float64(1+len(g.Response)%7), Status: reward.Scored}
		},
		"test-panic-always": func(*reward.Graded) reward.Value { panic("the signal is broken") },
		"test-nan-always":   func(*reward.Graded) reward.Value { return reward.Value{Score: math.NaN(), Status: reward.Scored} },
	} {
		reward.Register(reward.Definition{Name: name, Doc: "fails, for tests", New: func(reward.Setting) (reward.Signal, error) { return reward.SignalFunc(value), nil }})
	}
}

func TestAllMalformed(t *testing.T) {
	c, dir := rlConfig(t), t.TempDir()
	c.Model, c.Steps = freshPolicy(t), 4
	s := reinforced(t, dir, c)
	if m := s.Last; m.Malformed != 1 || m.UniformGroups != 1 || m.Reward.N != 16 || m.Reward.Sum != 0 || s.EvalEnd.Cross.Malformed != 1 {
		t.Errorf("a model that knows nothing: %+v", s.Last)
	}
	if _, known := s.Last.LabelAccuracy.Value(); known || s.Last.Length.Sum == 0 {
		t.Errorf("labels of malformed responses: %+v", s.Last.LabelAccuracy)
	}
	// The condition is named, in the metrics and in the summary.
	named := map[string]bool{}
	for _, e := range s.Events {
		named[e.Name] = true
	}
	if !named["malformed"] || !named["no-signal"] || len(s.Last.Active) != 2 {
		t.Errorf("events %+v, active %v", s.Events, s.Last.Active)
	}
	for _, line := range samples(t, dir) {
		if line.Reward.Status != "malformed" || *line.Reward.Reward != 0 || !line.Kept {
			t.Errorf("%+v", line)
		}
	}
	// Equal rewards teach nothing: but for the KL's rounding the model is what it was.
	if moved := distance(load(t, c.Model), load(t, s.Model)); moved > 0.02 {
		t.Errorf("it moved by %v", moved)
	}
}

func load(t testing.TB, path string) []float32 {
	t.Helper()
	l, err := checkpoint.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return l.Parameters.Values
}

// distance is the largest difference of two models' weights.
func distance(a, b []float32) float64 {
	d := 0.0
	for i := range a {
		d = max(d, math.Abs(float64(a[i])-float64(b[i])))
	}
	return d
}

// A group of one has nothing to compare with: where the baseline is the group's
// own, every advantage is 0 and the weights stay; others learn all the same.
func TestGroupsOfOne(t *testing.T) {
	t.Parallel()
	for recipe, learns := range map[string]bool{
		"grpo": false, "dr-grpo": false, "rloo": false, "dapo": false, "skill-step": false, "gspo": false, "cispo": false, "reinforce": true, "ppo": true,
	} {
		c, dir := rlConfig(t), t.TempDir()
		take(&c, recipe)
		c.Group, c.Steps = 1, 4
		s := reinforced(t, dir, c)
		if s.Last.Rollouts == 0 || s.Last.Rollouts > 4 || len(s.Last.PassAt) != 1 || s.Last.UniformGroups != 1 {
			t.Errorf("%s: %+v", recipe, s.Last)
		}
		if slices.Contains(s.Last.Active, "no-signal") == learns { // nothing is said to teach nothing that does
			t.Errorf("%s: active %q", recipe, s.Last.Active)
		}
		teaches := false
		for _, line := range samples(t, dir) {
			teaches = teaches || slices.ContainsFunc(line.Advantage, func(a float64) bool { return a != 0 })
		}
		if teaches != learns {
			t.Errorf("%s: an advantage that is not 0: %v, want %v", recipe, teaches, learns)
		}
	}
}

// silentPolicy is a model that ends its response at once.
func silentPolicy(t testing.TB) string {
	t.Helper()
	tokens, err := tokenizer.NewWords(cue.Words(), 256)
	if err != nil {
		t.Fatal(err)
	}
	end, _ := tokens.ID(tokens.Config().End)
	p, err := model.NewParameters(model.Config{
		ModelType: "llama", Vocabulary: tokens.Vocabulary(), Hidden: 16, Intermediate: 16, Layers: 1, Heads: 2, KeyValueHeads: 1, HeadDim: 8,
		Context: 96, NormEpsilon: 1e-5, RotaryBase: 10000, InitialDeviation: 1e-4, EndTokens: []int32{end},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.Initialise(rand.New(rand.NewPCG(3, 4)))
	prompt := tokens.Encode(cueTasks(t, cue.Train, 1)[0].BarePrompt(), false)
	last := p.Of(p.Values, "model.embed_tokens.weight")[int(prompt[len(prompt)-1])*16:][:16]
	for i := range last {
		last[i] = 1
		p.Of(p.Values, "lm_head.weight")[int(end)*16+i] = 10
	}
	dir := filepath.Join(t.TempDir(), "silent")
	if err := checkpoint.SaveModel(dir, checkpoint.Model{Parameters: p, Tokenizer: tokens}, checkpoint.SaveOptions{}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestEmptyResponses(t *testing.T) {
	t.Parallel()
	for _, recipe := range []string{"grpo", "ppo", "dapo", "skill-step", "gspo"} {
		c, dir := rlConfig(t), t.TempDir()
		take(&c, recipe)
		c.Model, c.Steps = silentPolicy(t), 2
		s := reinforced(t, dir, c)
		if s.Last.Malformed != 1 || s.Last.Length.Sum != 16 || s.Last.Truncated != 0 {
			t.Errorf("%s: %+v", recipe, s.Last)
		}
		for _, line := range samples(t, dir) {
			if line.Response != "" || len(line.Starts) != 1 || len(line.LogP) != 1 {
				t.Errorf("%s: %+v", recipe, line)
			}
		}
	}
}

func TestOneTokenResponses(t *testing.T) {
	c := rlConfig(t)
	c.MaxTokens, c.Steps = 1, 2
	s := reinforced(t, t.TempDir(), c)
	if s.Last.Malformed != 1 || s.Last.Length.Sum != 16 || s.Last.Truncated != 1 {
		t.Errorf("%+v", s.Last)
	}
}

// A response whose reward fails is unscored: it neither learns nor counts in its
// group's mean, and the run goes on.
func TestFailingRewards(t *testing.T) {
	for _, name := range []string{"test-nan-often", "test-panic-often"} {
		for _, recipe := range []string{"grpo", "cispo", "ppo", "rloo"} {
			c, dir := rlConfig(t), t.TempDir()
			c.Weights, c.Recipe, c.RecipeSet, c.Steps = map[string]float64{name: 1}, recipe, map[string]any{}, 3
			failures.Store(0)
			s := reinforced(t, dir, c)
			if failures.Load() == 0 || s.Step != 3 {
				t.Fatalf("%s: nothing failed in %d steps", name, s.Step)
			}
			unscored := 0
			for _, line := range samples(t, dir) {
				if line.Reward.Status != "unscored" {
					continue
				}
				unscored++
				if line.Reward.Reward != nil || line.Kept {
					t.Errorf("%s, %s: an unscored response has the reward %v, kept %v", name, recipe, line.Reward.Reward, line.Kept)
				}
				for _, a := range line.Advantage {
					if a != 0 {
						t.Errorf("%s, %s: an unscored response has the advantage %v", name, recipe, a)
						break
					}
				}
			}
			if unscored == 0 || unscored == 48 {
				t.Errorf("%s: %d of 48 responses are unscored", name, unscored)
			}
		}
	}
}

// A reward that always fails is named, with its reason, and the run is stopped
// after a few steps with the last good checkpoint: nothing was learned until then.
func TestEveryResponseUnscored(t *testing.T) {
	for _, recipe := range []string{"grpo", "ppo", "gspo", "dapo"} {
		c, dir := rlConfig(t), t.TempDir()
		c.Weights, c.Recipe = map[string]float64{"test-panic-always": 1}, recipe
		if recipe == "dapo" {
			c.RecipeSet = map[string]any{"max_rounds": 2}
		}
		s, err := train.RL(context.Background(), dir, c, train.RLEnvironment{Solver: cue.Solver{}})
		if !errors.Is(err, train.ErrDiverged) || s.Step != c.Health.UnscoredStop {
			t.Fatalf("%s: after %d steps: %v", recipe, s.Step, err)
		}
		for _, says := range []string{"unscored: ", "test-panic-always: the signal failed: the signal is broken", "last good checkpoint is " + filepath.Join(dir, "checkpoints", "step-00000004")} {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %q is not in: %v", recipe, says, err)
			}
		}
		scored := 0
		for _, line := range samples(t, dir) {
			if line.Reward.Status == "scored" {
				scored++
			}
		}
		if scored > 0 || s.Last.Unscored+s.Last.Malformed != 1 || s.Last.Unscored == 0 || !strings.Contains(s.Last.UnscoredReason, "broken") {
			t.Errorf("%s: %d scored; %+v", recipe, scored, s.Last)
		}
		var events []string
		for _, e := range s.Events {
			events = append(events, fmt.Sprint(e.Step, e.Name, e.Fatal))
		}
		if want := []string{"3unscoredfalse", "5unscoredtrue"}; !slices.Equal(events, want) {
			t.Errorf("%s: events %q, want %q", recipe, events, want)
		}
	}
}

// A reward that is never a number is one that fails.
func TestARewardThatIsNeverANumber(t *testing.T) {
	c := rlConfig(t)
	c.Weights, c.Health.UnscoredStop = map[string]float64{"answer": 0.5, "test-nan-always": 0.5}, 3
	s, err := train.RL(context.Background(), t.TempDir(), c, train.RLEnvironment{Solver: cue.Solver{}})
	for _, says := range []string{"unscored: 100 %", "test-nan-always: the signal gave NaN", "start a new run from " + c.Model} {
		if !errors.Is(err, train.ErrDiverged) || s.Step != 3 || !strings.Contains(err.Error(), says) {
			t.Errorf("after %d steps, want %q: %v", s.Step, says, err)
		}
	}
}

// What stops a run is a setting.
func TestConditionsThatStop(t *testing.T) {
	c, dir := rlConfig(t), t.TempDir()
	c.Model = freshPolicy(t)
	c.Health.Lasting, c.Health.Stop = 4, []string{"no-signal"}
	s, err := train.RL(context.Background(), dir, c, train.RLEnvironment{Solver: cue.Solver{}})
	if !errors.Is(err, train.ErrDiverged) || s.Step != 4 || !strings.Contains(err.Error(), "no-signal") {
		t.Errorf("after %d steps: %v", s.Step, err)
	}
	c.Health.Stop = train.RLDefaults().Health.Stop
	s, err = train.RL(context.Background(), t.TempDir(), c, train.RLEnvironment{Solver: cue.Solver{}})
	if !errors.Is(err, train.ErrDiverged) || s.Step != 4 || !strings.Contains(err.Error(), "malformed: 100 % of responses lack the required form") {
		t.Errorf("all malformed for %d steps: %v", s.Step, err)
	}
	c.Health.Stop = []string{}
	if s := reinforced(t, t.TempDir(), c); s.Step != 12 || len(s.Last.Active) != 2 {
		t.Errorf("without one that stops: %+v", s)
	}
}

// TestRLDivergenceStops trains with a rate at which the numbers overflow.
func TestRLDivergenceStops(t *testing.T) {
	c, dir := rlConfig(t), t.TempDir()
	c.LearningRate, c.WarmUp, c.Steps, c.SaveEvery, c.Keep = 1e36, 0, 40, 1, 1
	s, err := train.RL(context.Background(), dir, c, train.RLEnvironment{Solver: cue.Solver{}})
	if !errors.Is(err, train.ErrDiverged) || s.Step >= 40 {
		t.Fatalf("got %+v, %v", s, err)
	}
	for _, says := range []string{"finite", "learning rate", "start a new run from " + c.Model} {
		if !strings.Contains(err.Error(), says) {
			t.Errorf("%q is not in: %v", says, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "model")); err == nil {
		t.Error("a model was written")
	}
	// The same again: it diverges at the same place.
	again, err := train.RL(context.Background(), dir, c, train.RLEnvironment{Solver: cue.Solver{}})
	if !errors.Is(err, train.ErrDiverged) || again.Step != s.Step {
		t.Errorf("again: %+v, %v", again, err)
	}
}

// TestAnUnhealthyRunStops breaks a run by thresholds that its ninth step or so
// crosses, and goes on from what it names as good.
func TestAnUnhealthyRunStops(t *testing.T) {
	t.Parallel()
	c, dir := rlConfig(t), t.TempDir()
	c.Steps, c.SaveEvery, c.Keep, c.LearningRate, c.WarmUp, c.Updates = 60, 1, 2, 0.06, 240, 4
	c.Health.Lasting, c.Health.Patience = 3, 2
	s, err := train.RL(context.Background(), dir, c, train.RLEnvironment{Solver: cue.Solver{}})
	if !errors.Is(err, train.ErrDiverged) {
		t.Fatalf("got %+v, %v", s, err)
	}
	_, path, found := strings.Cut(err.Error(), "the last good checkpoint is ")
	path, _, _ = strings.Cut(path, ": start")
	if !found {
		t.Fatalf("no good checkpoint is named: %v", err)
	}
	if !strings.HasPrefix(path, dir) || s.Step < 3 {
		t.Errorf("after %d steps: %v", s.Step, err)
	}
	fatal := slices.IndexFunc(s.Events, func(e health.Event) bool { return e.Fatal }) // others may be named in the same step
	if fatal < 0 {
		t.Fatalf("no event is fatal: %+v", s.Events)
	}
	if last := s.Events[fatal]; !strings.Contains(err.Error(), last.Name+": "+strings.TrimSuffix(last.Says, ".")) {
		t.Errorf("events %+v; %v", s.Events, err)
	}
	// No checkpoint is from when a condition held, and the good one begins a new run.
	held := map[int]bool{}
	for _, line := range metrics(t, dir) {
		held[line.Step] = line.Train != nil && len(line.Train.Active) > 0 && line.Train.Active[0] != "no-signal"
	}
	folders, err := filepath.Glob(filepath.Join(dir, "checkpoints", "step-*"))
	if err != nil || len(folders) == 0 || len(folders) > 2 {
		t.Fatalf("checkpoints %v, %v", folders, err)
	}
	for _, folder := range folders {
		var step int
		for _, digit := range strings.TrimPrefix(filepath.Base(folder), "step-") {
			step = 10*step + int(digit-'0')
		}
		if held[step] {
			t.Errorf("%s is from when the run was ill", folder)
		}
	}
	c.Model, c.Steps, c.LearningRate = path, 2, 1e-4
	if s := reinforced(t, t.TempDir(), c); s.Last.Malformed > 0.9 {
		t.Errorf("the good checkpoint draws %+v", s.Last)
	}
}

// An interruption amid ill health is resumed, and leaves the last good checkpoint.
func TestInterruptedIllHealth(t *testing.T) {
	t.Parallel()
	c, straight, broken := rlConfig(t), t.TempDir(), t.TempDir()
	c.SaveEvery, c.Keep, c.Health.Patience, c.Health.ClipFraction = 1, 1, 2, 0
	c.Updates, c.LearningRate = 3, 2e-2
	reinforced(t, straight, c)
	for stop := 4; ; stop += 3 {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := train.RL(ctx, broken, c, train.RLEnvironment{Solver: cue.Solver{}, Progress: func(p train.RLProgress) {
			if p.Step == stop {
				cancel()
			}
		}})
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	compareRL(t, straight, broken)
}

// TestAnyRateEndsInWords trains at rates from too high to absurd: a run reaches its
// end, or is stopped as diverged.
func TestAnyRateEndsInWords(t *testing.T) {
	t.Parallel()
	for _, recipe := range []string{"grpo", "ppo", "skill-step"} {
		for _, rate := range []float64{10, 1e20, 1e38} {
			c, dir := rlConfig(t), t.TempDir()
			take(&c, recipe)
			c.LearningRate, c.WarmUp, c.Updates, c.Minibatches, c.Steps, c.ValueRate = rate, 0, 2, 2, 6, 1
			s, err := train.RL(context.Background(), dir, c, train.RLEnvironment{Solver: cue.Solver{}})
			if err != nil && !errors.Is(err, train.ErrDiverged) || err == nil && len(s.Events) == 0 {
				t.Errorf("%s at %g: %+v, %v", recipe, rate, s.Events, err)
			}
			metrics(t, dir)
			samples(t, dir)
		}
	}
}
