package kernel

import "fmt"

// quantisedKernels are the quantised kernels of one level.
type quantisedKernels struct {
	// band adds to sums the products of one band of 16 rows with rows of
	// activations: sums[i*16+r] is of activation row i and weight row r.
	band func(sums []float32, q *Quantised, band int, x *activations, from, to int)
}

func quantisedFor(l level) quantisedKernels { return quantisedKernels{band: bandPortable} }

// MultiplyQuantised sets c = a·qᵀ, with the rows of a quantised to signed bytes
// in blocks of 32. Row i of c depends on row i of a alone: it has the same bits
// whatever the other rows and the workers. c's columns must be adjacent.
func (s *Set) MultiplyQuantised(w *Workers, c, a Matrix, q *Quantised) {
	if a.Rows != c.Rows || a.Cols != q.Cols || c.Cols != q.Rows || a.ColStride != 1 || c.ColStride != 1 {
		panic(fmt.Sprintf("kernel: product of %d×%d and quantised %d×%d transposed into %d×%d", a.Rows, a.Cols, q.Rows, q.Cols, c.Rows, c.Cols))
	}
	a.check()
	c.check()
	if c.Rows == 0 {
		return
	}
	x := activationSets.take()
	x.quantise(a, q.run)
	p := quantisedProducts.take()
	*p = quantisedProduct{kernels: &s.quantised, c: c, q: q, x: x, sums: p.sums}
	bands := (q.Rows + bandRows - 1) / bandRows
	p.bands = max(1, min(bands, (bands+w.Count()*partsEach-1)/(w.Count()*partsEach)))
	parts := (bands + p.bands - 1) / p.bands
	p.sums = grown(p.sums, parts*c.Rows*bandRows)
	w.Run(parts, p)
	activationSets.give(x)
	quantisedProducts.give(p)
}

// quantisedProduct is the task of one product: each part does some bands.
type quantisedProduct struct {
	kernels *quantisedKernels
	c       Matrix
	q       *Quantised
	x       *activations
	bands   int // of a part
	sums    []float32
}

var quantisedProducts freeList[quantisedProduct]

// Do computes one part.
func (p *quantisedProduct) Do(part int) {
	last := (p.q.Rows + bandRows - 1) / bandRows
	sums := p.sums[part*p.c.Rows*bandRows:][:p.c.Rows*bandRows]
	for band := part * p.bands; band < min((part+1)*p.bands, last); band++ {
		clear(sums)
		p.kernels.band(sums, p.q, band, p.x, 0, p.c.Rows)
		width := min(bandRows, p.q.Rows-band*bandRows)
		for i := range p.c.Rows {
			copy(p.c.Data[i*p.c.RowStride+band*bandRows:][:width], sums[i*bandRows:][:width])
		}
	}
}

// bandPortable is the truth for the other levels. A sum goes block by block: the
// whole-number product of the codes, times the scale of the weights, times that
// of the activations; then the offset times the activations' sum.
func bandPortable(sums []float32, q *Quantised, band int, x *activations, from, to int) {
	runs := q.Cols / q.run
	for i := from; i < to; i++ {
		codes := x.codes[i*x.cols:][:x.cols]
		for run := range runs {
			first := run * q.run
			scale := x.scales[(i*x.cols+first)/blockWeights]
			sum := x.sums[i*runs+run]
			for lane := range bandRows {
				product := int32(0)
				for col := first; col < first+q.run; col++ {
					at, shift := q.place(band*bandRows+lane, col)
					code := q.codes[at]
					if !q.wide {
						code = code >> shift & 15
					}
					product += int32(code) * int32(codes[col])
				}
				at := (band*runs+run)*bandRows + lane
				s := &sums[i*bandRows+lane]
				*s += float32(float32(product) * (q.scales[at] * scale))
				*s += float32(q.offsets[at] * sum)
			}
		}
	}
}
