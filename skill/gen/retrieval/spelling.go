package retrieval

import (
	"slices"
	"strings"
)

// The functions below rewrite a word of ASCII letters.

func reversed(w string) string {
	b := []byte(w)
	slices.Reverse(b)
	return string(b)
}

func isVowel(c rune) bool { return strings.ContainsRune("aeiou", c) }

func dropVowel(c rune) rune {
	if isVowel(c) {
		return -1
	}
	return c
}

func doubleVowels(w string) string {
	var b strings.Builder
	for _, c := range w {
		b.WriteRune(c)
		if isVowel(c) {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func everySecond(w string) string {
	var b []byte
	for i := 0; i < len(w); i += 2 {
		b = append(b, w[i])
	}
	return string(b)
}

func sortedLetters(w string) string {
	b := []byte(w)
	slices.Sort(b)
	return string(b)
}
