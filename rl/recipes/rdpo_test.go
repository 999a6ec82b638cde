package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

// partNames are the parts of a batch in the order of their names.
func partNames(b *rl.Batch) []string {
	var names []string
	for name := range b.Parts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// softRank is u of rollout i for one reward, NaN where it is not active.
func softRank(b *rl.Batch, r []float64, i int) float64 {
	least, most := math.Inf(1), math.Inf(-1)
	group := others(b, i, all)
	for _, j := range group {
		least, most = math.Min(least, r[j]), math.Max(most, r[j])
	}
	if least == most {
		return math.NaN()
	}
	u := 0.0
	for _, j := range group {
		u += math.Max(-1, math.Min(1, (r[i]-r[j])/(0.5*(most-least))))
	}
	return u / float64(len(group))
}

// jacobi gives the eigenvalues and eigenvectors (columns) of a symmetric matrix by
// rotations.
func jacobi(m [][]float64) (values []float64, vectors [][]float64) {
	n := len(m)
	v := make([][]float64, n)
	for i := range v {
		v[i] = make([]float64, n)
		v[i][i] = 1
	}
	for range 50 {
		for p := range n {
			for q := p + 1; q < n; q++ {
				if m[p][q] == 0 {
					continue
				}
				angle := 0.5 * math.Atan2(2*m[p][q], m[q][q]-m[p][p])
				c, s := math.Cos(angle), math.Sin(angle)
				for k := range n {
					m[k][p], m[k][q] = c*m[k][p]-s*m[k][q], s*m[k][p]+c*m[k][q]
				}
				for k := range n {
					m[p][k], m[q][k] = c*m[p][k]-s*m[q][k], s*m[p][k]+c*m[q][k]
					v[k][p], v[k][q] = c*v[k][p]-s*v[k][q], s*v[k][p]+c*v[k][q]
				}
			}
		}
	}
	for i := range m {
		values = append(values, m[i][i])
	}
	return values, v
}

func init() {
	formulas["rdpo"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		ranks := func(j int) (u []float64, active string) {
			for _, name := range partNames(b) {
				if x := softRank(b, b.Parts[name], j); !math.IsNaN(x) {
					u, active = append(u, x), active+name+" "
				}
			}
			return u, active
		}
		mine, active := ranks(i)
		k := len(mine)
		m := make([][]float64, k)
		for p := range m {
			m[p] = make([]float64, k)
		}
		n, trace := 0.0, 0.0
		for j := range b.Length {
			if u, same := ranks(j); same == active {
				n++
				for p := range u {
					trace += u[p] * u[p]
					for q := range u {
						m[p][q] += u[p] * u[q]
					}
				}
			}
		}
		for p := range m {
			for q := range m {
				m[p][q] /= n
			}
			m[p][p] += 1e-6 * trace / n / float64(k)
		}
		values, vectors := jacobi(m)
		a := 0.0
		for l, value := range values { // 1ᵀ·v·value^−½·vᵀ·u
			ones, along := 0.0, 0.0
			for p := range mine {
				ones, along = ones+vectors[p][l], along+vectors[p][l]*mine[p]
			}
			a += ones * along / math.Sqrt(value)
		}
		return map[string]float64{"advantage": a}
	}
}

// A reward of two values counts alike on any scale, and a second copy of a reward does
// not double it.
func TestRDPOAlignsScalesAndCopies(t *testing.T) {
	b := &rl.Batch{Length: []int{1, 1, 1, 1}, Group: []int{0, 0, 0, 0}, Reward: []float64{1, 0, 0, 1}}
	p := planner(t, "rdpo", "ridge", "1e-12")
	of := func(parts map[string][]float64) float64 {
		b.Parts = parts
		return plan(t, p, b, rl.State{}).Advantage[0]
	}
	right := []float64{1, 0, 0, 1}
	once := of(map[string][]float64{"a": right})
	if large := of(map[string][]float64{"a": {900, 0, 0, 900}}); math.Abs(large-once) > 1e-9 {
		t.Errorf("A = %v, and %v with the reward 900 times as large", once, large)
	}
	if twice := of(map[string][]float64{"a": right, "b": {5, 4, 4, 5}}); math.Abs(twice-math.Sqrt2*once) > 1e-5 {
		t.Errorf("A = %v, and %v with a copy", once, twice)
	}
	if alone := of(nil); math.Abs(alone-once) > 1e-9 {
		t.Errorf("A = %v, and %v of the reward without parts", once, alone)
	}
}
