package kernel

import (
	"fmt"
	"math"
)

// quantisedKernels are the quantised kernels of one level.
type quantisedKernels struct {
	bands map[Format]bandKernel

	// quantise writes blocks of 32 numbers as signed bytes, with a scale and two
	// half sums of codes for each.
	quantise func(codes []int8, scales []float32, halves []int32, x []float32)
}

// bandKernel sets sums to the products of one band of 16 weight rows with all
// rows of activations: sums[i*16+r] is of activation row i and weight row r.
type bandKernel func(sums []float32, q *Quantised, band int, x *activations)

func portableQuantised() quantisedKernels {
	k := quantisedKernels{bands: map[Format]bandKernel{}, quantise: quantisePortable}
	for f := range forms {
		k.bands[f] = bandPortable
	}
	return k
}

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
	x.quantise(&s.quantised, a, q.form)
	p := quantisedProducts.take()
	*p = quantisedProduct{kernel: s.quantised.bands[q.Format], c: c, q: q, x: x, sums: p.sums}
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
	kernel bandKernel
	c      Matrix
	q      *Quantised
	x      *activations
	bands  int // of a part
	sums   []float32
}

var quantisedProducts freeList[quantisedProduct]

// Do computes one part.
func (p *quantisedProduct) Do(part int) {
	last := (p.q.Rows + bandRows - 1) / bandRows
	sums := p.sums[part*p.c.Rows*bandRows:][:p.c.Rows*bandRows]
	for band := part * p.bands; band < min((part+1)*p.bands, last); band++ {
		p.kernel(sums, p.q, band, p.x)
		width := min(bandRows, p.q.Rows-band*bandRows)
		for i := range p.c.Rows {
			copy(p.c.Data[i*p.c.RowStride+band*bandRows:][:width], sums[i*bandRows:][:width])
		}
	}
}

// bandPortable is the truth for the other levels. The whole-number products of
// each run's codes, less what the code of zero adds to them, go times the scales
// of weights and activations into one sum; offsets times the sums of activations
// go into another, which is added in the end.
func bandPortable(sums []float32, q *Quantised, band int, x *activations) {
	blocks, runs := q.Cols/blockWeights, q.Cols/q.run
	size := q.bandBytes() / blocks
	var products [2][bandRows]int32 // of the runs of a block
	for i := range x.rows {
		var scaled, offsets [bandRows]float32
		for block := range blocks {
			codes := (*[blockWeights]int8)(x.codes[i*x.cols+block*blockWeights:])
			weights := q.codes[band*q.bandBytes()+block*size:][:size]
			if q.wide {
				productsOfBytes(&products, weights, codes)
			} else {
				productsOfNibbles(&products, weights, codes)
			}
			if q.run == blockWeights {
				for lane := range bandRows {
					products[0][lane] += products[1][lane]
				}
			}
			xScale := x.scales[i*blocks+block]
			for r := range blockWeights / q.run {
				run := block*blockWeights/q.run + r
				term := x.terms[i*runs+run]
				for lane, product := range products[r] {
					scale, offset := q.scaleAndOffset(band*bandRows+lane, run)
					if q.offsets {
						offsets[lane] += float32(offset * math.Float32frombits(uint32(term)))
					} else {
						product += term
					}
					scaled[lane] += float32(float32(product) * (scale * xScale))
				}
			}
		}
		for lane := range bandRows {
			sums[i*bandRows+lane] = scaled[lane] + offsets[lane]
		}
	}
}

// productsOfBytes sums the products of the two halves of a block's columns.
func productsOfBytes(products *[2][bandRows]int32, weights []byte, x *[blockWeights]int8) {
	*products = [2][bandRows]int32{}
	for v := range blockWeights / 4 {
		x0, x1, x2, x3 := int32(x[4*v]), int32(x[4*v+1]), int32(x[4*v+2]), int32(x[4*v+3])
		for lane := range bandRows {
			w := weights[64*v+4*lane:][:4]
			products[v/4][lane] += int32(w[0])*x0 + int32(w[1])*x1 + int32(w[2])*x2 + int32(w[3])*x3
		}
	}
}

// productsOfNibbles does the same where two columns share a byte.
func productsOfNibbles(products *[2][bandRows]int32, weights []byte, x *[blockWeights]int8) {
	*products = [2][bandRows]int32{}
	for v := range 4 {
		for j := range 4 {
			low, high := int32(x[4*v+j]), int32(x[16+4*v+j])
			for lane := range bandRows {
				w := weights[64*v+4*lane+j]
				products[0][lane] += int32(w&15) * low
				products[1][lane] += int32(w>>4) * high
			}
		}
	}
}
