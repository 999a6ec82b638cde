package curriculum

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

// maxState bounds the text of a state, in bytes.
const maxState = 256 << 20

// fingerprint tells lists of tasks apart.
func fingerprint(tasks []Task) string {
	h := sha256.New()
	for _, t := range tasks {
		fmt.Fprintf(h, "%q %q %d\n", t.Skills, t.Level, t.Steps)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// state is what every picker writes: who it is, over which tasks, and what it learnt.
type state struct {
	Picker  string `json:"picker"`
	Tasks   string `json:"tasks"`             // their fingerprint
	Scores  ledger `json:"scores,omitempty"`  // by key
	Domains ledger `json:"domains,omitempty"` // by key of domains
}

// write is the state as JSON. All its numbers are finite, so it always can be.
func (s state) write() json.RawMessage {
	data, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("curriculum: a state that is not JSON: %v", err))
	}
	return data
}

// read takes a state that a picker of that kind over those tasks wrote.
func read(data json.RawMessage, picker, tasks string) (state, error) {
	var s state
	if len(data) > maxState {
		return s, fmt.Errorf("state of the curriculum: more than %d bytes", maxState)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return s, fmt.Errorf("state of the curriculum: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return s, fmt.Errorf("state of the curriculum: more than one value")
	}
	if s.Picker != picker {
		return s, fmt.Errorf("state of the curriculum: it is of the picker %q, not of %q", s.Picker, picker)
	}
	if s.Tasks != tasks {
		return s, fmt.Errorf("state of the curriculum: it is over other tasks, or the same in another order")
	}
	return s, nil
}
