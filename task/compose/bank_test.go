package compose_test

import (
	"testing"

	"segue/skill"
	"segue/skill/gen"
	_ "segue/skill/gen/all"
	"segue/task"
	"segue/task/compose"
)

// BenchmarkTask builds tasks from the whole bank.
func BenchmarkTask(b *testing.B) {
	o := options()
	o.Skills = skill.Bank()
	builder, err := compose.New(o, func(id string, difficulty int, index uint64) (task.Item, error) {
		return gen.New(id, gen.Difficulty(difficulty), index)
	})
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		if _, err := builder.Task(i); err != nil {
			b.Fatal(err)
		}
	}
}
