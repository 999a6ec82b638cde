package task

// Mode is how a step was asked.
type Mode string

// The two modes of the paper.
const (
	Single Mode = "single" // the step alone, no scenario
	Cross  Mode = "cross"  // the whole task in one prompt
)

// Status says how far an outcome came. Only a scored outcome has a meaning as
// an accuracy; the others are counted and shown, never taken for 0.
type Status string

// The statuses. Malformed responses and missing answers are scored (as 0).
const (
	Scored    Status = "scored"
	Undecided Status = "undecided" // the grader could not tell: budget, judge, sandbox fault
	Failed    Status = "failed"    // no response: the endpoint failed
)

// Outcome is one graded step.
type Outcome struct {
	Task      string  `json:"task"`
	Step      int     `json:"step"`
	Mode      Mode    `json:"mode"`
	Model     string  `json:"model"`
	Sample    int     `json:"sample"`
	Skill     string  `json:"skill"`
	PrevSkill string  `json:"prev_skill,omitempty"`
	PredSkill string  `json:"pred_skill,omitempty"`
	Score     float64 `json:"score"`
	Status    Status  `json:"status"`
	Correct   bool    `json:"correct"`
	Answer    string  `json:"answer,omitempty"`
	Tokens    int     `json:"tokens,omitempty"`
	Error     string  `json:"error,omitempty"`
}
