package constraint

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/neurosnap/sentences"
	"github.com/neurosnap/sentences/data"
)

// punkt splits English text into sentences as the Punkt system does (Kiss and Strunk,
// "Unsupervised Multilingual Sentence Boundary Detection", Computational Linguistics 32, 2006),
// with the steps of the NLTK tokenizer that the published checks use. The model (abbreviations,
// collocations, frequent sentence starters, seen letter cases) is the one trained on English
// newspaper text that comes with neurosnap/sentences; the procedure is our own, because that
// package splits words at white space only and so differs on "end.)" and "what?!".
type punkt struct{ model *sentences.Storage }

// Letter cases in which the model has seen a word, by place: at the start of a sentence, inside
// one, or unknown.
const (
	seenUpperMid = 1 << 2
	seenUpper    = 1<<1 | 1<<2 | 1<<3
	seenLowerBeg = 1 << 4
	seenLower    = 1<<4 | 1<<5 | 1<<6
)

var loadPunkt = sync.OnceValues(func() (*punkt, error) {
	raw, err := data.Asset("data/english.json")
	if err != nil {
		return nil, fmt.Errorf("find the sentence model: %w", err)
	}
	model, err := sentences.LoadTraining(raw)
	if err != nil {
		return nil, fmt.Errorf("read the sentence model: %w", err)
	}
	return &punkt{model}, nil
})

// punktSentences returns the sentences of an English text; each is trimmed on the right only
// where the next begins.
func punktSentences(text string) ([]string, error) {
	p, err := loadPunkt()
	if err != nil {
		return nil, err
	}
	return p.realign(text, p.cut(text)), nil
}

// span is a part of the text in bytes.
type span struct{ from, to int }

// candidate is a mark that may end a sentence: text[word:mark] is the word before the one-byte
// mark, and after tells what follows.
type candidate struct {
	word, mark int
	after, end int  // text[after:end] is the next token, or one character of punctuation
	spaced     bool // white space lies between the mark and the next token
}

// cut places the boundaries.
func (p *punkt) cut(text string) []span {
	var spans []span
	last := 0
	for _, c := range candidates(text) {
		if !p.breaks(text[c.word:c.mark+1] + text[c.mark+1:c.end]) {
			continue
		}
		spans = append(spans, span{last, c.mark + 1})
		last = c.mark + 1
		if c.spaced {
			last = c.after
		}
	}
	return append(spans, span{last, max(last, len(strings.TrimRightFunc(text, isSpace)))})
}

// candidates finds the marks . ! ? that are followed by punctuation, or by white space and a
// token. Of several marks in one unbroken run only the last counts.
func candidates(text string) []candidate {
	var found []candidate
	word, stop := 0, 0 // the word before the previous candidate
	var pending candidate
	have := false
	for i := 0; i < len(text); i++ {
		if text[i] != '.' && text[i] != '!' && text[i] != '?' {
			continue
		}
		c, ok := follow(text, i)
		if !ok {
			continue
		}
		c.word = word
		if j := strings.LastIndexFunc(text[stop:i], isSpace); j > 0 {
			_, size := utf8.DecodeRuneInString(text[stop+j:])
			c.word = stop + j + size
		}
		if have && stop <= c.word {
			found = append(found, pending)
		}
		pending, have, word, stop = c, true, c.word, i
	}
	if have {
		found = append(found, pending)
	}
	return found
}

func follow(text string, mark int) (candidate, bool) {
	rest := text[mark+1:]
	if rest == "" {
		return candidate{}, false
	}
	if strings.IndexByte(nonWord, rest[0]) >= 0 {
		return candidate{mark: mark, after: mark + 1, end: mark + 2}, true
	}
	token := strings.TrimLeftFunc(rest, isSpace)
	if token == "" || len(token) == len(rest) {
		return candidate{}, false
	}
	after := len(text) - len(token)
	end := len(text)
	if i := strings.IndexFunc(token, isSpace); i >= 0 {
		end = after + i
	}
	return candidate{mark: mark, after: after, end: end, spaced: true}, true
}

// closers are quotes and brackets that belong to the sentence before them.
var closers = regexp.MustCompile(`(?m)^["')\]}]+?(?:[\s\x1c-\x1f\x85\x{a0}]+|$)`)

// realign moves closing quotes and brackets at the start of a sentence back to the previous one.
func (p *punkt) realign(text string, spans []span) []string {
	var out []string
	skip := 0
	for i, s := range spans {
		s.from = min(s.from+skip, s.to)
		skip = 0
		if i+1 < len(spans) {
			next := text[spans[i+1].from:spans[i+1].to]
			m := closers.FindStringIndex(next)
			if j := strings.IndexFunc(next, func(r rune) bool { return !strings.ContainsRune(`"')]}`, r) }); m == nil && j > 0 && strings.HasPrefix(next[j:], "--") {
				m = []int{0, j}
			}
			if m != nil && m[0] == 0 {
				skip = m[1]
				s.to = spans[i+1].from + len(strings.TrimRightFunc(next[:m[1]], isSpace))
			}
		}
		if s.from < s.to {
			out = append(out, text[s.from:s.to])
		}
	}
	return out
}

// nonWord are the characters that end a word of the boundary detector.
const nonWord = `)";}]*:@'({[!?`

// notStart are the characters that no such word begins with.
const notStart = "(\"`{[:;&#*@)}]-,"

// tokens cuts a context into words and marks.
func tokens(text string) []string {
	var out []string
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch n := multiMark(text); {
		case isSpace(r):
			text = text[size:]
			continue
		case n > 0:
			size = n
		case !strings.ContainsRune(notStart, r):
			for size < len(text) && !wordEnds(text[size:]) {
				_, n := utf8.DecodeRuneInString(text[size:])
				size += n
			}
		}
		out = append(out, text[:size])
		text = text[size:]
	}
	return out
}

// wordEnds tells whether a word must end before rest.
func wordEnds(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	if isSpace(r) || strings.ContainsRune(nonWord, r) || multiMark(rest) > 0 {
		return true
	}
	return r == ',' && (len(rest) == 1 || rest[1] != ',' && wordEnds(rest[1:]))
}

// multiMark returns the length of a dash or ellipsis of several characters at the start of s.
func multiMark(s string) int {
	for _, mark := range []byte{'-', '.'} {
		n := 0
		for n < len(s) && s[n] == mark {
			n++
		}
		if n >= 2 {
			return n
		}
	}
	n := 0
	for n+1 < len(s) && s[n] == '.' && unicode.IsSpace(rune(s[n+1])) {
		n += 2
	}
	if n >= 4 && n < len(s) && s[n] == '.' {
		return n + 1
	}
	return 0
}
