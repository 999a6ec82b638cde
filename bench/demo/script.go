// Package demo is a scripted model whose cost of switching is known, so that a
// run of the whole measuring path can be held against the truth: what the
// report finds must be what the script has.
package demo

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"

	"segue/grade"
	"segue/llm"
	"segue/llm/scripted"
	"segue/skill"
	"segue/task"
	"segue/task/response"
)

// ModelName is how the scripted model names itself.
const ModelName = "scripted"

// Script is a model that knows the answers of a benchmark and gets them wrong
// on purpose: alone by each domain's own rate, in a task also by the cost of
// the switch from the previous step's domain and wherever an earlier answer
// that the step uses was wrong.
type Script struct {
	seed    uint64
	prompts map[string]question
}

// question is what one prompt asks.
type question struct {
	task task.Task
	step int // 0 asks the whole task
}

// NewScript prepares the script for a benchmark.
func NewScript(tasks []task.Task, seed uint64) (*Script, error) {
	s := &Script{seed: seed, prompts: map[string]question{}}
	for _, t := range tasks {
		prompt, err := t.Prompt(task.Cross, 0)
		if err != nil {
			return nil, err
		}
		s.prompts[prompt] = question{t, 0}
		for _, step := range t.Steps {
			if prompt, err = t.Prompt(task.Single, step.N); err != nil {
				return nil, err
			}
			s.prompts[prompt] = question{t, step.N}
		}
	}
	return s, nil
}

// Alone is the scripted accuracy on a domain's steps asked alone.
func Alone(d skill.Domain) float64 { return 0.78 + 0.02*float64(hash(string(d))%9) }

// Cost is the scripted share of its accuracy that a step loses when the
// previous step was of another domain. Leaving planning is dear, mathematics and
// coding are near to each other, and the two directions differ.
func Cost(from, to skill.Domain) float64 {
	switch {
	case from == "" || from == to:
		return 0
	case from == skill.Math && to == skill.Coding, from == skill.Coding && to == skill.Math:
		return 0.02
	case from == skill.Planning:
		return 0.45
	}
	return 0.05 + 0.04*float64(hash(string(from)+">"+string(to))%7)
}

func hash(s string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(s))
	return h.Sum32()
}

// Answer answers a request of the benchmark.
func (s *Script) Answer(req llm.Request) string {
	if len(req.Messages) == 0 {
		return "There is no question."
	}
	q, ok := s.prompts[req.Messages[len(req.Messages)-1].Content]
	if !ok {
		return "I do not know this question."
	}
	r := rand.New(rand.NewPCG(scripted.Seed(s.seed, req), 1))
	if q.step > 0 {
		step := q.task.Steps[q.step-1]
		return response.Format("", []response.Step{s.write(r, step, step.Domain, r.Float64() < Alone(step.Domain))})
	}
	return s.whole(r, q.task)
}

// whole answers all steps of a task.
func (s *Script) whole(r *rand.Rand, t task.Task) string {
	steps := make([]response.Step, len(t.Steps))
	right := make([]bool, len(t.Steps)+1)
	previous := skill.Domain("")
	for i, step := range t.Steps {
		alone, kept := r.Float64() < Alone(step.Domain), r.Float64() >= Cost(previous, step.Domain)
		right[step.N] = alone && kept
		for _, u := range step.Uses {
			right[step.N] = right[step.N] && right[u.Step]
		}
		label := step.Domain
		if !kept && r.IntN(2) == 0 {
			label = previous // half of the lost switches show in the label
		}
		steps[i] = s.write(r, step, label, right[step.N])
		previous = step.Domain
	}
	return response.Format(fmt.Sprintf("There are %d steps.", len(t.Steps)), steps)
}

// write writes a step's answer, right or wrong, under a label of the domain.
func (s *Script) write(r *rand.Rand, step task.Step, label skill.Domain, right bool) response.Step {
	name := "some skill"
	if known, err := skill.Lookup(step.Skill); err == nil && label == step.Domain {
		_, name, _ = strings.Cut(known.Label, ", ")
	}
	answer := grade.Extract(step.Reference, true)
	if !right {
		answer = wrong(r, step.Answer.Kind)
	}
	return response.Step{Skill: label.Title() + ", " + name, Answer: answer, Found: true}
}

// wrong is an answer that is never right.
func wrong(r *rand.Rand, k task.Kind) string {
	if k == task.KindChoice {
		return "none of them"
	}
	return fmt.Sprintf("unsure, perhaps %d", 1_000_003+r.IntN(1000))
}
