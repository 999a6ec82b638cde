package importer

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"segue/skill"
	"segue/task"
)

func init() {
	Register(Shape{Name: "skill2-bench", Rank: 20, Task: skill2Bench,
		Doc: "the released Skill²-Bench files: a scenario and steps with question and solution; solutions of open-ended steps become rubrics",
		Detect: func(r *Record, _ Options) bool {
			return r.Has("steps") && jsonType(unwrapText(r.values[r.find([]string{"steps"})])) == "an array"
		}})
}

// Only scenario, steps, question and solution are known of the release; the
// other names here are those that a file of this kind is likely to use.
var (
	scenarioFields   = []string{"scenario", "context", "story", "background", "setting", "scenario_text"}
	stepFields       = []string{"steps", "chain", "sub_questions", "subtasks"}
	stepQuestion     = []string{"question", "query", "prompt", "problem", "instruction", "step_question", "rewritten_question", "text", "content"}
	stepSolution     = []string{"solution", "answer", "reference_answer", "final_answer", "expected_answer", "ground_truth", "gold", "target", "reference"}
	stepAnswer       = []string{"answer", "final_answer", "reference_answer", "expected_answer", "ground_truth", "gold"}
	stepAlone        = []string{"standalone", "original_question", "seed_question", "single_question", "source_question"}
	stepDomain       = append([]string{"category", "field", "task_domain", "type"}, domainFields...)
	sequenceFields   = []string{"skill_sequence", "skills", "sequence", "skill_path", "skill_labels"}
	domainSequence   = []string{"domain_sequence", "domains", "domain_path"}
	levelFields      = []string{"level", "entropy_level", "ske_level", "difficulty_level", "entropy"}
	entropyFields    = []string{"ske", "skill_entropy", "task_entropy", "entropy", "entropy_score", "mean_entropy"}
	maxStepsImported = 100
)

func skill2Bench(r *Record, _ Options) (task.Task, error) {
	t := task.Task{Scenario: r.Text(scenarioFields...), SkE: entropyOf(r), Level: levelOf(r)}
	steps := r.List(stepFields...)
	switch {
	case r.err != nil:
		return t, r.err
	case len(steps) == 0:
		return t, fmt.Errorf("there are no steps")
	case len(steps) > maxStepsImported:
		return t, fmt.Errorf("there are %d steps, more than %d", len(steps), maxStepsImported)
	}
	labels, domains := r.sequence(sequenceFields, len(steps)), r.sequence(domainSequence, len(steps))
	for i, raw := range steps {
		s, err := fieldsOf(raw)
		if err != nil {
			return t, fmt.Errorf("step %d: %w", i+1, err)
		}
		step, err := skill2Step(s, labels[i], domains[i])
		if err == nil {
			err = s.err
		}
		if err != nil {
			return t, fmt.Errorf("step %d: %w", i+1, err)
		}
		for _, note := range s.notes {
			r.Note(note)
		}
		step.Extra = s.Rest()
		t.Steps = append(t.Steps, step)
	}
	return t, nil
}

// sequence is what a task says of each of its steps, where it says it of all.
func (r *Record) sequence(names []string, steps int) []json.RawMessage {
	var list []json.RawMessage
	name := r.find(names)
	if name == "" || json.Unmarshal(unwrapText(r.values[name]), &list) != nil || len(list) != steps {
		return make([]json.RawMessage, steps)
	}
	return list
}

// skill2Step reads a step; the label and the domain of the task's own sequence
// are used where the step has none.
func skill2Step(s *Record, label, domain json.RawMessage) (task.Step, error) {
	step := task.Step{Question: s.Need(stepQuestion...), Standalone: s.Text(stepAlone...)}
	step.Skill, step.Domain = s.labels(label, domain)
	if level := s.Text("difficulty"); level != "" {
		if n, err := strconv.Atoi(level); err == nil && n >= 1 && n <= 5 {
			step.Difficulty = n
		} else {
			s.keep("difficulty")
		}
	}
	if s.err != nil {
		return step, s.err
	}
	answer, working, err := skill2Answer(s, step)
	if err != nil {
		return step, err
	}
	step.Answer = answer
	if text := answer.Text(); text != "" {
		step.Reference = reference(working, text)
	} else {
		step.Reference = working
	}
	return step, nil
}

// labels finds the skill and the domain of a step.
func (r *Record) labels(label, domain json.RawMessage) (string, skill.Domain) {
	if r.Has(skillFields...) {
		label = r.Raw(skillFields...)
	} else if r.Has("label") {
		label = r.Raw("label")
	}
	name, of := labelOf(label)
	for _, text := range []string{r.plainText(stepDomain), of, firstLabel(domain)} {
		if d, ok := domainOf(text); ok {
			return skillOf(name, d)
		}
	}
	return skillOf(name, "")
}

func firstLabel(raw json.RawMessage) string {
	label, _ := labelOf(raw)
	return label
}

// plainText is the first of the fields that names a domain; it is not marked as
// used otherwise, since "type" and "category" may mean anything.
func (r *Record) plainText(names []string) string {
	for _, name := range names {
		if text, err := textOf(r.values[foldName(name)]); err == nil && text != "" {
			if _, ok := domainOf(text); ok {
				r.used[foldName(name)] = true
				return text
			}
		}
	}
	return ""
}

var levelInName = regexp.MustCompile(`(?i)entropy_(low|medium|high)(?:_|\b)`)

// levelOf is the level of the record, else that in the file's name.
func levelOf(r *Record) task.Level {
	for _, name := range levelFields {
		text, err := textOf(r.values[name])
		if err != nil {
			continue
		}
		text = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(strings.TrimSpace(text)), "entropy"), "_")
		switch l := task.Level(strings.TrimSpace(text)); l {
		case task.LevelLow, task.LevelMedium, task.LevelHigh:
			r.used[name] = true
			return l
		case "mid":
			r.used[name] = true
			return task.LevelMedium
		}
	}
	if m := levelInName.FindStringSubmatch(filepath.Base(r.file)); m != nil {
		return task.Level(strings.ToLower(m[1]))
	}
	return task.LevelNone
}

// entropyOf is the task's Skill Entropy, where the record states a number.
func entropyOf(r *Record) *float64 {
	for _, name := range entropyFields {
		raw := r.values[name]
		if jsonType(raw) != "a number" {
			continue
		}
		x, err := strconv.ParseFloat(string(raw), 64)
		if err != nil || math.IsInf(x, 0) || x < 0 {
			r.fail("field %s: %s is no Skill Entropy", name, shorten(string(raw)))
			return nil
		}
		r.used[name] = true
		return &x
	}
	return nil
}
