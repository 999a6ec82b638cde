package train

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Part is a stretch of a text that is learned or only read.
type Part struct {
	Text  string `json:"text"`
	Learn bool   `json:"learn"`
}

func init() {
	Register(Form{Name: "parts", Doc: "a text in parts, of which those with learn are learned", Fields: []string{"parts"},
		Read: func(m map[string]json.RawMessage) (r Record, err error) {
			if err := json.Unmarshal(m["parts"], &r.Parts); err != nil {
				return r, fmt.Errorf(`"parts" is not a list of {"text", "learn"}: %w`, err)
			}
			if len(r.Parts) == 0 {
				return r, errors.New("there are no parts")
			}
			return r, nil
		}})
}
