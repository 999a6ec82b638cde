package report

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"segue/study"
	"segue/task"
	"segue/task/cue"
	"segue/task/response"
)

// sample is a response of an arm near its end, with what was right in it.
type sample struct {
	Arm, Task string
	Step      int // of training
	Prompt    string
	Response  string
	Malformed string // why it could not be read, if so
	Steps     []sampleStep
}

type sampleStep struct {
	N           int
	Label, Gold string // skills
	LabelRight  bool
	Answer      string
	Right       string // the right answer; "" where it is not known
	AnswerRight bool
	Undecided   bool
}

// samplesOfArm is how many responses of each of two arms are shown.
const samplesOfArm = 5

// rolloutLine is a line of an arm's rollouts.jsonl.
type rolloutLine struct {
	Step     int    `json:"step"`
	Task     string `json:"task"`
	Prompt   string `json:"prompt"`
	Response string `json:"response"`
	Reward   struct {
		Status string       `json:"status"`
		Reason string       `json:"reason"`
		Steps  []rewardStep `json:"steps"`
	} `json:"reward"`
}

type rewardStep struct {
	Step  int      `json:"step"`
	Skill string   `json:"skill"`
	Gold  string   `json:"gold"`
	Label string   `json:"label"`
	Score *float64 `json:"score"`
}

// samples takes the last responses of the best arm that has some, and of answer, or the
// next best where that is answer:
// the first to each of the last tasks, not chosen by what they are worth.
func (f *folder) samples() []sample {
	var arms []string
	last := map[string][]sample{}
	for len(arms) < 2 {
		a, ok := best(f.result, func(a study.ArmResult) bool {
			_, tried := last[a.Name]
			return !tried && (len(arms) == 0 || arms[0] == "answer" || a.Name == "answer")
		})
		if !ok {
			break
		}
		if last[a.Name] = f.samplesOf(a.Name); len(last[a.Name]) > 0 {
			arms = append(arms, a.Name)
		}
	}
	var all []sample
	for _, name := range arms {
		all = append(all, last[name]...)
	}
	return all
}

// samplesOf are the last responses of the first run of an arm that has some.
func (f *folder) samplesOf(arm string) []sample {
	for _, seed := range f.seeds() {
		if !filepath.IsLocal(arm) {
			return nil
		}
		var kept []rolloutLine
		lines(f, filepath.Join(seed, arm, "rollouts.jsonl"), func(l rolloutLine) error {
			if n := len(kept); n > 0 && kept[n-1].Task == l.Task {
				return nil // another response to the same task
			}
			if kept = append(kept, l); len(kept) > samplesOfArm {
				kept = kept[1:]
			}
			return nil
		})
		if len(kept) == 0 {
			continue
		}
		gold := f.goldOf(seed, kept)
		var all []sample
		for _, l := range kept {
			all = append(all, l.sample(arm, gold[l.Task]))
		}
		return all
	}
	return nil
}

// goldOf finds the tasks of responses.
func (f *folder) goldOf(seed string, of []rolloutLine) map[string]task.Task {
	wanted, found := map[string]bool{}, map[string]task.Task{}
	for _, l := range of {
		wanted[l.Task] = true
	}
	lines(f, filepath.Join(seed, "tasks.jsonl"), func(t task.Task) error {
		if wanted[t.ID] {
			found[t.ID] = t
		}
		return nil
	})
	return found
}

func (l rolloutLine) sample(arm string, gold task.Task) sample {
	s := sample{Arm: arm, Task: clip(l.Task), Step: l.Step, Prompt: clip(l.Prompt), Response: clip(l.Response)}
	if len(l.Reward.Steps) == 0 {
		if s.Malformed = clip(l.Reward.Reason); s.Malformed == "" {
			s.Malformed = "it has no steps that could be graded"
		}
		for i, x := range gold.Steps {
			if i < cue.MaxSteps {
				s.Steps = append(s.Steps, sampleStep{N: x.N, Gold: skillName(x.Skill), Right: clip(x.Answer.Text())})
			}
		}
		return s
	}
	answers, err := response.Strict(l.Response, len(l.Reward.Steps))
	for i, r := range l.Reward.Steps {
		if i == cue.MaxSteps {
			break
		}
		step := sampleStep{N: r.Step, Label: clip(r.Label), Gold: skillName(r.Gold), LabelRight: r.Skill != "" && r.Skill == r.Gold, Undecided: r.Score == nil}
		step.AnswerRight = r.Score != nil && *r.Score == 1
		if err == nil {
			step.Answer = clip(answers[i].Answer)
		}
		if i < len(gold.Steps) {
			step.Right = clip(gold.Steps[i].Answer.Text())
		}
		s.Steps = append(s.Steps, step)
	}
	return s
}

// maxText is the most characters of a text that are shown.
const maxText = 2000

// clip bounds a text of foreign origin and takes out what is no character to be
// seen, among it the marks that turn the direction of writing.
func clip(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		if unicode.IsSpace(r) {
			return ' '
		}
		return '\uFFFD'
	}, strings.ToValidUTF8(s, "\uFFFD"))
	runes := []rune(s)
	if len(runes) <= maxText {
		return s
	}
	return fmt.Sprintf("%s … (%d more characters)", string(runes[:maxText]), len(runes)-maxText)
}

// skillName is the label of a skill of the family, else its id.
func skillName(id string) string {
	for _, s := range cue.Skills() {
		if s.ID == id {
			return s.Label
		}
	}
	return clip(id)
}
