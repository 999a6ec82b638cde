package math

import (
	"fmt"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

// worked is an item whose question is one of the phrasings with the values
// written in, and whose reference is the working and the answer.
func worked(r *rand.Rand, phrasings []string, values []gen.Value, answer task.Answer, working string, args ...any) task.Item {
	question, slots := gen.Ask(r, phrasings, values...)
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf(working, args...), answer),
	}
}
