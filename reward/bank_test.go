package reward_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"segue/reward"
	"segue/skill"
	"segue/skill/gen"
	"segue/switching"
	"segue/task"
	"segue/task/compose"
	"segue/task/response"
)

// bankTasks are tasks of the bank as bench build makes them, with the responses
// of their references. Programs are left out, which need a sandbox.
func bankTasks(t *testing.T, n int) (tasks []task.Task, responses []string) {
	t.Helper()
	var skills []skill.Skill
	for _, s := range skill.Bank() {
		if !s.Domain.OpenEnded() && s.Domain != skill.Coding {
			skills = append(skills, s)
		}
	}
	b, err := compose.New(compose.Options{Seed: 3, MinSteps: 2, MaxSteps: 10, MinDifficulty: 1, MaxDifficulty: 3, Split: compose.Train, Skills: skills},
		func(id string, difficulty int, index uint64) (task.Item, error) {
			return gen.New(id, gen.Difficulty(difficulty), index)
		})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		one, err := b.Task(i)
		if err != nil {
			t.Fatal(err)
		}
		read := make([]response.Step, len(one.Steps))
		for k, s := range one.Steps {
			known, err := skill.Lookup(s.Skill)
			if err != nil {
				t.Fatal(err)
			}
			_, answer, _ := strings.Cut(s.Reference, "<answer>")
			answer, _, _ = strings.Cut(answer, "</answer>")
			read[k] = response.Step{Skill: known.Label, Answer: answer}
		}
		tasks = append(tasks, one)
		responses = append(responses, response.Format("", read))
	}
	return tasks, responses
}

// The references of the bank earn everything under a table of all its skills,
// from several goroutines as from one.
func TestReferencesOfTheBankEarnAll(t *testing.T) {
	tasks, responses := bankTasks(t, 40)
	table := &switching.Table{Domain: map[string]switching.Cell{}}
	for i, a := range skill.Domains() {
		for k, b := range skill.Domains() {
			table.Domain[switching.Key(string(a), string(b))] = switching.Cell{SkE: 1 + float64(i+2*k)/10}
		}
	}
	s := reward.Setting{Table: table}
	for _, one := range tasks {
		s.Training = append(s.Training, one.Sequence())
	}
	c := everything(t, s)
	r := reward.Reader{Labels: labels(t, skill.Bank(), reward.LabelOptions{})}
	texts := make([]string, len(tasks))
	var all sync.WaitGroup
	for i, one := range tasks {
		all.Go(func() {
			got := c.Reward(r.Read(t.Context(), one, responses[i]))
			for name, v := range got.Parts {
				if v.Status != reward.Scored || v.Score < 1-1e-12 {
					t.Errorf("%s: %s is %s %g (%s)", one.ID, name, v.Status, v.Score, v.Reason)
				}
			}
			// A slip of the pen in every label is found by the embedding.
			slips := c.Reward(r.Read(t.Context(), one, strings.ReplaceAll(responses[i], "</skill>", "s</skill>")))
			if slips.Parts["step-label"].Score != 1 || slips.Steps[0].Match.How != reward.Nearest {
				t.Errorf("%s: with slips %v", one.ID, slips.Parts["step-label"])
			}
			text, _ := json.Marshal(slips)
			texts[i] = string(text)
		})
	}
	all.Wait()
	for i, one := range tasks {
		text, _ := json.Marshal(c.Reward(r.Read(t.Context(), one, strings.ReplaceAll(responses[i], "</skill>", "s</skill>"))))
		if string(text) != texts[i] {
			t.Errorf("%s differs alone:\n%s\n%s", one.ID, text, texts[i])
		}
	}
}
