package task

import (
	"encoding/json"
	"fmt"

	"segue/skill"
)

// Level is the entropy level of a task: the tercile of its Skill Entropy.
type Level string

// The levels; a task composed without a table has LevelNone.
const (
	LevelNone   Level = ""
	LevelLow    Level = "low"
	LevelMedium Level = "medium"
	LevelHigh   Level = "high"
)

// Task is 2 to 10 linked steps of different adjacent domains in one scenario.
type Task struct {
	ID       string `json:"id"`
	Scenario string `json:"scenario"`
	Level    Level  `json:"level,omitempty"`
	// SkE is the task's Skill Entropy: the mean over its consecutive pairs.
	SkE   *float64 `json:"ske,omitempty"`
	Seed  uint64   `json:"seed,omitempty"`
	Steps []Step   `json:"steps"`
	// Extra keeps fields that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Step is one question of a task. Question is as asked inside the task, where a
// value may be given through earlier answers; Standalone is the same question
// with every value written out. Answer is the answer of both.
type Step struct {
	N          int          `json:"n"` // from 1
	Skill      string       `json:"skill"`
	Domain     skill.Domain `json:"domain"`
	Question   string       `json:"question"`
	Standalone string       `json:"standalone"`
	Answer     Answer       `json:"answer"`
	Reference  string       `json:"reference,omitempty"`
	Difficulty int          `json:"difficulty,omitempty"`
	Uses       []Use        `json:"uses,omitempty"`
	// Extra keeps fields that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Use is a link: the value of Slot is written as Text, an expression of the
// answer to step Step.
type Use struct {
	Step int    `json:"step"`
	Slot string `json:"slot"`
	Text string `json:"text"`
}

// Sequence is the skill ids of the steps in order.
func (t Task) Sequence() []string {
	ids := make([]string, len(t.Steps))
	for i, s := range t.Steps {
		ids[i] = s.Skill
	}
	return ids
}

// Validate says what is wrong with a task's form, if anything.
func (t Task) Validate() error {
	if t.ID == "" {
		return fmt.Errorf("task without an id")
	}
	if len(t.Steps) == 0 {
		return fmt.Errorf("task %s: no steps", t.ID)
	}
	for i, s := range t.Steps {
		if s.N != i+1 {
			return fmt.Errorf("task %s: step %d is numbered %d", t.ID, i+1, s.N)
		}
		if s.Question == "" {
			return fmt.Errorf("task %s: step %d: empty question", t.ID, s.N)
		}
		if s.Answer.Kind == "" {
			return fmt.Errorf("task %s: step %d: no answer kind", t.ID, s.N)
		}
		for _, u := range s.Uses {
			if u.Step < 1 || u.Step >= s.N {
				return fmt.Errorf("task %s: step %d uses step %d, which is not an earlier one", t.ID, s.N, u.Step)
			}
		}
	}
	return nil
}

// MarshalJSON writes the task with the unknown fields that were read.
func (t Task) MarshalJSON() ([]byte, error) {
	type plain Task
	return marshalWithExtra(plain(t), t.Extra)
}

// UnmarshalJSON reads a task and keeps the fields it does not know.
func (t *Task) UnmarshalJSON(data []byte) error {
	type plain Task
	var p plain
	extra, err := unmarshalWithExtra(data, &p, taskFields)
	if err != nil {
		return fmt.Errorf("read task: %w", err)
	}
	p.Extra = extra
	*t = Task(p)
	return nil
}

// MarshalJSON writes the step with the unknown fields that were read.
func (s Step) MarshalJSON() ([]byte, error) {
	type plain Step
	return marshalWithExtra(plain(s), s.Extra)
}

// UnmarshalJSON reads a step and keeps the fields it does not know.
func (s *Step) UnmarshalJSON(data []byte) error {
	type plain Step
	var p plain
	extra, err := unmarshalWithExtra(data, &p, stepFields)
	if err != nil {
		return fmt.Errorf("read step: %w", err)
	}
	p.Extra = extra
	*s = Step(p)
	return nil
}

var (
	taskFields = jsonFields(Task{})
	stepFields = jsonFields(Step{})
)
