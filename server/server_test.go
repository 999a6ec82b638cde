package server_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"segue/server"
)

// start serves handler on a free loopback port until the test ends.
func start(t *testing.T, o server.Options, handler http.Handler) (base string, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ready, done := make(chan string, 1), make(chan error, 1)
	if o.Address == "" {
		o.Address = "127.0.0.1:0"
	}
	o.Ready = func(a net.Addr) { ready <- a.String() }
	go func() { done <- server.Serve(ctx, o, handler) }()
	select {
	case a := <-ready:
		stopped := false
		stop = func() error {
			cancel()
			if stopped {
				return nil
			}
			stopped = true
			return <-done
		}
		t.Cleanup(func() { _ = stop() })
		return "http://" + a, stop
	case err := <-done:
		t.Fatal(err)
	}
	return "", nil
}

func ask(t *testing.T, method, url string, header map[string]string, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range header {
		if k == "Host" {
			r.Host = v
		}
		r.Header.Set(k, v)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

var echo = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	var body any
	if server.Read(w, r, &body) {
		server.Answer(w, http.StatusOK, body)
	}
})

func TestGuard(t *testing.T) {
	open, _ := start(t, server.Options{MaxBody: 64}, echo)
	locked, _ := start(t, server.Options{Token: "sesame", Address: "0.0.0.0:0"}, echo)
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(locked, "http://"))
	locked = "http://127.0.0.1:" + port
	for _, c := range []struct {
		name, url string
		header    map[string]string
		body      string
		want      int
	}{
		{"plain", open, nil, `{"a":1}`, 200},
		{"foreign host name", open, map[string]string{"Host": "rebound.example"}, `{}`, 403},
		{"another site's page", open, map[string]string{"Origin": "https://site.example"}, `{}`, 403},
		{"fetch from another site", open, map[string]string{"Sec-Fetch-Site": "cross-site"}, `{}`, 403},
		{"large body", open, nil, `"` + strings.Repeat("x", 100) + `"`, 413},
		{"not JSON", open, nil, `{`, 400},
		{"two values", open, nil, `{}{}`, 400},
		{"no token", locked, nil, `{}`, 401},
		{"wrong token", locked, map[string]string{"Authorization": "Bearer sesam"}, `{}`, 401},
		{"token", locked, map[string]string{"Authorization": "Bearer sesame"}, `{}`, 200},
		{"health without token", locked + "/healthz", nil, `{}`, 200},
	} {
		if got, text := ask(t, "POST", c.url, c.header, c.body); got != c.want {
			t.Errorf("%s: %d %s, want %d", c.name, got, text, c.want)
		}
	}
}

func TestListeningRefusals(t *testing.T) {
	for address, says := range map[string]string{
		"0.0.0.0:0": "a token is needed", ":0": "a token is needed", "nonsense": "host:port", "127.0.0.1:99999": "listen on",
	} {
		err := server.Serve(t.Context(), server.Options{Address: address}, echo)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: error %v, want one that says %q", address, err, says)
		}
	}
}

func TestDrainLetsRunningRequestsFinish(t *testing.T) {
	entered, release := make(chan bool), make(chan bool)
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(entered)
		<-release
		server.Answer(w, http.StatusOK, "done")
	})
	base, stop := start(t, server.Options{}, slow)
	result := make(chan int, 1)
	go func() {
		status, _ := ask(t, "GET", base, nil, "")
		result <- status
	}()
	<-entered
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	close(release)
	if status := <-result; status != http.StatusOK {
		t.Errorf("a running request got %d at the end of the service", status)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

func TestDrainEndsAtItsDeadline(t *testing.T) {
	entered := make(chan bool)
	stuck := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(entered)
		<-r.Context().Done()
	})
	base, stop := start(t, server.Options{Drain: 20 * time.Millisecond}, stuck)
	go func() {
		if answer, err := http.Get(base); err == nil {
			answer.Body.Close()
		}
	}()
	<-entered
	if err := stop(); err != nil {
		t.Error(err)
	}
}
