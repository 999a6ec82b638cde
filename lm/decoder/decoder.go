// Package decoder holds the training passes of the native engine: a forward
// pass that keeps what the backward needs in one arena, statistics of the
// predicted distributions that never hold a matrix of all logits, an explicit
// backward pass, and low-rank adapters.
package decoder

import (
	"errors"
	"fmt"
	"sync/atomic"

	"segue/lm/kernel"
	"segue/lm/model"
)

// Options say how a Decoder works. The zero value is exact and plain: one
// goroutine, every activation kept, log-probabilities and entropies only.
type Options struct {
	Kernel  *kernel.Set     // nil: kernel.Default()
	Workers *kernel.Workers // threads, owned by the caller; nil: the caller's goroutine alone

	// Shards is the number of parts that a batch is split into, each passed by
	// one thread with its own gradient buffer; the parts are decided by the
	// batch and Shards alone and their gradients are summed in order, so that
	// the number of threads is invisible in the result. 1 shares every kernel
	// out instead, which suits large models; 0 chooses by the model's size.
	Shards int

	// Recompute keeps only the input of each layer and what its attention gave,
	// and runs the rest of the layer again in the backward pass, with the same
	// bits: a fifth of the activations of the SmolLM2 shape for the time of most
	// of one more forward pass.
	Recompute bool

	Temperature float64 // logits are divided by it before anything else; 0 means 1
	TopK        int     // above 0: entropy within, and ids and probabilities of, the k likeliest tokens
	TopP        float64 // in (0, 1): entropy within the smallest set of likeliest tokens of at least this mass
	Rank        bool    // the rank of each target's token

	Adapters *Adapters // low-rank adapters are trained and the parameters stay as they are; nil: the parameters are trained

	// ForwardOnly keeps no activations and has no backward pass: for the
	// log-probabilities of an older or a reference policy.
	ForwardOnly bool

	// HalfBase stores the frozen matrices as bfloat16. It needs Adapters; the
	// Decoder then keeps no reference to the parameters it was made from.
	HalfBase bool
}

// shardedSize is the number of parameters up to which a batch is split into
// shards when Options.Shards is 0: beyond it gradient buffers outgrow caches
// and the products are large enough to share out.
const (
	shardedSize   = 24 << 20
	defaultShards = 4
)

// ErrNotFinite says that a pass met numbers that are NaN or infinite.
var ErrNotFinite = errors.New("not a finite number")

// Decoder runs training passes over one set of parameters. It is not safe for
// concurrent use; it uses the threads of Options.Workers itself.
type Decoder struct {
	config   model.Config
	options  Options
	kernel   *kernel.Set
	weights  model.Weights
	specs    []model.Spec
	values   []float32 // what is trained, laid out as specs
	gradient []float32 // laid out like values
	cos, sin []float32 // rotary tables, grown to the longest sequence seen
	shards   []*pass
	panels   []panels // none with a single shard, or where memory is to be saved
	packed   bool     // the pass under way multiplies by panels
	packing  packTask

	batch     Batch
	targets   []Target
	result    Statistics
	hidden    []float32 // rows of all shards in the order of the batch
	shares    shares
	gradients Gradients
	job       shardJob
	reducer   reducer
	splitter  kernel.RowSplitter
	forwarded bool        // there are activations to go back through
	failed    atomic.Bool // some logits are not finite
}

// New prepares passes over p, which it reads at every pass and never writes.
// It holds one gradient buffer for what is trained, and one more for each
// further shard.
func New(cfg model.Config, p *model.Parameters, opt Options) (*Decoder, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("decoder: %w", err)
	}
	if int64(len(p.Values)) != cfg.Size() {
		return nil, fmt.Errorf("decoder: the model has %d parameters, its config asks for %d", len(p.Values), cfg.Size())
	}
	if err := opt.complete(cfg); err != nil {
		return nil, err
	}
	d := &Decoder{config: cfg, options: opt, kernel: opt.Kernel, weights: p.Views(p.Values), specs: p.Specs, values: p.Values}
	if a := opt.Adapters; a != nil {
		if err := a.fits(cfg); err != nil {
			return nil, err
		}
		d.specs, d.values = a.Specs, a.Values
	}
	if opt.HalfBase {
		d.weights = halfWeights(d.kernel, d.weights)
	}
	if !opt.ForwardOnly {
		d.gradient = make([]float32, len(d.values))
	}
	if opt.Shards > 1 && !opt.HalfBase {
		d.panels = d.panelsOf()
	}
	for i := range opt.Shards {
		own := d.gradient
		if i > 0 && !opt.ForwardOnly {
			own = make([]float32, len(d.values))
		}
		d.shards = append(d.shards, newPass(d, p, own))
	}
	return d, nil
}

func (o *Options) complete(cfg model.Config) error {
	if o.Kernel == nil {
		o.Kernel = kernel.Default()
	}
	if o.Temperature == 0 {
		o.Temperature = 1
	}
	if o.Shards == 0 {
		o.Shards = 1
		if cfg.Size() <= shardedSize {
			o.Shards = defaultShards
		}
	}
	switch {
	case o.Shards < 0 || o.Shards > 1024:
		return fmt.Errorf("decoder: %d shards, want 1 to 1024", o.Shards)
	case !(o.Temperature > 0) || o.Temperature > 1e6:
		return fmt.Errorf("decoder: temperature is %v, want a positive number", o.Temperature)
	case o.TopK < 0 || o.TopK > cfg.Vocabulary:
		return fmt.Errorf("decoder: top-k is %d, want 0 to %d", o.TopK, cfg.Vocabulary)
	case !(o.TopP >= 0 && o.TopP < 1):
		return fmt.Errorf("decoder: top-p is %v, want a number in (0, 1), or 0 for none", o.TopP)
	case o.HalfBase && o.Adapters == nil:
		return errors.New("decoder: bfloat16 storage is for frozen parameters, which need adapters")
	}
	return nil
}

// Trainable names what the passes train: the specs, values and gradients of
// the adapters where there are some, else of the parameters. The slices stay
// the same for the life of d.
func (d *Decoder) Trainable() (specs []model.Spec, values, gradient []float32) {
	return d.specs, d.values, d.gradient
}

// ZeroGradient forgets all gradients.
func (d *Decoder) ZeroGradient() { clear(d.gradient) }
