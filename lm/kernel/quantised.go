package kernel

import "fmt"

// Quantised is a weight matrix [Rows × Cols] in few bits, multiplied as x·Wᵀ.
// It is laid out for the kernels once, when it is made:
//
// Weights are codes of four or eight bits: weight = scale·code + offset, with a
// scale and an offset for every run of weights of a row (32, in Q6_K 16). Rows
// go in bands of 16, the width of a vector of 32-bit sums. Within a band the
// blocks of 32 columns follow each other, and in a block the codes of four
// neighbouring columns of all 16 rows make one vector of 64 bytes. Codes of
// four bits share it: column j in the low half, column j+16 in the high.
type Quantised struct {
	Format     Format
	Rows, Cols int

	wide   bool      // codes of eight bits
	run    int       // weights that share a scale
	codes  []byte    // [band][block][vector][16 rows][4 columns]
	affine []float32 // [band][run][scale, offset][16 rows]
}

const (
	bandRows     = 16
	blockWeights = 32 // columns of a block, and of a block of activations
)

// NewQuantised lays out the blocks of a matrix as a file holds them: row after
// row, each in whole blocks.
func NewQuantised(f Format, rows, cols int, blocks []byte) (*Quantised, error) {
	weights, bytes, err := BlockOf(f)
	switch {
	case err != nil:
		return nil, err
	case rows < 1 || cols < 1 || cols%weights != 0:
		return nil, fmt.Errorf("a matrix of %d×%d does not divide into %s blocks of %d weights", rows, cols, f, weights)
	case len(blocks) != rows*(cols/weights)*bytes:
		return nil, fmt.Errorf("%d bytes do not hold a %s matrix of %d×%d", len(blocks), f, rows, cols)
	}
	q := &Quantised{Format: f, Rows: rows, Cols: cols, wide: f == Q8_0 || f == Q6_K, run: blockWeights}
	if f == Q6_K {
		q.run = 16
	}
	bands := (rows + bandRows - 1) / bandRows
	q.codes = make([]byte, bands*q.bandBytes())
	q.affine = make([]float32, 2*bands*bandRows*(cols/q.run))
	perRow := cols / weights * bytes
	var b codeBlock
	for r := range rows {
		for i := range cols / weights {
			b.read(f, blocks[r*perRow+i*bytes:][:bytes])
			q.put(r, i*weights, b.codes[:weights], b.scales[:weights/q.run], b.offsets[:weights/q.run])
		}
	}
	return q, nil
}

// bandBytes is the size of one band's codes.
func (q *Quantised) bandBytes() int {
	if q.wide {
		return bandRows * q.Cols
	}
	return bandRows * q.Cols / 2
}

// place is where the code of a row's column lies in codes: the byte, and the
// bits to shift it by.
func (q *Quantised) place(row, col int) (at, shift int) {
	band, lane := row/bandRows, row%bandRows
	block, within := col/blockWeights, col%blockWeights
	size := bandRows * blockWeights
	if !q.wide {
		size /= 2
		shift = within / 16 * 4
		within %= 16
	}
	return band*q.bandBytes() + block*size + within/4*64 + lane*4 + within%4, shift
}

// runPlace is where the scale of a row's run lies in affine; its offset lies
// bandRows further.
func (q *Quantised) runPlace(row, run int) int {
	return (row/bandRows*(q.Cols/q.run)+run)*2*bandRows + row%bandRows
}

// put stores one block of a row.
func (q *Quantised) put(row, col int, codes []byte, scales, offsets []float32) {
	for i, code := range codes {
		at, shift := q.place(row, col+i)
		q.codes[at] |= code << shift
	}
	for i := range scales {
		at := q.runPlace(row, col/q.run+i)
		q.affine[at], q.affine[at+bandRows] = scales[i], offsets[i]
	}
}

// Dequantise writes the weights of one row into dst.
func (q *Quantised) Dequantise(row int, dst []float32) {
	for col := range q.Cols {
		at, shift := q.place(row, col)
		code := q.codes[at]
		if !q.wide {
			code = code >> shift & 15
		}
		run := q.runPlace(row, col/q.run)
		dst[col] = float32(q.affine[run]*float32(code)) + q.affine[run+bandRows]
	}
}

// Bytes is the memory that the weights take.
func (q *Quantised) Bytes() int { return len(q.codes) + 4*len(q.affine) }
