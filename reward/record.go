package reward

import "encoding/json"

// stepRecord is how a step is written in JSON. Places count characters
// (Unicode code points), as the offset mappings of tokenizers do; a score that
// has no meaning is null.
type stepRecord struct {
	Step       int                `json:"step"`
	From       int                `json:"from"`
	To         int                `json:"to"`
	Skill      string             `json:"skill"` // as mapped, "" for none
	Gold       string             `json:"gold"`
	Label      string             `json:"label"` // as written
	Match      How                `json:"match"`
	Similarity float64            `json:"similarity"`
	Score      *float64           `json:"score"`
	Reason     string             `json:"reason,omitempty"`
	Rerun      RerunStatus        `json:"rerun"`
	Reward     map[string]float64 `json:"reward"`
	Unscored   map[string]string  `json:"unscored,omitempty"`
}

// MarshalJSON writes {"reward", "answer", "skill", "status", "reason", "parts",
// "steps"}, with null for every number that has no meaning.
func (r Reward) MarshalJSON() ([]byte, error) {
	number := func(v Value) *float64 {
		if v.Status == Unscored {
			return nil
		}
		return &v.Score
	}
	out := struct {
		Reward *float64         `json:"reward"`
		Answer *float64         `json:"answer"`
		Skill  *float64         `json:"skill"`
		Status Status           `json:"status"`
		Reason string           `json:"reason"`
		Parts  map[string]Value `json:"parts"`
		Steps  []stepRecord     `json:"steps"`
	}{number(Value{Score: r.Score, Status: r.Status}), number(r.Answer), number(r.Skill), r.Status, r.Reason, r.Parts, []stepRecord{}}
	for _, s := range r.Steps {
		out.Steps = append(out.Steps, s.record(r.Graded.Response))
	}
	return json.Marshal(out)
}

func (s StepReward) record(text string) stepRecord {
	at := s.Whole.Characters(text)
	out := stepRecord{
		Step: s.N, From: at.From, To: at.To, Skill: s.Match.Skill, Gold: s.Gold, Label: s.Label, Match: s.Match.How,
		Similarity: s.Match.Similarity, Reason: s.Verdict.Reason, Rerun: s.Rerun.Status, Reward: s.Rewards, Unscored: s.Unscored,
	}
	if v := value(s.Verdict); v.Status == Scored {
		out.Score = &v.Score
	}
	return out
}
