package tokenizer

import "strings"

// wordPattern is the family of regular expressions by which GPT-2, Llama 3 and
// Qwen cut text into words, written out as a scanner: it is many times faster
// than a backtracking matcher and cannot be made slow.
type wordPattern struct {
	modern  bool  // Llama 3 and Qwen; else GPT-2
	letters class // what words consist of
	digits  int   // modern: longest number
}

// knownPatterns are the expressions that have a scanner. Their sources are the
// published tokenizer.json files of these models.
var knownPatterns = map[string]wordPattern{
	patternGPT2:      {letters: letter},
	patternQwen2:     {modern: true, letters: letter, digits: 1},
	patternLlama3:    {modern: true, letters: letter, digits: 3},
	patternQwenMarks: {modern: true, letters: letter | mark, digits: 1},
}

const (
	patternGPT2      = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
	patternQwen2     = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
	patternLlama3    = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
	patternQwenMarks = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
)

func (p wordPattern) split(text string, _ *budget, emit func(string)) {
	next := p.classic
	if p.modern {
		next = p.current
	}
	for text != "" {
		n := next(text)
		emit(text[:n])
		text = text[n:]
	}
}

// classic returns the length of the first word of s by GPT-2's expression.
func (p wordPattern) classic(s string) int {
	if n := p.contraction(s); n > 0 {
		return n
	}
	c, n := classAt(s)
	if s[0] == ' ' && len(s) > 1 {
		if after, m := classAt(s[1:]); after&space == 0 {
			c, n = after, m+1
		}
	}
	switch {
	case c&letter != 0:
		return n + runOf(s[n:], letter, 0)
	case c&number != 0:
		return n + runOf(s[n:], number, 0)
	case c&space == 0:
		return n + runOf(s[n:], 0, space|letter|number)
	}
	return blank(s)
}

// current returns the length of the first word of s by the expressions of
// Llama 3 and Qwen.
func (p wordPattern) current(s string) int {
	if n := p.contraction(s); n > 0 {
		return n
	}
	c, n := classAt(s)
	if c&p.letters != 0 {
		return n + runOf(s[n:], p.letters, 0)
	}
	if c&(newline|number) == 0 && n < len(s) {
		if after, m := classAt(s[n:]); after&p.letters != 0 {
			return n + m + runOf(s[n+m:], p.letters, 0)
		}
	}
	if c&number != 0 {
		for i := 1; i < p.digits && n < len(s); i++ {
			after, m := classAt(s[n:])
			if after&number == 0 {
				break
			}
			n += m
		}
		return n
	}
	word := space | number | p.letters
	if s[0] == ' ' && len(s) > 1 {
		if after, m := classAt(s[1:]); after&word == 0 {
			c, n = after, m+1
		}
	}
	if c&word == 0 {
		n += runOf(s[n:], 0, word)
		return n + runOf(s[n:], newline, 0)
	}
	run := runOf(s, space, 0)
	if last := strings.LastIndexAny(s[:run], "\r\n"); last >= 0 {
		return last + 1
	}
	return blank(s)
}

// blank returns the length of the white space at the start of s without the
// last character when a word follows, unless it is the only one.
func blank(s string) int {
	end, last := 0, 0
	for end < len(s) {
		c, n := classAt(s[end:])
		if c&space == 0 {
			break
		}
		last = end
		end += n
	}
	if end == len(s) || last == 0 {
		return end
	}
	return last
}

// contraction returns the length of an English contraction at the start of s.
func (p wordPattern) contraction(s string) int {
	if s[0] != '\'' || len(s) < 2 {
		return 0
	}
	rest := s[1:min(len(s), 3)]
	if p.modern {
		if strings.HasPrefix(rest, "ſ") { // folds to s
			return 1 + len("ſ")
		}
		rest = lowerASCII(rest)
	}
	switch rest[0] {
	case 's', 't', 'm', 'd':
		return 2
	}
	switch rest {
	case "re", "ve", "ll":
		return 3
	}
	return 0
}

func lowerASCII(s string) string {
	lower := []byte(s)
	for i, b := range lower {
		if 'A' <= b && b <= 'Z' {
			lower[i] = b + 'a' - 'A'
		}
	}
	return string(lower)
}
