package train_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"segue/task"
	"segue/task/cue"
	"segue/train"
)

// TestEvaluateIsThatOfARun compares an evaluation outside of any run with the first one of a
// run, and with its outcomes.
func TestEvaluateIsThatOfARun(t *testing.T) {
	for _, single := range []bool{true, false} {
		c, dir := rlConfig(t), t.TempDir()
		c.Steps, c.EvalSamples, c.EvalLimit, c.EvalSingle = 1, 3, 4, single
		s := reinforced(t, dir, c)
		e, outcomes, err := train.Evaluate(context.Background(), c, train.RLEnvironment{Solver: cue.Solver{}})
		if err != nil {
			t.Fatal(err)
		}
		e.Outcomes = s.EvalStart.Outcomes
		if d := cmp.Diff(*s.EvalStart, e, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("another evaluation: %s", d)
		}
		if written := lines[task.Outcome](t, filepath.Join(dir, e.Outcomes)); !cmp.Equal(written, outcomes, cmpopts.EquateEmpty()) {
			t.Errorf("%d outcomes are written, %d returned: %s", len(written), len(outcomes), cmp.Diff(written, outcomes, cmpopts.EquateEmpty()))
		}
		// Two of four tasks have two steps; each is answered three times, the steps alone too.
		want, modes := map[task.Mode]int{task.Cross: 18, task.Single: 18}, map[task.Mode]int{}
		if !single {
			delete(want, task.Single)
		}
		for _, o := range outcomes {
			modes[o.Mode]++
		}
		if !cmp.Equal(modes, want) {
			t.Errorf("outcomes by mode %v, want %v", modes, want)
		}
		alone, known := e.Single.StepAccuracy.Value()
		within, _ := e.Cross.StepAccuracy.Value()
		if known != single || known && e.Gap != alone-within || !known && e.Gap != 0 {
			t.Errorf("gap %v of %v alone (%v) and %v within", e.Gap, alone, known, within)
		}
	}
}

// skillTable is a table of Skill Entropy in which every ordered pair of skills differs.
func skillTable(t testing.TB, shift float64) string {
	t.Helper()
	solo, pair := map[string]any{}, map[string]any{}
	for i, a := range cue.Skills() {
		solo[a.ID] = map[string]any{"acc": 0.9, "n": 40}
		for j, b := range cue.Skills() {
			pair[a.ID+">"+b.ID] = map[string]any{"acc": shift + float64(i*14+j)/300, "n": 40}
		}
	}
	text, err := json.Marshal(map[string]any{"alpha": 0.1, "reference_model": "m", "solo": solo, "pair": pair})
	if err != nil {
		t.Fatal(err)
	}
	return write(t, "table.json", string(text))
}

// TestSkillEntropyRL trains by the paper's reward and its placebo; the table is part of
// what a run is.
func TestSkillEntropyRL(t *testing.T) {
	t.Parallel()
	for preset, part := range map[string]string{"paper": "entropy-rank", "placebo": "placebo", "transition": "transition"} {
		c, dir := rlConfig(t), t.TempDir()
		c.Recipe, c.Reward, c.Table, c.Steps = "grpo", preset, skillTable(t, 0.1), 2
		if preset == "paper" {
			c.Recipe = "skill-entropy"
		}
		s := reinforced(t, dir, c)
		if x, ok := s.Last.Parts[part].Value(); !ok || x <= 0 || s.Last.Unscored > 0 {
			t.Errorf("%s: %+v", preset, s.Last)
		}
		for _, line := range samples(t, dir) {
			sum := 0.0
			for name, weight := range map[string]float64{"answer": 0.7, part: 0.3} {
				sum += weight * *line.Reward.Parts[name].Score
			}
			if got := fmt.Sprintf("%.9f", *line.Reward.Reward); got != fmt.Sprintf("%.9f", sum) {
				t.Errorf("%s: the reward is %s, its parts make %v", preset, got, sum)
			}
		}
		overwrite(t, c.Table, strings.Replace(string(read(t, c.Table)), "0.9", "0.8", 1))
		if _, err := train.RL(context.Background(), dir, c, train.RLEnvironment{Solver: cue.Solver{}}); err == nil || !strings.Contains(err.Error(), "differ from those the run began with: "+c.Table) {
			t.Errorf("%s: another table: %v", preset, err)
		}
	}
}
