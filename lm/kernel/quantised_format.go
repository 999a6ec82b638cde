package kernel

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Format names a block layout of quantised weights as GGUF files store it.
// Every block holds consecutive weights of one row.
type Format string

// The formats that Segue reads; the layouts are those of ggml.
const (
	Q8_0 Format = "Q8_0" // 32 weights: half-precision scale, 32 signed bytes
	Q4_0 Format = "Q4_0" // 32 weights: scale, 32 nibbles less 8
	Q4_1 Format = "Q4_1" // 32 weights: scale, least value, 32 nibbles
	Q4_K Format = "Q4_K" // 256 weights: scale of scales and of least values, 8 six-bit pairs of them, nibbles
	Q6_K Format = "Q6_K" // 256 weights: six-bit values less 32, 16 signed scales, scale of scales
)

// layout is the shape of a format's block.
type layout struct {
	weights int // of a block
	bytes   int
	expand  func(dst []float32, block []byte) // writes a block's weights
}

var layouts = map[Format]layout{
	Q8_0: {32, 34, expandQ8_0},
	Q4_0: {32, 18, expandQ4_0},
	Q4_1: {32, 20, expandQ4_1},
	Q4_K: {256, 144, expandQ4_K},
	Q6_K: {256, 210, expandQ6_K},
}

// Formats lists the formats that are known, sorted.
func Formats() []Format { return slices.Sorted(maps.Keys(layouts)) }

// BlockOf returns the weights and the bytes of one block of a format.
func BlockOf(f Format) (weights, bytes int, err error) {
	l, ok := layouts[f]
	if !ok {
		var names []string
		for _, known := range Formats() {
			names = append(names, string(known))
		}
		return 0, 0, fmt.Errorf("format %q of quantised weights is not known, there are %s", f, strings.Join(names, ", "))
	}
	return l.weights, l.bytes, nil
}

// Dequantise writes the weights of whole blocks into dst, which must have room
// for exactly all of them.
func Dequantise(f Format, dst []float32, blocks []byte) error {
	weights, bytes, err := BlockOf(f)
	if err != nil {
		return err
	}
	n := len(blocks) / bytes
	if len(blocks) != n*bytes || len(dst) != n*weights {
		return fmt.Errorf("%d bytes of %s do not hold %d weights", len(blocks), f, len(dst))
	}
	expand := layouts[f].expand
	for i := range n {
		expand(dst[i*weights:(i+1)*weights], blocks[i*bytes:(i+1)*bytes])
	}
	return nil
}

// half reads a half-precision number.
func half(b []byte) float32 { return fromFloat16One(binary.LittleEndian.Uint16(b)) }

func expandQ8_0(dst []float32, b []byte) {
	d := half(b)
	for i, q := range b[2:34] {
		dst[i] = d * float32(int8(q))
	}
}

func expandQ4_0(dst []float32, b []byte) {
	d := half(b)
	for i, q := range b[2:18] {
		dst[i] = d * float32(int(q&15)-8)
		dst[i+16] = d * float32(int(q>>4)-8)
	}
}

func expandQ4_1(dst []float32, b []byte) {
	d, least := half(b), half(b[2:])
	for i, q := range b[4:20] {
		dst[i] = float32(d*float32(q&15)) + least
		dst[i+16] = float32(d*float32(q>>4)) + least
	}
}

// scalesQ4_K unpacks the eight six-bit scales and least values of a block: the
// first four of each lie in the low bits of bytes 0–3 and 4–7, the last four in
// nibbles of bytes 8–11 with their top bits in the high bits of bytes 0–7.
func scalesQ4_K(b []byte) (scales, least [8]byte) {
	for i := range 4 {
		scales[i], least[i] = b[i]&63, b[i+4]&63
		scales[i+4] = b[i+8]&15 | b[i]>>6<<4
		least[i+4] = b[i+8]>>4 | b[i+4]>>6<<4
	}
	return scales, least
}

func expandQ4_K(dst []float32, b []byte) {
	d, dLeast := half(b), half(b[2:])
	scales, least := scalesQ4_K(b[4:16])
	for pair := range 4 { // 64 weights: low nibbles, then high
		low, high := 2*pair, 2*pair+1
		for i, q := range b[16+32*pair : 48+32*pair] {
			dst[64*pair+i] = float32(d*float32(scales[low])*float32(q&15)) - dLeast*float32(least[low])
			dst[64*pair+32+i] = float32(d*float32(scales[high])*float32(q>>4)) - dLeast*float32(least[high])
		}
	}
}

func expandQ6_K(dst []float32, b []byte) {
	low, high, scales, d := b[:128], b[128:192], b[192:208], half(b[208:])
	for part := range 2 { // 128 weights in four runs of 32
		for i := range 32 {
			l0, l1, h := low[64*part+i], low[64*part+32+i], high[32*part+i]
			for run, q := range [4]byte{l0&15 | h&3<<4, l1&15 | h>>2&3<<4, l0>>4 | h>>4&3<<4, l1>>4 | h>>6<<4} {
				scale := float32(int8(scales[8*part+2*run+i/16]))
				dst[128*part+32*run+i] = d * scale * float32(int(q)-32)
			}
		}
	}
}
