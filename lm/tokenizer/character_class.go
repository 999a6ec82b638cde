package tokenizer

import (
	"unicode"
	"unicode/utf8"
)

// class is what the patterns of pre-tokenisers tell apart in a character.
type class uint8

const (
	letter  class = 1 << iota // \p{L}
	number                    // \p{N}
	mark                      // \p{M}
	space                     // \s
	newline                   // [\r\n], a space too
	latest                    // a number to Digits alone
)

// planeClasses holds the classes of the basic multilingual plane.
var planeClasses = makePlaneClasses()

func makePlaneClasses() *[1 << 16]class {
	var table [1 << 16]class
	for c, ranges := range map[class][]*unicode.RangeTable{
		letter: {unicode.L, recentLetters}, number: {unicode.N}, mark: {unicode.M}, space: {unicode.White_Space},
	} {
		for _, ranges := range ranges {
			for _, r := range ranges.R16 {
				for x := uint32(r.Lo); x <= uint32(r.Hi); x += uint32(r.Stride) {
					table[x] |= c
				}
			}
		}
	}
	table['\r'] |= newline
	table['\n'] |= newline
	return &table
}

// classAt returns the class and length of the character at the start of s,
// which is not empty. A byte that is not UTF-8 belongs to no class.
func classAt(s string) (class, int) {
	if s[0] < utf8.RuneSelf {
		return planeClasses[s[0]], 1
	}
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r < 1<<16:
		return planeClasses[r], n
	case unicode.In(r, unicode.L, recentLetters):
		return letter, n
	case unicode.In(r, unicode.N, recentNumbers):
		return number, n
	case unicode.Is(unicode.M, r):
		return mark, n
	case unicode.Is(latestNumbers, r):
		return latest, n
	}
	return 0, n
}

// runOf returns the length of the run of characters at the start of s that have
// a class in some and none in not.
func runOf(s string, some, not class) int {
	i := 0
	for i < len(s) {
		c, n := classAt(s[i:])
		if c&not != 0 || some != 0 && c&some == 0 {
			break
		}
		i += n
	}
	return i
}
