package train

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"segue/reward"
	"segue/skill"
	"segue/task"
)

// readTasks reads benchmark files. A line that is no task is an error: a
// training on what is left would be another one.
func readTasks(paths []string) ([]task.Task, error) {
	var all []task.Task
	for _, path := range paths {
		if err := readTaskFile(path, &all); err != nil {
			return nil, fmt.Errorf("read tasks from %s: %w", path, err)
		}
	}
	if len(paths) > 0 && len(all) == 0 {
		return nil, fmt.Errorf("there are no tasks in %s", strings.Join(paths, ", "))
	}
	return all, nil
}

func readTaskFile(path string, into *[]task.Task) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	err = task.ReadJSONL(f, func(_ int, t task.Task) error {
		*into = append(*into, t)
		return t.Validate()
	})
	var bad task.BadLines
	if errors.As(err, &bad) { // whose own words say that they were left out
		return fmt.Errorf("%d lines are no tasks, the first %w: mend or remove them", len(bad), bad[0])
	}
	return err
}

// vocabulary is what labels are mapped to: the bank with the tasks' own
// skills, or those alone where the tasks are none of the bank's.
func vocabulary(sets ...[]task.Task) []skill.Skill {
	all := slices.Concat(sets...)
	for _, t := range all {
		for _, s := range t.Steps {
			if _, err := skill.Lookup(s.Skill); err == nil {
				return reward.Vocabulary(skill.Bank(), all)
			}
		}
	}
	return reward.Vocabulary(nil, all)
}

// skillsOf are the skills that the tasks need.
func skillsOf(sets ...[]task.Task) []skill.Skill {
	needed := map[string]bool{}
	for _, t := range slices.Concat(sets...) {
		for _, s := range t.Steps {
			needed[s.Skill] = true
		}
	}
	return slices.DeleteFunc(vocabulary(sets...), func(s skill.Skill) bool { return !needed[s.ID] })
}
