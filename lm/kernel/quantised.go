package kernel

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Quantised is a weight matrix [Rows × Cols] in few bits, multiplied as x·Wᵀ.
// It is laid out for the kernels once, when it is made:
//
// Weights are codes of four or eight bits: weight = scale·(code − zero) + offset,
// with a scale, and in some formats an offset, for every run of a row. Rows go
// in bands of 16, the width of a vector of 32-bit sums. Within a band the blocks
// of 32 columns follow each other, and in a block the codes of four neighbouring
// columns of all 16 rows make one vector of 64 bytes. Codes of four bits share
// it: column j in the low half, column j+16 in the high. No weight takes more
// room than in the file but for the K formats' scales: a token's time is that of
// reading its weights.
type Quantised struct {
	Format     Format
	Rows, Cols int

	form
	codes  []byte // [band][block][vector][16 rows][4 columns]
	affine []byte // [band][run][scale, offset][16 rows], little-endian
}

// form is how a format's weights are laid out.
type form struct {
	wide    bool  // codes of eight bits
	run     int   // weights that share a scale
	zero    int32 // the code that counts as zero
	offsets bool  // runs have offsets
	half    bool  // scales and offsets are in half precision, as the file has them
}

var forms = map[Format]form{
	Q8_0: {wide: true, run: 32, zero: 128, half: true},
	Q4_0: {run: 32, zero: 8, half: true},
	Q4_1: {run: 32, offsets: true, half: true},
	Q4_K: {run: 32, offsets: true},
	Q6_K: {wide: true, run: 16, zero: 32},
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
	q := &Quantised{Format: f, Rows: rows, Cols: cols, form: forms[f]}
	bands := (rows + bandRows - 1) / bandRows
	q.codes = make([]byte, bands*q.bandBytes())
	q.affine = make([]byte, bands*(cols/q.run)*q.runBytes())
	perRow := cols / weights * bytes
	var b codeBlock
	for r := range rows {
		for i := range cols / weights {
			b.read(f, blocks[r*perRow+i*bytes:][:bytes])
			q.put(r, i*weights, weights, &b)
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

// runBytes is the size of one run's scales and offsets of a band.
func (q *Quantised) runBytes() int {
	n := bandRows * 4
	if q.half {
		n /= 2
	}
	if q.offsets {
		n *= 2
	}
	return n
}

// put stores one block of a row.
func (q *Quantised) put(row, col, weights int, b *codeBlock) {
	for first := 0; first < weights; first += blockWeights {
		codes := (*[blockWeights]byte)(b.codes[first:])
		at, _ := q.place(row, col+first)
		if q.wide {
			for v := range blockWeights / 4 {
				copy(q.codes[at+64*v:at+64*v+4], codes[4*v:])
			}
			continue
		}
		for v := range blockWeights / 8 {
			four := q.codes[at+64*v:][:4]
			for j := range four {
				four[j] = codes[4*v+j] | codes[16+4*v+j]<<4
			}
		}
	}
	for i := range weights / q.run {
		q.putNumber(row, col/q.run+i, 0, b.scales[i], b.scaleBits)
		if q.offsets {
			q.putNumber(row, col/q.run+i, 1, b.offsets[i], b.offsetBits)
		}
	}
}

// number is where a run's scale (kind 0) or offset (kind 1) of a row lies in affine.
func (q *Quantised) number(row, run, kind int) []byte {
	size := 4
	if q.half {
		size = 2
	}
	at := (row/bandRows*(q.Cols/q.run)+run)*q.runBytes() + (kind*bandRows+row%bandRows)*size
	return q.affine[at:][:size]
}

func (q *Quantised) putNumber(row, run, kind int, number float32, bits uint16) {
	if place := q.number(row, run, kind); q.half {
		binary.LittleEndian.PutUint16(place, bits)
	} else {
		binary.LittleEndian.PutUint32(place, math.Float32bits(number))
	}
}

// scaleAndOffset are those of a row's run.
func (q *Quantised) scaleAndOffset(row, run int) (scale, offset float32) {
	read := func(place []byte) float32 {
		if q.half {
			return half(place)
		}
		return math.Float32frombits(binary.LittleEndian.Uint32(place))
	}
	scale = read(q.number(row, run, 0))
	if q.offsets {
		offset = read(q.number(row, run, 1))
	}
	return scale, offset
}

// Dequantise writes the weights of one row into dst.
func (q *Quantised) Dequantise(row int, dst []float32) {
	for run := range q.Cols / q.run {
		scale, offset := q.scaleAndOffset(row, run)
		first := run * q.run
		for v := first; v < first+q.run; v += 4 {
			at, shift := q.place(row, v)
			for j, code := range q.codes[at : at+4] {
				if !q.wide {
					code = code >> shift & 15
				}
				dst[v+j] = float32(scale*float32(int32(code)-q.zero)) + offset
			}
		}
	}
}

// Bytes is the memory that the weights take.
func (q *Quantised) Bytes() int { return len(q.codes) + len(q.affine) }
