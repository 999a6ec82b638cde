package llm_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"segue/llm"
	"segue/llm/scripted"
)

const testKey = "sk-test-0123456789abcdef"

// serve runs a scripted model and returns an endpoint for it with a limit of
// 1 MiB and the given header and idle deadline.
func serve(t testing.TB, m *scripted.Model, wait ...time.Duration) *llm.Endpoint {
	t.Helper()
	wait = append(wait, 30*time.Second)
	server := httptest.NewServer(m.Handler())
	e, err := llm.NewEndpoint(llm.EndpointConfig{
		BaseURL: server.URL + "/v1", APIKey: testKey, MaxBytes: 1 << 20,
		Limits: llm.Deadlines{Header: wait[0], Idle: wait[0], Total: time.Minute},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		e.Close()
		server.Close()
	})
	return e
}

// noLeak fails the test if goroutines remain after it and its cleanups.
func noLeak(t *testing.T) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for range 200 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		stacks := make([]byte, 1<<16)
		t.Errorf("goroutines: %d before, %d after\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
	})
}

func ask(text string) llm.Request {
	return llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Content: text}}, MaxTokens: 1000}
}

func TestFaults(t *testing.T) {
	noLeak(t)
	type want struct {
		class  llm.Class
		billed bool
		text   string // in the error
	}
	wants := map[scripted.Fault]want{
		scripted.RateLimit:      {llm.RateLimited, false, "429"},
		scripted.Overload:       {llm.Overloaded, false, "503"},
		scripted.ServerError:    {llm.Retryable, false, "500"},
		scripted.Unauthorized:   {llm.Fatal, false, "check the API key"},
		scripted.NoModel:        {llm.Fatal, false, "check the model's name"},
		scripted.Redirect:       {llm.Fatal, false, "redirects are not followed"},
		scripted.Hang:           {llm.Retryable, true, "header deadline"},
		scripted.Stall:          {llm.Retryable, true, "idle deadline"},
		scripted.Drop:           {llm.Retryable, true, "broke off"},
		scripted.ShortLength:    {llm.Malformed, true, "not a complete JSON"},
		scripted.LongLength:     {llm.Retryable, true, "broke off"},
		scripted.HTML:           {llm.Malformed, true, "web page"},
		scripted.Huge:           {llm.Malformed, true, "over the limit"},
		scripted.Endless:        {llm.Malformed, true, "over the limit"},
		scripted.BadUTF8:        {llm.Malformed, true, "UTF-8"},
		scripted.BadJSON:        {llm.Malformed, true, "not a complete JSON"},
		scripted.WrongTypes:     {llm.Malformed, true, "text"},
		scripted.Empty:          {llm.Malformed, true, "empty"},
		scripted.NoChoices:      {llm.Malformed, true, "no choices"},
		scripted.ErrorObject:    {llm.Retryable, false, "backend failed"},
		scripted.OverloadObject: {llm.Overloaded, false, "Overloaded"},
		scripted.TornStream:     {llm.Malformed, true, "not a complete JSON"},
	}
	streamed := map[scripted.Fault]want{
		scripted.ShortLength: {llm.Retryable, true, "ended before"},
		scripted.TornStream:  {llm.Retryable, true, "ended before"},
	}
	for _, fault := range scripted.Faults() {
		for _, stream := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/stream=%v", fault, stream), func(t *testing.T) {
				w, ok := wants[fault]
				if !ok {
					t.Fatal("fault is not in the table")
				}
				if s, ok := streamed[fault]; ok && stream {
					w = s
				}
				wait := 30 * time.Second
				if fault == scripted.Hang || fault == scripted.Stall {
					wait = 100 * time.Millisecond
				}
				e := serve(t, &scripted.Model{Faults: scripted.Always(fault), RetryAfter: 7 * time.Second}, wait)
				req := ask("one two three four")
				req.Stream = stream
				resp, err := e.Sample(context.Background(), req)
				var got *llm.Error
				if !errors.As(err, &got) {
					t.Fatalf("response %+v, error %v; want an *llm.Error", resp, err)
				}
				if got.Class != w.class || got.Billed != w.billed || !strings.Contains(got.Error(), w.text) {
					t.Errorf("got %v, billed %v: %v\nwant %v, billed %v, with %q", got.Class, got.Billed, got, w.class, w.billed, w.text)
				}
				if strings.Contains(fmt.Sprintf("%v %+v %#v %v", got, *got, *got, errors.Unwrap(got)), testKey) {
					t.Errorf("error shows the key: %#v", *got)
				}
				if got.Hint == "" || got.Endpoint == "" {
					t.Errorf("error lacks hint or endpoint: %#v", *got)
				}
				if fault == scripted.RateLimit && got.RetryAfter != 7*time.Second {
					t.Errorf("RetryAfter = %v, want 7s", got.RetryAfter)
				}
			})
		}
	}
}

