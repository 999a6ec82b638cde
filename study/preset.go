package study

import "math"

// Demo is a study that takes about so many minutes on two cores: one start, one
// seed, the arms that tell most. Fewer minutes mean a start that learned less
// and shorter training, not another kind of study.
func Demo(minutes float64, seed uint64) Config {
	scale := minutes / DemoMinutes
	part := func(n float64) int { return max(int(math.Round(n*scale)), 1) }
	some := func(n float64) int { return min(max(part(n), 20), int(n)) } // tasks enough to measure anything, and never more
	steps := part(160)
	return Config{
		Start: Start{
			Size:   "pico",
			Alone:  Lesson{Steps: part(1200), BatchTokens: 3000, LearningRate: 2.5e-3},
			Mixed:  Lesson{Steps: part(4000), BatchTokens: 1500, LearningRate: 2e-3},
			Single: 0.15, Same: 0.785, Long: 0.05, Cross: 0.015,
		},
		Tune: Tune{
			Steps: steps, Prompts: 32, Minibatches: 8, Group: 8, LearningRate: 5e-4, ReplayTokens: 400, ReplayWeight: 0.2,
			EvalEvery: max(steps/5, 1), EvalTasks: some(200),
		},
		Arms: []string{"answer", "paper", "placebo", "element", "sft-gold"}, Starts: 1, Seeds: 1, Seed: seed,
		Sets: Sets{Table: max(part(1600), 40), Cross: some(1000), Unseen: some(300), Longer: some(300), Same: some(300)},
	}
}

// DemoMinutes is what Demo's full size takes on two cores.
const DemoMinutes = 7

// Full is Demo with longer training, every arm, and three seeds from each of
// three starts.
func Full(seed uint64) Config {
	c := Demo(DemoMinutes, seed)
	c.Arms = nil
	for _, a := range List() {
		c.Arms = append(c.Arms, a.Name)
	}
	c.Starts, c.Seeds = 3, 3
	c.Start.Mixed.Steps, c.Start.Listed = 9200, 0.1 // with lists, for the arm library; long enough to be good at chains
	c.Tune.Steps, c.Tune.EvalEvery = 200, 40
	return c
}
