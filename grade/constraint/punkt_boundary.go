package constraint

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	numeral  = regexp.MustCompile(`^-?[.,]?\d[\d,.\-]*\.?$`)
	ellipsis = regexp.MustCompile(`^\.\.+$`)
)

// token is a word of a context with what is known of it.
type token struct {
	text       string
	kind       string // lower-cased, every number made one
	breaks     bool   // ends a sentence
	abbr       bool
	ellipsis   bool
	periodLast bool
}

// kindNoPeriod is the kind without a final period.
func (t token) kindNoPeriod() string {
	if len(t.kind) > 1 {
		return strings.TrimSuffix(t.kind, ".")
	}
	return t.kind
}

// kindInside is the kind without a period that ends the sentence.
func (t token) kindInside() string {
	if t.breaks {
		return t.kindNoPeriod()
	}
	return t.kind
}

func (t token) initial() bool {
	r, size := utf8.DecodeRuneInString(t.text)
	return unicode.IsLetter(r) && t.text[size:] == "."
}

func (t token) upper() bool { return unicode.IsUpper(firstRune(t.text)) }
func (t token) lower() bool { return unicode.IsLower(firstRune(t.text)) }

// breaks tells whether a context, a word with its mark and the next token, holds a sentence
// boundary before its last token.
func (p *punkt) breaks(context string) bool {
	var list []token
	for _, t := range tokens(context) {
		list = append(list, p.classify(t))
	}
	for i := range list {
		if i+1 < len(list) {
			if p.reclassify(&list[i], list[i+1]); list[i].breaks {
				return true
			}
		}
	}
	return false
}

// classify is Punkt's first pass: by the type of the token alone.
func (p *punkt) classify(text string) token {
	t := token{text: text, kind: strings.ToLower(text), periodLast: strings.HasSuffix(text, ".")}
	if numeral.MatchString(t.kind) {
		t.kind = "##number##"
	}
	switch {
	case text == "." || text == "?" || text == "!":
		t.breaks = true
	case ellipsis.MatchString(text):
		t.ellipsis = true
	case t.periodLast && !strings.HasSuffix(text, ".."):
		word := strings.ToLower(text[:len(text)-1])
		if p.model.AbbrevTypes.Has(word) || p.model.AbbrevTypes.Has(word[strings.LastIndexByte(word, '-')+1:]) {
			t.abbr = true
		} else {
			t.breaks = true
		}
	}
	return t
}

// reclassify is Punkt's second pass: by the token and the next one.
func (p *punkt) reclassify(t *token, next token) {
	if !t.periodLast {
		return
	}
	kind, nextKind := t.kindNoPeriod(), next.kindInside()
	if p.model.Collocations.Has(kind + "," + nextKind) {
		t.breaks, t.abbr = false, true
		return
	}
	starts, known := p.startsSentence(next)
	if (t.abbr || t.ellipsis) && !t.initial() {
		if known && starts || next.upper() && p.model.SentStarters.Has(nextKind) {
			t.breaks = true
			return
		}
	}
	if t.initial() || kind == "##number##" {
		never := p.model.OrthoContext[nextKind]&seenLower == 0
		if known && !starts || !known && t.initial() && next.upper() && never {
			t.breaks, t.abbr = false, true
		}
	}
}

// startsSentence is the orthographic heuristic: whether the case of the token and the cases
// seen in training tell that it does or does not start a sentence.
func (p *punkt) startsSentence(t token) (starts, known bool) {
	if t.text != "" && strings.Contains(";:,.!?", t.text) {
		return false, true
	}
	seen := p.model.OrthoContext[t.kindInside()]
	switch {
	case t.upper() && seen&seenLower != 0 && seen&seenUpperMid == 0:
		return true, true
	case t.lower() && (seen&seenUpper != 0 || seen&seenLowerBeg == 0):
		return false, true
	}
	return false, false
}
