package recipes_test

import (
	"math"
	"strings"
	"testing"

	"segue/rl"

	"pgregory.net/rapid"
)

// others are the members of rollout i's group among the ones that count, i too.
func others(b *rl.Batch, i int, counts func(int) bool) []int {
	var out []int
	for j := range b.Group {
		if b.Group[j] == b.Group[i] && counts(j) {
			out = append(out, j)
		}
	}
	return out
}

func moments(x []float64) (mean, deviation float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		deviation += (v - mean) * (v - mean) / math.Max(1, float64(len(x)-1))
	}
	return mean, math.Sqrt(deviation)
}

func all(int) bool { return true }

// groupRelative is (R − mean)/(std + 1e-6), read off the formula.
func groupRelative(b *rl.Batch, r []float64, i int, counts func(int) bool) float64 {
	var x []float64
	for _, j := range others(b, i, counts) {
		x = append(x, r[j])
	}
	mean, deviation := moments(x)
	return (r[i] - mean) / (deviation + 1e-6)
}

// first is the first token of rollout i.
func first(b *rl.Batch, i int) int {
	n := 0
	for _, length := range b.Length[:i] {
		n += length
	}
	return n
}

// stepOf is the step of token t of rollout i, 0 for none.
func stepOf(b *rl.Batch, i, t int) int {
	for _, s := range b.Spans {
		if s.Rollout == i && t >= s.From && t < s.To {
			return s.Step
		}
	}
	return 0
}

// byStep is skill-step's advantage for what a step earns.
func byStep(earns func(rewards map[string]float64) float64) oracle {
	return func(b *rl.Batch, i, t int) float64 {
		step := stepOf(b, i, t)
		if step == 0 {
			return groupRelative(b, b.Reward, i, all)
		}
		r := make([]float64, len(b.Reward)) // 0 for who never came to the step
		for _, s := range b.Spans {
			if s.Step == step {
				r[s.Rollout] = earns(s.Reward)
			}
		}
		return groupRelative(b, r, i, all)
	}
}

var stepRelative = byStep(func(r map[string]float64) float64 { return 0.7*r["answer"] + 0.3*r["step-label"] })

// mixedOnly is DAPO's advantage; lengths are far below the penalty.
func mixedOnly(b *rl.Batch, i, _ int) float64 {
	var right []float64
	for _, j := range others(b, i, all) {
		right = append(right, b.Correct[j])
	}
	if _, deviation := moments(right); deviation == 0 {
		return 0
	}
	return groupRelative(b, b.Reward, i, all)
}

// generalised is PPO's advantage with γ = 1: a sum of λ-weighted k-step advantages,
// kl of the log-ratio to the reference taken from each token's reward, then whitened.
func generalised(lambda, kl float64) oracle {
	return func(b *rl.Batch, i, t int) float64 {
		var x []float64
		mine, at := 0.0, 0
		for j, n := range b.Length {
			for k := range n {
				v := func(u int) float64 {
					if u >= n {
						return 0
					}
					return b.Aux["value"][at+u]
				}
				a := 0.0
				for u := k; u < n; u++ {
					delta := v(u+1) - v(u) - kl*(b.LogProbOld[at+u]-b.LogProbRef[at+u])
					if u == n-1 {
						delta += b.Reward[j]
					}
					a += math.Pow(lambda, float64(u-k)) * delta
				}
				if x = append(x, a); j == i && k == t {
					mine = a
				}
			}
			at += n
		}
		if len(x) < 2 {
			return mine
		}
		mean, deviation := moments(x)
		return (mine - mean) / math.Sqrt(deviation*deviation+1e-8)
	}
}

// oracle gives the advantage of token t, counted within rollout i.
type oracle = func(b *rl.Batch, i, t int) float64

// oracles compute advantages from the papers' formulas one token at a time.
var oracles = map[string]oracle{
	"reinforce": func(b *rl.Batch, i, t int) float64 { return b.Reward[i] },
	"rloo": func(b *rl.Batch, i, t int) float64 {
		sum, n := 0.0, 0.0
		for _, j := range others(b, i, all) {
			if j != i {
				sum, n = sum+b.Reward[j], n+1
			}
		}
		if n == 0 {
			return 0
		}
		return b.Reward[i] - sum/n
	},
	"grpo":  func(b *rl.Batch, i, t int) float64 { return groupRelative(b, b.Reward, i, all) },
	"gspo":  func(b *rl.Batch, i, t int) float64 { return groupRelative(b, b.Reward, i, all) },
	"cispo": func(b *rl.Batch, i, t int) float64 { return groupRelative(b, b.Reward, i, all) },
	"dr-grpo": func(b *rl.Batch, i, t int) float64 {
		var x []float64
		for _, j := range others(b, i, all) {
			x = append(x, b.Reward[j])
		}
		mean, _ := moments(x)
		return b.Reward[i] - mean
	},
	"dapo":      mixedOnly,
	"dapo/verl": mixedOnly, // differs in the loss
	"skill-entropy": func(b *rl.Batch, i, t int) float64 {
		r := make([]float64, len(b.Reward))
		for j := range r {
			r[j] = 0.7*b.Parts["answer"][j] + 0.3*b.Parts["entropy-rank"][j]
		}
		return groupRelative(b, r, i, all)
	},
	"skill-step":             stepRelative,
	"skill-step/answers":     byStep(func(r map[string]float64) float64 { return r["answer"] }),
	"skill-step/credit":      byStep(func(r map[string]float64) float64 { return r["step-credit"] }),
	"skill-step/conditional": byStep(func(r map[string]float64) float64 { return r["conditional-credit"] }),
	"skill-step/element": func(b *rl.Batch, i, t int) float64 {
		step, class := stepOf(b, i, t), b.Class[first(b, i)+t]
		if step == 0 || class != rl.ClassSkill && class != rl.ClassAnswer {
			return stepRelative(b, i, t)
		}
		label, ok, came := make([]float64, len(b.Reward)), make([]float64, len(b.Reward)), make([]bool, len(b.Reward))
		for _, s := range b.Spans {
			if s.Step == step {
				label[s.Rollout], ok[s.Rollout], came[s.Rollout] = s.Reward["step-label"], s.Reward["answer"], true
			}
		}
		switch {
		case class == rl.ClassSkill:
			return groupRelative(b, label, i, all)
		case label[i] == 0:
			return 0
		}
		return groupRelative(b, ok, i, func(j int) bool { return came[j] && label[j] == label[i] })
	},
	"ppo":      generalised(0.95, 0),
	"ppo/verl": generalised(1, 0),
	"ppo/trl":  generalised(0.95, 0.05),
}

func TestAdvantagesFollowTheFormulas(t *testing.T) {
	for name, oracle := range oracles {
		t.Run(name, func(t *testing.T) {
			recipe, dialect, _ := strings.Cut(name, "/")
			r, err := rl.Lookup(recipe)
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.Planner(map[string]string{"dialect": dialect})
			if err != nil {
				t.Fatal(err)
			}
			rapid.Check(t, func(t *rapid.T) {
				b := drawn(t)
				out, at := plan(t, p, b, rl.State{}), 0
				for i, n := range b.Length {
					for k := range n {
						if want := oracle(b, i, k); math.Abs(out.Advantage[at+k]-want) > 1e-7 {
							t.Fatalf("token %d of rollout %d has A = %v, by the formula %v", k, i, out.Advantage[at+k], want)
						}
					}
					at += n
				}
			})
		})
	}
}
