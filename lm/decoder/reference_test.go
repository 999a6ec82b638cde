package decoder_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"segue/lm/decoder"
	"segue/lm/model"
)

// naive is a decoder in float64 that works token by token from the definition
// and shares no code with the passes: the truth that they are tested against.
type naive struct {
	model.Config
	tensors     map[string][]float64
	lora        decoder.LoRA // of tensors under PEFT's names, if there are some
	temperature float64
	topP        float64
	topK        int
}

func newNaive(p *model.Parameters) *naive {
	n := &naive{Config: p.Config, tensors: map[string][]float64{}, temperature: 1}
	for _, s := range p.Specs {
		n.tensors[s.Name] = widen(p.Of(p.Values, s.Name))
	}
	return n
}

func widen(x []float32) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v)
	}
	return out
}

// product is x·Wᵀ of the weight called name, with its bias and adapter.
func (n *naive) product(name string, x []float64) []float64 {
	y := apply(n.tensors[name+".weight"], x)
	for i, b := range n.tensors[name+".bias"] {
		y[i] += b
	}
	if a := n.tensors["base_model.model."+name+".lora_A.weight"]; a != nil {
		for i, v := range apply(n.tensors["base_model.model."+name+".lora_B.weight"], apply(a, x)) {
			y[i] += n.lora.Alpha / float64(n.lora.Rank) * v
		}
	}
	return y
}

func apply(w, x []float64) []float64 {
	y := make([]float64, len(w)/len(x))
	for i := range y {
		for j, v := range x {
			y[i] += w[i*len(x)+j] * v
		}
	}
	return y
}

func (n *naive) normalised(x, weight []float64) []float64 {
	square := 0.0
	for _, v := range x {
		square += v * v
	}
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v / math.Sqrt(square/float64(len(x))+n.NormEpsilon) * weight[i]
	}
	return y
}

// headwise normalises (when weight is there) and turns each head of x.
func (n *naive) headwise(x, weight []float64, position int) []float64 {
	var out []float64
	for head := range slices.Chunk(x, n.HeadDim) {
		if weight != nil {
			head = n.normalised(head, weight)
		}
		half := n.HeadDim / 2
		y := make([]float64, n.HeadDim)
		for i := range half {
			s, c := math.Sincos(float64(position) * math.Pow(n.RotaryBase, -2*float64(i)/float64(n.HeadDim)))
			y[i], y[i+half] = head[i]*c-head[i+half]*s, head[i+half]*c+head[i]*s
		}
		out = append(out, y...)
	}
	return out
}

// hidden gives the last normalised row of every token.
func (n *naive) hidden(b decoder.Batch) [][]float64 {
	sees := visible(b)
	x := make([][]float64, len(b.Tokens))
	for t, id := range b.Tokens {
		x[t] = slices.Clone(n.tensors["model.embed_tokens.weight"][int(id)*n.Hidden : (int(id)+1)*n.Hidden])
	}
	for l := range n.Layers {
		n.layer(fmt.Sprintf("model.layers.%d.", l), x, sees)
	}
	for t := range x {
		x[t] = n.normalised(x[t], n.tensors["model.norm.weight"])
	}
	return x
}

// visible lists for each token those that it attends to, in the order of their
// positions.
func visible(b decoder.Batch) [][]int {
	sees := make([][]int, len(b.Tokens))
	for _, s := range b.Segments {
		var before []int
		if s.Prefix >= 0 {
			before = sees[b.Segments[s.Prefix].To-1]
		}
		for t := s.From; t < s.To; t++ {
			before = append(slices.Clone(before), t)
			sees[t] = before
		}
	}
	return sees
}

