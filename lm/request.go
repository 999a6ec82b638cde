package lm

import (
	"errors"

	"segue/llm"
)

// Request asks a model to continue one prompt. The zero value of a sampling
// setting means the model's own default where it has one.
type Request struct {
	Messages []llm.Message // a conversation, written out by the model's chat template; or
	Text     string        // a text to continue as it is

	Samples     int               // completions of the prompt; 0 means 1
	MaxTokens   int               // longest completion; 0 means to the end of the context
	Temperature *float64          // 0 takes the likeliest token
	TopP        *float64          // smallest set of likeliest tokens with at least this mass
	TopK        int               // the k likeliest tokens; 0 means all
	MinP        float64           // tokens at least this likely relative to the likeliest
	Repetition  float64           // repetition penalty as in CTRL (arXiv 1909.05858); 0 means 1, none
	Presence    float64           // subtracted once from the logit of a token already generated
	Frequency   float64           // subtracted for each time a token was generated
	Bias        map[int32]float64 // added to logits
	Seed        uint64            // the same seed gives the same completions whatever runs beside them
	Stop        []string          // texts that end a completion and are not part of it
	LogProbs    bool              // say the log-probability of every token
	TopLogProbs int               // and of this many likeliest ones
	Steps       int               // above 0: only responses of the strict form with this many steps can be drawn
}

// Delta is what a completion grew by.
type Delta struct {
	Sample int     // which completion of the prompt, from 0
	Text   string  // whole characters
	Tokens []Token // with Request.LogProbs
	Finish string  // llm.FinishStop or llm.FinishLength on the last delta of a completion
}

// Token is one drawn token.
type Token struct {
	ID      int32
	Bytes   []byte
	LogProb float64 // natural logarithm under the model at temperature 1
	Entropy float64 // of that distribution, in nats
	Top     []Alternative
}

// Alternative is a token that could have been drawn.
type Alternative struct {
	ID      int32
	Bytes   []byte
	LogProb float64
}

// Usage counts tokens: of the prompt once, and of all its completions.
type Usage struct{ Prompt, Completion int }

// Errors that a caller tells apart.
var (
	ErrRequest = errors.New("the request cannot be carried out") // it asks for what the model cannot do
	ErrBusy    = errors.New("too many requests are waiting")
)
