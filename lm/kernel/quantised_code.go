package kernel

import "encoding/binary"

// codeBlock is one block of any format as codes, scales and offsets.
type codeBlock struct {
	codes   [256]byte
	scales  [16]float32
	offsets [16]float32

	// of formats with one scale: it and the offset as the file has them
	scaleBits, offsetBits uint16
}

// read takes a block apart.
func (c *codeBlock) read(f Format, b []byte) {
	nibbles := func(at int, packed []byte) {
		for i, q := range packed {
			c.codes[at+i], c.codes[at+len(packed)+i] = q&15, q>>4
		}
	}
	switch f {
	case Q8_0:
		c.scaleBits = binary.LittleEndian.Uint16(b)
		for i, q := range b[2:34] {
			c.codes[i] = q ^ 128
		}
	case Q4_0:
		c.scaleBits = binary.LittleEndian.Uint16(b)
		nibbles(0, b[2:18])
	case Q4_1:
		c.scaleBits, c.offsetBits = binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:])
		nibbles(0, b[4:20])
	case Q4_K:
		d, dLeast := half(b), half(b[2:])
		scales, least := scalesQ4_K(b[4:16])
		for i := range 8 {
			c.scales[i], c.offsets[i] = d*float32(scales[i]), -dLeast*float32(least[i])
		}
		for pair := range 4 {
			nibbles(64*pair, b[16+32*pair:48+32*pair])
		}
	case Q6_K:
		low, high, d := b[:128], b[128:192], half(b[208:])
		for i, s := range b[192:208] {
			c.scales[i] = d * float32(int8(s))
		}
		for part := range 2 {
			for i := range 32 {
				l0, l1, h := low[64*part+i], low[64*part+32+i], high[32*part+i]
				for run, q := range [4]byte{l0&15 | h&3<<4, l1&15 | h>>2&3<<4, l0>>4 | h>>4&3<<4, l1>>4 | h>>6<<4} {
					c.codes[128*part+32*run+i] = q
				}
			}
		}
	}
}
