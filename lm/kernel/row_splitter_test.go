package kernel_test

import (
	"testing"

	"segue/lm/kernel"
)

// shares counts how often each row was done and by how many parts.
type shares struct {
	rows  []int // one part writes each
	parts []int // rows of each part
}

func (s *shares) DoRows(part, from, to int) {
	for r := from; r < to; r++ {
		s.rows[r]++
	}
	s.parts[part] += to - from
}

func TestRowSplitterDoesEveryRowOnce(t *testing.T) {
	w := kernel.NewWorkers(3)
	defer w.Close()
	var splitter kernel.RowSplitter
	for _, workers := range []*kernel.Workers{nil, w} {
		for _, count := range []int{0, 1, 2, 7, 8, 100} {
			s := &shares{make([]int, count), make([]int, 3)}
			splitter.Run(workers, count, 8, s)
			for r, n := range s.rows {
				if n != 1 {
					t.Errorf("row %d of %d was done %d times", r, count, n)
				}
			}
			alone := workers == nil || count < 8
			if count > 0 && alone != (s.parts[0] == count) {
				t.Errorf("%d rows were shared out as %v", count, s.parts)
			}
		}
	}
}
