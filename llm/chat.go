package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/respjson"
)

// chatParams is the request on the wire.
func (e *Endpoint) chatParams(req Request) (openai.ChatCompletionNewParams, error) {
	p := openai.ChatCompletionNewParams{Model: req.Model, Messages: make([]openai.ChatCompletionMessageParamUnion, len(req.Messages))}
	invalid := func(deed, hint string) error {
		return &Error{Class: Fatal, Endpoint: e.name, Deed: deed, Hint: hint}
	}
	if req.Model == "" || len(req.Messages) == 0 {
		return p, invalid("request names no model or has no message", "give both")
	}
	for i, m := range req.Messages {
		switch m.Role {
		case System:
			p.Messages[i] = openai.SystemMessage(m.Content)
		case User:
			p.Messages[i] = openai.UserMessage(m.Content)
		case Assistant:
			p.Messages[i] = openai.AssistantMessage(m.Content)
		default:
			return p, invalid(fmt.Sprintf("message %d has the role %q", i+1, m.Role), "use system, user or assistant")
		}
	}
	if req.Temperature != nil {
		p.Temperature = openai.Float(*req.Temperature)
	}
	if req.TopP != nil {
		p.TopP = openai.Float(*req.TopP)
	}
	if req.Seed != nil {
		p.Seed = openai.Int(*req.Seed)
	}
	if len(req.Stop) > 0 {
		p.Stop.OfStringArray = req.Stop
	}
	if req.MaxTokens > 0 && e.newLimit {
		p.MaxCompletionTokens = openai.Int(int64(req.MaxTokens))
	} else if req.MaxTokens > 0 {
		p.MaxTokens = openai.Int(int64(req.MaxTokens))
	}
	if len(req.Extra) > 0 {
		p.SetExtraFields(req.Extra)
	}
	return p, nil
}

// sampleWhole makes one attempt without streaming.
func (e *Endpoint) sampleWhole(ctx context.Context, p openai.ChatCompletionNewParams) (Response, error) {
	var raw []byte
	if _, err := e.chat.New(ctx, p, option.WithResponseBodyInto(&raw)); err != nil {
		return Response{}, err
	}
	return e.decodeChat(raw)
}

// checkJSON refuses a body that is not a JSON object of valid UTF-8, or that
// is an error object sent as a success.
func (e *Endpoint) checkJSON(raw []byte) error {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0:
		return e.malformed("answer is empty")
	case raw[0] == '<':
		return e.malformed("answer is a web page, not JSON")
	case !utf8.Valid(raw):
		return e.malformed("answer is not valid UTF-8")
	case raw[0] != '{' || !json.Valid(raw):
		return e.malformed("answer is not a complete JSON object")
	}
	if !bytes.Contains(raw, []byte(`"error"`)) {
		return nil // saves the second pass
	}
	var probe struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(raw, &probe) == nil && len(probe.Error) > 0 && string(probe.Error) != "null" {
		said, ok := parseAPIError(raw)
		if !ok {
			said.Message = string(probe.Error)
		}
		return e.objectError(said)
	}
	return nil
}

// decodeChat reads a whole answer.
func (e *Endpoint) decodeChat(raw []byte) (Response, error) {
	if err := e.checkJSON(raw); err != nil {
		return Response{}, err
	}
	var c openai.ChatCompletion
	if err := c.UnmarshalJSON(raw); err != nil {
		return Response{}, e.malformed("answer is not a chat completion")
	}
	if len(c.Choices) == 0 {
		return Response{}, e.malformed("answer has no choices")
	}
	choice := c.Choices[0]
	message := choice.Message
	reasoning := reasoningField(message.JSON.ExtraFields)
	if !choice.JSON.Message.Valid() || wrongType(message.JSON.Content) {
		return Response{}, e.malformed("answer's message has no text")
	}
	if choice.FinishReason == "error" {
		return Response{}, e.objectError(apiError{Message: "generation failed"})
	}
	if choice.FinishReason == "" {
		choice.FinishReason = FinishStop
	}
	resp := answer(message.Content, reasoning, message.Refusal, string(choice.FinishReason))
	resp.Model = c.Model
	e.setUsage(&resp, c.Usage)
	return resp, nil
}

// answer joins the parts of a message: thoughts from their own field win over
// a tag in the text.
func answer(content, reasoning, refusal, finish string) Response {
	if reasoning == "" {
		reasoning, content = SplitReasoning(content)
	}
	if content == "" && refusal != "" {
		content, finish = refusal, FinishRefusal
	}
	return Response{Text: content, Reasoning: reasoning, FinishReason: finish}
}

// setUsage takes over the token counts; counts no answer of this size can have
// are ignored, so that a lie does not break a budget's sum.
func (e *Endpoint) setUsage(resp *Response, u openai.CompletionUsage) {
	const most = 1 << 30
	if u.PromptTokens >= 0 && u.PromptTokens < most && u.CompletionTokens >= 0 && u.CompletionTokens < most {
		resp.PromptTokens, resp.CompletionTokens = int(u.PromptTokens), int(u.CompletionTokens)
	}
}

// wrongType reports a field that is there and is neither null nor a string.
func wrongType(f respjson.Field) bool {
	raw := f.Raw()
	return raw != "" && raw != respjson.Null && raw[0] != '"'
}

// reasoningField finds thoughts that a server sends beside the content:
// reasoning_content (DeepSeek, vLLM, SGLang, llama.cpp) or reasoning
// (OpenRouter, newer vLLM).
func reasoningField(extra map[string]respjson.Field) string {
	for _, name := range []string{"reasoning_content", "reasoning"} {
		var text string
		if f, ok := extra[name]; ok && json.Unmarshal([]byte(f.Raw()), &text) == nil && text != "" {
			return text
		}
	}
	return ""
}
