package decoder

import (
	"errors"
	"fmt"
	"math"
)

// Set says which of the likeliest tokens an entropy is taken within. With a mass and a
// count it is the smaller of both sets.
type Set struct {
	Mass   float64 // above 0: the smallest set of at least this mass
	Count  int     // above 0: so many tokens, all of a smaller vocabulary
	Scaled bool    // times ln V/ln n, of n tokens of V, as if they were all; of one token it is 0
}

func (s *Set) check() error {
	switch {
	case !(s.Mass >= 0 && s.Mass <= 1) || s.Count < 0:
		return fmt.Errorf("decoder: a set of mass %v and count %d", s.Mass, s.Count)
	case s.Mass == 0 && s.Count == 0:
		return errors.New("decoder: a set with neither mass nor count")
	}
	return nil
}

// within is the distribution renormalised over a set of likeliest tokens.
type within struct {
	restricted
	least  int32   // the least likely token of the set
	edge   float32 // its logit
	factor float64 // of the entropy
}

// of restricts a row to the set. weights are exp(z − largest), sum is theirs, and ids has
// room for the vocabulary.
func (s *Set) of(z, weights []float32, sum float64, largest float32, ids []int32) within {
	if s.Mass > 0 && s.Mass < 1 {
		ids = nucleus(z, weights, sum, s.Mass, ids)
	} else {
		for j := range ids {
			ids[j] = int32(j)
		}
	}
	if s.Count > 0 && s.Count < len(ids) {
		ids = likeliest(z, weights, ids, s.Count)
	}
	w := within{factor: 1, least: ids[0]}
	mass, weighted := 0.0, 0.0
	for _, id := range ids {
		if p := float64(weights[id]); p > 0 {
			mass += p
			weighted += p * float64(z[id]-largest)
		}
		if likelier(z, w.least, id) {
			w.least = id
		}
	}
	w.edge = z[w.least]
	w.logMass = math.Log(mass / sum)
	w.entropy = math.Log(mass) - weighted/mass
	if s.Scaled {
		w.factor = 0
		if len(ids) > 1 {
			w.factor = math.Log(float64(len(z))) / math.Log(float64(len(ids)))
		}
	}
	return w
}

// likeliest puts the count likeliest of ids in the front and returns them.
func likeliest(z, weights []float32, ids []int32, count int) []int32 {
	for from, to := 0, len(ids); from < to; {
		at, _ := partition(z, weights, ids, from, to)
		switch {
		case at == count || at == count-1:
			return ids[:count]
		case at > count:
			to = at
		default:
			from = at + 1
		}
	}
	return ids[:count]
}

// differentiate adds slope times the derivatives by the logits z; p are the probabilities.
func (w *within) differentiate(dz, p, z []float32, logSum float64, slope float32) {
	mass := math.Exp(-w.logMass)
	by := float64(slope) * w.factor
	for j, x := range z {
		if (x > w.edge || x == w.edge && int32(j) <= w.least) && p[j] > 0 {
			logq := float64(x) - logSum - w.logMass
			dz[j] -= float32(by * float64(p[j]) * mass * (logq + w.entropy))
		}
	}
}
