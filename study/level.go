package study

import (
	"fmt"
	"os"

	"segue/switching"
	"segue/task"
)

// levels are those of terciles, the lowest first.
var levels = []task.Level{task.LevelLow, task.LevelMedium, task.LevelHigh}

// setLevels gives each task its Skill Entropy by a start's table, and its level:
// its tercile among the tasks.
func setLevels(tasks []task.Task, tablePath string) error {
	f, err := os.Open(tablePath)
	if err != nil {
		return fmt.Errorf("read table: %w", err)
	}
	defer f.Close()
	table, err := switching.ReadTable(f)
	if err != nil {
		return fmt.Errorf("read %s: %w", tablePath, err)
	}
	entropy := make([]float64, len(tasks))
	for i := range tasks {
		entropy[i] = table.Task(tasks[i].Sequence(), switching.Shrunk).SkE
		tasks[i].SkE = &entropy[i]
	}
	for i, l := range terciles(entropy) {
		tasks[i].Level = levels[l]
	}
	return nil
}
