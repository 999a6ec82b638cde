package rl

import "slices"

// EntropyTelemetry describes the token entropies of a batch, in nats.
type EntropyTelemetry struct {
	Tokens int             `json:"tokens"`
	Mean   float64         `json:"mean"`
	P10    float64         `json:"p10"`
	P50    float64         `json:"p50"`
	P90    float64         `json:"p90"`
	Step   map[int]float64 `json:"step,omitempty"`  // mean by step number, where the batch has steps
	Class  map[int]float64 `json:"class,omitempty"` // mean by token class, where the batch has classes
}

// OnSkills is the mean entropy of the tokens that name skills; false where the
// batch does not say which they are.
func (e EntropyTelemetry) OnSkills() (float64, bool) {
	x, ok := e.Class[ClassSkill]
	return x, ok
}

// Telemetry describes entropies [T] of the kept rollouts of a batch; nil keep is
// all. Nil entropies give the zero value.
func Telemetry(b *Batch, keep []bool, entropy []float64) EntropyTelemetry {
	var e EntropyTelemetry
	if len(entropy) == 0 {
		return e
	}
	var steps, classes meanBy
	values := make([]float64, 0, len(entropy))
	at := 0
	for i, length := range b.Length {
		for t := at; t < at+length && (keep == nil || keep[i]); t++ {
			values = append(values, entropy[t])
			if b.Step != nil {
				steps.add(b.Step[t], entropy[t])
			}
			if b.Class != nil {
				classes.add(b.Class[t], entropy[t])
			}
		}
		at += length
	}
	if e.Tokens = len(values); e.Tokens == 0 {
		return e
	}
	for _, x := range values {
		e.Mean += x
	}
	e.Mean /= float64(e.Tokens)
	slices.Sort(values)
	e.P10, e.P50, e.P90 = quantile(values, 0.1), quantile(values, 0.5), quantile(values, 0.9)
	e.Step, e.Class = steps.means(), classes.means()
	return e
}

// quantile interpolates linearly between sorted values.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	lo := int(at)
	hi := min(lo+1, len(sorted)-1)
	return sorted[lo] + (at-float64(lo))*(sorted[hi]-sorted[lo])
}

// meanBy is a mean for each key.
type meanBy struct {
	sums    map[int]*[2]float64
	key     int
	current *[2]float64 // of key: neighbours mostly share theirs
}

func (m *meanBy) add(key int, x float64) {
	if m.sums == nil {
		m.sums = map[int]*[2]float64{}
	}
	if m.current == nil || key != m.key {
		m.key, m.current = key, m.sums[key]
	}
	if m.current == nil {
		m.current = new([2]float64)
		m.sums[key] = m.current
	}
	m.current[0] += x
	m.current[1]++
}

func (m *meanBy) means() map[int]float64 {
	if m.sums == nil {
		return nil
	}
	out := map[int]float64{}
	for key, s := range m.sums {
		out[key] = s[0] / s[1]
	}
	return out
}
