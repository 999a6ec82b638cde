package completion_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"segue/llm"
	"segue/lm"
	"segue/lm/generation"
	"segue/server/completion"
)

// parrot says the last message back, a word a token; it fails on demand.
type parrot struct{ err error }

func (parrot) Name() string { return "parrot" }
func (parrot) Context() int { return 64 }

func (p parrot) Generate(ctx context.Context, r lm.Request, emit func(lm.Delta) error) (lm.Usage, error) {
	text := r.Text
	if len(r.Messages) > 0 {
		text = r.Messages[len(r.Messages)-1].Content
	}
	if p.err != nil && text != "half" {
		return lm.Usage{}, p.err
	}
	var u lm.Usage
	u.Prompt = len(strings.Fields(text))
	for n := range r.Samples {
		words := strings.SplitAfter(text, " ")
		finish := llm.FinishStop
		if r.MaxTokens > 0 && len(words) > r.MaxTokens {
			words, finish = words[:r.MaxTokens], llm.FinishLength
		}
		for i, w := range words {
			d := lm.Delta{Sample: n, Text: w}
			if r.LogProbs {
				drawn := generation.Token{ID: int32(i), LogProb: -0.5, Entropy: 0.25}
				drawn.Top = []generation.Alternative{{ID: 9, LogProb: -1}}[:min(1, r.TopLogProbs)]
				d.Tokens = []lm.Token{{Token: drawn, Bytes: []byte(w), Top: [][]byte{{0xff}}[:min(1, r.TopLogProbs)]}}
			}
			if i == len(words)-1 {
				d.Finish = finish
			}
			if err := emit(d); err != nil {
				return u, err
			}
			u.Completion++
			if p.err != nil {
				return u, p.err
			}
		}
	}
	return u, nil
}

func serve(t *testing.T, m completion.Model) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(completion.Handler(m, time.Now))
	t.Cleanup(s.Close)
	return s
}

func post(t *testing.T, s *httptest.Server, path, body string) (int, http.Header, string) {
	t.Helper()
	answer, err := http.Post(s.URL+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var all strings.Builder
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		all.WriteString(lines.Text() + "\n")
	}
	return answer.StatusCode, answer.Header, all.String()
}

func TestChat(t *testing.T) {
	s := serve(t, parrot{})
	status, _, body := post(t, s, "/v1/chat/completions", `{"model":"parrot","n":2,"max_completion_tokens":2,"logprobs":true,"top_logprobs":1,
		"messages":[{"role":"user","content":[{"type":"text","text":"one two three"}]}],"unknown":1}`)
	var got struct {
		Object  string
		Choices []struct {
			Index        int
			Message      llm.Message
			FinishReason string `json:"finish_reason"`
			LogProbs     struct {
				Content []struct {
					Token   string
					LogProb float64
					Bytes   []int
					Entropy float64
					Top     []struct{ Bytes []int } `json:"top_logprobs"`
				}
			}
		}
		Usage struct {
			Prompt int `json:"prompt_tokens"`
			Total  int `json:"total_tokens"`
		}
	}
	if err := json.Unmarshal([]byte(body), &got); err != nil || status != 200 {
		t.Fatalf("%d %s: %v", status, body, err)
	}
	c := got.Choices[1]
	if len(got.Choices) != 2 || c.Message != (llm.Message{Role: "assistant", Content: "one two "}) || c.FinishReason != "length" {
		t.Errorf("choices %+v", got.Choices)
	}
	if l := c.LogProbs.Content; len(l) != 2 || l[1].Token != "two " || l[1].LogProb != -0.5 || l[1].Entropy != 0.25 || l[1].Top[0].Bytes[0] != 0xff {
		t.Errorf("log-probs %+v", l)
	}
	if got.Usage.Prompt != 3 || got.Usage.Total != 7 || got.Object != "chat.completion" {
		t.Errorf("usage %+v of %s", got.Usage, got.Object)
	}
}

