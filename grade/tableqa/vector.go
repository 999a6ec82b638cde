package tableqa

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
)

// RunVector decides one line of a published test vector file: a JSON object with the keys id,
// category, gold, answer, options{list_sep}, expect and waiver. The vector is waived when its
// waiver is not empty: its expectation is then known to be doubtful.
func RunVector(line []byte) (id, category string, got, expect bool, waived bool, err error) {
	var v struct {
		ID, Category, Gold, Answer, Waiver string
		Expect                             bool
		Options                            struct {
			ListSep string `json:"list_sep"`
		}
	}
	if err := json.Unmarshal(line, &v); err != nil {
		return "", "", false, false, false, fmt.Errorf("read vector: %w", err)
	}
	separator := cmp.Or(v.Options.ListSep, "|")
	got = Equal(strings.Split(v.Gold, separator), strings.Split(v.Answer, separator))
	return v.ID, v.Category, got, v.Expect, v.Waiver != "", nil
}
