package kernel

// A product is computed as in BLIS (Van Zee and van de Geijn, "BLIS: A framework
// for rapidly instantiating BLAS functionality", 2015), with the operands'
// roles exchanged: a block of b is packed into panels that stay in the second
// cache, a few rows of a stay in the first, and tiles of c stay in registers.
const (
	blockColumns  = 768      // columns of b in a block
	rowBlock      = 64       // rows of a that are packed together
	partWork      = 1 << 20  // multiply-adds that are worth a part of their own
	partsEach     = 6        // parts for each worker, so that a delayed one holds up little
	partPanels    = 3        // panels in a part of many rows, at least
	sharedNumbers = 16 << 20 // of b, packed at once for all parts, at most
	partRows      = 32       // rows in a part of a product that is divided by rows, at least
)

// product is one product under way, and the task of its parts: a grid over the
// elements of c, of rowParts × columnParts.
type product struct {
	kernels  *matrixKernels
	c, a, b  Matrix
	packed   *Packed // b in panels, or nil
	alpha    float32
	add      bool
	rowParts int
	colParts int
}

var products freeList[product]

func (p *product) forget() { *p = product{} }

// divide chooses the grid and returns the number of its parts. Products with
// more columns than blocks hold for all parts are divided by columns, as are
// those with few rows; every other by rows, so that each part reads its rows of
// a once and finds b in its cache from the part before.
func (p *product) divide(workers int) int {
	p.rowParts, p.colParts = 1, 1
	if workers == 1 {
		return 1
	}
	rows, panels := p.c.Rows, p.kernels.panels(p.c.Cols)
	parts := min(rows*p.c.Cols*p.a.Cols/partWork+1, workers*partsEach)
	share := func(of int) int { return (parts + of - 1) / of }
	wide := parts * blockColumns / p.kernels.columns
	if panels < wide && rows > inPlaceRows && p.b.Rows*p.b.Cols <= sharedNumbers {
		p.rowParts = max(1, min(parts, rows/partRows))
		p.colParts = max(1, min(share(p.rowParts), panels/partPanels))
		return p.rowParts * p.colParts
	}
	least := partPanels
	if rows <= p.kernels.rows {
		least = 1
	}
	p.colParts = max(1, min(parts, panels/least))
	p.rowParts = max(1, min(share(p.colParts), rows/partRows))
	return p.rowParts * p.colParts
}

// Do computes one part of c.
func (p *product) Do(part int) {
	k := p.kernels
	row, col := part/p.colParts, part%p.colParts
	tiles := (p.c.Rows + k.rows - 1) / k.rows
	panels := k.panels(p.c.Cols)
	b := block{
		product: p,
		from:    row * tiles / p.rowParts * k.rows,
		to:      min((row+1)*tiles/p.rowParts*k.rows, p.c.Rows),
		buffers: bufferSets.take(),
	}
	step := blockDepth(p.a.Cols)
	first, last := col*panels/p.colParts, (col+1)*panels/p.colParts
	for ; first < last; first = b.lastPanel {
		b.firstPanel, b.lastPanel = first, min(last, first+max(1, blockColumns/k.columns))
		for b.at = 0; b.at < p.a.Cols; b.at += step {
			b.depth = min(step, p.a.Cols-b.at)
			b.multiply()
		}
	}
	bufferSets.give(b.buffers)
}

// block is the work on one block of b: rows [at, at+depth) and some panels, with
// rows [from, to) of a and c.
type block struct {
	*product
	from, to              int
	firstPanel, lastPanel int
	at, depth             int
	buffers               *buffers
}

func (b *block) multiply() {
	right := b.right()
	for i := b.from; i < b.to; i += rowBlock {
		b.rows(i, min(i+rowBlock, b.to), right)
	}
}

// rows multiplies the rows [from, to) of a with the block.
func (b *block) rows(from, to int, right panelled) {
	k, n := b.kernels, b.c.Cols
	left, leftRow, leftCol, leftTile := b.left(from, to)
	add := b.add || b.at > 0
	for i := from; i < to; i += k.rows {
		height := min(k.rows, to-i)
		c := b.c.Data[i*b.c.RowStride:]
		for q := b.firstPanel; q < b.lastPanel; q++ {
			j := k.panelStart(n, q)
			width := k.panelStart(n, q+1) - j
			data, stride := right.panel(j, width)
			k.tile(height, width, b.depth, left, leftRow, leftCol, data, stride, c[j:], b.c.RowStride, b.alpha, add)
		}
		if i+height < to {
			left = left[leftTile:]
		}
	}
}
