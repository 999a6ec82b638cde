package study

import (
	"cmp"
	"fmt"
	"os"
	"slices"

	"segue/switching"
	"segue/task"
)

// levels are those of terciles, the lowest first.
var levels = []task.Level{task.LevelLow, task.LevelMedium, task.LevelHigh}

// entropies is the Skill Entropy of each task by a start's table.
func entropies(tasks []task.Task, tablePath string) ([]float64, error) {
	f, err := os.Open(tablePath)
	if err != nil {
		return nil, fmt.Errorf("read table: %w", err)
	}
	defer f.Close()
	table, err := switching.ReadTable(f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", tablePath, err)
	}
	entropy := make([]float64, len(tasks))
	for i, t := range tasks {
		entropy[i] = table.Task(t.Sequence(), switching.Shrunk).SkE
	}
	return entropy, nil
}

// setLevels gives each task its Skill Entropy by a start's table, and its level:
// its tercile among the tasks.
func setLevels(tasks []task.Task, tablePath string) error {
	entropy, err := entropies(tasks, tablePath)
	if err != nil {
		return err
	}
	for i, l := range terciles(entropy) {
		tasks[i].SkE, tasks[i].Level = &entropy[i], levels[l]
	}
	return nil
}

// terciles cuts numbers into a low, a medium and a high third, by rank; equal
// numbers keep the order of their places.
func terciles(x []float64) []int {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	level := make([]int, len(x))
	for rank, i := range order {
		level[i] = rank * len(levels) / len(x)
	}
	return level
}
