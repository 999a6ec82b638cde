package importer

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf8"
)

// maxUnpacked bounds packed text, in bytes; it keeps a small text from
// unfolding without end.
const maxUnpacked = 64 << 20

var (
	errUnreadable = errors.New("they are not JSON in any known packing")
	errUnpacked   = errors.New("they unfold to more than 64 MiB")
	errPickle     = errors.New("their pickle holds something else than one text")
)

// unpack reads text that was packed by base64 over zlib; what comes out is
// plain text, or a Python pickle that holds one text and nothing else.
func unpack(packed string) ([]byte, error) {
	data, err := base64.StdEncoding.DecodeString(packed)
	if err != nil {
		return nil, errUnreadable
	}
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, errUnreadable
	}
	defer z.Close()
	text, err := io.ReadAll(io.LimitReader(z, maxUnpacked+1))
	switch {
	case err != nil:
		return nil, errUnreadable
	case len(text) > maxUnpacked:
		return nil, errUnpacked
	case len(text) > 0 && text[0] == opProto:
		return pickledText(text)
	}
	return text, nil
}

// The opcodes of a pickle that holds one text (Python's pickle protocols 2 to 5).
const (
	opProto        = 0x80 // version
	opFrame        = 0x95 // 8 bytes of length, which is not needed
	opShortUnicode = 0x8c // 1 byte of length, text
	opUnicode      = 'X'  // 4 bytes of length, text
	opLongUnicode  = 0x8d // 8 bytes of length, text
	opMemoize      = 0x94
	opPut          = 'q' // 1 byte
	opLongPut      = 'r' // 4 bytes
	opStop         = '.'
)

// pickledText reads the text of a pickle. No opcode is executed: all others
// than those that carry one text are refused.
func pickledText(data []byte) ([]byte, error) {
	if len(data) < 2 || data[0] != opProto || data[1] > 5 {
		return nil, errPickle
	}
	var text []byte
	found := false
	for at := 2; at < len(data); {
		op, rest := data[at], data[at+1:]
		at++
		width := map[byte]int{opShortUnicode: 1, opUnicode: 4, opLongUnicode: 8, opFrame: 8, opPut: 1, opLongPut: 4}[op]
		if len(rest) < width {
			return nil, errPickle
		}
		at += width
		switch op {
		case opFrame, opPut, opLongPut, opMemoize:
		case opShortUnicode, opUnicode, opLongUnicode:
			var length [8]byte
			copy(length[:], rest[:width])
			n := binary.LittleEndian.Uint64(length[:])
			if found || n > uint64(len(data)-at) {
				return nil, errPickle
			}
			text, found = data[at:at+int(n)], true
			at += int(n)
		case opStop:
			if !found || at != len(data) || !utf8.Valid(text) {
				return nil, errPickle
			}
			return text, nil
		default:
			return nil, errPickle
		}
	}
	return nil, errPickle
}
