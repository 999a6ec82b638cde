package rollout

import "encoding/json"

// Mean is a mean in the making. In JSON it is {"mean", "n"}, the mean null of
// none.
type Mean struct {
	Sum float64
	N   int
}

// Value is the mean, and whether there is one.
func (m Mean) Value() (float64, bool) {
	if m.N == 0 {
		return 0, false
	}
	return m.Sum / float64(m.N), true
}

// Add takes x into the mean.
func (m *Mean) Add(x float64) { m.Sum, m.N = m.Sum+x, m.N+1 }

func (m *Mean) share(yes bool) {
	if yes {
		m.Sum++
	}
	m.N++
}

func addTo(means map[string]Mean, name string, x float64) {
	m := means[name]
	m.Add(x)
	means[name] = m
}

type meanRecord struct {
	Mean *float64 `json:"mean"`
	N    int      `json:"n"`
}

// MarshalJSON writes the mean and what it is of.
func (m Mean) MarshalJSON() ([]byte, error) {
	r := meanRecord{N: m.N}
	if x, ok := m.Value(); ok {
		r.Mean = &x
	}
	return json.Marshal(r)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (m *Mean) UnmarshalJSON(data []byte) error {
	var r meanRecord
	if err := json.Unmarshal(data, &r); err != nil {
		return err
	}
	*m = Mean{N: r.N}
	if r.Mean != nil {
		m.Sum = *r.Mean * float64(r.N)
	}
	return nil
}
