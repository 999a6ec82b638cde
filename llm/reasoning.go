package llm

import "strings"

const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
)

// SplitReasoning parts a model's text into the thoughts at its start and the
// answer after them. Three forms occur:
//
//	<think>thoughts</think>answer
//	<think>thoughts          the model was cut off: no answer
//	thoughts</think>answer   the chat template had already opened the tag
//
// The first closing tag ends the thoughts. A tag that opens later than at the
// start belongs to the answer.
func SplitReasoning(text string) (reasoning, answer string) {
	rest, opened := strings.CutPrefix(strings.TrimLeft(text, " \t\r\n"), thinkOpen)
	if !opened {
		rest = text
	}
	before, after, closed := strings.Cut(rest, thinkClose)
	switch {
	case closed && (opened || !strings.Contains(before, thinkOpen)):
		return strings.TrimSpace(before), strings.TrimLeft(after, " \t\r\n")
	case opened:
		return strings.TrimSpace(rest), ""
	}
	return "", text
}
