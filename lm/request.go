package lm

import (
	"segue/llm"
	"segue/lm/generation"
)

// Request asks a model to continue one prompt.
type Request struct {
	Messages []llm.Message // a conversation, written out by the model's chat template; or
	Text     string        // a text to continue as it is
	Samples  int           // continuations of the prompt; 0 means 1
	LogProbs bool          // describe every token in Delta.Tokens
	Steps    int           // above 0: only responses of the strict form with this many steps can be drawn
	generation.Sampling
}

// Delta is what a completion grew by.
type Delta struct {
	Sample int     // which completion of the prompt, from 0
	Text   string  // whole characters
	Tokens []Token // with Request.LogProbs
	Finish string  // llm.FinishStop or llm.FinishLength on the last delta of a completion
}

// Token is one drawn token, and what it stands for in the text.
type Token struct {
	generation.Token
	Bytes []byte
	Top   [][]byte // what the alternatives stand for
}

// Usage counts tokens: of the prompt once, and of all its completions.
type Usage struct{ Prompt, Completion int }

// Errors that a caller tells apart.
var (
	ErrRequest = generation.ErrRequest // the request asks for what the model cannot do
	ErrBusy    = generation.ErrBusy    // too many requests are waiting
)
