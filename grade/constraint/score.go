package constraint

import (
	"encoding/json"
	"strings"
)

// Spec is one constraint that a task puts on its response.
type Spec struct {
	ID   string          `json:"id"`
	Args json.RawMessage `json:"args,omitempty"`
}

// Strict decides every constraint on the response as it is. The error is that of the first
// constraint that cannot be decided.
func Strict(specs []Spec, response string) ([]Result, error) {
	return decide(specs, []string{response})
}

// Loose decides every constraint on the eight variants of the response (see [Variants]); a
// constraint is followed if any variant follows it. The reason given is that for the response
// as it is.
func Loose(specs []Spec, response string) ([]Result, error) {
	return decide(specs, Variants(response))
}

// Score sums up the results of one prompt: whether all are followed and which share is.
// Without results nothing is followed.
func Score(results []Result) (all bool, share float64) {
	if len(results) == 0 {
		return false, 0
	}
	followed := 0
	for _, r := range results {
		if r.Followed {
			followed++
		}
	}
	return followed == len(results), float64(followed) / float64(len(results))
}

// Variants returns the eight forms of a response that IFEval's loose score tries: as it is,
// without its first line, without its last line and without both, each with and without
// asterisks.
func Variants(response string) []string {
	lines := strings.Split(response, "\n")
	inner := lines[1:]
	if len(inner) > 0 {
		inner = inner[:len(inner)-1]
	}
	join := func(lines []string) string { return strings.TrimFunc(strings.Join(lines, "\n"), isSpace) }
	plain := []string{response, join(lines[1:]), join(lines[:len(lines)-1]), join(inner)}
	variants := plain
	for _, v := range plain {
		variants = append(variants, strings.ReplaceAll(v, "*", ""))
	}
	return variants
}

func decide(specs []Spec, variants []string) ([]Result, error) {
	results := make([]Result, len(specs))
	for i, spec := range specs {
		for j, variant := range variants {
			r, err := Run(spec.ID, spec.Args, variant)
			if err != nil {
				return nil, err
			}
			if j == 0 || r.Followed {
				results[i] = r
			}
			if r.Followed {
				break
			}
		}
	}
	return results, nil
}
