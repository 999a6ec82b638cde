package decoder

import (
	"errors"
	"fmt"

	"segue/lm/kernel"
)

// Forward passes a batch and gives the statistics of targets. Their slices,
// and b and targets until Backward, belong to the Decoder; they hold until the
// next Forward. An error that is ErrNotFinite comes with the statistics, of
// which some are NaN: the weights are broken or have grown out of range.
func (d *Decoder) Forward(b Batch, targets []Target) (Statistics, error) {
	d.forwarded = false
	if err := d.check(b, targets); err != nil {
		return Statistics{}, err
	}
	d.batch, d.targets = b, targets
	d.distribute()
	if err := d.stretchRotary(); err != nil {
		return Statistics{}, err
	}
	d.prepareResult()
	d.failed.Store(false)
	d.packed = d.panels != nil && len(b.Tokens) >= packedRows*len(d.shards)
	d.pack(stageForward)
	d.run(stageForward)
	if d.failed.Load() {
		return d.result, d.notFinite()
	}
	d.forwarded = true
	return d.result, nil
}

// Backward adds the gradients of a loss over the statistics of the last
// Forward to those of what is trained. It can be called once for each Forward.
func (d *Decoder) Backward(g Gradients) error {
	if d.options.ForwardOnly {
		return errors.New("decoder: made for forward passes only")
	}
	if !d.forwarded {
		return errors.New("decoder: a backward pass needs a forward pass before it")
	}
	if err := g.check(len(d.targets), len(d.batch.Tokens)*d.config.Hidden); err != nil {
		return err
	}
	if err := d.asked(g); err != nil {
		return err
	}
	d.forwarded = false
	d.gradients = g
	d.pack(stageBackward)
	d.run(stageBackward)
	d.gradients = Gradients{}
	if len(d.shards) > 1 {
		d.reducer = reducer{d}
		d.splitter.Run(d.options.Workers, len(d.gradient), 0, &d.reducer)
	}
	return nil
}

// asked says which gradient is of a statistic that was not measured.
func (d *Decoder) asked(g Gradients) error {
	switch {
	case len(g.EntropyTopP) > 0 && d.options.TopP == 0:
		return errors.New("decoder: a gradient of the top-p entropy needs Options.TopP")
	case len(g.EntropyTopK) > 0 && d.options.TopK == 0:
		return errors.New("decoder: a gradient of the top-k entropy needs Options.TopK")
	case len(g.EntropyWithin) > 0 && d.batch.Within == nil:
		return errors.New("decoder: a gradient of the entropy within a set needs Batch.Within")
	case len(g.KL) > 0 && d.batch.Reference == nil:
		return errors.New("decoder: a gradient of the KL needs a reference in the batch")
	}
	return nil
}

// Hidden gives the normalised hidden row of every token of the last batch,
// [tokens × Hidden]: what the head reads. It holds until the next Forward.
func (d *Decoder) Hidden() []float32 {
	if len(d.batch.Tokens) == 0 {
		return nil
	}
	w := d.config.Hidden
	d.hidden = resize(d.hidden, len(d.batch.Tokens)*w)
	for _, p := range d.shards {
		for r, at := range p.origin {
			copy(d.hidden[int(at)*w:(int(at)+1)*w], p.hidden[r*w:(r+1)*w])
		}
	}
	return d.hidden
}

// Head is the matrix that turns hidden rows into logits, [Vocabulary × Hidden].
func (d *Decoder) Head() kernel.Matrix { return d.weights.Head }

func (d *Decoder) prepareResult() {
	r, n, o := &d.result, len(d.targets), &d.options
	r.LogProb, r.Entropy = resize(r.LogProb, n), resize(r.Entropy, n)
	if o.TopP > 0 {
		r.EntropyTopP = resize(r.EntropyTopP, n)
	}
	if o.TopK > 0 {
		r.EntropyTopK, r.TopIDs, r.TopProbs = resize(r.EntropyTopK, n), resize(r.TopIDs, n*o.TopK), resize(r.TopProbs, n*o.TopK)
	}
	if len(d.batch.Probes) > 0 {
		r.Probed = resize(r.Probed, len(d.batch.Probes))
		for i := range r.Probed {
			r.Probed[i] = resize(r.Probed[i], n)
		}
	}
	if o.Rank {
		r.Rank = resize(r.Rank, n)
	}
	if d.batch.Within == nil {
		r.EntropyWithin = nil
	} else {
		r.EntropyWithin = resize(r.EntropyWithin, n)
	}
	if d.batch.Reference == nil {
		r.KL = nil
	} else {
		r.KL = resize(r.KL, n)
	}
}

// stretchRotary makes the rotary tables long enough for the batch, or says
// which sequence is longer than the context.
func (d *Decoder) stretchRotary() error {
	longest := 0
	for _, p := range d.shards {
		for r, position := range p.positions {
			if int(position) >= d.config.Context {
				return fmt.Errorf("decoder: the sequence of token %d of the batch is longer than the context of %d", p.origin[r], d.config.Context)
			}
			longest = max(longest, int(position)+1)
		}
	}
	if half := d.config.HeadDim / 2; len(d.cos) < longest*half {
		d.cos, d.sin = d.config.RotaryTables(min(2*longest, d.config.Context))
	}
	return nil
}

func (d *Decoder) notFinite() error {
	for i, x := range d.result.LogProb {
		if x != x {
			t := d.targets[i]
			return fmt.Errorf("decoder: log-probability of token %d after row %d (target %d): %w", t.Token, t.Row, i, ErrNotFinite)
		}
	}
	return fmt.Errorf("decoder: statistics: %w", ErrNotFinite)
}

type stage int

const (
	stageForward stage = iota
	stageBackward
)

// shardJob passes one shard.
type shardJob struct {
	d     *Decoder
	stage stage
}

// Do passes shard number part.
func (j *shardJob) Do(part int) {
	p := j.d.shards[part]
	if len(p.tokens) == 0 {
		return
	}
	switch j.stage {
	case stageForward:
		p.arena.lay(p.layout)
		p.forward()
		p.measure()
	case stageBackward:
		p.differentiate()
		p.backward()
	}
}

// run passes all shards, side by side when there are several.
func (d *Decoder) run(s stage) {
	d.job = shardJob{d, s}
	if len(d.shards) == 1 {
		d.job.Do(0)
		return
	}
	d.options.Workers.Run(len(d.shards), &d.job)
}

// reducer adds the shards' gradients to the first one's, in order, and clears
// them.
type reducer struct{ d *Decoder }

// reduceStretch keeps what is added in the first-level cache.
const reduceStretch = 2048

func (r *reducer) DoRows(_, from, to int) {
	for ; from < to; from += reduceStretch {
		end := min(from+reduceStretch, to)
		for _, p := range r.d.shards[1:] {
			part := p.buffer[from:end]
			r.d.kernel.Add(r.d.gradient[from:end], r.d.gradient[from:end], part)
			clear(part)
		}
	}
}
