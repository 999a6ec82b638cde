package coding

import (
	"encoding/json"
	"strings"
)

// fence is code as a Markdown block.
func fence(language, code string) string { return "```" + language + "\n" + code + "\n```" }

// elided joins texts and leaves out the middle of a long run.
func elided(texts []string, keep int) string {
	if len(texts) > keep {
		texts = append(append(append([]string{}, texts[:keep-2]...), "…"), texts[len(texts)-2:]...)
	}
	return strings.Join(texts, "; ")
}

// jsonOf is a value as JSON; the values of items always have one.
func jsonOf(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return data
}
