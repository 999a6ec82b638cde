package kernel

import "fmt"

const (
	panelHeight = 64 // rows from which a product is divided by rows too, when it has few panels
	panelsEach  = 8  // panels for each worker below which it is
	panelShares = 4  // parts for each worker, so that a delayed one holds up little
)

// MultiplyWeights is MultiplyPacked with alpha 1 for a few rows, up to some
// hundred, and a b that comes from memory anew each time, such as the weights of
// a model that draws one token for each of its sequences. Each part reads its own
// panels once, with the next one on its way while a panel is used. The result has
// the same bits.
func (s *Set) MultiplyWeights(w *Workers, c, a Matrix, b *Packed, accumulate bool) {
	if !s.hasPanelTile() || a.Data == nil || a.ColStride != 1 || a.Cols == 0 || c.Rows == 0 || c.Cols == 0 {
		s.MultiplyPacked(w, c, a, b, 1, accumulate)
		return
	}
	if a.Rows != c.Rows || a.Cols != b.rows || b.cols != c.Cols || c.ColStride != 1 || c.Data == nil || b.columns != s.matrix.columns {
		panic(fmt.Sprintf("kernel: product of %d×%d and packed %d×%d into %d×%d", a.Rows, a.Cols, b.rows, b.cols, c.Rows, c.Cols))
	}
	a.check()
	c.check()
	p := weightProducts.take()
	p.kernels, p.c, p.a, p.b, p.add = &s.matrix, c, a, b, accumulate
	panels := s.matrix.panels(c.Cols)
	p.rowParts = 1
	if w.Count() > 1 && panels < panelsEach*w.Count() && c.Rows >= panelHeight {
		p.rowParts = 2
	}
	p.units = panels * p.rowParts
	if p.parts = 1; w.Count() > 1 {
		p.parts = min(p.units, panelShares*w.Count())
	}
	w.Run(p.parts, p)
	*p = weightProduct{}
	weightProducts.give(p)
}

// weightProduct is one product under way. Its units are a panel with all rows,
// or with half of them; each part does some that follow each other.
type weightProduct struct {
	kernels                *matrixKernels
	c, a                   Matrix
	b                      *Packed
	add                    bool
	rowParts, units, parts int
}

var weightProducts freeList[weightProduct]

func (p *weightProduct) Do(part int) {
	last := (part + 1) * p.units / p.parts
	for unit := part * p.units / p.parts; unit < last; unit++ {
		half := unit % p.rowParts
		tiles := (p.c.Rows + p.kernels.rows - 1) / p.kernels.rows
		from, to := half*tiles/p.rowParts*p.kernels.rows, min((half+1)*tiles/p.rowParts*p.kernels.rows, p.c.Rows)
		step := blockDepth(p.a.Cols)
		for at := 0; at < p.a.Cols; at += step {
			next := p.panel(unit/p.rowParts, at+step)
			if q := (unit + 1) / p.rowParts; at+step >= p.a.Cols && unit+1 < last && q != unit/p.rowParts {
				next = p.panel(q, 0)
			}
			p.rows(from, to, unit/p.rowParts, at, next)
		}
	}
}

// panel is the part of a packed panel from a term on, nil behind the last.
func (p *weightProduct) panel(q, at int) []float32 {
	if at >= p.a.Cols {
		return nil
	}
	k, n := p.kernels, p.c.Cols
	depth := min(blockDepth(p.a.Cols), p.a.Cols-at)
	start := k.panelStart(n, q)
	return p.b.data[at*k.pad(n)+start*depth:][:depth*k.pad(k.panelStart(n, q+1)-start)]
}

// rows multiplies rows [from, to) of a with the part of a panel from a term on;
// each tile of rows has its share of what comes next fetched.
func (p *weightProduct) rows(from, to, q, at int, next []float32) {
	k := p.kernels
	j, right := k.panelStart(p.c.Cols, q), p.panel(q, at)
	width := k.panelStart(p.c.Cols, q+1) - j
	depth := len(right) / k.pad(width)
	tiles := (to - from + k.rows - 1) / k.rows
	share := (len(next)/tiles + k.lanes - 1) / k.lanes * k.lanes
	for i := from; i < to; i += k.rows {
		fetch := next[:min(share, len(next))]
		next = next[len(fetch):]
		panelTile(min(k.rows, to-i), width, depth, p.a.Data[i*p.a.RowStride+at:], p.a.RowStride, right,
			p.c.Data[i*p.c.RowStride+j:], p.c.RowStride, p.add || at > 0, fetch)
	}
}
