// Package cue is a family of small tasks in which only an ambiguous cue tells
// what to do. Every question shows the same payload, four digits and an
// operand, after a cue of four words:
//
//	first plus it now : 3 8 1 4 with 7
//
// The words come from a small pool that the skills share, so that a model must
// read the cue as a whole, name the skill and then compute. A model of a few
// hundred thousand parameters learns each skill within minutes, and one that has
// mostly seen chains of a single skill then fails where skills change. That is
// what the family is for: a switching gap that can be measured and trained on a
// laptop, with gold labels for every step.
//
// The tasks are ordinary ones: their answers are judged by the graders of their
// kind, their responses read by the strict parser. Their skills are no part of
// the bank.
package cue

import (
	"strings"

	"segue/skill"
	"segue/task"
)

// payload is how many digits a question shows, base how many values a digit or
// an operand has.
const (
	payload = 4
	base    = 10
)

// rule is a skill with its cues, the most frequent of a skewed source first, and
// what it computes from the payload and the operand: the digits of the answer.
type rule struct {
	skill.Skill
	cues   [cuesPerSkill]string
	answer func(list [payload]int, n int) []int
}

const cuesPerSkill = 5

// Skills lists the fourteen skills of the family, two in each of seven domains.
func Skills() []skill.Skill {
	all := make([]skill.Skill, len(rules))
	for i, r := range rules {
		all[i] = r.Skill
	}
	return all
}

// ruleOf finds a rule by the id of its skill.
var ruleOf = func() map[string]*rule {
	byID := make(map[string]*rule, len(rules))
	for i := range rules {
		byID[rules[i].ID] = &rules[i]
	}
	return byID
}()

// define makes a rule; the skill is named by its domain and one word.
func define(d skill.Domain, name, description string, answer func([payload]int, int) []int, cues ...string) rule {
	return rule{
		Skill: skill.Skill{
			ID: string(d) + "/cue-" + strings.ToLower(name), Domain: d, Area: "ambiguous cues",
			Name: name, Label: d.Title() + ", " + name, Description: description,
		},
		cues:   [cuesPerSkill]string(cues),
		answer: answer,
	}
}

// spaced writes digits with blanks between them, so that each is a word.
func spaced(digits []int) string {
	var b strings.Builder
	for i, d := range digits {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(byte('0' + d))
	}
	return b.String()
}

// answerOf is the typed answer. It is a text also where it is one digit, since
// the grader of integers forgives more than a small model should be paid for:
// it reads "7 now" as seven things.
func answerOf(digits []int) task.Answer { return task.String(spaced(digits)) }
