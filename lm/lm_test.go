package lm_test

import (
	"math/rand/v2"
	"testing"

	"segue/llm"
	"segue/lm"
	"segue/lm/checkpoint"
	"segue/lm/model"
	"segue/lm/tokenizer"
)

// The tokeniser's end token ends a completion even where the config names none.
func TestTheTokenisersEndEndsACompletion(t *testing.T) {
	tokens, err := tokenizer.NewBytes()
	if err != nil {
		t.Fatal(err)
	}
	c, err := model.Preset("nano", tokens.Vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	p, err := model.NewParameters(c)
	if err != nil {
		t.Fatal(err)
	}
	p.Initialise(rand.New(rand.NewPCG(1, 1)))
	m, err := lm.New(&checkpoint.Loaded{Path: "nano", Config: c, Parameters: p, Tokenizer: tokens}, lm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	end, _ := tokens.ID(tokens.Config().End)
	r := lm.Request{Text: "é"}
	r.MaxTokens, r.Bias = 5, map[int32]float64{end: 1000}
	var text, finish string
	if _, err := m.Generate(t.Context(), r, func(d lm.Delta) error {
		text, finish = text+d.Text, d.Finish
		return nil
	}); err != nil || text != "" || finish != llm.FinishStop {
		t.Errorf("text %q ends with %q: %v", text, finish, err)
	}
}
