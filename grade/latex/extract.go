package latex

import "strings"

// Options of Extract.
type Options struct {
	MaxText int // bytes looked at, from the end; 0 means 1 MiB
}

// Extract finds the part of a response that is meant as its answer. The kind
// of anchor that marked it is returned as well.
func Extract(response string, o Options) (candidate string, found bool, anchor string) {
	if i := strings.LastIndex(response, `\boxed{`); i >= 0 {
		rest := response[i+len(`\boxed{`):]
		depth := 1
		for j := range len(rest) {
			switch rest[j] {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth == 0 {
				return rest[:j], true, "boxed"
			}
		}
	}
	response = strings.TrimSpace(response)
	return response, response != "", "text"
}
