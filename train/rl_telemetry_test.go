package train_test

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"segue/task"
	"segue/task/cue"
	"segue/train"
)

// tally is a mean that is made by hand.
type tally struct{ sum, n float64 }

func (t *tally) add(x float64) { t.sum, t.n = t.sum+x, t.n+1 }

func (t *tally) truth(x bool) {
	if x {
		t.add(1)
	} else {
		t.add(0)
	}
}

// tallies are means by name.
type tallies map[string]*tally

func (m tallies) of(name string) *tally {
	if m[name] == nil {
		m[name] = &tally{}
	}
	return m[name]
}

// TestTelemetry recomputes what metrics.jsonl says of each batch from the
// responses in rollouts.jsonl.
func TestTelemetry(t *testing.T) {
	c, dir := rlConfig(t), t.TempDir()
	tasks := map[string]task.Task{}
	var list []task.Task
	for i, x := range cueTasks(t, cue.Train, 40) {
		x.Level = []task.Level{task.LevelLow, task.LevelMedium, task.LevelHigh}[i%3]
		tasks[x.ID] = x
		list = append(list, x)
	}
	c.Tasks, c.Reward, c.Steps = []string{taskFile(t, list...)}, "step", 4
	var clock time.Time
	_, err := train.RL(context.Background(), dir, c, train.RLEnvironment{Solver: cue.Solver{}, Now: func() time.Time {
		clock = clock.Add(250 * time.Millisecond)
		return clock
	}})
	if err != nil {
		t.Fatal(err)
	}
	all := samples(t, dir)
	for _, line := range metrics(t, dir) {
		if line.Kind != "rl" {
			continue
		}
		batch := slices.DeleteFunc(slices.Clone(all), func(s sample) bool { return s.Step != line.Step })
		if len(batch) != 16 {
			t.Fatalf("step %d has %d responses", line.Step, len(batch))
		}
		compareTallies(t, line.Step, tallied(batch, tasks), said(line.Train))
		m := line.Train
		// Every reading of the clock is a quarter of a second after the last.
		if want := (train.RLSeconds{Draw: 0.25, Grade: 0.25, Plan: 0.5, Learn: 0.5, Other: 0.25}); m.Seconds != want {
			t.Errorf("step %d: seconds %+v, want %+v", line.Step, m.Seconds, want)
		}
		n := m.Length.Sum
		if d := cmp.Diff(map[string]float64{"draw": 4 * n, "grade": 4 * n, "plan": 2 * n, "learn": 2 * n, "step": n / 1.75}, m.Speed); d != "" {
			t.Errorf("step %d: tokens a second for %v tokens: %s", line.Step, n, d)
		}
	}
}

// said is what a line of metrics says, by name.
func said(m *train.RLMeasure) map[string]float64 {
	got := map[string]float64{
		"reward_deviation": m.Deviation, "unscored": m.Unscored, "malformed": m.Malformed, "truncated": m.Truncated, "uniform": m.UniformGroups,
		"entropy": m.Entropy.Mean, "p10": m.Entropy.P10, "p50": m.Entropy.P50, "p90": m.Entropy.P90, "tokens": float64(m.Entropy.Tokens),
	}
	mean := func(name string, x interface{ Value() (float64, bool) }) {
		if v, ok := x.Value(); ok {
			got[name] = v
		}
	}
	mean("reward", m.Reward)
	mean("steps", m.StepAccuracy)
	mean("tasks", m.TaskAccuracy)
	mean("labels", m.LabelAccuracy)
	mean("right domain", m.RightDomain)
	mean("copied", m.Copied)
	mean("given label", m.GivenLabel)
	mean("length", m.Length)
	mean("response entropy", m.ResponseEntropy)
	for name, x := range m.Parts {
		mean("part "+name, x)
	}
	for name, x := range m.Domains {
		mean("domain "+name, x)
	}
	for name, x := range m.Levels {
		mean("level "+name, x)
	}
	for i, x := range m.Places {
		mean("place "+strconv.Itoa(i+1), x)
	}
	for k, x := range m.PassAt {
		got["pass@"+k] = x
	}
	for k, x := range m.Entropy.Step {
		got["entropy of step "+strconv.Itoa(k)] = x
	}
	if m.SkillEntropy != nil {
		got["entropy on skills"] = *m.SkillEntropy
	}
	return got
}

