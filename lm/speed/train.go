package speed

import (
	"context"
	"fmt"
	"math/rand/v2"

	"segue/lm/attention"
	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/lm/model"
	"segue/lm/optimizer"
)

// Train is the speed of whole training steps: forward, backward, clipping and
// AdamW over all parameters.
type Train struct {
	Model           string       `json:"model"`
	Parameters      int64        `json:"params"`
	Config          model.Config `json:"config"` // so that a peer can be given the same
	Sequences       int          `json:"sequences"`
	Length          int          `json:"length"` // tokens of each sequence
	Threads         int          `json:"threads"`
	TokensPerSecond float64      `json:"tokens_per_s"`
}

// trainSizes are the batches of the measurement: what a laptop would train.
var trainSizes = []Train{
	{Model: "nano", Sequences: 32, Length: 128},
	{Model: "micro", Sequences: 32, Length: 128},
	{Model: "tiny", Sequences: 16, Length: 256},
	{Model: "small", Sequences: 16, Length: 256},
	{Model: "smollm2-135m", Sequences: 2, Length: 512},
}

// smallVocabulary is that of the small models; the published shape keeps its own.
const (
	smallVocabulary   = 2048
	smollm2Vocabulary = 49152
)

// MeasureTrain measures every model of the table.
func MeasureTrain(ctx context.Context, o Options) ([]Train, error) {
	var all []Train
	for _, t := range trainSizes {
		o.note("training " + t.Model)
		t.Threads = o.Threads
		c, err := config(t.Model)
		if err != nil {
			return nil, err
		}
		t.Config, t.Parameters = c, c.Size()
		if t.TokensPerSecond, err = t.measure(ctx, o); err != nil {
			return nil, fmt.Errorf("train %s: %w", t.Model, err)
		}
		all = append(all, t)
	}
	return all, nil
}

func config(name string) (model.Config, error) {
	if name == "smollm2-135m" {
		return model.Preset(name, smollm2Vocabulary)
	}
	return model.Preset(name, smallVocabulary)
}

func (t Train) measure(ctx context.Context, o Options) (float64, error) {
	r := rand.New(rand.NewPCG(1, 2))
	p, err := model.NewParameters(t.Config)
	if err != nil {
		return 0, err
	}
	p.Initialise(r)
	workers := kernel.NewWorkers(o.Threads)
	defer workers.Close()
	d, err := decoder.New(t.Config, p, decoder.Options{Workers: workers})
	if err != nil {
		return 0, err
	}
	specs, values, gradient := d.Trainable()
	adam, err := optimizer.New(kernel.Default(), len(values), optimizer.Ranges(specs), optimizer.Defaults())
	if err != nil {
		return 0, err
	}
	batch, targets := t.batch(r)
	loss := decoder.Gradients{LogProb: make([]float32, len(targets))}
	for i := range loss.LogProb {
		loss.LogProb[i] = -1 / float32(len(targets))
	}
	step := func() error {
		d.ZeroGradient()
		if _, err := d.Forward(batch, targets); err != nil {
			return err
		}
		if err := d.Backward(loss); err != nil {
			return err
		}
		_, err := adam.Step(workers, values, gradient, 1e-5)
		return err
	}
	return best(ctx, o.For, float64(t.Sequences*t.Length), step, step)
}

// batch is random tokens, each predicted from those before it.
func (t Train) batch(r *rand.Rand) (decoder.Batch, []decoder.Target) {
	var b decoder.Batch
	var targets []decoder.Target
	for range t.Sequences {
		from := len(b.Tokens)
		for i := range t.Length {
			b.Tokens = append(b.Tokens, int32(r.IntN(t.Config.Vocabulary)))
			if i > 0 {
				targets = append(targets, decoder.Target{Row: int32(from + i - 1), Token: b.Tokens[from+i]})
			}
		}
		b.Segments = append(b.Segments, attention.Segment{From: from, To: len(b.Tokens), Prefix: -1})
	}
	return b, targets
}
