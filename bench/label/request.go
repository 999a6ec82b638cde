package label

import (
	"encoding/json"

	"segue/llm"
)

type rawJSON = json.RawMessage

func quoteJSON(s string) rawJSON {
	data, err := json.Marshal(s)
	if err != nil { // a Go string is always JSON
		return rawJSON(`""`)
	}
	return data
}

const (
	labelTokens   = 2048 // room to think before a label
	rewriteTokens = 8192
	solveTokens   = 16384
)

// request draws a reply; try numbers the draws of one prompt.
func request(model, prompt string, tokens, try int) llm.Request {
	temperature, seed := 0.0, int64(try)
	if try > 0 {
		temperature = 0.7
	}
	return llm.Request{
		Model: model, Messages: []llm.Message{{Role: llm.User, Content: prompt}},
		Temperature: &temperature, Seed: &seed, MaxTokens: tokens, Index: try,
	}
}