// tallied is the same from the responses.
func tallied(batch []sample, tasks map[string]task.Task) map[string]float64 {
	m := tallies{}
	var rewards, entropies []float64
	for _, s := range batch {
		x := tasks[s.Task]
		m.of("unscored").truth(s.Reward.Status == "unscored")
		m.of("malformed").truth(s.Reward.Status == "malformed")
		m.of("truncated").truth(len(s.Starts) == 24 && s.Starts[23] < len(s.Response)) // no end was drawn
		m.of("reward").add(*s.Reward.Reward)
		rewards = append(rewards, *s.Reward.Reward)
		for name, part := range s.Reward.Parts {
			m.of("part " + name).add(*part.Score)
		}
		right := 0.0
		for i, step := range x.Steps {
			score := 0.0
			if s.Reward.Status != "malformed" {
				score = *s.Reward.Steps[i].Score
				m.label(s, x, i)
			}
			right += score
			for _, name := range []string{"steps", "domain " + string(step.Domain), "level " + string(x.Level), "place " + strconv.Itoa(i+1)} {
				m.of(name).add(score)
			}
		}
		m.of("tasks").truth(right == float64(len(x.Steps)))
		m.of("length").add(float64(len(s.Starts)))
		sum := 0.0
		for i, e := range s.Entropy {
			sum += e
			entropies = append(entropies, e)
			m.of("entropy").add(e)
			m.token(s, s.Starts[i], e)
		}
		m.of("response entropy").add(sum)
	}
	out := map[string]float64{"tokens": float64(len(entropies)), "reward_deviation": deviation(rewards)}
	slices.Sort(entropies)
	for name, q := range map[string]float64{"p10": 0.1, "p50": 0.5, "p90": 0.9} {
		place := q * float64(len(entropies)-1)
		lo := int(place)
		out[name] = entropies[lo] + (place-float64(lo))*(entropies[min(lo+1, len(entropies)-1)]-entropies[lo])
	}
	for from := 0; from < len(batch); from += 4 { // groups of four
		group := batch[from : from+4]
		right, alike := 0, true
		for _, s := range group {
			alike = alike && *s.Reward.Reward == *group[0].Reward.Reward
			score := 0.0
			for _, step := range s.Reward.Steps {
				score += *step.Score
			}
			if score == float64(len(tasks[s.Task].Steps)) {
				right++
			}
		}
		m.of("uniform").truth(alike)
		for _, k := range []int{1, 2, 4} { // pairs of four: count those without a right one
			misses := map[int]float64{1: float64(4-right) / 4, 2: float64((4-right)*(3-right)) / 12}
			if misses[4] = 0; right == 0 {
				misses[4] = 1
			}
			m.of("pass@" + strconv.Itoa(k)).add(1 - misses[k])
		}
	}
	for name, x := range m {
		out[name] = x.sum / x.n
	}
	return out
}

func (m tallies) label(s sample, x task.Task, i int) {
	step := s.Reward.Steps[i]
	domain, _, _ := strings.Cut(step.Skill, "/")
	if step.Skill == "" {
		words, _, _ := strings.Cut(step.Label, ",")
		domain = strings.ReplaceAll(strings.ToLower(words), " ", "_")
	}
	m.of("labels").truth(step.Skill == step.Gold)
	m.of("right domain").truth(domain == string(x.Steps[i].Domain))
	if step.Skill == step.Gold {
		m.of("given label").add(*step.Score)
		return
	}
	m.of("copied").truth(slices.ContainsFunc(x.Steps, func(o task.Step) bool { return o.Skill == step.Skill }))
}

