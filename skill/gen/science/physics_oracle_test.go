package science

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"segue/skill/gen"
)

// The tests of this file hold each solver against a second method.

const tries = 60

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 2)) }

func near(got, want, relative float64) bool {
	return math.Abs(got-want) <= relative*max(math.Abs(want), 1e-9)
}

func TestTravelAgreesWithSmallSteps(t *testing.T) {
	r := source(1)
	for range tries {
		start := gen.Between(r, 4, 30)
		phases := drawPhases(r, start, 4, true)
		distance, seconds := travel(float64(start), phases)
		const dt = 1e-3
		x, v, elapsed := 0.0, float64(start), 0.0
		for _, p := range phases {
			a := float64(p.tenths) / 10
			steps := int(math.Round(float64(p.seconds) / dt))
			for i := 0; p.toRest && v > 0 || !p.toRest && i < steps; i++ {
				x += v*dt + a*dt*dt/2
				v += a * dt
				elapsed += dt
				if v < 0 && !p.toRest {
					t.Fatalf("%v: the speed became negative", phases)
				}
			}
		}
		if !near(x, distance, 1e-3) || !near(elapsed, seconds, 1e-3) {
			t.Errorf("%v from %d m/s: %g m in %g s, not %g m in %g s", phases, start, distance, seconds, x, elapsed)
		}
	}
}

func TestGasKeepsItsInvariants(t *testing.T) {
	r := source(2)
	for range tries {
		s := gasState{100 + r.Float64()*200, 10 + r.Float64()*30, 300 + r.Float64()*100}
		for _, c := range drawProcesses(r, s, 5, true) {
			next := s.after(c)
			if !near(next.p*next.v/next.t, s.p*s.v/s.t, 1e-12) {
				t.Errorf("%v after %v: pV/T changed", s, c)
			}
			kept := map[string][2]float64{
				"isothermal": {s.t, next.t}, "isobaric": {s.p, next.p}, "isochoric": {s.v, next.v},
				"adiabatic": {s.p * math.Pow(s.v, 5.0/3), next.p * math.Pow(next.v, 5.0/3)},
			}[c.name]
			if !near(kept[1], kept[0], 1e-12) {
				t.Errorf("%v after %v: %g became %g", s, c, kept[0], kept[1])
			}
			if next.p <= 0 || next.v <= 0 || next.t < 100 {
				t.Errorf("%v after %v is %v", s, c, next)
			}
			s = next
		}
	}
}

// conductance is a resistor between two nodes of a circuit.
type conductance struct {
	a, b   int
	siemen float64
}

// wire lays a network out between two nodes; next is the number of nodes used.
func wire(net network, ohms []int, a, b int, next *int) []conductance {
	if len(net.parts) == 0 {
		return []conductance{{a, b, 1 / float64(ohms[net.resistor-1])}}
	}
	var out []conductance
	from := a
	for i, p := range net.parts {
		to := b
		if !net.parallel && i < len(net.parts)-1 {
			to = *next
			*next++
		}
		out = append(out, wire(p, ohms, from, to, next)...)
		if !net.parallel {
			from = to
		}
	}
	return out
}

func TestReduceAgreesWithNodeEquations(t *testing.T) {
	r := source(3)
	for range tries {
		ohms := []int{3, 7, 12, 5, 20, 9, 31}
		used, nodes := 0, 2
		net := drawNetwork(r, len(ohms), r.IntN(2) == 0, &used)
		got, _ := reduce(net, ohms)
		// Node 0 at potential 1, node 1 at 0: relax the others, then the current is 1/R.
		parts := wire(net, ohms, 0, 1, &nodes)
		potential := make([]float64, nodes)
		potential[0] = 1
		for range 4000 {
			for n := 2; n < nodes; n++ {
				sum, weight := 0.0, 0.0
				for _, c := range parts {
					if c.a == n || c.b == n {
						sum += c.siemen * potential[c.a+c.b-n]
						weight += c.siemen
					}
				}
				potential[n] = sum / weight
			}
		}
		current := 0.0
		for _, c := range parts {
			if c.a == 0 {
				current += c.siemen * (1 - potential[c.b])
			}
		}
		if want, _ := got.Float64(); !near(1/current, want, 1e-6) {
			t.Errorf("%s: %g Ω, not %g Ω", netText(net, true), want, 1/current)
		}
	}
}

func TestTraceAgreesWithRayMatrices(t *testing.T) {
	r := source(4)
	for range 5 * tries {
		object := gen.Between(r, 12, 150)
		lenses := drawLenses(r, object, gen.Between(r, 1, 3))
		image, magnification, _ := trace(object, lenses)
		// Rays are (height, angle). Travel adds s·angle to the height; a lens adds −height/f.
		a, b, c, d := 1.0, float64(object), 0.0, 1.0
		for i, l := range lenses {
			if i > 0 {
				a, b = a+float64(l.gap)*c, b+float64(l.gap)*d
			}
			c, d = c-a/float64(l.focal), d-b/float64(l.focal)
		}
		at, _ := image.Float64()
		m, _ := magnification.Float64()
		if !near(at, -b/d, 1e-9) || !near(m, a+at*c, 1e-6) {
			t.Errorf("object %d cm before %v: image at %g, m = %g; by matrices %g and %g", object, lenses, at, m, -b/d, a+at*c)
		}
	}
}

func TestVelocitiesAddAsRapidities(t *testing.T) {
	r := source(5)
	for range tries {
		percents := make([]int, 4)
		rapidity := 0.0
		for i := range percents {
			percents[i] = gen.Between(r, -95, 95)
			rapidity += math.Atanh(float64(percents[i]) / 100)
		}
		total, _ := addVelocities(percents)
		if got, _ := total.Float64(); math.Abs(got-math.Tanh(rapidity)) > 1e-9 {
			t.Errorf("%v gives %g, not %g", percents, got, math.Tanh(rapidity))
		}
		if new(big.Rat).Abs(total).Cmp(big.NewRat(1, 1)) >= 0 {
			t.Errorf("%v gives %s", percents, total)
		}
	}
}

func TestDistanceFollowsTheInverseSquareLaw(t *testing.T) {
	if got := distance(3, 3, 0); !near(got, 10, 1e-12) {
		t.Errorf("equal magnitudes mean %g pc, not 10", got)
	}
	for _, extinction := range []float64{0, 1.3} {
		d := distance(8.1, 1.9, extinction)
		flux := math.Pow(10/d, 2) * math.Pow(10, -0.4*extinction) // against the star at 10 pc
		if m := 1.9 - 2.5*math.Log10(flux); !near(m, 8.1, 1e-12) {
			t.Errorf("extinction %g: at %g pc the star has magnitude %g", extinction, d, m)
		}
	}
}
