package train

// Measure is a line of metrics.jsonl: of one update, or of one evaluation.
type Measure struct {
	Kind  string `json:"kind"` // "train" or "eval"
	Step  int    `json:"step"` // updates done
	Epoch int    `json:"epoch"`

	Loss    float64 `json:"loss"`    // nats per learned token
	Targets int     `json:"targets"` // learned tokens that Loss is the mean of

	LearningRate float64 `json:"lr,omitempty"`
	GradientNorm float64 `json:"grad_norm,omitempty"` // before clipping
	Skipped      bool    `json:"skipped,omitempty"`   // the norm was not finite: nothing was changed
	Tokens       int     `json:"tokens,omitempty"`    // that went through the model
	Speed        float64 `json:"tokens_per_s,omitempty"`
}

// Kinds of Measure.
const (
	kindTrain = "train"
	kindEval  = "eval"
)
