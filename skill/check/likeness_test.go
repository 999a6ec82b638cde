package check_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"segue/skill/check"
	"segue/skill/gen"
	"segue/task"
)

// asking is a generator that asks one question of a number and a name.
func asking(id, question string) gen.Generator {
	gen.Register(id, "test", "Asking "+id, "d", func(r *rand.Rand, _ gen.Difficulty) task.Item {
		name := gen.Pick(r, []string{"Ada", "Ben", "Cleo"})
		return task.Item{Question: fmt.Sprintf(question, name, r.IntN(1000)), Answer: task.Integer(1)}
	})
	g, _ := gen.Lookup(id)
	return g
}

func TestAlikeSeesThroughNumbersAndNames(t *testing.T) {
	apples := asking("math/apples", "%s has %d apples in the basket and gives half of them away to a friend.")
	again := asking("math/again", "%s has %d apples in the basket and gives half of them away to a neighbour.")
	trains := asking("math/trains", "While %s waits, a train of %d wagons passes the platform without a stop.")
	alike, err := check.Alike([]gen.Generator{apples, again, trains}, 5, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	if len(alike) != 1 || alike[0].A != "math/apples" || alike[0].B != "math/again" || alike[0].Share >= 1 {
		t.Errorf("%+v", alike)
	}
}
