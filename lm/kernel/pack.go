package kernel

import (
	"fmt"
	"unsafe"
)

// Packed is a right operand in the order in which products read it: by blocks
// of rows, within them by panels of columns, within them by rows.
type Packed struct {
	rows, cols int
	columns    int // of a panel of the Set that packed it
	data       []float32
}

// Pack copies b into the order in which MultiplyPacked reads it.
func (s *Set) Pack(b Matrix) *Packed {
	k := &s.matrix
	p := &Packed{rows: b.Rows, cols: b.Cols, columns: k.columns, data: alignedFloats(b.Rows * k.pad(b.Cols))}
	s.Repack(p, b)
	return p
}

// Repack copies b into the place of an operand of the same shape that this Set
// packed before. It allocates nothing once it has run.
func (s *Set) Repack(p *Packed, b Matrix) {
	b.check()
	if b.Rows != p.rows || b.Cols != p.cols || s.matrix.columns != p.columns {
		panic(fmt.Sprintf("kernel: repack %d×%d in the place of %d×%d", b.Rows, b.Cols, p.rows, p.cols))
	}
	if b.Cols == 0 {
		return
	}
	s.matrix.packPanels(p, b, 0, s.matrix.panels(b.Cols))
}

// packPanels packs the panels [first, last) of b.
func (k *matrixKernels) packPanels(p *Packed, b Matrix, first, last int) {
	width := k.pad(b.Cols)
	buffers := bufferSets.take()
	step := blockDepth(b.Rows)
	for at := 0; at < b.Rows; at += step {
		depth := min(step, b.Rows-at)
		for q := first; q < last; q++ {
			j := k.panelStart(b.Cols, q)
			k.packPanel(p.data[at*width+j*depth:], b, at, depth, j, k.panelStart(b.Cols, q+1)-j, buffers)
		}
	}
	bufferSets.give(buffers)
}

// packing is the task of packing a right operand once for all parts of a
// product; its memory is kept for the next.
type packing struct {
	kernels *matrixKernels
	packed  Packed
	b       Matrix
	parts   int
	buffer  []float32
}

var packings freeList[packing]

func (t *packing) pack(w *Workers, k *matrixKernels, b Matrix) *Packed {
	t.kernels, t.b = k, b
	t.packed = Packed{rows: b.Rows, cols: b.Cols, columns: k.columns, data: grow(&t.buffer, b.Rows*k.pad(b.Cols))}
	t.parts = min(k.panels(b.Cols), w.Count()*partsEach)
	w.Run(t.parts, t)
	t.b = Matrix{}
	return &t.packed
}

// Do packs one share of the panels.
func (t *packing) Do(part int) {
	panels := t.kernels.panels(t.b.Cols)
	t.kernels.packPanels(&t.packed, t.b, part*panels/t.parts, (part+1)*panels/t.parts)
}

// pad rounds a number of columns up to whole vectors.
func (k *matrixKernels) pad(columns int) int {
	return (columns + k.lanes - 1) / k.lanes * k.lanes
}

// panels is the number of panels that n columns make.
func (k *matrixKernels) panels(n int) int { return (n + k.columns - 1) / k.columns }

// panelStart is the first column of panel q of n columns. All panels have the
// full width, save the last, which takes a vector from its neighbour when it has
// only one, since narrow tiles are slow.
func (k *matrixKernels) panelStart(n, q int) int {
	start := q * k.columns
	if start >= n {
		return n
	}
	if q > 0 && n-start <= k.lanes && k.columns > k.lanes {
		start -= k.lanes
	}
	return start
}

// panelled finds the panels of a block of b.
type panelled struct {
	data   []float32
	first  int // column at the start of data
	depth  int // rows of a packed panel
	lanes  int
	stride int // of rows when b is read in place, 0 when it is packed
}

func (p panelled) panel(j, width int) (data []float32, stride int) {
	if p.stride > 0 {
		return p.data[j-p.first:], p.stride
	}
	return p.data[(j-p.first)*p.depth:], (width + p.lanes - 1) / p.lanes * p.lanes
}

