// Package label lets a language model complete imported tasks: it names the
// skill of each step from the bank's list, and it rewrites scenarios and the
// sentences that lead into a step.
//
// Nothing that the model says is taken on trust. A label counts only where the
// bank has the skill; a rewriting only where it leaves every number, quotation,
// code block and linked value of the questions as it was. What is refused stays
// as it is and is counted.
package label

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"segue/llm"
	"segue/skill"
	"segue/task"
	"segue/task/importer"
)

// Labeler names the skills of steps.
type Labeler struct {
	// Sampler reaches the model; it retries, limits and caches by itself.
	Sampler llm.Sampler
	Model   string
	// Bank is the skills to choose from.
	Bank []skill.Skill
	// Foreign also labels steps whose skill is not in Bank; the old id is kept in
	// the step's field "source_skill".
	Foreign bool
	// Tries is how often a step is asked before it stays unlabelled; 0 is 3.
	Tries int
	// Concurrency is the most steps that are asked at once; 0 is 8.
	Concurrency int
	// Progress is told how many of the steps are done, one call at a time.
	Progress func(done, total int)
}

// Summary counts what a labelling came to.
type Summary struct {
	Steps      int `json:"steps"`
	Kept       int `json:"kept"`       // had a skill and were not asked
	Labelled   int `json:"labelled"`   // got a skill
	Unlabelled int `json:"unlabelled"` // no reply named a skill of the bank
	Failed     int `json:"failed"`     // the endpoint gave no reply
	// FirstFailure is the reason of the first failed step.
	FirstFailure string `json:"first_failure,omitempty"`
}

const (
	defaultTries       = 3
	defaultConcurrency = 8
)

// target is a step that wants a label.
type target struct {
	task, step int
	found      *skill.Skill
	err        error
}

// Label names the skills of the steps that have none (importer.Unlabelled), in place. An error that
// trying again cannot mend, such as a wrong key, ends it; the labels found
// until then are kept.
func (l Labeler) Label(ctx context.Context, tasks []task.Task) (Summary, error) {
	if len(l.Bank) == 0 {
		return Summary{}, errors.New("label steps: the bank is empty")
	}
	bank := map[string]skill.Skill{}
	for _, s := range l.Bank {
		bank[s.ID] = s
	}
	var summary Summary
	var targets []*target
	for i, t := range tasks {
		for k, s := range t.Steps {
			summary.Steps++
			if _, known := bank[s.Skill]; importer.Unlabelled(s.Skill) || l.Foreign && !known {
				targets = append(targets, &target{task: i, step: k})
			} else {
				summary.Kept++
			}
		}
	}
	stopped := forEach(ctx, len(targets), l.Concurrency, l.Progress, func(ctx context.Context, i int) error {
		t := targets[i]
		t.found, t.err = l.skillOf(ctx, bank, tasks[t.task].Steps[t.step])
		return t.err
	})
	for _, t := range targets {
		step := &tasks[t.task].Steps[t.step]
		switch {
		case t.found != nil:
			summary.Labelled++
			apply(step, *t.found)
		case t.err != nil:
			summary.Failed++
			if summary.FirstFailure == "" {
				summary.FirstFailure = t.err.Error()
			}
		default:
			summary.Unlabelled++
		}
	}
	if stopped != nil {
		return summary, fmt.Errorf("label steps: %w", stopped)
	}
	return summary, nil
}

// apply sets a step's skill and keeps a foreign one in a further field.
func apply(step *task.Step, s skill.Skill) {
	if !importer.Unlabelled(step.Skill) {
		step.Extra = maps.Clone(step.Extra)
		if step.Extra == nil {
			step.Extra = map[string]rawJSON{}
		}
		step.Extra["source_skill"] = quoteJSON(step.Skill)
	}
	step.Skill, step.Domain = s.ID, s.Domain
}

// skillOf asks for the domain where the step has none, then for the skill. It
// gives nil where no reply named one.
func (l Labeler) skillOf(ctx context.Context, bank map[string]skill.Skill, s task.Step) (*skill.Skill, error) {
	question := s.Alone().Question
	domain := s.Domain
	if !slices.ContainsFunc(l.Bank, func(b skill.Skill) bool { return b.Domain == domain }) {
		domains := l.domains()
		found, err := ask(ctx, l, domainPrompt(question, domains), func(label string) (skill.Domain, bool) {
			d, err := skill.ParseDomain(label)
			return d, err == nil && slices.Contains(domains, d)
		})
		if found == nil || err != nil {
			return nil, err
		}
		domain = *found
	}
	return ask(ctx, l, skillPrompt(question, domain, l.Bank), func(label string) (skill.Skill, bool) {
		match, ok := skill.MatchLabel(label)
		own, has := bank[match.ID]
		return own, ok && has && own.Domain == domain
	})
}

// domains are those that the bank has skills of, in their usual order.
func (l Labeler) domains() []skill.Domain {
	return slices.DeleteFunc(skill.Domains(), func(d skill.Domain) bool {
		return !slices.ContainsFunc(l.Bank, func(s skill.Skill) bool { return s.Domain == d })
	})
}

// ask draws replies until one holds a single label that is accepted. The first
// draw is at temperature 0, later ones are warmer, or they would be the same.
func ask[T any](ctx context.Context, l Labeler, prompt string, accept func(label string) (T, bool)) (*T, error) {
	tries := l.Tries
	if tries < 1 {
		tries = defaultTries
	}
	for try := range tries {
		r, err := l.Sampler.Sample(ctx, request(l.Model, prompt, labelTokens, try))
		if err != nil {
			return nil, err
		}
		if label, ok := readLabel(r.Text); ok {
			if value, ok := accept(label); ok {
				return &value, nil
			}
		}
	}
	return nil, nil
}
