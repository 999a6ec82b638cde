package completion

import (
	"unicode/utf8"

	"segue/lm"
)

// answer is the body of a whole answer and of one chunk of a stream, for both
// endpoints; fields that a form lacks are left out.
type answer struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int64    `json:"created"`
	Model   string   `json:"model"`
	Choices []choice `json:"choices"`
	Usage   *usage   `json:"usage,omitempty"`
}

type choice struct {
	Index    int     `json:"index"`
	Message  *turn   `json:"message,omitempty"` // chat, whole
	Delta    *turn   `json:"delta,omitempty"`   // chat, streamed
	Text     *string `json:"text,omitempty"`    // completions
	LogProbs any     `json:"logprobs"`
	Finish   *string `json:"finish_reason"`
}

type turn struct {
	Role    string `json:"role,omitempty"`
	Content string `json:"content"`
}

type usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

func newUsage(u lm.Usage) *usage {
	return &usage{Prompt: u.Prompt, Completion: u.Completion, Total: u.Prompt + u.Completion}
}

// chatLogProbs is the logprobs of the chat endpoint.
type chatLogProbs struct {
	Content []chatToken `json:"content"`
}

type chatToken struct {
	Token   string      `json:"token"`
	LogProb float64     `json:"logprob"`
	Bytes   []int       `json:"bytes"`
	Top     []chatToken `json:"top_logprobs,omitempty"`
	Entropy *float64    `json:"entropy,omitempty"` // Segue's addition, in nats
}

// textLogProbs is the logprobs of the completions endpoint.
type textLogProbs struct {
	Tokens   []string             `json:"tokens"`
	LogProbs []float64            `json:"token_logprobs"`
	Top      []map[string]float64 `json:"top_logprobs"`
	Offsets  []int                `json:"text_offset"`
}

func newChatLogProbs(tokens []lm.Token) *chatLogProbs {
	l := &chatLogProbs{Content: []chatToken{}}
	for _, t := range tokens {
		out := chatToken{Token: readable(t.Bytes), LogProb: t.LogProb, Bytes: numbers(t.Bytes), Entropy: &t.Entropy}
		for i, a := range t.Token.Top {
			out.Top = append(out.Top, chatToken{Token: readable(t.Top[i]), LogProb: a.LogProb, Bytes: numbers(t.Top[i])})
		}
		l.Content = append(l.Content, out)
	}
	return l
}

// newTextLogProbs starts its offsets at offset, the characters already sent.
func newTextLogProbs(tokens []lm.Token, offset int) *textLogProbs {
	l := &textLogProbs{Tokens: []string{}, LogProbs: []float64{}, Top: []map[string]float64{}, Offsets: []int{}}
	for _, t := range tokens {
		l.Tokens = append(l.Tokens, readable(t.Bytes))
		l.LogProbs = append(l.LogProbs, t.LogProb)
		l.Offsets = append(l.Offsets, offset)
		top := map[string]float64{}
		for i, a := range t.Token.Top {
			top[readable(t.Top[i])] = a.LogProb
		}
		l.Top = append(l.Top, top)
		offset += utf8.RuneCount(t.Bytes)
	}
	return l
}

// readable is a token's text; bytes that are no character show as U+FFFD, and
// the bytes themselves stand beside it.
func readable(b []byte) string { return string([]rune(string(b))) }

// numbers keeps encoding/json from writing bytes as base64.
func numbers(b []byte) []int {
	out := make([]int, len(b))
	for i, x := range b {
		out[i] = int(x)
	}
	return out
}
