package rollout

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"segue/skill"
	"segue/task"
)

// Style is a way to put a task to a policy.
type Style struct {
	Name  string
	Doc   string // one sentence
	Write func(t task.Task, m task.Mode, step int, skills []skill.Skill) (string, error)
}

var styles = map[string]Style{}

// RegisterStyle adds a style; it panics on an incomplete or taken one.
func RegisterStyle(s Style) {
	if s.Name == "" || s.Doc == "" || s.Write == nil {
		panic(fmt.Sprintf("rollout: the style %q is incomplete", s.Name))
	}
	if _, taken := styles[s.Name]; taken {
		panic("rollout: style " + s.Name + " is registered twice")
	}
	styles[s.Name] = s
}

// Styles lists all styles by name.
func Styles() []Style {
	all := make([]Style, 0, len(styles))
	for _, name := range slices.Sorted(maps.Keys(styles)) {
		all = append(all, styles[name])
	}
	return all
}

// LookupStyle finds a style by name.
func LookupStyle(name string) (Style, error) {
	if s, ok := styles[name]; ok {
		return s, nil
	}
	return Style{}, fmt.Errorf("unknown prompt style %q; there are %s", name, strings.Join(slices.Sorted(maps.Keys(styles)), ", "))
}

func init() {
	RegisterStyle(Style{Name: "instructed", Doc: "the questions and how to answer them, as segue bench run asks",
		Write: func(t task.Task, m task.Mode, step int, _ []skill.Skill) (string, error) { return t.Prompt(m, step) }})
	RegisterStyle(Style{Name: "bare", Doc: "the questions alone, a line each: for a model that was trained on the form", Write: bare})
	RegisterStyle(Style{Name: "library", Doc: "as instructed, with the list of all skills before the questions",
		Write: func(t task.Task, m task.Mode, step int, skills []skill.Skill) (string, error) {
			text, err := t.Prompt(m, step)
			return task.Library(skills) + text, err
		}})
	RegisterStyle(Style{Name: "bare-library", Doc: "as bare, with the list of all skills before the questions",
		Write: func(t task.Task, m task.Mode, step int, skills []skill.Skill) (string, error) {
			text, err := bare(t, m, step, skills)
			return task.Library(skills) + text, err
		}})
}

func bare(t task.Task, m task.Mode, step int, _ []skill.Skill) (string, error) {
	if m == task.Single {
		if step < 1 || step > len(t.Steps) {
			return "", fmt.Errorf("task %s has no step %d", t.ID, step)
		}
		t = task.Task{Steps: []task.Step{t.Steps[step-1].Alone()}}
	}
	return t.BarePrompt(), nil
}

// Writer writes prompts in one style and tokenises them.
type Writer struct {
	Style  Style
	Skills []skill.Skill                        // for styles that list them
	Encode func(prompt string) ([]int32, error) // as the policy was taught to be asked
}

// Cross is the prompt of a whole task.
func (w Writer) Cross(t task.Task) (Prompt, error) { return w.write(t, t, task.Cross, 0) }

// Single is the prompt of a step (from 1) alone, every value written out.
func (w Writer) Single(t task.Task, step int) (Prompt, error) {
	if step < 1 || step > len(t.Steps) {
		return Prompt{}, fmt.Errorf("task %s has no step %d", t.ID, step)
	}
	alone := t
	alone.Steps = []task.Step{t.Steps[step-1].Alone()}
	return w.write(alone, t, task.Single, step)
}

// Guided is a prompt with a right response before it: what the policy would say if it
// could look at the reference.
func (w Writer) Guided(p Prompt, reference string) (Prompt, error) {
	p.Text = "Reference:\n" + reference + "\n\n" + p.Text
	var err error
	if p.Tokens, err = w.Encode(p.Text); err != nil {
		return Prompt{}, fmt.Errorf("task %s: encode guided prompt: %w", p.Task.ID, err)
	}
	return p, nil
}

func (w Writer) write(graded, t task.Task, m task.Mode, step int) (Prompt, error) {
	text, err := w.Style.Write(t, m, step, w.Skills)
	if err != nil {
		return Prompt{}, fmt.Errorf("write prompt: %w", err)
	}
	tokens, err := w.Encode(text)
	if err != nil {
		return Prompt{}, fmt.Errorf("task %s: encode prompt: %w", t.ID, err)
	}
	return Prompt{Task: graded, Mode: m, Text: text, Tokens: tokens}, nil
}
