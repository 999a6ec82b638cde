package train

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"segue/rl"
	"segue/task"
)

// Files of a run by reinforcement learning, beside those of every run.
const (
	rolloutsName    = "rollouts.jsonl" // the first responses of each batch, with their rewards
	evaluationsName = "evaluations"    // folder of outcomes, a file for each evaluation
)

// rlEntry is a line of metrics.jsonl: of a batch, or of an evaluation.
type rlEntry struct {
	Kind  string        `json:"kind"` // "rl" or "eval"
	Step  int           `json:"step"` // batches done
	Train *RLMeasure    `json:"train,omitempty"`
	Eval  *RLEvaluation `json:"eval,omitempty"`
}

func (e rlEntry) at() int { return e.Step }

const kindRL = "rl"

// sampleLine is a line of rollouts.jsonl. Columns are over the response's tokens.
type sampleLine struct {
	Step      int             `json:"step"`
	Task      string          `json:"task"`
	Mode      task.Mode       `json:"mode"`
	Sample    int             `json:"sample"`
	Prompt    string          `json:"prompt"`
	Response  string          `json:"response"`
	Reward    json.RawMessage `json:"reward"`
	Starts    []int           `json:"starts"` // byte at which each token begins
	LogProb   []float32       `json:"logp"`
	Entropy   []float32       `json:"entropy"`
	Advantage []float32       `json:"advantage"`
	Kept      bool            `json:"kept"` // by the plan
}

func (l sampleLine) at() int { return l.Step }

// record writes the lines of a step and looks at the run's health.
func (s *rlSession) record(m *RLMeasure, d drawn, plan *rl.Plan) error {
	m.Events = s.monitor.Observe(m.reading(s.summary.Step, s.group(), plan))
	m.Active = s.monitor.Active()
	if s.monitor.Healthy() {
		s.good = s.saved
	}
	if err := s.metrics.add(rlEntry{Kind: kindRL, Step: s.summary.Step, Train: m}); err != nil {
		return err
	}
	if err := s.keepRollouts(d, plan); err != nil {
		return err
	}
	s.count(rlEntry{Step: s.summary.Step, Train: m})
	s.progress()
	for _, e := range m.Events {
		if e.Fatal {
			return fmt.Errorf("%w: %s: %s", ErrDiverged, e.Name, strings.TrimSuffix(e.Says, "."))
		}
		s.env.Warn(fmt.Errorf("step %d: %s: %s", e.Step, e.Name, e.Says))
	}
	return nil
}

func (s *rlSession) progress() {
	if s.env.Progress != nil {
		s.env.Progress(RLProgress{Step: s.summary.Step, Steps: s.summary.Steps, Last: s.summary.Last, Eval: s.summary.EvalEnd})
	}
}

// count takes a line into the summary.
func (s *rlSession) count(e rlEntry) {
	switch {
	case e.Train != nil:
		s.summary.Last = e.Train
		s.summary.Events = append(s.summary.Events, e.Train.Events...)
	case e.Eval != nil:
		s.evaluated = e.Step
		s.summary.EvalEnd = e.Eval
		if e.Step == 0 {
			s.summary.EvalStart = e.Eval
		}
	}
}

// keepRollouts writes the first responses of a batch.
func (s *rlSession) keepRollouts(d drawn, plan *rl.Plan) error {
	at := 0
	for i, r := range d.rollouts[:min(s.config.LogRollouts, len(d.rollouts))] {
		p := d.prompts[r.Prompt]
		earned, err := json.Marshal(r.Reward)
		if err != nil {
			return fmt.Errorf("write the reward of task %s: %w", p.Task.ID, err)
		}
		line := sampleLine{
			Step: s.summary.Step, Task: p.Task.ID, Mode: p.Mode, Sample: r.Sample, Prompt: p.Text, Reward: earned, Kept: plan.Keep[i],
		}
		line.Response, line.Starts = legible(r.Text, r.Starts)
		for _, t := range r.Tokens {
			line.LogProb, line.Entropy = append(line.LogProb, float32(t.LogProb)), append(line.Entropy, float32(t.Entropy))
			line.Advantage = append(line.Advantage, float32(plan.Advantage[at]))
			at++
		}
		if err := s.rollouts.add(line); err != nil {
			return err
		}
	}
	return nil
}

// legible is a text as JSON can hold it, each byte that is no UTF-8 replaced, with
// the places of its tokens.
func legible(text string, starts []int) (string, []int) {
	if utf8.ValidString(text) {
		return text, starts
	}
	var b strings.Builder
	moved := make([]int, len(starts))
	at := 0
	for place, r := range text {
		for ; at < len(starts) && starts[at] <= place; at++ {
			moved[at] = b.Len()
		}
		b.WriteRune(r)
	}
	for ; at < len(starts); at++ {
		moved[at] = b.Len()
	}
	return b.String(), moved
}

// evaluationName is the file of an evaluation's outcomes within the run directory.
func (s *rlSession) evaluationName() string {
	return filepath.Join(evaluationsName, fmt.Sprintf("step-%08d.jsonl", s.summary.Step))
}