// token takes in a token's entropy by the step that it begins in, and whether it
// begins in a skill's label.
func (m tallies) token(s sample, start int, entropy float64) {
	in := 0
	for _, step := range s.Reward.Steps {
		if start < step.From || start >= step.To {
			continue
		}
		in = step.Step
		label := step.From + len("<skill>")
		if end := label + strings.Index(s.Response[label:], "</skill>"); start >= label && start < end {
			m.of("entropy on skills").add(entropy)
		}
	}
	m.of("entropy of step " + strconv.Itoa(in)).add(entropy)
}

func deviation(xs []float64) float64 {
	mean, sum := 0.0, 0.0
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	for _, x := range xs {
		sum += (x - mean) * (x - mean)
	}
	return math.Sqrt(sum / float64(len(xs)))
}

func compareTallies(t *testing.T, step int, want, got map[string]float64) {
	t.Helper()
	for name, x := range want {
		y, ok := got[name]
		if !ok || math.Abs(x-y) > 1e-6*max(1, math.Abs(x)) {
			t.Errorf("step %d: %s is %v (said: %v), want %v", step, name, y, ok, x)
		}
	}
	for name, y := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("step %d: %s is said to be %v and is nothing", step, name, y)
		}
	}
}

// TestUpdateTelemetry looks at the numbers of the updates where they are known:
// before the first update the policy is the one that drew, and the reference.
func TestUpdateTelemetry(t *testing.T) {
	c, dir := rlConfig(t), t.TempDir()
	c.Steps, c.WarmUp, c.Group = 3, 3, 8
	reinforced(t, dir, c)
	last := -1.0
	for _, line := range metrics(t, dir) {
		if line.Kind != "rl" {
			continue
		}
		u := line.Train.Update
		if u.Updates != 1 || u.Skipped != 0 || math.Abs(u.RatioMean-1) > 1e-5 || math.Abs(u.RatioMax-1) > 1e-4 || u.ClipLow+u.ClipHigh+u.ClipDual != 0 || u.ApproxKL > 1e-9 {
			t.Errorf("step %d, one update on what the policy drew: %+v", line.Step, u)
		}
		if math.Abs(u.Entropy-line.Train.Entropy.Mean) > 1e-4 || u.GradientNorm <= 0 || math.Abs(u.LearningRate-3e-3*float64(line.Step)/4) > 1e-12 {
			t.Errorf("step %d: %+v, entropy when drawn %v", line.Step, u, line.Train.Entropy.Mean)
		}
		if line.Step == 1 && math.Abs(u.ReferenceKL) > 1e-9 || line.Step > 1 && u.ReferenceKL <= last {
			t.Errorf("step %d: KL to the reference %v after %v", line.Step, u.ReferenceKL, last)
		}
		last = u.ReferenceKL
	}

	c, dir = rlConfig(t), t.TempDir()
	c.Steps, c.WarmUp, c.Updates, c.LearningRate = 1, 0, 4, 2e-2
	u := reinforced(t, dir, c).Last.Update
	if u.Updates != 4 || u.RatioMax < 1.2 || u.ClipLow+u.ClipHigh <= 0 || u.ApproxKL <= 0 || u.RatioMean == 1 {
		t.Errorf("four updates at a high rate: %+v", u)
	}
}

// A frozen base in bfloat16 is what draws, what is trained on and the reference alike.
func TestHalfBaseIsOnPolicy(t *testing.T) {
	c := rlConfig(t)
	c.Steps, c.LoRA.Rank, c.LoRA.Half = 1, 2, true
	if u := reinforced(t, t.TempDir(), c).Last.Update; math.Abs(u.RatioMax-1) > 1e-4 || u.ApproxKL > 1e-9 || math.Abs(u.ReferenceKL) > 1e-9 {
		t.Errorf("%+v", u)
	}
}
