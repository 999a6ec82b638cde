package train

import (
	"errors"
	"fmt"
	"strings"

	"segue/lm/chat"
)

// conversation cuts a rendered conversation into what is given and what the
// assistant said.
//
// Each reply is found by rendering the conversation up to it, once with the
// opening of a reply and once with the reply itself. Templates that rewrite
// earlier turns (Qwen3 drops their thoughts) render a prefix differently from
// the whole; of such a conversation only the last reply is learned, in the form
// in which the model would give it.
func (e *encoder) conversation(messages []chat.Message) ([]piece, error) {
	last := -1
	for i, m := range messages {
		if m.Role == "assistant" {
			last = i
		}
	}
	if last < 0 {
		return nil, errors.New("no message is the assistant's")
	}
	whole, err := e.render(messages[:last+1], false)
	if err != nil {
		return nil, fmt.Errorf("write the conversation: %w", err)
	}
	var pieces []piece
	at := 0
	for i, m := range messages[:last+1] {
		if m.Role != "assistant" {
			continue
		}
		opening, err := e.render(messages[:i], true)
		if err != nil {
			return nil, fmt.Errorf("write the conversation up to message %d: %w", i+1, err)
		}
		reply, err := e.render(messages[:i+1], false)
		if err != nil {
			return nil, fmt.Errorf("write the conversation up to message %d: %w", i+1, err)
		}
		fits := strings.HasPrefix(whole, reply) && strings.HasPrefix(reply, opening) && len(opening) >= at
		if !fits {
			if i < last {
				continue
			}
			return nil, errors.New("the chat template writes the reply otherwise than it opens one, so that it cannot be told from the prompt")
		}
		pieces = append(pieces, piece{text: whole[at:len(opening)], control: true}, piece{text: whole[len(opening):len(reply)], control: true, learned: true})
		at = len(reply)
	}
	return pieces, nil
}
