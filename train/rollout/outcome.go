package rollout

import "segue/task"

// Outcomes are the graded steps of a rollout, as a benchmark run has them. A
// malformed response has every step wrong.
func (r Rollout) Outcomes(p Prompt, model string, step int) []task.Outcome {
	g := r.Reward.Graded
	all := make([]task.Outcome, len(p.Task.Steps))
	for i, s := range p.Task.Steps {
		o := task.Outcome{
			Task: p.Task.ID, Step: s.N, Mode: p.Mode, Model: model, Sample: r.Sample, Skill: s.Skill,
			Status: task.Scored, Tokens: len(r.Tokens),
		}
		if p.Mode == task.Single {
			o.Step = step
		} else if i > 0 {
			o.PrevSkill = p.Task.Steps[i-1].Skill
		}
		if g.Malformed != "" {
			o.Error = g.Malformed
		} else {
			graded := g.Steps[i]
			o.PredSkill, o.Status, o.Score = graded.Match.Skill, graded.Verdict.Status, graded.Verdict.Score
			o.Correct = o.Status == task.Scored && o.Score == 1
			o.Answer = r.Text[graded.Answer.From:graded.Answer.To]
			o.Error = graded.Verdict.Reason
		}
		all[i] = o
	}
	return all
}
