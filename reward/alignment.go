package reward

import "segue/switching"

func init() {
	Register(Definition{
		Name: "alignment", Doc: "the right skills in the right order, also where they are shifted by a step, the hard switches more", Labels: true, Table: true, Steps: true,
		New: func(s Setting) (Signal, error) { return alignment{s.Table, s.Estimator, s.Gap}, nil },
	})
}

// alignment is the best global alignment of the labelled to the right sequence
// (Needleman and Wunsch, 1970) with
//
//	match of ŝ_i to the equal s_j      + w_j
//	match to another skill               0
//	s_j left out (gap)                 − c · w_j
//	ŝ_i put in (gap)                   − c · w̄
//
// where w_1 = 1, w_j = SkE(s_{j−1}, s_j) is what it costs to get into the skill,
// w̄ the mean weight and c the gap cost (default ½). The score is the
// alignment's over Σ w_j. It is 1 for the right sequence alone, and never below
// 0, since matching step by step costs nothing.
type alignment struct {
	table     *switching.Table
	estimator switching.Estimator
	gap       float64
}

// Value aligns the two sequences; a step is paid where the best alignment
// matches its label to an equal skill.
func (a alignment) Value(g *Graded) Value {
	if _, v := labelsRight(g); v.Status != Scored {
		return v
	}
	weights := append([]float64{1}, switches(g, a.table, a.estimator)...)
	total := 0.0
	for _, w := range weights {
		total += w
	}
	b := a.board(g, weights, total/float64(len(weights)))
	n := len(g.Steps)
	v := scored(b[n][n] / total)
	v.Steps = make([]StepValue, n)
	for i := range v.Steps {
		v.Steps[i] = stepScored(0)
	}
	for _, i := range a.matched(g, weights, total/float64(n), b) {
		v.Steps[i].Score = 1
	}
	return v
}

// board holds in [i][j] the best score of the first i labels against the first
// j skills.
func (a alignment) board(g *Graded, weights []float64, mean float64) [][]float64 {
	n := len(g.Steps)
	b := make([][]float64, n+1)
	for i := range b {
		b[i] = make([]float64, n+1)
		for j := range b[i] {
			switch {
			case i == 0 && j == 0:
			case i == 0:
				b[i][j] = b[i][j-1] - a.gap*weights[j-1]
			case j == 0:
				b[i][j] = b[i-1][j] - a.gap*mean
			default:
				b[i][j] = max(b[i-1][j-1]+pay(g, weights, i, j), b[i][j-1]-a.gap*weights[j-1], b[i-1][j]-a.gap*mean)
			}
		}
	}
	return b
}

// pay is what label i against skill j earns, both counted from 1.
func pay(g *Graded, weights []float64, i, j int) float64 {
	if m := g.Steps[i-1].Match; m.Known() && m.Skill == g.Steps[j-1].Gold {
		return weights[j-1]
	}
	return 0
}

// matched lists the steps that a best alignment matches to an equal skill. Of
// equal ways the one that stays step by step is taken.
func (a alignment) matched(g *Graded, weights []float64, mean float64, b [][]float64) []int {
	var out []int
	for i, j := len(g.Steps), len(g.Steps); i > 0 && j > 0; {
		p := pay(g, weights, i, j)
		switch b[i][j] {
		case b[i-1][j-1] + p:
			if p > 0 {
				out = append(out, i-1)
			}
			i, j = i-1, j-1
		case b[i][j-1] - a.gap*weights[j-1]:
			j--
		default:
			i--
		}
	}
	return out
}
