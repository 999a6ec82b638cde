package curriculum

func init() {
	Register(Definition{
		Name: "weakest", Doc: "more of the tasks whose skills are weakest so far",
		Bound: roundsAllTasks,
		New: func(tasks []Task, seed uint64, o Options) (Picker, error) {
			return newWeighted("weakest", tasks, seed, o, skillKeys, nil)
		},
	})
}

// skillKeys keys each step by its skill: train where the model lacks a skill, as
// STAT does (arXiv 2510.10023). There a teacher names the missing skills once
// and training data is selected; here graded steps name them as training goes.
func skillKeys(skills []string) []key {
	keys := make([]key, len(skills))
	for i, s := range skills {
		keys[i] = key{to: s}
	}
	return keys
}
