package train

import (
	"errors"
	"fmt"
	"slices"

	"segue/lm/chat"
	"segue/lm/checkpoint"
	"segue/lm/tokenizer"
)

// errNothingLearned says that an example has no token to learn, or is too long.
var errNothingLearned = errors.New("nothing to learn")

// encoder tokenises records.
type encoder struct {
	tokens  tokenizer.Tokenizer
	ends    []int32 // ids that end a turn or a text
	render  render  // nil: conversations cannot be written
	all     bool    // learn every token
	drop    bool    // leave long examples out
	longest int     // tokens
}

// newEncoder makes an encoder of examples of at most longest tokens.
func newEncoder(m *checkpoint.Loaded, longest int) (*encoder, error) {
	if m.Tokenizer == nil {
		return nil, fmt.Errorf("the model %s has no tokeniser", m.Path)
	}
	e := &encoder{tokens: m.Tokenizer, longest: min(longest, m.Config.Context)}
	e.ends = slices.Clone(m.Config.EndTokens)
	if id, ok := m.Tokenizer.ID(m.Tokenizer.Config().End); ok && !slices.Contains(e.ends, id) {
		e.ends = append(e.ends, id)
	}
	var err error
	e.render, err = renderer(m.Tokenizer)
	return e, err
}

// piece is a stretch of text that is learned or not.
type piece struct {
	text    string
	control bool // may hold control tokens in writing
	learned bool
}

// encode tokenises a record. Pieces are encoded one by one, because that is
// how they meet when the model is used: the prompt is given, the rest is drawn.
func (e *encoder) encode(r Record) (x Example, cut bool, err error) {
	pieces, err := e.pieces(r)
	if err != nil {
		return x, false, err
	}
	if prefix := e.tokens.Prefix(); !e.opens(pieces, prefix) {
		for _, id := range prefix {
			x.add(id, false)
		}
	}
	for _, p := range pieces {
		ids := e.tokens.Encode(p.text, p.control)
		last := e.lastLearned(ids, p)
		for i, id := range ids {
			x.add(id, e.all || p.learned && i <= last)
		}
	}
	if len(r.Messages) == 0 && len(e.ends) > 0 {
		x.add(e.ends[0], true)
	}
	if len(x.Tokens) > 0 {
		x.Learned[0] = false // nothing predicts the first token
	}
	x.trim()
	if len(x.Tokens) > e.longest {
		if e.drop {
			return x, false, errNothingLearned
		}
		x.Tokens, x.Learned, cut = x.Tokens[:e.longest], x.Learned[:e.longest], true
	}
	if x.targets() == 0 {
		return x, false, errNothingLearned
	}
	return x, cut, nil
}

// opens says whether the pieces begin with the prefix already, as templates
// that write it out make them.
func (e *encoder) opens(pieces []piece, prefix []int32) bool {
	if len(pieces) == 0 || !pieces[0].control {
		return false
	}
	ids := e.tokens.Encode(pieces[0].text, true)
	return len(ids) >= len(prefix) && slices.Equal(ids[:len(prefix)], prefix)
}

// lastLearned is the index of the last token of a piece worth learning: the
// one that ends the turn, since nothing after it is ever drawn.
func (e *encoder) lastLearned(ids []int32, p piece) int {
	if p.control {
		for i, id := range slices.Backward(ids) {
			if slices.Contains(e.ends, id) {
				return i
			}
		}
	}
	return len(ids) - 1
}

func (x *Example) add(id int32, learned bool) {
	x.Tokens, x.Learned = append(x.Tokens, id), append(x.Learned, learned)
}

// trim leaves out what follows the last learned token: no loss looks at it.
func (x *Example) trim() {
	n := len(x.Learned)
	for n > 0 && !x.Learned[n-1] {
		n--
	}
	x.Tokens, x.Learned = x.Tokens[:n], x.Learned[:n]
}

// prompt tokenises what the model is asked, up to where its reply begins: in
// the chat template or, without chat, as a text that it goes on with.
func (e *encoder) prompt(text string, throughTemplate bool) ([]int32, error) {
	p := piece{text: text}
	if throughTemplate {
		if e.render == nil {
			return nil, errors.New("the model has no chat template: set chat to false, and the prompt is a text that it goes on with")
		}
		opening, err := e.render([]chat.Message{{Role: "user", Content: text}}, true)
		if err != nil {
			return nil, fmt.Errorf("write the conversation: %w", err)
		}
		p = piece{text: opening, control: true}
	}
	ids := e.tokens.Encode(p.text, p.control)
	if prefix := e.tokens.Prefix(); !e.opens([]piece{p}, prefix) {
		ids = append(slices.Clone(prefix), ids...)
	}
	return ids, nil
}

func (e *encoder) pieces(r Record) ([]piece, error) {
	if len(r.Parts) > 0 {
		var pieces []piece
		for _, p := range r.Parts {
			pieces = append(pieces, piece{text: p.Text, learned: p.Learn})
		}
		return pieces, nil
	}
	if len(r.Messages) == 0 {
		return []piece{{text: r.Prompt}, {text: r.Completion, learned: true}}, nil
	}
	if e.render == nil {
		return nil, errors.New("it is a conversation, and the model has no chat template: write it as prompt and completion")
	}
	return e.conversation(r.Messages)
}
