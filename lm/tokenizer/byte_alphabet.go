package tokenizer

import "unicode/utf8"

// Vocabulary files write bytes as printable characters: those that are
// printable in Latin-1 as themselves, the others from U+0100 on in order
// (GPT-2's encoder).
var (
	byteRune = makeByteRunes()
	runeByte = makeRuneBytes()
)

func makeByteRunes() (table [256]rune) {
	next := rune(256)
	for b := range rune(256) {
		if '!' <= b && b <= '~' || 0xA1 <= b && b <= 0xAC || 0xAE <= b {
			table[b] = b
		} else {
			table[b] = next
			next++
		}
	}
	return table
}

func makeRuneBytes() map[rune]byte {
	table := make(map[rune]byte, 256)
	for b, r := range byteRune {
		table[r] = byte(b)
	}
	return table
}

// writeBytes returns text as a vocabulary file writes it.
func writeBytes(text string) string {
	written := make([]byte, 0, len(text)*2)
	for i := range len(text) {
		written = utf8.AppendRune(written, byteRune[text[i]])
	}
	return string(written)
}

// readBytes returns the bytes that a written token stands for. A token with a
// character that stands for no byte is taken as it is.
func readBytes(token string) []byte {
	text := make([]byte, 0, len(token))
	for _, r := range token {
		b, ok := runeByte[r]
		if !ok {
			return []byte(token)
		}
		text = append(text, b)
	}
	return text
}
