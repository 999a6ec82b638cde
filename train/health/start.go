package health

import "math"

// measure is a number of a reading.
type measure struct {
	name string
	of   func(Reading) float64
}

// measures are the numbers whose start is kept.
var measures = []measure{
	{"entropy", func(r Reading) float64 { return r.Entropy }},
	{"length", func(r Reading) float64 { return r.Length }},
	{"truncated", func(r Reading) float64 { return r.Truncated }},
	{"malformed", func(r Reading) float64 { return r.Malformed }},
	{"gradient", func(r Reading) float64 { return r.GradientNorm }},
}

// Start is the mean of the first known readings of a number.
type Start struct {
	Readings int     `json:"readings"`
	Mean     float64 `json:"mean"`
}

// largest bounds what enters a mean, so that it stays finite.
const largest = 1e300

// add takes a reading into the mean while fewer than n are in it.
func (s Start) add(x float64, n int) Start {
	if s.Readings >= n || !finite(x) {
		return s
	}
	s.Readings++
	share := 1 / float64(s.Readings)
	s.Mean = s.Mean*(1-share) + min(max(x, -largest), largest)*share
	return s
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// complete is the starts that all readings are in, by the number's name.
func (m *Monitor) complete() map[string]float64 {
	known := map[string]float64{}
	for name, s := range m.starts {
		if s.Readings >= m.thresholds.Start {
			known[name] = s.Mean
		}
	}
	return known
}