// right makes the block's part of b ready: from the packed operand, in place
// when packing would cost more than it gains, or packed into the buffer.
func (b *block) right() panelled {
	k, n := b.kernels, b.c.Cols
	start, end := k.panelStart(n, b.firstPanel), k.panelStart(n, b.lastPanel)
	p := panelled{first: start, depth: b.depth, lanes: k.lanes}
	switch {
	case b.packed != nil:
		p.data = b.packed.data[b.at*k.pad(n)+start*b.depth:]
	case b.b.Data != nil && b.b.ColStride == 1 && b.to-b.from <= inPlaceRows:
		p.data, p.stride = b.b.Data[b.at*b.b.RowStride+start:], b.b.RowStride
	default:
		p.data = grow(&b.buffers.right, b.depth*k.pad(end-start))
		for q := b.firstPanel; q < b.lastPanel; q++ {
			j := k.panelStart(n, q)
			k.packPanel(p.data[(j-start)*b.depth:], b.b, b.at, b.depth, j, k.panelStart(n, q+1)-j, b.buffers)
		}
	}
	return p
}

// inPlaceRows is the most rows of a for which a right operand with adjacent
// columns is read where it is.
const inPlaceRows = 32

// packPanel copies the columns [j, j+width) of rows [at, at+depth) of b to dst,
// row by row, each padded to whole vectors; padding is left as it is.
func (k *matrixKernels) packPanel(dst []float32, b Matrix, at, depth, j, width int, s *buffers) {
	row := k.pad(width)
	first := at*b.RowStride + j*b.ColStride
	switch {
	case b.Data != nil && b.ColStride == 1:
		k.copyRows(dst, row, b.Data[first:], b.RowStride, depth, width)
	case b.Data != nil:
		k.transposed(dst, row, b.Data[first:], b.ColStride, width, depth)
	case b.ColStride == 1:
		for i := range depth {
			k.widen(dst[i*row:][:width], b.Half[first+i*b.RowStride:][:width])
		}
	default:
		wide := grow(&s.wide, width*depth)
		for i := range width {
			k.widen(wide[i*depth:][:depth], b.Half[first+i*b.ColStride:][:depth])
		}
		k.transposed(dst, row, wide, depth, width, depth)
	}
}

// transposed writes the transpose of a rows×columns matrix of any size.
func (k *matrixKernels) transposed(dst []float32, dstRow int, src []float32, srcRow, rows, columns int) {
	r, c := rows/k.lanes*k.lanes, columns/k.lanes*k.lanes
	if r > 0 && c > 0 {
		k.transpose(dst, dstRow, src, srcRow, r, c)
	}
	if r > 0 && c < columns {
		transposePortable(dst[c*dstRow:], dstRow, src[c:], srcRow, r, columns-c)
	}
	if r < rows {
		transposePortable(dst[r:], dstRow, src[r*srcRow:], srcRow, rows-r, columns)
	}
}

// left makes rows [from, to) of the block's part of a ready: in place, or
// packed. Element (i, k) is at i*row + k*col within a tile, and the next tile
// starts tile numbers later.
func (b *block) left(from, to int) (data []float32, row, col, tile int) {
	a, k := b.a, b.kernels
	first := from*a.RowStride + b.at*a.ColStride
	few := b.lastPanel-b.firstPanel <= 2
	switch {
	case a.Data != nil && (a.ColStride == 1 || few):
		return a.Data[first:], a.RowStride, a.ColStride, k.rows * a.RowStride
	case a.ColStride == 1:
		data = grow(&b.buffers.left, (to-from)*b.depth)
		for i := range to - from {
			k.widen(data[i*b.depth:][:b.depth], a.Half[first+i*a.RowStride:][:b.depth])
		}
		return data, b.depth, 1, k.rows * b.depth
	}
	data = grow(&b.buffers.left, (to-from+k.rows)*b.depth)
	for i := 0; i < to-from; i += k.rows {
		height := min(k.rows, to-from-i)
		panel := data[i*b.depth:]
		if a.Data != nil {
			k.copyRows(panel, k.rows, a.Data[first+i:], a.ColStride, b.depth, height)
			continue
		}
		for t := range b.depth {
			k.widen(panel[t*k.rows:][:height], a.Half[first+i+t*a.ColStride:][:height])
		}
	}
	return data, 1, k.rows, k.rows * b.depth
}

// buffers are the packed blocks of one part under way.
type buffers struct{ right, left, wide []float32 }

var bufferSets freeList[buffers]

// grow returns n numbers of unknown value, kept for the next time.
func grow(buffer *[]float32, n int) []float32 {
	if len(*buffer) < n {
		*buffer = alignedFloats(n)
	}
	return (*buffer)[:n]
}

// alignedFloats returns n zeros that start at a cache line.
func alignedFloats(n int) []float32 {
	const line = 64
	x := make([]float32, n+line/4)
	skip := int(-uintptr(unsafe.Pointer(&x[0])) % line / 4)
	return x[skip : skip+n : skip+n]
}