func TestSample(t *testing.T) {
	noLeak(t)
	const answer = "the answer is forty two ✓"
	for _, c := range []struct {
		name, script, field string
		want                string
	}{
		{"plain", answer, "", ""},
		{"think tag", "<think>let me see</think>\n\n" + answer, "", "let me see"},
		{"closing tag only", "let me see\n</think>\n" + answer, "", "let me see"},
		{"reasoning_content", "<think>let me see</think>" + answer, "reasoning_content", "let me see"},
		{"reasoning", "<think>let me see</think>" + answer, "reasoning", "let me see"},
	} {
		for _, stream := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/stream=%v", c.name, stream), func(t *testing.T) {
				e := serve(t, &scripted.Model{Key: testKey, ReasoningField: c.field, Answer: func(llm.Request) string { return c.script }})
				req := ask("q")
				req.Stream = stream
				got, err := e.Sample(context.Background(), req)
				if err != nil {
					t.Fatal(err)
				}
				if got.Text != answer || got.Reasoning != c.want || got.FinishReason != llm.FinishStop || got.Model != "m" {
					t.Errorf("got %+v", got)
				}
				if got.PromptTokens != 1 || got.CompletionTokens != (len(c.script)+3)/4 || got.UsageEstimated || got.Latency <= 0 {
					t.Errorf("usage and latency: %+v", got)
				}
			})
		}
	}
}

func TestRequestOnTheWire(t *testing.T) {
	var got llm.Request
	e := serve(t, &scripted.Model{Answer: func(r llm.Request) string { got = r; return "a much longer answer than asked for" }})
	seed := int64(9)
	req := llm.Request{Model: "m", MaxTokens: 2, Temperature: new(0.0), TopP: new(0.5), Seed: &seed, Stop: []string{"END"},
		Messages: []llm.Message{{Role: llm.System, Content: "s"}, {Role: llm.User, Content: "u"}, {Role: llm.Assistant, Content: "a"}}}
	resp, err := e.Sample(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if resp.FinishReason != llm.FinishLength || resp.Text != "a much l" {
		t.Errorf("response %+v; want it cut at 8 bytes", resp)
	}
	if got.Temperature == nil || *got.Temperature != 0 || *got.TopP != 0.5 || *got.Seed != 9 || got.MaxTokens != 2 ||
		len(got.Stop) != 1 || len(got.Messages) != 3 || got.Messages[0].Role != llm.System {
		t.Errorf("endpoint received %+v", got)
	}
	for name, bad := range map[string]llm.Request{
		"no model": {Messages: req.Messages}, "no message": {Model: "m"},
		"role": {Model: "m", Messages: []llm.Message{{Role: "tool", Content: "x"}}},
	} {
		if _, err := e.Sample(context.Background(), bad); llm.ClassOf(err) != llm.Fatal {
			t.Errorf("%s: error %v, want a fatal one", name, err)
		}
	}
}

func TestSampleWithoutUsageOrStream(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"choices":[{"message":{"content":"12345678","refusal":null}}]}`)) // text/plain, no finish reason
	}))
	defer server.Close()
	e, err := llm.NewEndpoint(llm.EndpointConfig{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, stream := range []bool{false, true} {
		req := ask("abcd")
		req.Stream = stream
		got, err := e.Sample(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if got.Text != "12345678" || !got.UsageEstimated || got.CompletionTokens != 2 || got.FinishReason != llm.FinishStop {
			t.Errorf("stream=%v: %+v", stream, got)
		}
	}
}

func TestCancelAndRefusedConnection(t *testing.T) {
	noLeak(t)
	e := serve(t, &scripted.Model{Faults: scripted.Always(scripted.Hang)})
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := e.Sample(ctx, ask("q")); llm.ClassOf(err) != llm.Canceled || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	gone, err := llm.NewEndpoint(llm.EndpointConfig{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	_, err = gone.Sample(context.Background(), ask("q"))
	var got *llm.Error
	if !errors.As(err, &got) || got.Class != llm.Retryable || got.Billed || !strings.Contains(got.Error(), "check that the server runs") {
		t.Errorf("refused connection: %v", err)
	}
}

func TestNewEndpointRefuses(t *testing.T) {
	for _, c := range []struct{ name, url, key string }{
		{"no scheme", "localhost:8000", ""}, {"scheme", "ftp://host/v1", ""}, {"empty", "", ""},
		{"password", "http://u:hunter2hunter2@host/v1", ""}, {"broken", "http://[::1", ""}, {"key", "http://h/v1", "a b"},
	} {
		_, err := llm.NewEndpoint(llm.EndpointConfig{BaseURL: c.url, APIKey: llm.Secret(c.key)})
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}

func TestEmbed(t *testing.T) {
	texts := make([]string, 130)
	for i := range texts {
		texts[i] = fmt.Sprint("text ", i)
	}
	m := &scripted.Model{Faults: scripted.First(scripted.Overload, scripted.NoChoices)}
	server := httptest.NewServer(m.Handler())
	defer server.Close()
	c, err := llm.Open(llm.Config{Endpoints: []llm.EndpointConfig{{BaseURL: server.URL + "/v1"}}, Retry: llm.Policy{Base: time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	got, err := c.Embed(context.Background(), "e", texts)
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.Embed(context.Background(), "e", texts[129:])
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 130 || len(got[0]) != 8 || got[0][0] == got[1][0] || again[0][0] != got[129][0] {
		t.Errorf("got %d vectors of %d numbers", len(got), len(got[0]))
	}
}
