package study

import "math"

// Recipes is a comparison of recipes: they are the arms, and all have the tasks, the
// start and the budget of each seed in common. The first is the one that the others
// are compared with. One minute is about half a minute of one core for each training,
// so that seventy recipes with three seeds take about an hour on two cores, and some
// minutes more for the start; other minutes train longer or shorter.
func Recipes(names []string, minutes float64, seeds int, seed uint64) Config {
	c := Demo(DemoMinutes, seed)
	c.Arms, c.Against, c.Seeds = names, names[:min(1, len(names))], seeds
	part := func(n float64) int { return max(int(math.Round(n*minutes)), 1) }
	some := func(n float64) int { return min(max(part(n), 20), int(n)) }
	if minutes < 1 {
		c.Start.Alone.Steps, c.Start.Mixed.Steps = part(float64(c.Start.Alone.Steps)), part(float64(c.Start.Mixed.Steps))
	}
	steps := part(30)
	c.Tune = Tune{
		Steps: steps, Prompts: 16, Minibatches: 4, Group: 8, LearningRate: 1e-3, ReplayTokens: 200, ReplayWeight: 0.2,
		EvalEvery: max(steps/3, 1), EvalTasks: some(60),
	}
	c.Sets = Sets{Table: max(part(600), 40), Cross: some(300), Unseen: some(60), Longer: some(30), Same: some(60)}
	return c
}
