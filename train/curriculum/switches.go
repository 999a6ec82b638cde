package curriculum

import "strings"

func init() {
	Register(Definition{
		Name: "switches", Doc: "more of the tasks whose switches between skills go wrong most",
		Bound: roundsAllTasks,
		New: func(tasks []Task, seed uint64, o Options) (Picker, error) {
			return newWeighted("switches", tasks, seed, o, switchKeys, domainSwitch)
		},
	})
}

// switchKeys keys each step by the ordered pair of the skill before and its own,
// the first step by its own alone: it is entered from no skill.
func switchKeys(skills []string) []key {
	keys := skillKeys(skills)
	for i := 1; i < len(keys); i++ {
		keys[i].from = skills[i-1]
	}
	return keys
}

// domainSwitch is the pair of domains of a pair of skills. Its running accuracy
// is the prior of the pair's, since most ordered pairs of a large bank are seen
// rarely or never.
func domainSwitch(k key) key { return key{domain(k.from), domain(k.to)} }

// domain is the part of a skill's id before the slash.
func domain(skill string) string {
	d, _, _ := strings.Cut(skill, "/")
	return d
}
