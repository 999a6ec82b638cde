package kernel_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"segue/lm/kernel"
)

// tally counts how often each part was done.
type tally []atomic.Int32

func (t tally) Do(part int) { t[part].Add(1) }

func TestWorkersDoEveryPartOnce(t *testing.T) {
	for _, count := range []int{-1, 0, 1, 2, 7} {
		w := kernel.NewWorkers(count)
		for _, parts := range []int{0, 1, 2, 5, 100} {
			for range 50 {
				done := make(tally, parts)
				w.Run(parts, done)
				for i := range done {
					if n := done[i].Load(); n != 1 {
						t.Fatalf("%d workers did part %d of %d %d times", count, i, parts, n)
					}
				}
			}
		}
		w.Close()
	}
}

func TestWorkersSharedAndClosed(t *testing.T) {
	w := kernel.NewWorkers(3)
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			for range 100 {
				done := make(tally, 9)
				w.Run(len(done), done)
				for i := range done {
					if done[i].Load() != 1 {
						t.Errorf("part %d was done %d times", i, done[i].Load())
					}
				}
			}
		})
	}
	callers.Wait()
	w.Close()
	w.Close()
	done := make(tally, 4)
	w.Run(len(done), done)
	for i := range done {
		if done[i].Load() != 1 {
			t.Errorf("after Close part %d was done %d times", i, done[i].Load())
		}
	}
}

func TestNilWorkers(t *testing.T) {
	var w *kernel.Workers
	done := make(tally, 3)
	w.Run(len(done), done)
	w.Close()
	if w.Count() != 1 || done[2].Load() != 1 {
		t.Error("a nil pool does not run on the caller")
	}
}

func TestSelect(t *testing.T) {
	for _, name := range kernel.List() {
		if s, err := kernel.Select(name); err != nil || s.Name != name {
			t.Errorf("Select(%q) = %v, %v", name, s, err)
		}
	}
	if _, err := kernel.Select("sse9"); err == nil {
		t.Error("an unknown set was found")
	}
	if s, err := kernel.Select(""); err != nil || s.Name != kernel.List()[len(kernel.List())-1] {
		t.Errorf("the empty name is %v, %v", s, err)
	}
}

type quick struct{}

func (quick) Do(int) {}

func BenchmarkWorkers(b *testing.B) {
	w := kernel.NewWorkers(2)
	defer w.Close()
	b.ReportAllocs()
	for b.Loop() {
		w.Run(2, quick{})
	}
}
