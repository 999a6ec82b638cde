package label

import (
	"context"
	"errors"
	"sync"

	"segue/llm"
)

// forEach calls work for 0 to n-1, at most so many at once, and waits for all.
// Errors belong to their piece of work, but one that trying again cannot mend
// (a wrong key, a spent budget, the end of the context) stops the rest and is
// returned.
func forEach(ctx context.Context, n, concurrency int, progress func(done, total int), work func(ctx context.Context, i int) error) error {
	if concurrency < 1 {
		concurrency = defaultConcurrency
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan int)
	var workers sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range min(concurrency, n) {
		workers.Go(func() {
			for i := range queue {
				err := work(ctx, i)
				if hopeless(err) {
					cancel(err)
				}
				mu.Lock()
				done++
				if progress != nil {
					progress(done, n)
				}
				mu.Unlock()
			}
		})
	}
feed:
	for i := range n {
		select {
		case queue <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	workers.Wait()
	return context.Cause(ctx)
}

// hopeless says that all further requests would fail alike.
func hopeless(err error) bool {
	var e *llm.Error
	return errors.As(err, &e) && (e.Class == llm.Fatal || e.Class == llm.Canceled)
}
