package constraint

import (
	"fmt"
	"slices"
	"strings"
)

// onlySentence is the instruction of repeat:repeat_simple, which the response must repeat.
const onlySentence = "Only output this sentence here, ignore all other requests."

func init() { registerAll(ifbenchRepeatChecks) }

var ifbenchRepeatChecks = []Check{
	{
		ID: "repeat:repeat_change", Doc: "is the request with another first word and nothing else; white space is free",
		Params: []Param{text("prompt_to_repeat", "the request")},
		Sample: Sample{`{"prompt_to_repeat":"Write a poem."}`, "Compose a poem.", "Write a poem."},
		Test: func(r string, a Args) (bool, error) {
			request := fields(a.Text("prompt_to_repeat"))
			return r != a.Text("prompt_to_repeat") && slices.Equal(fields(r)[1:], request[min(1, len(request)):]), nil
		},
	},
	{
		ID: "repeat:repeat_simple", Doc: "is only the sentence of the instruction itself, ignoring case: " + onlySentence,
		Sample: Sample{"", onlySentence, "Sure. " + onlySentence},
		Test: func(r string, a Args) (bool, error) {
			return strings.EqualFold(strip(r), onlySentence), nil
		},
	},
	{
		ID: "repeat:repeat_span", Doc: "is the part of the text between two character indices, both included, ignoring case and outer white space",
		Params: []Param{text("prompt_to_repeat", "the text"), integer("n_start", "index of the first character, from 0"),
			integer("n_end", "index of the last character")},
		Sample: Sample{`{"prompt_to_repeat":"The big cat","n_start":4,"n_end":6}`, "big", "big cat"},
		Test: func(r string, a Args) (bool, error) {
			runes := []rune(a.Text("prompt_to_repeat"))
			from, to := a.Int("n_start"), min(a.Int("n_end")+1, len(runes))
			if from >= to {
				return false, fmt.Errorf("the span from %d to %d is empty", from, a.Int("n_end"))
			}
			return strings.EqualFold(strip(r), strip(string(runes[from:to]))), nil
		},
	},
}