func (n *naive) layer(name string, x [][]float64, sees [][]int) {
	q, k, v := make([][]float64, len(x)), make([][]float64, len(x)), make([][]float64, len(x))
	for t := range x {
		h := n.normalised(x[t], n.tensors[name+"input_layernorm.weight"])
		q[t] = n.headwise(n.product(name+"self_attn.q_proj", h), n.tensors[name+"self_attn.q_norm.weight"], len(sees[t])-1)
		k[t] = n.headwise(n.product(name+"self_attn.k_proj", h), n.tensors[name+"self_attn.k_norm.weight"], len(sees[t])-1)
		v[t] = n.product(name+"self_attn.v_proj", h)
	}
	for t := range x {
		add(x[t], n.product(name+"self_attn.o_proj", n.attend(q[t], k, v, sees[t])))
		h := n.normalised(x[t], n.tensors[name+"post_attention_layernorm.weight"])
		gate, up := n.product(name+"mlp.gate_proj", h), n.product(name+"mlp.up_proj", h)
		for i, g := range gate {
			up[i] *= g / (1 + math.Exp(-g))
		}
		add(x[t], n.product(name+"mlp.down_proj", up))
	}
}

func add(x, y []float64) {
	for i, v := range y {
		x[i] += v
	}
}

func (n *naive) attend(q []float64, k, v [][]float64, sees []int) []float64 {
	out := make([]float64, len(q))
	for h := range n.Heads {
		at, kv := h*n.HeadDim, h/(n.Heads/n.KeyValueHeads)*n.HeadDim
		scores := make([]float64, len(sees))
		for i, s := range sees {
			for j := range n.HeadDim {
				scores[i] += q[at+j] * k[s][kv+j] / math.Sqrt(float64(n.HeadDim))
			}
		}
		for i, logp := range logSoftmax(scores) {
			for j := range n.HeadDim {
				out[at+j] += math.Exp(logp) * v[sees[i]][kv+j]
			}
		}
	}
	return out
}

func logSoftmax(z []float64) []float64 {
	largest, sum := slices.Max(z), 0.0
	for _, v := range z {
		sum += math.Exp(v - largest)
	}
	out := make([]float64, len(z))
	for i, v := range z {
		out[i] = v - largest - math.Log(sum)
	}
	return out
}

// statistics are those of decoder.Statistics in float64.
type statistics struct {
	logProb, entropy, topP, topK, kl []float64
	rank                             []int32
	topIDs                           [][]int32
}

func (n *naive) statistics(b decoder.Batch, targets []decoder.Target) statistics {
	hidden := n.hidden(b)
	head := n.tensors["lm_head.weight"]
	if n.TiedEmbeddings {
		head = n.tensors["model.embed_tokens.weight"]
	}
	var s statistics
	for _, t := range targets {
		logp := n.distribution(head, hidden[t.Row])
		ids := make([]int32, len(logp))
		for i := range ids {
			ids[i] = int32(i)
		}
		slices.SortStableFunc(ids, func(a, b int32) int { return cmp.Compare(logp[b], logp[a]) })
		s.logProb = append(s.logProb, logp[t.Token])
		s.entropy = append(s.entropy, entropyWithin(logp, ids))
		s.rank = append(s.rank, int32(slices.Index(ids, t.Token)))
		s.topK = append(s.topK, entropyWithin(logp, ids[:n.topK]))
		s.topIDs = append(s.topIDs, ids[:n.topK])
		mass, count := 0.0, 0
		for mass < n.topP {
			mass += math.Exp(logp[ids[count]])
			count++
		}
		s.topP = append(s.topP, entropyWithin(logp, ids[:count]))
		if r := b.Reference; r != nil {
			w := r.Head.Cols
			ref := n.distribution(widen(r.Head.Data), widen(r.Hidden[int(t.Row)*w:int(t.Row+1)*w]))
			kl := 0.0
			for i := range logp {
				kl += math.Exp(logp[i]) * (logp[i] - ref[i])
			}
			s.kl = append(s.kl, kl)
		}
	}
	return s
}

func (n *naive) distribution(head, hidden []float64) []float64 {
	z := apply(head, hidden)
	for i := range z {
		z[i] /= n.temperature
	}
	return logSoftmax(z)
}

func entropyWithin(logp []float64, ids []int32) float64 {
	mass, h := 0.0, 0.0
	for _, id := range ids {
		mass += math.Exp(logp[id])
	}
	for _, id := range ids {
		h -= math.Exp(logp[id]) / mass * (logp[id] - math.Log(mass))
	}
	return h
}
