package rollout

import (
	"math"
	"strconv"
	"strings"

	"segue/reward"
	"segue/task"
)

// Summary describes graded rollouts. Shares and accuracies are from 0 to 1 and
// null where there is nothing to take them of.
type Summary struct {
	Rollouts  int     `json:"rollouts"`
	Reward    Mean    `json:"reward"`
	Deviation float64 `json:"reward_deviation"` // of the scored rewards
	Unscored  float64 `json:"unscored"`         // share without a reward
	Malformed float64 `json:"malformed"`
	Truncated float64 `json:"truncated"`

	UnscoredReason string `json:"unscored_reason,omitempty"` // why the first one without a reward has none

	Parts map[string]Mean `json:"parts"` // each reward part by itself

	StepAccuracy Mean            `json:"step_accuracy"` // over steps
	TaskAccuracy Mean            `json:"task_accuracy"` // every step right
	Domains      map[string]Mean `json:"domains"`       // step accuracy by the step's domain
	Levels       map[string]Mean `json:"levels,omitempty"`
	Places       []Mean          `json:"places"` // step accuracy by the step's place

	LabelAccuracy Mean `json:"label_accuracy"` // over steps of well-formed responses
	RightDomain   Mean `json:"right_domain"`
	Copied        Mean `json:"copied"`            // of wrong labels: they name the skill of another step
	GivenLabel    Mean `json:"right_given_label"` // step accuracy where the label is right

	PassAt map[string]float64 `json:"pass_at,omitempty"` // by k: at least one of k responses has every step right

	Length          Mean `json:"length"`           // tokens
	ResponseEntropy Mean `json:"response_entropy"` // nats, summed over a response's tokens
}

// Summarise describes the rollouts of prompts.
func Summarise(prompts []Prompt, rollouts []Rollout) Summary {
	s := Summary{Rollouts: len(rollouts), Parts: map[string]Mean{}, Domains: map[string]Mean{}, Levels: map[string]Mean{}, PassAt: map[string]float64{}}
	var malformed, truncated, unscored int
	var squares float64
	for _, r := range rollouts {
		switch r.Reward.Status {
		case reward.Unscored:
			unscored++
			if s.UnscoredReason == "" {
				s.UnscoredReason = short(r.Reward.Reason)
			}
		default:
			s.Reward.Add(r.Reward.Score)
			squares += r.Reward.Score * r.Reward.Score
			if r.Reward.Status == reward.Malformed {
				malformed++
			}
		}
		if r.Truncated {
			truncated++
		}
		for name, v := range r.Reward.Parts {
			if v.Status != reward.Unscored {
				addTo(s.Parts, name, v.Score)
			}
		}
		s.addTokens(r)
		s.addSteps(prompts[r.Prompt], r)
	}
	n := float64(max(len(rollouts), 1))
	s.Malformed, s.Truncated, s.Unscored = float64(malformed)/n, float64(truncated)/n, float64(unscored)/n
	if s.Reward.N > 0 {
		mean := s.Reward.Sum / float64(s.Reward.N)
		s.Deviation = math.Sqrt(max(squares/float64(s.Reward.N)-mean*mean, 0))
	}
	s.passAt(rollouts)
	return s
}

// short bounds a reason, which may quote what an endpoint said.
func short(reason string) string {
	const most = 300 // bytes
	if len(reason) <= most {
		return reason
	}
	return strings.ToValidUTF8(reason[:most], "") + "…"
}

func (s *Summary) addTokens(r Rollout) {
	entropy := 0.0
	for _, t := range r.Tokens {
		entropy += t.Entropy
	}
	s.Length.Add(float64(len(r.Tokens)))
	s.ResponseEntropy.Add(entropy)
}

func (s *Summary) addSteps(p Prompt, r Rollout) {
	g := r.Reward.Graded
	for i, step := range p.Task.Steps {
		for len(s.Places) <= i {
			s.Places = append(s.Places, Mean{})
		}
		score, decided := 0.0, true
		if g.Malformed == "" {
			v := g.Steps[i].Verdict
			score, decided = v.Score, v.Status == task.Scored
			s.addLabel(p.Task, g.Steps[i], i)
		}
		if !decided {
			continue
		}
		s.StepAccuracy.Add(score)
		s.Places[i].Add(score)
		addTo(s.Domains, string(step.Domain), score)
		if p.Task.Level != task.LevelNone {
			addTo(s.Levels, string(p.Task.Level), score)
		}
	}
	if right, asked := r.Right(); asked == len(p.Task.Steps) {
		s.TaskAccuracy.share(right == float64(asked))
	}
}

func (s *Summary) addLabel(t task.Task, step reward.Step, place int) {
	if !step.GoldKnown {
		return
	}
	s.LabelAccuracy.share(step.Right())
	s.RightDomain.share(step.RightDomain())
	switch {
	case !step.Right():
		copied := false
		for i, other := range t.Steps {
			copied = copied || i != place && step.Match.Known() && other.Skill == step.Match.Skill
		}
		s.Copied.share(copied)
	case step.Verdict.Status == task.Scored:
		s.GivenLabel.Add(step.Verdict.Score)
	}
}

// passAt is the unbiased estimate 1 − C(n−c, k)/C(n, k) of the chance that one
// of k responses to a prompt is right, for c right of n (Chen et al., arXiv
// 2107.03374, Eq. 1), averaged over prompts.
func (s *Summary) passAt(rollouts []Rollout) {
	type tally struct{ n, right int }
	var prompts []tally // rollouts of a prompt stand together
	for i, r := range rollouts {
		if i == 0 || r.Prompt != rollouts[i-1].Prompt {
			prompts = append(prompts, tally{})
		}
		t := &prompts[len(prompts)-1]
		t.n++
		if r.AllRight() {
			t.right++
		}
	}
	for k, some := 1, true; some; k *= 2 {
		var m Mean
		for _, t := range prompts {
			if t.n >= k {
				m.Add(passAtK(t.n, t.right, k))
			}
		}
		if some = m.N > 0; some {
			s.PassAt[strconv.Itoa(k)] = m.Sum / float64(m.N)
		}
	}
}

func passAtK(n, right, k int) float64 {
	if n-right < k {
		return 1
	}
	miss := 1.0
	for i := n - right + 1; i <= n; i++ {
		miss *= 1 - float64(k)/float64(i)
	}
	return 1 - miss
}
