package llm

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// Policy says how often and for how long a request is tried. Zero fields take
// the defaults in brackets.
type Policy struct {
	Tries          int           // attempts in all [6]
	MalformedTries int           // attempts that may end in an unreadable answer, which was probably paid for [2]
	Base           time.Duration // upper end of the first wait; doubles each time [500 ms]
	Most           time.Duration // upper end of any wait drawn here [30 s]
	MostRetryAfter time.Duration // longest wait an endpoint may ask for [2 min]
	Total          time.Duration // deadline for all attempts and waits together [30 min]
	Seed           uint64        // of the jitter
}

func (p Policy) orDefault() Policy {
	if p.Tries <= 0 {
		p.Tries = 6
	}
	if p.MalformedTries <= 0 {
		p.MalformedTries = 2
	}
	for _, d := range []struct {
		field *time.Duration
		value time.Duration
	}{{&p.Base, 500 * time.Millisecond}, {&p.Most, 30 * time.Second}, {&p.MostRetryAfter, 2 * time.Minute}, {&p.Total, 30 * time.Minute}} {
		if *d.field <= 0 {
			*d.field = d.value
		}
	}
	return p
}

// Retrier repeats failed attempts by a Policy. The wait before attempt n+1 is
// uniform in [0, min(Most, Base·2ⁿ⁻¹)] ("full jitter", Brooker, AWS
// Architecture Blog 2015), and never shorter than the endpoint asked for.
type Retrier struct {
	policy Policy
	mu     sync.Mutex
	random *rand.Rand
}

// NewRetrier returns a Retrier with its own seeded source.
func NewRetrier(p Policy) *Retrier {
	return &Retrier{policy: p.orDefault(), random: rand.New(rand.NewPCG(p.Seed, 0x7e717))}
}

// Retry makes a Sampler that repeats failed attempts of s.
func Retry(s Sampler, p Policy) Sampler { return NewRetrier(p).Wrap(s) }

// Wrap makes a Sampler that repeats failed attempts of s.
func (r *Retrier) Wrap(s Sampler) Sampler {
	return SamplerFunc(func(ctx context.Context, req Request) (resp Response, err error) {
		err = r.Do(ctx, func(ctx context.Context) (err error) {
			resp, err = s.Sample(ctx, req)
			return err
		})
		return resp, err
	})
}

// Do calls attempt until it succeeds, fails in a way that repeating cannot
// mend, or tries or time run out. The error is that of the last attempt.
func (r *Retrier) Do(ctx context.Context, attempt func(context.Context) error) error {
	deadline := time.Now().Add(r.policy.Total)
	within, cancel := context.WithDeadlineCause(ctx, deadline, fmt.Errorf("no success within %s: %w", r.policy.Total, context.DeadlineExceeded))
	defer cancel()
	malformed := 0
	var last *Error
	for try := 1; ; try++ {
		err := attempt(within)
		if err == nil {
			return nil
		}
		var failed *Error
		if !errors.As(err, &failed) {
			return err
		}
		if failed.Class == Canceled && ctx.Err() == nil && within.Err() != nil && last != nil {
			return last // the total deadline cut this attempt; the one before says why
		}
		copied := *failed
		copied.Tries, last = try, &copied
		if failed.Class == Malformed {
			malformed++
		}
		if try >= r.policy.Tries || malformed >= r.policy.MalformedTries || !repeatable(failed) {
			return last
		}
		wait := r.wait(try, failed.RetryAfter)
		if failed.RetryAfter > r.policy.MostRetryAfter || time.Now().Add(wait).After(deadline) {
			last.Hint = fmt.Sprintf("no time is left to wait %s and try again; run again later or raise the deadline", wait.Round(time.Millisecond))
			return last
		}
		if !sleep(within, wait) {
			stopped := canceled(within, "wait between tries was cancelled")
			stopped.Endpoint, stopped.Tries = failed.Endpoint, try
			return stopped
		}
	}
}

func repeatable(e *Error) bool {
	return e.Class != Fatal && e.Class != Canceled && !errors.Is(e, ErrTooLarge)
}

// wait draws the pause after the given attempt.
func (r *Retrier) wait(try int, asked time.Duration) time.Duration {
	upper := r.policy.Most
	if shift := try - 1; shift < 32 && r.policy.Base < r.policy.Most>>shift {
		upper = r.policy.Base << shift
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	drawn := time.Duration(r.random.Int64N(int64(upper) + 1))
	if asked > 0 {
		return asked + drawn/4 // not all at the same instant
	}
	return drawn
}

// sleep waits for d and reports whether it was not interrupted.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
