package math

import (
	stdmath "math"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

func TestChainsByIteration(t *testing.T) {
	r := source(21)
	for range 100 {
		n := gen.Between(r, 2, 4)
		w := make(weightedChain, n+2)
		for i := range n {
			w[i] = make([]int, n+2)
			w[i][(i+1)%n], w[i][n+i%2], w[i][r.IntN(n)] = gen.Between(r, 1, 3), gen.Between(r, 1, 3), gen.Between(r, 1, 3)
		}
		chances, steps := w.absorb(n, n)
		for start := range n {
			now, time := make([]float64, n+2), 0.0
			now[start] = 1
			for range 2000 {
				next := make([]float64, n+2)
				next[n], next[n+1] = now[n], now[n+1]
				for i := range n {
					time += now[i]
					for j, x := range w[i] {
						next[j] += now[i] * float64(x) / float64(sumOf(w[i]))
					}
				}
				now = next
			}
			c, _ := chances[start].Float64()
			s, _ := steps[start].Float64()
			if stdmath.Abs(c-now[n]) > 1e-9 || stdmath.Abs(s-time) > 1e-6 {
				t.Fatalf("%v from %d: %g and %g, not %g and %g", w, start, c, s, now[n], time)
			}
		}
		round := w[:n]
		for i := range round {
			round[i] = round[i][:n]
			round[i][i]++ // it may stay, so that it converges
		}
		shares := round.stationary()
		now := make([]float64, n)
		now[0] = 1
		for range 3000 {
			next := make([]float64, n)
			for i := range n {
				for j, x := range round[i] {
					next[j] += now[i] * float64(x) / float64(sumOf(round[i]))
				}
			}
			now = next
		}
		for i, s := range shares {
			if got, _ := s.Float64(); stdmath.Abs(got-now[i]) > 1e-9 {
				t.Fatalf("%v: shares %v, not %v", round, shares, now)
			}
		}
	}
}

func TestRuinAndStoppingByIteration(t *testing.T) {
	r := source(22)
	for range 60 {
		g := ruin{goal: gen.Between(r, 3, 7), threshold: gen.Between(r, 1, 5), low: odds{gen.Between(r, 1, 4), gen.Between(r, 1, 4), r.IntN(3)}, high: odds{gen.Between(r, 1, 4), gen.Between(r, 1, 4), r.IntN(3)}}
		reach, length := make([]float64, g.goal+1), make([]float64, g.goal+1)
		reach[g.goal] = 1
		for range 6000 {
			for i := 1; i < g.goal; i++ {
				o := g.at(i)
				all := float64(o.win + o.lose + o.draw)
				mix := func(v []float64) float64 {
					return (float64(o.win)*v[i+1] + float64(o.lose)*v[i-1] + float64(o.draw)*v[i]) / all
				}
				reach[i], length[i] = mix(reach), 1+mix(length)
			}
		}
		chances, lengths := g.chances(), g.lengths()
		for i := range reach {
			c, _ := chances[i].Float64()
			l, _ := lengths[i].Float64()
			if stdmath.Abs(c-reach[i]) > 1e-9 || stdmath.Abs(l-length[i]) > 1e-6 {
				t.Fatalf("%+v at %d: %g and %g, not %g and %g", g, i, c, l, reach[i], length[i])
			}
		}
	}
	// Best stopping levels by trying all of them.
	for range 100 {
		faces, rolls, cost := gen.Sample(r, span(1, 20), 4), gen.Between(r, 2, 3), r.IntN(3)
		slices.Sort(faces)
		best := stdmath.Inf(-1)
		for code := range power(5, rolls-1) {
			levels, value := code, 0.0 // from the last spin backwards: stop at the faces from this index on
			for k := range rolls {
				from := 0
				if k > 0 {
					from, levels = levels%5, levels/5
				}
				sum := 0.0
				for i, f := range faces {
					if i >= from {
						sum += float64(f)
					} else {
						sum += value - float64(cost)
					}
				}
				value = sum / 4
			}
			best = max(best, value)
		}
		values := stoppingValues(faces, []int{1, 1, 1, 1}, rolls, cost)
		if got, _ := values[rolls-1].Float64(); stdmath.Abs(got-best) > 1e-9 {
			t.Errorf("%v, %d spins at %d: %g, not %g", faces, rolls, cost, got, best)
		}
	}
}

func TestWaitingAndCollectingByIteration(t *testing.T) {
	nearNumber(t, "waiting-time-expectation", 1e-3, func(t *testing.T, it task.Item) float64 {
		weights, total := map[string]float64{}, 0.0
		for _, m := range letterCount.FindAllStringSubmatch(it.Question, -1) {
			weights[m[2]], _ = strconv.ParseFloat(m[1], 64)
			total += weights[m[2]]
		}
		goals := regexp.MustCompile(`\b[A-Z]{2,4}\b`).FindAllString(it.Question, -1)
		// The states are the ends of the text; E(state) = 1 + Σ p·E(next state).
		states, n := []string{""}, len(goals[0])
		index := map[string]int{"": 0}
		var rows [][]float64
		for i := 0; i < len(states); i++ {
			row := map[int]float64{}
			for l, w := range weights {
				text := states[i] + l
				if text = text[max(0, len(text)-n):]; slices.Contains(goals, text) {
					continue
				}
				text = text[max(0, len(text)-n+1):]
				j, ok := index[text]
				if !ok {
					j = len(states)
					states, index[text] = append(states, text), j
				}
				row[j] += w / total
			}
			rows = append(rows, make([]float64, 64))
			for j, p := range row {
				rows[i][j] = -p
			}
			rows[i][i]++
			rows[i][63] = 1
		}
		for c := len(states) - 1; c >= 0; c-- { // the matrix is diagonally dominant: no pivoting
			for i := range c {
				factor := rows[i][c] / rows[c][c]
				for j := range rows[i] {
					rows[i][j] -= factor * rows[c][j]
				}
			}
		}
		return rows[0][63] / rows[0][0]
	})
	r := source(23)
	for range 60 {
		c := collector{weights: []int{gen.Between(r, 1, 6), gen.Between(r, 1, 6), gen.Between(r, 1, 6), gen.Between(r, 1, 6)}, blank: r.IntN(5), need: gen.Between(r, 3, 4)}
		all := float64(sumOf(c.weights) + c.blank)
		owned := r.IntN(2)
		now, mean := make([]float64, 16), 0.0
		now[owned] = 1
		for range 2500 {
			next := make([]float64, 16)
			for set, p := range now {
				have := set&1 + set>>1&1 + set>>2&1 + set>>3&1
				if have >= c.need {
					continue
				}
				mean += p
				next[set] += p * float64(c.blank) / all
				for i, w := range c.weights {
					next[set|1<<i] += p * float64(w) / all
				}
			}
			now = next
		}
		if got, _ := c.mean(owned).Float64(); stdmath.Abs(got-mean) > 1e-6 {
			t.Errorf("%+v: %g, not %g", c, got, mean)
		}
	}
}

func TestAreasByGrid(t *testing.T) {
	nearNumber(t, "geometric-probability", 0.03, func(t *testing.T, it task.Item) float64 {
		n := digitRunsIn(it.Question)
		a, b := float64(n[1]), float64(n[3])
		good, all := 0, 0
		const cells = 60
		for i := range cells {
			for j := range cells {
				x, y := a*(float64(i)+0.5)/cells, b*(float64(j)+0.5)/cells
				switch it.Difficulty {
				case 4:
					if s := float64(n[len(n)-1]); x+y <= s {
						all++
						if y <= 2*x {
							good++
						}
					}
					continue
				case 5:
					c, s := float64(n[5]), float64(n[6])
					for k := range cells {
						all++
						if x+y+c*(float64(k)+0.5)/cells <= s {
							good++
						}
					}
					continue
				}
				all++
				m := float64(n[4])
				if it.Difficulty == 1 && x+y <= m || it.Difficulty == 2 && stdmath.Abs(x-y) <= m || it.Difficulty == 3 && x-y <= m && y-x <= float64(n[5]) {
					good++
				}
			}
		}
		return float64(good) / float64(all)
	})
}
