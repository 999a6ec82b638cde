package math

import (
	"fmt"
	"math/rand/v2"

	"segue/skill"
	"segue/skill/gen"
	"segue/task"
)

// entry is one skill of a file's list.
type entry struct {
	slug, name, description string
	generate                func(*rand.Rand, gen.Difficulty) task.Item
}

// enrol registers the skills of one sub-area.
func enrol(area string, entries ...entry) {
	for _, e := range entries {
		gen.Register(gen.Generator{
			Skill:    skill.Skill{ID: "math/" + e.slug, Area: area, Name: e.name, Description: e.description},
			Generate: e.generate,
		})
	}
}

// worked is an item whose question is one of the phrasings with the values
// written in, and whose reference is the working and the answer.
func worked(r *rand.Rand, phrasings []string, values []gen.Value, answer task.Answer, working string, args ...any) task.Item {
	question, slots := gen.Ask(r, phrasings, values...)
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf(working, args...), answer),
	}
}
