package llm_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"segue/llm"
)

// canned is a transport that answers every request with one body.
type canned struct{ kind, body string }

func (c canned) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {c.kind}}, Body: io.NopCloser(strings.NewReader(c.body))}, nil
}

const (
	asJSON   = "application/json"
	asStream = "text/event-stream"
)

// read has an endpoint read the body as an answer.
func read(t testing.TB, kind, body string) (llm.Response, error) {
	t.Helper()
	e, err := llm.NewEndpoint(llm.EndpointConfig{BaseURL: "http://canned/v1", MaxBytes: 1 << 16, Transport: canned{kind, body}})
	if err != nil {
		t.Fatal(err)
	}
	req := ask("q")
	req.Stream = kind == asStream
	return e.Sample(context.Background(), req)
}

func TestAnswersOfRealServers(t *testing.T) {
	for _, c := range []struct {
		name, kind, body string
		want             llm.Response
		class            llm.Class // of the error, if text and finish are empty
	}{
		{"refusal", asJSON, `{"choices":[{"message":{"content":null,"refusal":"I can't"},"finish_reason":"stop"}]}`, llm.Response{Text: "I can't", FinishReason: "refusal"}, 0},
		{"filtered", asJSON, `{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]}`, llm.Response{FinishReason: "content_filter"}, 0},
		{"all thought", asJSON, `{"choices":[{"message":{"content":null,"reasoning_content":"hm"},"finish_reason":"length"}]}`, llm.Response{Reasoning: "hm", FinishReason: "length"}, 0},
		{"reasoning object ignored", asJSON, `{"choices":[{"message":{"content":"a","reasoning":{"x":1}},"finish_reason":"stop"}]}`, llm.Response{Text: "a", FinishReason: "stop"}, 0},
		{"null error", asJSON, `{"error":null,"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]}`, llm.Response{Text: "a", FinishReason: "stop"}, 0},
		{"absurd usage", asJSON, `{"choices":[{"message":{"content":"abcd"},"finish_reason":"stop"}],"usage":{"prompt_tokens":-5,"completion_tokens":9e18}}`, llm.Response{Text: "abcd", FinishReason: "stop"}, 0},
		{"error string", asJSON, `{"error":"model is loading"}`, llm.Response{}, llm.Retryable},
		{"error code", asJSON, `{"error":{"code":429,"message":"slow down"}}`, llm.Response{}, llm.RateLimited},
		{"failed generation", asJSON, `{"choices":[{"message":{"content":"a"},"finish_reason":"error"}]}`, llm.Response{}, llm.Retryable},
		{"array", asJSON, `[1]`, llm.Response{}, llm.Malformed},
		{"choices of text", asJSON, `{"choices":"x"}`, llm.Response{}, llm.Malformed},
		{"no message", asJSON, `{"choices":[{"text":"x"}]}`, llm.Response{}, llm.Malformed},
		{"stream with comments", asStream, ": ping\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\r\n\r\n: ping\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}]}\n\n", llm.Response{Text: "ab", FinishReason: "stop"}, 0},
		{"stream with done only", asStream, "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n\n", llm.Response{Text: "a", FinishReason: "stop"}, 0},
		{"stream with error", asStream, "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"error\":{\"message\":\"Overloaded\"}}\n\n", llm.Response{}, llm.Overloaded},
		{"stream with long line", asStream, "data: " + strings.Repeat("x", 1<<17) + "\n\n", llm.Response{}, llm.Malformed},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := read(t, c.kind, c.body)
			if c.want.FinishReason == "" {
				var e *llm.Error
				if !errors.As(err, &e) || e.Class != c.class {
					t.Errorf("error %v, want class %v", err, c.class)
				}
				return
			}
			if err != nil || got.Text != c.want.Text || got.Reasoning != c.want.Reasoning || got.FinishReason != c.want.FinishReason {
				t.Errorf("got %+v, %v; want %+v", got, err, c.want)
			}
			if got.PromptTokens < 0 || got.CompletionTokens < 0 || got.CompletionTokens > 100 {
				t.Errorf("usage %+v", got)
			}
		})
	}
}

// FuzzAnswer: any body is read as a response of valid text no longer than the
// body, or as a typed error.
func FuzzAnswer(f *testing.F) {
	f.Add(false, `{"choices":[{"message":{"content":"<think>a</think>b"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}`)
	f.Add(false, `{"error":{"message":"x","code":429}}`)
	f.Add(true, "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	f.Add(true, "data: [DONE]")
	f.Fuzz(func(t *testing.T, stream bool, body string) {
		kind := asJSON
		if stream {
			kind = asStream
		}
		got, err := read(t, kind, body)
		var e *llm.Error
		switch {
		case err == nil && (!utf8.ValidString(got.Text) || !utf8.ValidString(got.Reasoning) || got.FinishReason == ""):
			t.Errorf("response %+v", got)
		case err == nil && len(got.Text)+len(got.Reasoning) > len(body):
			t.Errorf("response of %d bytes from a body of %d", len(got.Text)+len(got.Reasoning), len(body))
		case err != nil && (!errors.As(err, &e) || e.Hint == ""):
			t.Errorf("error %v is not typed or has no hint", err)
		}
	})
}
