package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"segue/lm/generation"
	"segue/rl"
	"segue/train/policy"
	"segue/train/rollout"
)

// step draws a batch of rollouts, plans it and updates the policy by it. Until
// the first update nothing is changed that an error would have to undo.
func (s *rlSession) step(ctx context.Context) error {
	m := &RLMeasure{}
	watch := newStopwatch(s.now)
	d, err := s.draw(ctx, &watch)
	if err != nil {
		return err
	}
	batch, sequences := rollout.Batch(d.rollouts), sequencesOf(d)
	watch.lap(&m.Seconds.Plan)
	if err := s.addColumns(batch, sequences); err != nil {
		return err
	}
	watch.lap(&m.Seconds.Learn)
	plan, err := s.planner.Plan(batch, s.state)
	if err != nil {
		return err
	}
	s.correct(plan, d.rollouts)
	watch.lap(&m.Seconds.Plan)
	if err := s.learn(plan, batch, sequences, m); err != nil {
		return err
	}
	if err := s.publish(); err != nil {
		return err
	}
	watch.lap(&m.Seconds.Learn)
	s.state = plan.State
	s.observe(d)
	s.summary.Step++
	m.describe(d, batch, plan)
	watch.lap(&m.Seconds.Other)
	m.Seconds.Draw, m.Seconds.Grade = d.drawing, d.grading
	m.speeds()
	return s.record(m, d, plan)
}

// drawn are the graded rollouts of a step, those of a prompt together.
type drawn struct {
	prompts          []rollout.Prompt
	tasks            []int // index of each prompt's task
	rollouts         []rollout.Rollout
	rounds           int
	drawing, grading float64 // seconds
}

// draw picks tasks and draws a group of responses to each. A recipe that
// samples dynamically has rounds of it until enough groups pass.
func (s *rlSession) draw(ctx context.Context, watch *stopwatch) (drawn, error) {
	hook := s.planner.Hooks().Sampling
	var kept, last drawn
	for round := 0; ; round++ {
		var err error
		if last, err = s.drawRound(ctx, round, watch); err != nil {
			return last, err
		}
		drawing, grading := kept.drawing+last.drawing, kept.grading+last.grading
		if hook == nil {
			return last, nil
		}
		kept.add(last, passing(last, *hook))
		kept.drawing, kept.grading, kept.rounds = drawing, grading, round+1
		if len(kept.prompts) >= s.config.Prompts {
			kept.cut(s.config.Prompts)
			return kept, nil
		}
		if round+1 >= hook.MaxRounds {
			break
		}
	}
	if len(kept.prompts) == 0 { // nothing to learn from, but something to see
		last.drawing, last.grading, last.rounds = kept.drawing, kept.grading, kept.rounds
		return last, nil
	}
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
	return d, err
}

// seed is that of the draws of a round: a function of the run's seed, the step
// and the round alone.
func (s *rlSession) seed(round int) uint64 {
	return rollout.Mix(rollout.Mix(s.config.Seed, uint64(s.summary.Step)), uint64(round))
}

// passing lists the prompts whose groups a recipe wants: those whose mean of a
// column lies strictly between its bounds.
func passing(d drawn, hook rl.DynamicSampling) []int {
	b := rollout.Batch(d.rollouts)
	column := b.Reward
	if hook.Column == rl.Correct {
		column = b.Correct
	}
	sums, counts := make([]float64, len(d.prompts)), make([]int, len(d.prompts))
	for i, r := range d.rollouts {
		if x := column[i]; !math.IsNaN(x) {
			sums[r.Prompt] += x
			counts[r.Prompt]++
		}
	}
	var pass []int
	for i, n := range counts {
		if mean := sums[i] / float64(n); n > 0 && mean > hook.Lo && mean < hook.Hi {
			pass = append(pass, i)
		}
	}
	return pass
}

// add takes over the groups of the given prompts of another round.
func (d *drawn) add(other drawn, prompts []int) {
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
	d.prompts, d.tasks = d.prompts[:n], d.tasks[:n]
	d.rollouts = slices.DeleteFunc(d.rollouts, func(r rollout.Rollout) bool { return r.Prompt >= n })
}

func sequencesOf(d drawn) policy.Sequences {
	var s policy.Sequences
	for _, p := range d.prompts {
		s.Prompts = append(s.Prompts, p.Tokens)
	}
	for _, r := range d.rollouts {
		ids := make([]int32, len(r.Tokens))
		for i, t := range r.Tokens {
			ids[i] = t.ID
		}
		s.Of, s.Responses = append(s.Of, r.Prompt), append(s.Responses, ids)
	}
	return s
}

