// Package speed measures how fast the native engine is on this machine:
// matrix products, training passes and sampling at the sizes that matter. The
// figures are what `segue model bench` prints.
package speed

import (
	"context"
	"time"
)

// Options say what is measured.
type Options struct {
	Threads int           // for passes and sampling
	For     time.Duration // time spent on each figure, at least
	Note    func(string)  // called before each figure with what it will be; nil for silence
}

func (o Options) note(what string) {
	if o.Note != nil {
		o.Note(what)
	}
}

// best is the highest rate in work per second that calls of run reach within
// d, after a call of warm. The best of many is the machine undisturbed.
func best(ctx context.Context, d time.Duration, work float64, warm, run func() error) (float64, error) {
	if err := warm(); err != nil {
		return 0, err
	}
	top := 0.0
	for end := time.Now().Add(d); ; {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		start := time.Now()
		if err := run(); err != nil {
			return 0, err
		}
		now := time.Now()
		top = max(top, work/now.Sub(start).Seconds())
		if now.After(end) {
			return top, nil
		}
	}
}
