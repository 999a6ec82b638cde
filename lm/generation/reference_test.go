package generation_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"segue/lm/generation"
	"segue/lm/model"
)

// configs are small decoders that between them use every part of the pass.
func configs() map[string]model.Config {
	base := model.Config{
		ModelType: "llama", Vocabulary: 97, Hidden: 48, Intermediate: 80, Layers: 3, Heads: 6, KeyValueHeads: 2, HeadDim: 8,
		Context: 300, NormEpsilon: 1e-5, RotaryBase: 10000, TiedEmbeddings: true, InitialDeviation: 0.3,
	}
	qwen2, qwen3 := base, base
	qwen2.ModelType, qwen2.AttentionBias, qwen2.TiedEmbeddings = "qwen2", true, false
	qwen3.ModelType, qwen3.QueryKeyNorm, qwen3.HeadDim = "qwen3", true, 16
	return map[string]model.Config{"llama": base, "qwen2": qwen2, "qwen3": qwen3}
}

// parameters are drawn so wildly that continuations vary.
func parameters(t testing.TB, c model.Config) *model.Parameters {
	t.Helper()
	p, err := model.NewParameters(c)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(11, 12))
	p.Initialise(random)
	for _, s := range p.Specs {
		if s.Vector {
			for i, values := 0, p.Of(p.Values, s.Name); i < len(values); i++ {
				values[i] += float32(0.2 * random.NormFloat64())
			}
		}
	}
	return p
}

// reference computes the logits after tokens in float64, straight from the
// formulas, for all positions anew.
type reference struct{ p *model.Parameters }

func (r reference) of(name string) []float32 { return r.p.Of(r.p.Values, name) }

func (r reference) product(name string, x []float64, out int) []float64 {
	w, y := r.of(name), make([]float64, out)
	for i := range y {
		for j, v := range x {
			y[i] += float64(w[i*len(x)+j]) * v
		}
	}
	return y
}

func (r reference) norm(name string, x []float64) []float64 {
	w, sum := r.of(name), 0.0
	for _, v := range x {
		sum += v * v
	}
	inverse, y := 1/math.Sqrt(sum/float64(len(x))+r.p.Config.NormEpsilon), make([]float64, len(x))
	for i, v := range x {
		y[i] = v * inverse * float64(w[i])
	}
	return y
}

// head prepares one head's query or key.
func (r reference) head(x []float64, norm string, position int) []float64 {
	c := r.p.Config
	if c.QueryKeyNorm {
		x = r.norm(norm, x)
	}
	half, y := len(x)/2, make([]float64, len(x))
	for i := range half {
		sin, cos := math.Sincos(float64(position) * math.Pow(c.RotaryBase, -2*float64(i)/float64(len(x))))
		y[i], y[i+half] = x[i]*cos-x[i+half]*sin, x[i+half]*cos+x[i]*sin
	}
	return y
}

func (r reference) logits(tokens []int32) []float64 {
	c := r.p.Config
	var x [][]float64
	for _, id := range tokens {
		row := make([]float64, c.Hidden)
		for j := range row {
			row[j] = float64(r.of("model.embed_tokens.weight")[int(id)*c.Hidden+j])
		}
		x = append(x, row)
	}
	for l := range c.Layers {
		r.layer(fmt.Sprintf("model.layers.%d.", l), x)
	}
	last := r.norm("model.norm.weight", x[len(x)-1])
	if c.TiedEmbeddings {
		return r.product("model.embed_tokens.weight", last, c.Vocabulary)
	}
	return r.product("lm_head.weight", last, c.Vocabulary)
}