// addColumns fills what the recipe needs and only a pass can tell.
func (s *rlSession) addColumns(b *rl.Batch, q policy.Sequences) error {
	var err error
	for _, column := range s.planner.Needs() {
		switch column {
		case rl.LogProb:
			b.LogProb = b.LogProbOld
		case rl.LogProbRef:
			b.LogProbRef, err = s.policy.ReferenceLogProbs(q)
		case rl.Aux("value"):
			b.Aux = map[string][]float64{}
			b.Aux["value"], err = s.policy.Values(q)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// correct weighs tokens that were not drawn from the policy itself but from a
// changed distribution (temperature, top-p, the strict form) by the truncated
// importance weight min(cap, π/behaviour) (Ionides 2008; for RL of language
// models Yao et al. 2025).
func (s *rlSession) correct(plan *rl.Plan, rollouts []rollout.Rollout) {
	limit := s.config.Correction
	if limit == 0 {
		return
	}
	at := 0
	for _, r := range rollouts {
		for _, t := range r.Tokens {
			if t.Drawn != t.LogProb {
				plan.Weight[at] *= min(limit, math.Exp(t.LogProb-t.Drawn))
			}
			at++
		}
	}
}

// observe tells the curriculum how right the steps of each task were.
func (s *rlSession) observe(d drawn) {
	for i, index := range d.tasks {
		means := make([]rollout.Mean, len(s.tasks[index].Steps))
		for _, r := range d.rollouts {
			if r.Prompt == i {
				r.AddScores(means)
			}
		}
		scores := make([]float64, len(means))
		for k, m := range means {
			scores[k] = math.NaN()
			if x, ok := m.Value(); ok {
				scores[k] = x
			}
		}
		s.picker.Observe(index, scores)
	}
}

// publish lets the engine draw from the updated policy.
func (s *rlSession) publish() error {
	var failed error
	err := s.engine.Refresh(func() {
		if s.adapters != nil {
			failed = policy.Merge(nil, s.sampled, s.loaded.Parameters, s.adapters)
		}
	})
	return errors.Join(err, failed)
}

// learn makes the updates of a batch.
func (s *rlSession) learn(plan *rl.Plan, b *rl.Batch, q policy.Sequences, m *RLMeasure) error {
	parts := minibatches(b, s.config.Minibatches)
	for range s.config.Updates {
		for _, rollouts := range parts {
			if err := s.update(plan, b, q, rollouts, len(parts) > 1, m); err != nil {
				return fmt.Errorf("update %d: %w", s.updates+1, err)
			}
			s.updates++
		}
	}
	return nil
}

// minibatches cuts the rollouts into n parts of whole groups.
func minibatches(b *rl.Batch, n int) [][]int {
	var groups [][]int
	for i, g := range b.Group {
		if i == 0 || g != b.Group[i-1] {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], i)
	}
	n = max(min(n, len(groups)), 1)
	parts := make([][]int, n)
	for i, g := range groups {
		parts[i*n/len(groups)] = append(parts[i*n/len(groups)], g...)
	}
	return parts
}

// update makes one update on the given rollouts.
func (s *rlSession) update(plan *rl.Plan, b *rl.Batch, q policy.Sequences, rollouts []int, own bool, m *RLMeasure) error {
	part, batch := plan.Select(b, rollouts), b.Select(rollouts)
	if own {
		part.Normalisation = part.Normalisation.Of(batch, part)
	}
	q = q.Select(rollouts)
	if !s.planner.UpdatesPlan() {
		busy := part.Busy(batch)
		part, batch, q = part.Select(batch, busy), batch.Select(busy), q.Select(busy)
	}
	s.policy.Begin()
	if len(q.Of) > 0 {
		d, err := s.policy.Learn(s.planner, part, batch, q)
		if err != nil {
			return err
		}
		m.Update.add(d)
	}
	if s.replay != nil {
		loss, err := s.replay.imitate(s.policy, s.updates)
		if err != nil {
			return fmt.Errorf("replay: %w", err)
		}
		m.ReplayLoss.Add(loss)
	}
	rate := s.schedule.At(s.updates)
	if len(q.Of) == 0 && s.replay == nil { // a gradient of 0 would still move the optimiser's means
		return nil
	}
	r, err := s.policy.Step(rate)
	if err != nil {
		return err
	}
	m.Update.step(r, rate)
	return nil
}
