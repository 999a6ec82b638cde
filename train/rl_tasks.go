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

// ReadTasks reads benchmark files. A line that is no task is an error: a
// training on what is left would be another one.
func ReadTasks(paths []string) ([]task.Task, error) {
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

// needed are the skills of the tasks, by id.
func needed(tasks []task.Task) map[string]bool {
	ids := map[string]bool{}
	for _, t := range tasks {
		for _, id := range t.Sequence() {
			ids[id] = true
		}
	}
	return ids
}

// vocabulary is what labels are mapped to: the bank with the tasks' own
// skills, or those alone where the tasks are none of the bank's. Of skills that
// are in neither bank nor own the labels are made from their ids.
func vocabulary(own []skill.Skill, tasks []task.Task) []skill.Skill {
	ids := needed(tasks)
	known := slices.DeleteFunc(slices.Clone(own), func(s skill.Skill) bool { return !ids[s.ID] })
	for id := range ids {
		if _, err := skill.Lookup(id); err == nil {
			return reward.Vocabulary(slices.Concat(skill.Bank(), known), tasks)
		}
	}
	return reward.Vocabulary(known, tasks)
}

// skillsOf are the skills of a vocabulary that the tasks need.
func skillsOf(vocabulary []skill.Skill, tasks []task.Task) []skill.Skill {
	ids := needed(tasks)
	return slices.DeleteFunc(slices.Clone(vocabulary), func(s skill.Skill) bool { return !ids[s.ID] })
}
