package kernel

// RowTask works on the rows [from, to) of a matrix, each alone; part tells
// apart what works at the same time and is below Workers.Count.
type RowTask interface{ DoRows(part, from, to int) }

// RowSplitter shares rows out over workers. Its users keep one, so that handing
// it to the workers allocates nothing. It serves one Run at a time.
type RowSplitter struct {
	task         RowTask
	count, parts int
}

// Run calls t over all of count rows, on the caller alone when they are fewer
// than few, the number below which sharing out costs more than it gains. What
// t gives must not depend on the shares.
func (s *RowSplitter) Run(w *Workers, count, few int, t RowTask) {
	if w.Count() == 1 || count < few {
		t.DoRows(0, 0, count)
		return
	}
	s.task, s.count, s.parts = t, count, w.Count()
	w.Run(s.parts, s)
	s.task = nil
}

// Do works on one share.
func (s *RowSplitter) Do(part int) {
	s.task.DoRows(part, part*s.count/s.parts, (part+1)*s.count/s.parts)
}
