package train

import (
	"context"
	"math"
	"slices"

	"segue/lm/generation"
	"segue/rl"
	"segue/train/rollout"
)

// drawn are the graded rollouts of a step, those of a prompt together.
type drawn struct {
	prompts          []rollout.Prompt
	tasks            []int // index of each prompt's task
	rollouts         []rollout.Rollout
	rounds           int
	seen             []observation // of all rounds
	tokens           int           // of all rounds' responses
	drawing, grading float64       // seconds
}

// observation is how right the steps of a task were.
type observation struct {
	task   int
	scores []float64
}

// draw picks tasks and draws a group of responses to each. A recipe that
// samples dynamically has rounds of it until enough groups pass.
func (s *rlSession) draw(ctx context.Context, watch *stopwatch) (drawn, error) {
	hook := s.planner.Hooks().Sampling
	first, err := s.drawRound(ctx, 0, watch)
	if err != nil || hook == nil {
		return first, err
	}
	var kept drawn
	kept.add(first, passing(first, *hook))
	for len(kept.prompts) < s.config.Prompts && kept.rounds < hook.MaxRounds {
		next, err := s.drawRound(ctx, kept.rounds, watch)
		if err != nil {
			return next, err
		}
		if len(next.tasks) == 0 { // there are no more
			break
		}
		kept.add(next, passing(next, *hook))
	}
	if len(kept.prompts) == 0 { // nothing to learn from, but something to see
		kept.prompts, kept.tasks, kept.rollouts = first.prompts, first.tasks, first.rollouts
	}
	kept.cut(s.config.Prompts)
	return kept, nil
}

func (s *rlSession) drawRound(ctx context.Context, round int, watch *stopwatch) (drawn, error) {
	n := s.config.Prompts
	picked := s.picker.Pick(s.summary.Step, n*(round+1))
	d := drawn{rounds: 1, tasks: picked[min(n*round, len(picked)):]} // those that the rounds before did not have
	for _, i := range d.tasks {
		p, err := s.writer.Cross(s.tasks[i])
		if err != nil {
			return d, err
		}
		d.prompts = append(d.prompts, p)
	}
	var err error
	d.rollouts, err = s.drawer.Draw(ctx, d.prompts, s.group(), generation.Sampling{
		MaxTokens: s.config.MaxTokens, Temperature: s.config.Temperature, TopP: s.config.TopP, Seed: s.seed(round),
	})
	watch.lap(&d.drawing)
	if err != nil {
		return d, err
	}
	err = s.grader.Grade(ctx, d.prompts, d.rollouts)
	watch.lap(&d.grading)
	if err != nil {
		return d, err
	}
	d.seen = s.scores(d)
	for _, r := range d.rollouts {
		d.tokens += len(r.Tokens)
	}
	return d, nil
}

// seed is that of the draws of a round: a function of the run's seed, the step
// and the round alone.
func (s *rlSession) seed(round int) uint64 {
	return rollout.Mix(rollout.Mix(s.config.Seed, uint64(s.summary.Step)), uint64(round))
}

// passing lists the prompts whose groups a recipe wants.
func passing(d drawn, hook rl.DynamicSampling) []int {
	value := rollout.Rollout.Score
	if hook.Column == rl.Correct {
		value = rollout.Rollout.Correct
	}
	groups := make([][]float64, len(d.prompts))
	for _, r := range d.rollouts {
		groups[r.Prompt] = append(groups[r.Prompt], value(r))
	}
	var pass []int
	for i, group := range groups {
		if rl.Mixed(group) {
			pass = append(pass, i)
		}
	}
	return pass
}

// add takes over what another round saw, and the groups of the given prompts of it.
func (d *drawn) add(other drawn, prompts []int) {
	d.rounds++
	d.seen, d.tokens = append(d.seen, other.seen...), d.tokens+other.tokens
	d.drawing, d.grading = d.drawing+other.drawing, d.grading+other.grading
	at := make(map[int]int, len(prompts))
	for _, i := range prompts {
		at[i] = len(d.prompts)
		d.prompts, d.tasks = append(d.prompts, other.prompts[i]), append(d.tasks, other.tasks[i])
	}
	for _, r := range other.rollouts {
		if to, ok := at[r.Prompt]; ok {
			r.Prompt = to
			d.rollouts = append(d.rollouts, r)
		}
	}
}

// cut leaves the first n prompts and their groups.
func (d *drawn) cut(n int) {
	if len(d.prompts) <= n {
		return
	}
	d.prompts, d.tasks = d.prompts[:n], d.tasks[:n]
	d.rollouts = slices.DeleteFunc(d.rollouts, func(r rollout.Rollout) bool { return r.Prompt >= n })
}

// scores are what the curriculum learns of a round. Groups that a recipe passes
// over are among them: a task that is never solved is a weak one.
func (s *rlSession) scores(d drawn) []observation {
	means := make([][]rollout.Mean, len(d.tasks))
	for i, index := range d.tasks {
		means[i] = make([]rollout.Mean, len(s.tasks[index].Steps))
	}
	for _, r := range d.rollouts {
		r.AddScores(means[r.Prompt])
	}
	var seen []observation
	for i, index := range d.tasks {
		o := observation{index, make([]float64, len(means[i]))}
		for k, m := range means[i] {
			o.scores[k] = math.NaN()
			if x, ok := m.Value(); ok {
				o.scores[k] = x
			}
		}
		seen = append(seen, o)
	}
	return seen
}