func (r reference) layer(p string, x [][]float64) {
	c := r.p.Config
	projected := map[string][][]float64{}
	for _, row := range x {
		normed := r.norm(p+"input_layernorm.weight", row)
		for name, width := range map[string]int{"q": c.QueryWidth(), "k": c.KeyValueWidth(), "v": c.KeyValueWidth()} {
			y := r.product(p+"self_attn."+name+"_proj.weight", normed, width)
			for i, b := range r.of(p + "self_attn." + name + "_proj.bias") {
				y[i] += float64(b)
			}
			projected[name] = append(projected[name], y)
		}
	}
	d := c.HeadDim
	for t, row := range x {
		var attended []float64
		for h := range c.Heads {
			kv := h / (c.Heads / c.KeyValueHeads) * d
			q := r.head(projected["q"][t][h*d:(h+1)*d], p+"self_attn.q_norm.weight", t)
			out, sum := make([]float64, d), 0.0
			for s := range t + 1 {
				k := r.head(projected["k"][s][kv:kv+d], p+"self_attn.k_norm.weight", s)
				score := 0.0
				for i := range d {
					score += q[i] * k[i]
				}
				e := math.Exp(score / math.Sqrt(float64(d)))
				sum += e
				for i := range d {
					out[i] += e * projected["v"][s][kv+i]
				}
			}
			for i := range d {
				attended = append(attended, out[i]/sum)
			}
		}
		for i, v := range r.product(p+"self_attn.o_proj.weight", attended, c.Hidden) {
			row[i] += v
		}
	}
	for _, row := range x {
		normed := r.norm(p+"post_attention_layernorm.weight", row)
		gate, up := r.product(p+"mlp.gate_proj.weight", normed, c.Intermediate), r.product(p+"mlp.up_proj.weight", normed, c.Intermediate)
		for i, g := range gate {
			up[i] *= g / (1 + math.Exp(-g))
		}
		for i, v := range r.product(p+"mlp.down_proj.weight", up, c.Hidden) {
			row[i] += v
		}
	}
}

// softmax gives log-probabilities and their entropy.
func softmax(z []float64) (logp []float64, entropy float64) {
	largest, sum := math.Inf(-1), 0.0
	for _, v := range z {
		largest = max(largest, v)
	}
	for _, v := range z {
		sum += math.Exp(v - largest)
	}
	for _, v := range z {
		logp = append(logp, v-largest-math.Log(sum))
		if x := logp[len(logp)-1]; !math.IsInf(x, -1) {
			entropy -= math.Exp(x) * x
		}
	}
	return logp, entropy
}

func engine(t testing.TB, w *generation.Weights, o generation.Options) *generation.Engine {
	t.Helper()
	e, err := generation.New(w, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

func ids(tokens []generation.Token) []int32 {
	var out []int32
	for _, t := range tokens {
		out = append(out, t.ID)
	}
	return out
}

// Greedy continuations, their log-probabilities and entropies are those of a
// full computation from the formulas for every token.
func TestGreedyEqualsReference(t *testing.T) {
	for name, c := range configs() {
		p := parameters(t, c)
		e := engine(t, generation.NewWeights(nil, p), generation.Options{})
		prompt := []int32{3, 1, 4, 1, 5, 9, 2, 6}
		got, err := e.Generate(t.Context(), []generation.Request{{Prompt: prompt, Sampling: generation.Sampling{MaxTokens: 40, TopLogProbs: 3}}})
		if err != nil || got[0].Err != nil || len(got[0].Tokens) != 40 {
			t.Fatalf("%s: %v, %v, %d tokens", name, err, got[0].Err, len(got[0].Tokens))
		}
		distinct := map[int32]bool{}
		tokens := prompt
		for i, token := range got[0].Tokens {
			logp, entropy := softmax(reference{p}.logits(tokens))
			best := 0
			for j, x := range logp {
				if x > logp[best] {
					best = j
				}
			}
			if int(token.ID) != best {
				t.Fatalf("%s: token %d is %d, want %d", name, i, token.ID, best)
			}
			if math.Abs(token.LogProb-logp[best]) > 1e-4 || math.Abs(token.Entropy-entropy) > 1e-4 || token.Drawn != 0 {
				t.Fatalf("%s: token %d: log-probability %g and entropy %g, want %g and %g", name, i, token.LogProb, token.Entropy, logp[best], entropy)
			}
			for k, a := range token.Top {
				if math.Abs(a.LogProb-logp[a.ID]) > 1e-4 || k > 0 && a.LogProb > token.Top[k-1].LogProb || k == 0 && a.ID != token.ID {
					t.Fatalf("%s: token %d: alternatives %v", name, i, token.Top)
				}
			}
			distinct[token.ID] = true
			tokens = append(tokens, token.ID)
		}
		if len(distinct) < 8 {
			t.Errorf("%s: only %d distinct tokens, the test shows little", name, len(distinct))
		}
	}
}
