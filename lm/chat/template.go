// Package chat writes conversations out as a model was taught to read them. Its
// templates are Jinja's, as they come with SmolLM2, Qwen2.5, Qwen3 and Llama,
// set up as transformers does (trim_blocks, lstrip_blocks, the immutable
// sandbox, tojson without escapes, raise_exception, strftime_now). Templates
// come with model files and are not to be believed: steps, memory, output and
// depth are bounded, and nothing but the values given can be reached.
//
// Known differences: strings are not formatted with % or format, keys of dicts
// are strings, numbers have 64 bits, and a given variable that a template sets
// only after a loop or macro has read it is seen there with its given value,
// where Jinja finds it undefined.
package chat

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// ChatML is the template of Segue's own models: turns between <|im_start|> and
// <|im_end|>, with no system turn of its own.
const ChatML = `{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}`

// Message is one turn of a conversation.
type Message struct {
	Role    string // "system", "user", "assistant" or "tool"
	Content string
	// Fields holds what some templates know beyond these, such as
	// "reasoning_content", "tool_calls" and "name", as JSON.
	Fields map[string]json.RawMessage
}

// Options says what a template is told beside the messages.
type Options struct {
	AddGenerationPrompt bool              // end with the beginning of the assistant's turn
	Tools               []json.RawMessage // JSON schemas of functions; empty: none
	Extra               map[string]any    // further variables, such as "enable_thinking", "bos_token"
	Now                 time.Time         // what strftime_now tells; zero: there is no such function
}

// Template is a parsed chat template. It is safe for concurrent use.
type Template struct{ body block }

// RaisedError is returned by Render when the template itself refuses the
// conversation by raise_exception.
type RaisedError struct{ Message string }

// Error implements error.
func (e *RaisedError) Error() string { return "the chat template refuses: " + e.Message }

// Parse reads a template. Errors name the line.
func Parse(source string) (*Template, error) {
	if len(source) > maxSource {
		return nil, fmt.Errorf("read chat template: %d bytes are more than the %d allowed", len(source), maxSource)
	}
	tokens, err := lex(source)
	if err != nil {
		return nil, fmt.Errorf("read chat template: %w", err)
	}
	p := &parser{tokens: tokens}
	body, err := p.statements()
	if err != nil {
		return nil, fmt.Errorf("read chat template: line %d: %w", tokens[max(p.at-1, 0)].line, err)
	}
	return &Template{body}, nil
}

// Render writes messages out. Nothing is escaped: who must not let a user's text
// contain control tokens checks it before.
func (t *Template) Render(messages []Message, o Options) (string, error) {
	r := &run{out: &strings.Builder{}}
	s := r.globals(o.Now)
	turns := make([]any, len(messages))
	for i, message := range messages {
		turn, err := message.value()
		if err != nil {
			return "", fmt.Errorf("render chat template: message %d: %w", i, err)
		}
		turns[i] = turn
	}
	s.set("messages", newList(turns...))
	s.set("add_generation_prompt", o.AddGenerationPrompt)
	s.set("tools", nil)
	s.set("documents", nil)
	if len(o.Tools) > 0 {
		tools, err := fromGo(o.Tools)
		if err != nil {
			return "", fmt.Errorf("render chat template: tools: %w", err)
		}
		s.set("tools", tools)
	}
	for name, x := range o.Extra {
		value, err := fromGo(x)
		if err != nil {
			return "", fmt.Errorf("render chat template: %s: %w", name, err)
		}
		s.set(name, value)
	}
	if _, err := t.body.execute(r, s.inner()); err != nil {
		return "", fmt.Errorf("render chat template: %w", err)
	}
	return r.out.String(), nil
}

// value is the message as templates see it.
func (m Message) value() (*mapping, error) {
	fields := make(map[string]any, len(m.Fields))
	for name, raw := range m.Fields {
		fields[name] = raw
	}
	turn := newMapping()
	turn.set("role", m.Role)
	turn.set("content", m.Content)
	extra, err := fromGo(fields)
	if err != nil {
		return nil, err
	}
	for _, key := range extra.(*mapping).keys {
		turn.set(key, extra.(*mapping).values[key])
	}
	return turn, nil
}

// globals returns a scope with the functions that templates may call.
func (r *run) globals(now time.Time) *scope {
	s := &scope{}
	functions := map[string]func(*run, arguments) (any, error){
		"range": rangeFunction,
		"raise_exception": func(r *run, a arguments) (any, error) {
			message, _ := a.take(0, "message")
			text, err := r.text(message)
			if err != nil {
				return nil, err
			}
			return nil, &RaisedError{text}
		},
		"namespace": func(r *run, a arguments) (any, error) {
			m, err := r.dictOf(a)
			return &namespace{m}, err
		},
		"dict": func(r *run, a arguments) (any, error) { return r.dictOf(a) },
	}
	if !now.IsZero() {
		functions["strftime_now"] = func(r *run, a arguments) (any, error) {
			format, err := a.text(0, "format", "")
			if err != nil {
				return nil, err
			}
			if err := r.allocate(8 * len(format)); err != nil {
				return nil, err
			}
			return formatTime(now, format)
		}
	}
	for name, call := range functions {
		s.set(name, &function{name, call})
	}
	return s
}

// dictOf makes a mapping of another one, if given, and named arguments.
func (r *run) dictOf(a arguments) (*mapping, error) {
	m := newMapping()
	if len(a.positional) > 0 {
		from, ok := a.positional[0].(*mapping)
		if !ok {
			return nil, fmt.Errorf("a value of type %s is not a dict", typeName(a.positional[0]))
		}
		for _, key := range from.keys {
			m.set(key, from.values[key])
		}
	}
	for _, key := range a.named.keys {
		m.set(key, a.named.values[key])
	}
	return m, r.allocate(64 * len(m.keys))
}

// longestRange is the limit of Jinja's sandbox on range().
const longestRange = 100_000

func rangeFunction(r *run, a arguments) (any, error) {
	bounds := []int64{0, 0, 1}
	if len(a.positional) == 0 || len(a.positional) > 3 {
		return nil, errors.New("range takes one to three numbers")
	}
	for i, value := range a.positional {
		n, ok := integerOf(value)
		if !ok {
			return nil, fmt.Errorf("range takes whole numbers, not a value of type %s", typeName(value))
		}
		bounds[i] = n
	}
	if len(a.positional) == 1 {
		bounds[0], bounds[1] = 0, bounds[0]
	}
	from, to, step := bounds[0], bounds[1], bounds[2]
	if step == 0 {
		return nil, errors.New("the step of range is 0")
	}
	var items []any
	for i := from; step > 0 && i < to || step < 0 && i > to; {
		if len(items) >= longestRange {
			return nil, fmt.Errorf("%w: a range of more than %d numbers", ErrLimit, longestRange)
		}
		items = append(items, i)
		next := i + step
		if (next > i) != (step > 0) { // past 64 bits
			break
		}
		i = next
	}
	return newList(items...), r.allocate(16 * len(items))
}
