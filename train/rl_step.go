package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

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
	if err := s.addColumns(batch, sequences, d); err != nil {
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
	if err := s.teachProbe(batch); err != nil {
		return err
	}
	if err := s.publish(); err != nil {
		return err
	}
	watch.lap(&m.Seconds.Learn)
	s.state = plan.State
	for _, o := range d.seen {
		s.picker.Observe(o.task, o.scores)
	}
	s.summary.Step++
	m.describe(d, batch, plan)
	watch.lap(&m.Seconds.Other)
	m.Seconds.Draw, m.Seconds.Grade = d.drawing, d.grading
	m.speeds(d.tokens)
	return s.record(m, d, plan)
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

// correct weighs tokens that were not drawn from the policy itself but from a
// changed distribution (temperature, top-p, the strict form) by the truncated
// importance weight min(cap, π/behaviour) (Ionides 2008; for RL of language
// models Yao et al. 2025).
func (s *rlSession) correct(plan *rl.Plan, rollouts []rollout.Rollout) {
	c := s.config
	limit, plain := c.Correction, c.Temperature == 1 && (c.TopP == 0 || c.TopP == 1) && !c.Form
	if limit == 0 || plain { // plain draws differ from the policy by rounding alone
		return
	}
	at := 0
	for _, r := range rollouts {
		for _, t := range r.Tokens {
			if t.Drawn != t.LogProb {
				if plan.Weight == nil { // all 1
					plan.Weight = slices.Repeat([]float64{1}, len(plan.Advantage))
				}
				plan.Weight[at] *= min(limit, math.Exp(t.LogProb-t.Drawn))
			}
			at++
		}
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
		plan.State = part.State
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
