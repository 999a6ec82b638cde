package train

import (
	"encoding/json"
	"errors"
	"fmt"

	"segue/lm/chat"
	"segue/lm/tokenizer"
)

// render writes a conversation out; with reply, the opening of the assistant's
// next message follows.
type render func(messages []chat.Message, reply bool) (string, error)

// renderer is the way in which a model's conversations are written: by its
// template, or as ChatML where it has none but the tokens for it, as Segue's
// own vocabularies do. It is nil when the model has neither.
func renderer(t tokenizer.Tokenizer) (render, error) {
	c := t.Config()
	source := c.ChatTemplate
	if source == "" {
		_, begins := t.ID("<|im_start|>")
		_, ends := t.ID("<|im_end|>")
		if !begins || !ends {
			return nil, nil
		}
		source = chat.ChatML
	}
	template, err := chat.Parse(source)
	if err != nil {
		return nil, err
	}
	return func(messages []chat.Message, reply bool) (string, error) {
		return template.Render(messages, chat.Options{AddGenerationPrompt: reply, Extra: map[string]any{"bos_token": c.Begin, "eos_token": c.End}})
	}, nil
}

// readMessage reads a message of a data file. What it holds beyond role and
// content is kept for templates that know it.
func readMessage(raw json.RawMessage) (chat.Message, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return chat.Message{}, err
	}
	var m chat.Message
	if err := json.Unmarshal(fields["role"], &m.Role); err != nil || m.Role == "" {
		return m, errors.New(`"role" is not a name`)
	}
	if content := fields["content"]; content != nil { // absent or null beside tool calls
		if err := json.Unmarshal(content, &m.Content); err != nil {
			return m, fmt.Errorf(`"content" is not a text: %w`, err)
		}
	}
	delete(fields, "role")
	delete(fields, "content")
	if len(fields) > 0 {
		m.Fields = fields
	}
	return m, nil
}

func readMessages(raw json.RawMessage) ([]chat.Message, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf(`"messages" is not a list: %w`, err)
	}
	var messages []chat.Message
	for i, one := range list {
		m, err := readMessage(one)
		if err != nil {
			return nil, fmt.Errorf("message %d: %w", i+1, err)
		}
		messages = append(messages, m)
	}
	return messages, nil
}
