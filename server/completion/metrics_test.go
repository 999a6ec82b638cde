package completion_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"segue/lm"
	"segue/server/completion"
)

// dropped is a client that goes away before it has read the given writes.
type dropped struct {
	http.ResponseWriter
	reads int
}

func (d *dropped) Write(b []byte) (int, error) {
	if d.reads--; d.reads < 0 {
		return 0, errors.New("broken pipe")
	}
	return d.ResponseWriter.Write(b)
}

// shown is the part of /metrics about requests and streams, a metric a line.
func shown(h http.Handler) []string {
	page := httptest.NewRecorder()
	h.ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil))
	var lines []string
	for line := range strings.Lines(page.Body.String()) {
		if strings.HasPrefix(line, "segue_model_requests_total") || strings.HasPrefix(line, "segue_model_streams_broken_total") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// Metrics count a request under the status that went out, whoever answered,
// and a stream that broke after its 200 by the cause as well.
func TestMetricsCountTheStatusThatWasSent(t *testing.T) {
	failed, cancelled := errors.New("broken"), context.Canceled
	for _, c := range []struct {
		name   string
		err    error // of the model
		body   string
		reads  int // writes that the client waits for
		status int
		broken string // cause, "" for an answer that was whole
	}{
		{"whole", nil, `{"prompt":"x"}`, 9, 200, ""},
		{"stream", nil, `{"prompt":"x","stream":true}`, 9, 200, ""},
		{"stream of nothing", nil, `{"prompt":"x","stream":true,"n":0}`, 9, 400, ""},
		{"no JSON", nil, `[`, 9, 400, ""},
		{"too large", nil, `{"prompt":"` + strings.Repeat("x", 200) + `"}`, 9, 413, ""},
		{"other model", nil, `{"model":"other","prompt":"x"}`, 9, 404, ""},
		{"busy", lm.ErrBusy, `{"prompt":"x"}`, 9, 429, ""},
		{"refused by the model", lm.ErrRequest, `{"prompt":"x","stream":true}`, 9, 400, ""},
		{"failing", failed, `{"prompt":"x"}`, 9, 500, ""},
		{"cancelled", cancelled, `{"prompt":"x"}`, 9, 503, ""},
		{"stream refused half-way", lm.ErrRequest, `{"prompt":"half","stream":true}`, 9, 200, "failed"},
		{"stream too busy half-way", lm.ErrBusy, `{"prompt":"half","stream":true}`, 9, 200, "failed"},
		{"stream failing half-way", failed, `{"prompt":"half","stream":true}`, 9, 200, "failed"},
		{"stream cancelled half-way", cancelled, `{"prompt":"half","stream":true}`, 9, 200, "cancelled"},
		{"stream that nobody reads", nil, `{"prompt":"x y z","stream":true}`, 1, 200, "cancelled"},
		{"stream that nobody reads to its end", nil, `{"prompt":"x","stream":true}`, 1, 200, "cancelled"},
		{"failure that nobody reads", failed, `{"prompt":"half","stream":true}`, 1, 200, "failed"},
	} {
		h := http.MaxBytesHandler(completion.Handler(parrot{c.err}, time.Now), 128)
		answer := httptest.NewRecorder()
		h.ServeHTTP(&dropped{answer, c.reads}, httptest.NewRequest("POST", "/v1/completions", strings.NewReader(c.body)))
		if answer.Code != c.status {
			t.Errorf("%s: status %d, want %d", c.name, answer.Code, c.status)
		}
		want := []string{fmt.Sprintf(`segue_model_requests_total{endpoint="completions",status="%d"} 1`, c.status)}
		if c.broken != "" {
			want = append(want, `segue_model_streams_broken_total{cause="`+c.broken+`",endpoint="completions"} 1`)
		}
		if got := strings.Join(shown(h), "\n"); got != strings.Join(want, "\n") {
			t.Errorf("%s: metrics\n%s\nwant\n%s", c.name, got, strings.Join(want, "\n"))
		}
	}
}

// patient says a second word only when the first has been heard.
type patient struct{ heard chan struct{} }

func (patient) Name() string { return "patient" }
func (patient) Context() int { return 64 }

func (p patient) Generate(ctx context.Context, _ lm.Request, emit func(lm.Delta) error) (lm.Usage, error) {
	if err := emit(lm.Delta{Text: "one"}); err != nil {
		return lm.Usage{}, err
	}
	select {
	case <-p.heard:
	case <-ctx.Done():
		return lm.Usage{}, ctx.Err()
	}
	return lm.Usage{}, emit(lm.Delta{Text: "two"})
}

// Counting what is sent does not hold it back: each event leaves at once.
func TestStreamsAreFlushed(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	p := patient{make(chan struct{})}
	s := serve(t, p)
	request, err := http.NewRequestWithContext(ctx, "POST", s.URL+"/v1/completions", strings.NewReader(`{"prompt":"x","stream":true}`))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	if !lines.Scan() || !strings.Contains(lines.Text(), "one") {
		t.Fatalf("the first event is %q: %v", lines.Text(), lines.Err())
	}
	close(p.heard)
	rest := ""
	for lines.Scan() {
		rest += lines.Text()
	}
	if !strings.Contains(rest, "two") || !strings.HasSuffix(rest, "[DONE]") {
		t.Errorf("the stream goes on with %q: %v", rest, lines.Err())
	}
}
