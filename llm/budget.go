package llm

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// ErrBudget is the cause of a Fatal error about a spent budget.
var ErrBudget = errors.New("budget is spent")

// BudgetConfig caps what requests may use; a zero cap is none.
type BudgetConfig struct {
	MaxCost   float64 // US dollars
	MaxTokens int64   // prompt and completion together
	Prices    Prices  // nil is DefaultPrices
	Models    []string
}

// Budget keeps money and tokens under their caps, under any concurrency: each
// request first reserves the most that it can use and settles for what it did
// use. A request whose reservation does not fit waits while others are under
// way, as they mostly give some back, and fails once none is.
//
// The most that a request can use is one token for each byte of its prompt (no
// byte-level tokeniser makes more) plus the chat template's share, and MaxTokens
// of completion. An attempt that failed after the endpoint took it on counts
// whole, since nobody knows what was charged.
type Budget struct {
	config BudgetConfig

	mu       sync.Mutex
	cost     float64 // spent
	tokens   int64
	heldCost float64 // reserved
	heldTok  int64
	held     int           // reservations
	changed  chan struct{} // closed when something is settled
}

// NewBudget checks that every model named has a price if money is capped.
func NewBudget(c BudgetConfig) (*Budget, error) {
	if c.Prices == nil {
		c.Prices = DefaultPrices()
	}
	if !(c.MaxCost >= 0) || c.MaxTokens < 0 {
		return nil, errors.New("budget is negative; give caps above 0, or 0 for none")
	}
	if c.MaxCost > 0 {
		for _, m := range c.Models {
			if _, ok := c.Prices.For(m); !ok {
				return nil, unpriced(m)
			}
		}
	}
	return &Budget{config: c, changed: make(chan struct{})}, nil
}

func unpriced(model string) *Error {
	return &Error{Class: Fatal, Deed: fmt.Sprintf("no price is known for model %q, so its cost cannot be capped", model),
		Hint: "give a price file with a line \"" + model + "<tab>input<tab>output<tab>date<tab>source\" in dollars per million tokens (0 for your own server), or drop the cap on cost"}
}

// Spent is what has been used so far, reservations left out.
func (b *Budget) Spent() (cost float64, tokens int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.cost, b.tokens
}

// Wrap makes a Sampler that draws on the budget and fills in Response.Cost.
func (b *Budget) Wrap(s Sampler) Sampler {
	return SamplerFunc(func(ctx context.Context, req Request) (resp Response, err error) {
		price, err := b.priceOf(req)
		if err != nil {
			return Response{}, err
		}
		prompt := MostPromptTokens(req.Messages)
		most := usage{price.Of(prompt, req.MaxTokens), int64(prompt + req.MaxTokens)}
		if err := b.reserve(ctx, most); err != nil {
			return Response{}, err
		}
		used := most // unless known better, also when s panics
		defer func() { b.settle(most, used) }()
		resp, err = s.Sample(ctx, req)
		var failed *Error
		switch {
		case err == nil:
			resp.Cost = price.Of(resp.PromptTokens, resp.CompletionTokens)
			used = usage{resp.Cost, int64(resp.PromptTokens + resp.CompletionTokens)}
		case errors.As(err, &failed) && !failed.Billed:
			used = usage{}
		}
		return resp, err
	})
}

// MostPromptTokens bounds the tokens of a prompt from above: its bytes, and
// room for the chat template.
func MostPromptTokens(messages []Message) int {
	const template, perMessage = 32, 16
	return promptBytes(messages) + template + perMessage*len(messages)
}

type usage struct {
	cost   float64
	tokens int64
}

func (b *Budget) priceOf(req Request) (Price, error) {
	price, ok := b.config.Prices.For(req.Model)
	capped := b.config.MaxCost > 0 || b.config.MaxTokens > 0
	switch {
	case !ok && b.config.MaxCost > 0:
		return price, unpriced(req.Model)
	case capped && req.MaxTokens <= 0:
		return price, &Error{Class: Fatal, Deed: "request has no maximum of tokens, so its cost is unbounded",
			Hint: "set a maximum of tokens, or drop the caps"}
	}
	return price, nil
}

func (b *Budget) fits(most usage) bool {
	const slack = 1 + 1e-9 // of sums of floating-point numbers
	return (b.config.MaxCost == 0 || b.cost+b.heldCost+most.cost <= b.config.MaxCost*slack) &&
		(b.config.MaxTokens == 0 || b.tokens+b.heldTok+most.tokens <= b.config.MaxTokens)
}

func (b *Budget) reserve(ctx context.Context, most usage) error {
	for {
		b.mu.Lock()
		if b.fits(most) {
			b.heldCost += most.cost
			b.heldTok += most.tokens
			b.held++
			b.mu.Unlock()
			return nil
		}
		if b.held == 0 {
			defer b.mu.Unlock()
			return &Error{Class: Fatal, Err: ErrBudget, Deed: fmt.Sprintf(
				"budget is spent: $%.4f and %d tokens are used, and the next request may take $%.4f and %d tokens",
				b.cost, b.tokens, most.cost, most.tokens), Hint: "raise the cap and resume, or lower the maximum of tokens"}
		}
		changed := b.changed
		b.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return canceled(ctx, "request was cancelled while waiting for the budget")
		}
	}
}

func (b *Budget) settle(most, used usage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.heldCost -= most.cost
	b.heldTok -= most.tokens
	if b.held--; b.held == 0 {
		b.heldCost = 0 // no rounding is left over
	}
	b.cost += used.cost
	b.tokens += used.tokens
	close(b.changed)
	b.changed = make(chan struct{})
}
