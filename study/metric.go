package study

import "math"

// Metric is one number that arms are compared by.
type Metric struct {
	Name string
	Doc  string
	of   func(s Score, level []int) column // level of each task of the set cross: 0 low, 1 medium, 2 high
}

// Metrics are what arms are compared by, in the order of a table.
var Metrics = []Metric{
	{"steps", "steps right in tasks that switch", func(s Score, _ []int) column { return s.Sets[setCross].EachSteps }},
	{"whole", "such tasks with every step right", func(s Score, _ []int) column { return whole(s.Sets[setCross].EachSteps) }},
	{"labels", "skills named rightly", func(s Score, _ []int) column { return s.Sets[setCross].EachLabels }},
	{"low", "steps right in the third of these tasks with the lowest Skill Entropy, by the start's own table", atLevel(0)},
	{"medium", "steps right in the third between", atLevel(1)},
	{"high", "steps right in the third with the highest", atLevel(2)},
	{"unseen", "steps right where pairs of skills are new", func(s Score, _ []int) column { return s.Sets[setUnseen].EachSteps }},
	{"longer", "steps right in tasks longer than trained on", func(s Score, _ []int) column { return s.Sets[setLonger].EachSteps }},
	{"same", "steps right in chains of one skill", func(s Score, _ []int) column { return s.Sets[setSame].EachSteps }},
	{"alone", "the same steps right when each is asked alone", func(s Score, _ []int) column { return s.Sets[setCross].EachAlone }},
}

func whole(steps []float64) column {
	c := make(column, len(steps))
	for i, x := range steps {
		if x == 1 {
			c[i] = 1
		}
	}
	return c
}

func atLevel(level int) func(Score, []int) column {
	return func(s Score, levels []int) column {
		steps := s.Sets[setCross].EachSteps
		c := make(column, len(steps))
		for i, x := range steps {
			c[i] = math.NaN()
			if levels[i] == level {
				c[i] = x
			}
		}
		return c
	}
}
