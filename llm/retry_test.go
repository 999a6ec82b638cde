package llm_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"segue/llm"
)

// failing is a Sampler that fails with each error in turn and then succeeds.
func failing(calls *int, errs ...error) llm.Sampler {
	return llm.SamplerFunc(func(context.Context, llm.Request) (llm.Response, error) {
		*calls++
		if *calls <= len(errs) {
			return llm.Response{}, errs[*calls-1]
		}
		return llm.Response{Text: "ok"}, nil
	})
}

func TestRetry(t *testing.T) {
	fail := func(c llm.Class) error { return &llm.Error{Class: c, Deed: "failed"} }
	asks := func(d time.Duration) error { return &llm.Error{Class: llm.RateLimited, Deed: "failed", RetryAfter: d} }
	large := &llm.Error{Class: llm.Malformed, Deed: "failed", Err: llm.ErrTooLarge}
	retryable, malformed := fail(llm.Retryable), fail(llm.Malformed)
	for _, c := range []struct {
		name     string
		policy   llm.Policy
		errs     []error
		calls    int
		ok       bool
		min, max time.Duration
	}{
		{"at once", llm.Policy{}, nil, 1, true, 0, 0},
		{"twice failed", llm.Policy{}, []error{retryable, fail(llm.Overloaded)}, 3, true, 1, 1500 * time.Millisecond},
		{"tries", llm.Policy{Tries: 3}, []error{retryable, retryable, retryable, retryable}, 3, false, 1, 1500 * time.Millisecond},
		{"fatal", llm.Policy{}, []error{fail(llm.Fatal)}, 1, false, 0, 0},
		{"other error", llm.Policy{}, []error{errors.New("x")}, 1, false, 0, 0},
		{"too large", llm.Policy{}, []error{large}, 1, false, 0, 0},
		{"malformed twice", llm.Policy{}, []error{malformed, malformed, malformed}, 2, false, 1, 500 * time.Millisecond},
		{"retry-after", llm.Policy{}, []error{asks(40 * time.Second)}, 2, true, 40 * time.Second, 41 * time.Second},
		{"retry-after too long", llm.Policy{}, []error{asks(3 * time.Hour)}, 1, false, 0, 0},
		{"deadline", llm.Policy{Total: time.Minute}, []error{asks(50 * time.Second), asks(50 * time.Second)}, 2, false, 50 * time.Second, 51 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var calls int
				start := time.Now()
				_, err := llm.Retry(failing(&calls, c.errs...), c.policy).Sample(context.Background(), ask("q"))
				took := time.Since(start)
				if calls != c.calls || (err == nil) != c.ok || took < c.min || took > c.max {
					t.Errorf("%d calls in %v, error %v; want %d in %v to %v, success %v", calls, took, err, c.calls, c.min, c.max, c.ok)
				}
			})
		})
	}
}

func TestRetryIsSeededAndSpreads(t *testing.T) {
	took := func(seed uint64) (d time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			var calls int
			e := &llm.Error{Class: llm.Retryable, Deed: "failed"}
			start := time.Now()
			if _, err := llm.Retry(failing(&calls, e, e, e, e), llm.Policy{Seed: seed}).Sample(context.Background(), ask("q")); err != nil {
				t.Fatal(err)
			}
			d = time.Since(start)
		})
		return d
	}
	if a, b, c := took(1), took(1), took(2); a != b || a == c {
		t.Errorf("waits %v, %v with one seed, %v with another", a, b, c)
	}
}

func TestRetryStopsWithContextAndTotal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := llm.SamplerFunc(func(ctx context.Context, _ llm.Request) (llm.Response, error) {
			<-ctx.Done()
			return llm.Response{}, &llm.Error{Class: llm.Canceled, Deed: "cancelled", Err: context.Cause(ctx)}
		})
		start := time.Now()
		_, err := llm.Retry(hang, llm.Policy{Total: time.Minute}).Sample(context.Background(), ask("q"))
		if time.Since(start) != time.Minute || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(time.Second, cancel)
		var calls int
		e := &llm.Error{Class: llm.RateLimited, RetryAfter: time.Minute, Endpoint: "http://a", Deed: "failed"}
		_, err = llm.Retry(failing(&calls, e), llm.Policy{}).Sample(ctx, ask("q"))
		if llm.ClassOf(err) != llm.Canceled || calls != 1 || !strings.Contains(err.Error(), "http://a") {
			t.Errorf("%d calls: %v", calls, err)
		}
	})
}

func TestRetryAfterHeader(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		name, value string
		want        time.Duration
	}{
		{"Retry-After", "3", 3 * time.Second}, {"Retry-After", "0.5", 500 * time.Millisecond},
		{"Retry-After", now.Add(90 * time.Second).Format(http.TimeFormat), 90 * time.Second},
		{"Retry-After", now.Add(-time.Hour).Format(http.TimeFormat), 0},
		{"Retry-After", "-5", 0}, {"Retry-After", "soon", 0}, {"Retry-After", "NaN", 0},
		{"Retry-After", "1e300", 24 * time.Hour}, {"Retry-After-Ms", "250", 250 * time.Millisecond},
	} {
		h := http.Header{}
		h.Set(c.name, c.value)
		if got := llm.RetryAfter(h, now); got != c.want {
			t.Errorf("%s: %s = %v, want %v", c.name, c.value, got, c.want)
		}
	}
}
