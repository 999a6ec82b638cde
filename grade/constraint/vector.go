package constraint

import (
	"encoding/json"
	"fmt"
)

// RunVector decides one line of a published test vector file: a JSON object with the keys id,
// category, answer (the response), instruction{id, args}, expect and waiver. The vector is
// waived when its waiver is not empty: its expectation is then known to be doubtful.
func RunVector(line []byte) (id, category string, got, expect bool, waived bool, err error) {
	var v struct {
		ID, Category, Answer, Waiver string
		Expect                       bool
		Instruction                  Spec
	}
	if err := json.Unmarshal(line, &v); err != nil {
		return "", "", false, false, false, fmt.Errorf("read vector: %w", err)
	}
	r, err := Run(v.Instruction.ID, v.Instruction.Args, v.Answer)
	if err != nil {
		err = fmt.Errorf("vector %s: %w", v.ID, err)
	}
	return v.ID, v.Category, r.Followed, v.Expect, v.Waiver != "", err
}
