package generation

import (
	"errors"
	"math"

	"segue/lm/kernel"
)

// Token is one drawn token. Logarithms are natural.
type Token struct {
	ID      int32
	LogProb float64       // under the model: the softmax of its logits as they are
	Drawn   float64       // under the distribution that it was drawn from
	Entropy float64       // of the model's distribution, in nats
	Top     []Alternative // the likeliest tokens, with Sampling.TopLogProbs
}

// Alternative is a token that could have been drawn, and its log-probability
// under the model.
type Alternative struct {
	ID      int32
	LogProb float64
}

// ErrNotFinite says that logits are NaN or infinite.
var ErrNotFinite = errors.New("the model's logits are not finite: its weights are damaged or its training diverged")

var errNoToken = errors.New("the biases and the constraint leave no token that can be drawn")

// sampler is the scratch memory of one worker.
type sampler struct {
	kernel  *kernel.Set
	scores  []float32 // logits after penalties
	weights []float32 // exp((score - largest)/temperature)
	ids     []int32
	heap    []float32
	sums    []float32
}

func newSampler(k *kernel.Set, vocabulary int) *sampler {
	floats := func() []float32 { return make([]float32, vocabulary) }
	return &sampler{k, floats(), floats(), make([]int32, vocabulary), floats(), make([]float32, vocabulary/blockLength+1)}
}

// measure describes the distribution that logits stand for.
func (s *sampler) measure(logits []float32) (logSum, entropy float64, err error) {
	largest := s.kernel.Max(logits)
	if x := float64(largest); math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, 0, ErrNotFinite
	}
	sum, weighted := s.kernel.ExpSum(s.weights, logits, largest)
	log := math.Log(float64(sum))
	return float64(largest) + log, max(0, log-float64(weighted)/float64(sum)), nil
}

// warping is what changes a distribution before a draw.
type warping struct {
	*Sampling
	temperature float64
	seen        map[int32]int32 // how often tokens of prompt or continuation were drawn; nil when it does not matter
	allowed     Mask            // nil: all
}

// distribution is what is drawn from: weights by id, of the tokens ids, or of
// all when ids is nil. At temperature 0 it is the one token in ids.
type distribution struct {
	weights []float32
	ids     []int32
}

// draw takes a token and gives the logarithm of its probability among those
// that could be taken.
func (s *sampler) draw(logits []float32, w *warping, r *random) (id int32, logProb float64, err error) {
	d, err := s.warp(logits, w)
	if err != nil {
		return 0, 0, err
	}
	u, total := r.uniform(), 0.0
	if d.ids != nil {
		id, total = chooseAmong(d.weights, d.ids, u)
	} else {
		id, total = choose(s.kernel, d.weights, s.sums, u)
	}
	return id, min(0, math.Log(float64(d.weights[id])/total)), nil
}

// warp applies all changes, in order.
func (s *sampler) warp(logits []float32, w *warping) (distribution, error) {
	scores := s.adjust(logits, w)
	largest := s.kernel.Max(scores)
	switch x := float64(largest); {
	case math.IsInf(x, -1):
		return distribution{}, errNoToken
	case math.IsNaN(x) || math.IsInf(x, 1):
		return distribution{}, ErrNotFinite
	}
	if w.temperature == 0 {
		s.ids[0] = int32(s.kernel.ArgMax(scores))
		s.weights[s.ids[0]] = 1
		return distribution{s.weights, s.ids[:1]}, nil
	}
	cold := float32(1 / w.temperature)
	if cold != 1 {
		s.kernel.Scale(s.weights, scores, cold)
		if largest *= cold; math.IsInf(float64(largest), 0) {
			return distribution{}, ErrNotFinite
		}
	} else {
		copy(s.weights, scores)
	}
	sum, _ := s.kernel.ExpSum(s.weights, s.weights, largest)
	return distribution{s.weights, s.restrict(scores, w, float64(sum))}, nil
}

// adjust adds bias, penalties and constraint to the logits.
func (s *sampler) adjust(logits []float32, w *warping) []float32 {
	if len(w.Bias) == 0 && w.seen == nil && w.allowed == nil {
		return logits
	}
	copy(s.scores, logits)
	for id, bias := range w.Bias {
		s.scores[id] += float32(bias)
	}
	repetition := float32(w.Repetition)
	for id, drawn := range w.seen {
		x := s.scores[id]
		switch {
		case repetition == 0:
		case x < 0:
			x *= repetition
		default:
			x /= repetition
		}
		if drawn > 0 {
			x -= float32(w.Presence) + float32(drawn)*float32(w.Frequency)
		}
		s.scores[id] = x
	}
	if w.allowed != nil {
		w.allowed.forbid(s.scores)
	}
	return s.scores
}

// restrict returns the tokens that top-k, top-p and min-p leave, nil for all.
// The weights sum to sum, and the largest is 1.
func (s *sampler) restrict(scores []float32, w *warping, sum float64) []int32 {
	topK, topP := w.TopK > 0 && w.TopK < len(scores), w.TopP > 0 && w.TopP < 1
	if !topK && !topP && w.MinP == 0 {
		return nil
	}
	border := float32(math.Inf(-1))
	if topK {
		border = largest(scores, w.TopK, s.heap)
	}
	floor := float32(math.SmallestNonzeroFloat32)
	switch {
	case !topK && topP: // all tokens below weigh less together than what the nucleus leaves out
		floor = max(floor, float32(0.5*(1-w.TopP)*sum/float64(len(scores))))
	case !topP:
		floor = max(floor, float32(w.MinP))
	}
	ids, kept := s.collect(scores, border, floor)
	if topP {
		if topK {
			sum = kept
		}
		ids = nucleus(scores, s.weights, ids, w.TopP*sum)
		if w.MinP > 0 {
			ids = s.heavy(ids, float32(w.MinP))
		}
	}
	return ids
}

// collect lists the tokens that have at least these scores and weights, and
// sums what they weigh.
func (s *sampler) collect(scores []float32, border, floor float32) (ids []int32, sum float64) {
	n, weights := 0, s.weights[:len(scores)]
	for j, x := range weights {
		if x >= floor && scores[j] >= border {
			s.ids[n] = int32(j)
			n++
			sum += float64(x)
		}
	}
	return s.ids[:n], sum
}

// heavy keeps the ids of tokens that weigh at least floor.
func (s *sampler) heavy(ids []int32, floor float32) []int32 {
	n := 0
	for _, id := range ids {
		if s.weights[id] >= floor {
			ids[n] = id
			n++
		}
	}
	return ids[:n]
}
