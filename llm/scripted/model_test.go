package scripted_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"testing"
	"time"

	"segue/llm"
	"segue/llm/scripted"
)

func ask(text string) llm.Request {
	return llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Content: text}}}
}

// both is the model in the process and over HTTP.
func both(t *testing.T, m func() *scripted.Model) map[string]llm.Sampler {
	t.Helper()
	server := httptest.NewServer(m().Handler())
	e, err := llm.NewEndpoint(llm.EndpointConfig{BaseURL: server.URL, Limits: llm.Deadlines{Header: time.Minute, Idle: time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close(); server.Close() })
	return map[string]llm.Sampler{"process": m(), "http": e}
}

func TestProcessAndHTTPAgree(t *testing.T) {
	samplers := both(t, func() *scripted.Model {
		return &scripted.Model{Answer: func(r llm.Request) string {
			draw := rand.New(rand.NewPCG(scripted.Seed(7, r), 0))
			return fmt.Sprintf("<think>hm</think>%d", draw.IntN(1e9))
		}}
	})
	seen := map[string]bool{}
	for i := range 20 {
		req := ask("q")
		req.Seed = new(int64(i))
		a, err := samplers["process"].Sample(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		b, err := samplers["http"].Sample(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		a.Latency, b.Latency = 0, 0
		if a != b || a.Reasoning != "hm" {
			t.Errorf("process %+v, http %+v", a, b)
		}
		seen[a.Text] = true
	}
	if len(seen) != 20 {
		t.Errorf("%d different answers of 20", len(seen))
	}
}

func TestFaultsAgree(t *testing.T) {
	for _, f := range scripted.Faults() {
		if f == scripted.Hang || f == scripted.Stall {
			continue // end with the caller's context, in the process
		}
		if f == scripted.Huge || f == scripted.Endless || f == scripted.Redirect {
			continue // bytes and addresses of the wire, tested with the endpoint
		}
		for name, s := range both(t, func() *scripted.Model { return &scripted.Model{Faults: scripted.First(f)} }) {
			_, err := s.Sample(t.Context(), ask("one two"))
			var e *llm.Error
			if !errors.As(err, &e) {
				t.Errorf("%v in %s: error %v", f, name, err)
				continue
			}
			want := (&scripted.Model{Faults: scripted.Always(f)})
			_, other := want.Sample(t.Context(), ask("one two"))
			if got := llm.ClassOf(other); got != e.Class {
				t.Errorf("%v in %s: class %v, in process %v", f, name, e.Class, got)
			}
			if _, err := s.Sample(t.Context(), ask("one two")); err != nil {
				t.Errorf("%v in %s: second attempt %v", f, name, err)
			}
		}
	}
}

func TestHangEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(time.Millisecond, cancel)
	if _, err := (&scripted.Model{Faults: scripted.Always(scripted.Hang)}).Sample(ctx, ask("q")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestMixIsSeededAndHasItsRates(t *testing.T) {
	mix := map[scripted.Fault]float64{scripted.HTML: 0.2, scripted.Drop: 0.3}
	a, b, c := scripted.Mix(1, mix), scripted.Mix(1, mix), scripted.Mix(2, mix)
	count := map[scripted.Fault]int{}
	differ := 0
	for i := range 10_000 {
		req := ask(fmt.Sprint(i))
		f := a(req, 0)
		count[f]++
		if f != b(req, 0) {
			t.Fatal("one seed, two draws")
		}
		if f != c(req, 0) {
			differ++
		}
	}
	for f, want := range map[scripted.Fault]int{scripted.HTML: 2000, scripted.Drop: 3000, scripted.None: 5000} {
		if got := count[f]; got < want-200 || got > want+200 { // four standard deviations
			t.Errorf("%v: %d of 10000, want about %d", f, got, want)
		}
	}
	if differ < 1000 {
		t.Errorf("another seed changed only %d draws", differ)
	}
}

func ExampleModel() {
	m := &scripted.Model{
		Answer: func(llm.Request) string { return "42" },
		Faults: scripted.First(scripted.Overload, scripted.HTML),
	}
	s := llm.Retry(m, llm.Policy{Base: time.Millisecond})
	resp, err := s.Sample(context.Background(), ask("what is six times seven?"))
	fmt.Println(resp.Text, err, m.Requests())
	// Output: 42 <nil> 3
}
