package llm

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"
)

// sampleStream makes one attempt with server-sent events. A server that does
// not stream and answers whole is understood.
func (e *Endpoint) sampleStream(ctx context.Context, p openai.ChatCompletionNewParams) (Response, error) {
	p.StreamOptions.IncludeUsage = openai.Bool(true)
	var raw *http.Response
	_, err := e.chat.New(ctx, p, option.WithJSONSet("stream", true),
		option.WithHeader("Accept", "text/event-stream"), option.WithResponseBodyInto(&raw))
	if err != nil {
		return Response{}, err
	}
	defer raw.Body.Close()
	if kind, _, _ := mime.ParseMediaType(raw.Header.Get("Content-Type")); kind != "text/event-stream" {
		body, err := io.ReadAll(raw.Body)
		if err != nil {
			return Response{}, err
		}
		if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("data:")) {
			return e.decodeChat(body)
		}
		raw.Body = io.NopCloser(bytes.NewReader(body))
	}
	return e.readStream(ssestream.NewDecoder(raw))
}

// stream is what has arrived so far.
type stream struct {
	text, reasoning, refusal strings.Builder
	finish, model            string
	usage                    openai.CompletionUsage
	started                  bool // a choice was seen
}

// readStream gathers the events. The answer counts as whole once a finish
// reason or the closing [DONE] came; a stream that ends earlier was cut off.
func (e *Endpoint) readStream(events ssestream.Decoder) (Response, error) {
	var s stream
	done := false
	for !done && events.Next() {
		data := bytes.TrimSpace(events.Event().Data)
		if done = string(data) == "[DONE]"; done || len(data) == 0 {
			continue
		}
		if err := e.addChunk(&s, data); err != nil {
			return Response{}, err
		}
	}
	if err := events.Err(); err != nil && !done {
		var known *Error
		if errors.As(err, &known) {
			return Response{}, known
		}
		return Response{}, e.malformed("stream cannot be read: " + e.public(err.Error()))
	}
	if !done && s.finish == "" {
		if !s.started {
			return Response{}, e.malformed("answer is empty")
		}
		return Response{}, &Error{Class: Retryable, Endpoint: e.name, Billed: true, Err: io.ErrUnexpectedEOF,
			Deed: "the stream ended before the answer did", Hint: "see the server's log if this goes on"}
	}
	if !s.started {
		return Response{}, e.malformed("stream has no choices")
	}
	if s.finish == "" {
		s.finish = FinishStop
	}
	resp := answer(s.text.String(), s.reasoning.String(), s.refusal.String(), s.finish)
	resp.Model = s.model
	e.setUsage(&resp, s.usage)
	return resp, nil
}

// addChunk takes in one event's JSON.
func (e *Endpoint) addChunk(s *stream, data []byte) error {
	if err := e.checkJSON(data); err != nil {
		return err
	}
	var c openai.ChatCompletionChunk
	if err := c.UnmarshalJSON(data); err != nil {
		return e.malformed("an event is not a chunk of a chat completion")
	}
	if c.Model != "" {
		s.model = c.Model
	}
	if c.Usage.TotalTokens > 0 || c.Usage.CompletionTokens > 0 {
		s.usage = c.Usage
	}
	if len(c.Choices) == 0 {
		return nil
	}
	choice := c.Choices[0]
	s.started = true
	if wrongType(choice.Delta.JSON.Content) {
		return e.malformed("an event's content is not text")
	}
	if choice.FinishReason == "error" {
		return e.objectError(apiError{Message: "generation failed"})
	}
	s.text.WriteString(choice.Delta.Content)
	s.reasoning.WriteString(reasoningField(choice.Delta.JSON.ExtraFields))
	s.refusal.WriteString(choice.Delta.Refusal)
	if choice.FinishReason != "" {
		s.finish = string(choice.FinishReason)
	}
	return nil
}