func TestStreamsSayTheSameAsWholeAnswers(t *testing.T) {
	s := serve(t, parrot{})
	for path, prompt := range map[string]string{
		"/v1/chat/completions": `"messages":[{"role":"user","content":"a b c"}]`,
		"/v1/completions":      `"prompt":["a b c"]`,
	} {
		_, header, body := post(t, s, path, `{"stream":true,"stream_options":{"include_usage":true},"n":2,`+prompt+`}`)
		if got := header.Get("Content-Type"); got != "text/event-stream" {
			t.Errorf("%s streams %s", path, got)
		}
		texts, finishes, usage := map[int]string{}, 0, 0
		for event := range strings.SplitSeq(strings.TrimSpace(body), "\n\n") {
			data := strings.TrimPrefix(event, "data: ")
			if data == "[DONE]" {
				break
			}
			var chunk struct {
				Choices []struct {
					Index  int
					Text   string
					Delta  struct{ Content string }
					Finish *string `json:"finish_reason"`
				}
				Usage *struct {
					Total int `json:"total_tokens"`
				}
			}
			if err := json.Unmarshal([]byte(data), &chunk); err != nil {
				t.Fatalf("%q: %v", data, err)
			}
			for _, c := range chunk.Choices {
				texts[c.Index] += c.Text + c.Delta.Content
				if c.Finish != nil {
					finishes++
				}
			}
			if chunk.Usage != nil {
				usage = chunk.Usage.Total
			}
		}
		if texts[0] != "a b c" || texts[1] != "a b c" || finishes != 2 || usage != 9 || !strings.HasSuffix(body, "data: [DONE]\n\n") {
			t.Errorf("%s: texts %v, %d finishes, usage %d\n%s", path, texts, finishes, usage, body)
		}
	}
}

func TestRefusals(t *testing.T) {
	s := serve(t, parrot{})
	for body, want := range map[string]string{
		`{"messages":[]}`: "messages is empty", `[]`: "not what was expected",
		`{"model":"other","messages":[{"role":"user","content":"x"}]}`:      "not served here",
		`{"n":0,"messages":[{"role":"user","content":"x"}]}`:                "n is 0",
		`{"n":1000000,"messages":[{"role":"user","content":"x"}]}`:          "n is 1000000",
		`{"top_p":0,"messages":[{"role":"user","content":"x"}]}`:            "top_p",
		`{"temperature":-1,"messages":[{"role":"user","content":"x"}]}`:     "temperature",
		`{"max_tokens":0,"messages":[{"role":"user","content":"x"}]}`:       "at least 1 token",
		`{"logit_bias":{"a":1},"messages":[{"role":"user","content":"x"}]}`: "not a token id",
		`{"logprobs":3,"messages":[{"role":"user","content":"x"}]}`:         "logprobs",
		`{"top_logprobs":99,"messages":[{"role":"user","content":"x"}]}`:    "likeliest tokens",
		`{"messages":[{"role":"user","content":[{"type":"image"}]}]}`:       "only text",
		`{"steps":-1,"messages":[{"role":"user","content":"x"}]}`:           "steps",
	} {
		status, _, text := post(t, s, "/v1/chat/completions", body)
		if status/100 != 4 || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s, want a refusal that says %q", body, status, text, want)
		}
	}
	if status, _, text := post(t, s, "/v1/completions", `{"prompt":["a","b"]}`); status != 400 || !strings.Contains(text, "one text") {
		t.Errorf("two prompts: %d %s", status, text)
	}
}

func TestModelErrorsKeepTheirKind(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{fmt.Errorf("%w: prompt of 900 tokens", lm.ErrRequest), 400}, {lm.ErrBusy, 429}, {fmt.Errorf("broken"), 500},
	} {
		s := serve(t, parrot{c.err})
		status, header, text := post(t, s, "/v1/completions", `{"prompt":"x"}`)
		if status != c.want || !strings.Contains(text, c.err.Error()) || (c.want == 429) != (header.Get("Retry-After") != "") {
			t.Errorf("%v: %d %v %s", c.err, status, header, text)
		}
		_, _, stream := post(t, s, "/v1/completions", `{"prompt":"half","stream":true}`)
		if !strings.Contains(stream, `"error"`) || strings.Contains(stream, "[DONE]") {
			t.Errorf("%v: a stream that fails half-way ends with %s", c.err, stream)
		}
	}
}

func TestModelsAndMetrics(t *testing.T) {
	s := serve(t, parrot{})
	post(t, s, "/v1/completions", `{"prompt":"x y","n":3}`)
	get := func(path string) string {
		answer, err := http.Get(s.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		var b strings.Builder
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			b.WriteString(lines.Text() + "\n")
		}
		return b.String()
	}
	for path, want := range map[string]string{
		"/v1/models": `"id":"parrot"`, "/v1/models/parrot": `"max_model_len":64`, "/v1/models/x": "not served here",
		"/metrics": `segue_model_tokens_total{kind="completion"} 6`, "/healthz": "ok", "/nowhere": "there is no",
	} {
		if got := get(path); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
