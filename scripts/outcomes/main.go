// Command outcomes writes made-up graded outcomes as JSONL, for timing
// `segue entropy estimate`: nine domains of nine skills, tasks of 2 to 10 steps,
// four samples in each mode.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"

	"segue/skill"
	"segue/task"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "outcomes:", err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) != 2 {
		return fmt.Errorf("usage: outcomes COUNT")
	}
	left, err := strconv.Atoi(os.Args[1])
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(1, 1))
	out := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(out)
	for t := 0; left > 0; t++ {
		for n := range 2 + r.IntN(9) {
			domain := skill.Domains()[(t+n*4)%9]
			id := fmt.Sprintf("%s/skill-%d", domain, r.IntN(9))
			for sample := range 4 {
				for _, mode := range []task.Mode{task.Single, task.Cross} {
					if left--; left < 0 {
						return out.Flush()
					}
					score := float64(r.IntN(2))
					err := enc.Encode(task.Outcome{Task: fmt.Sprint("task-", t), Step: n + 1, Mode: mode, Model: "made-up", Sample: sample,
						Skill: id, Score: score, Status: task.Scored, Correct: score == 1})
					if err != nil {
						return err
					}
				}
			}
		}
	}
	return out.Flush()
}
