package tokenizer

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"
)

// splitter is one stage of a pre-tokeniser: it cuts text into pieces, left to
// right. Each stage cuts the pieces of the one before.
type splitter interface {
	split(text string, b *budget, emit func(string))
}

// budget is the time that one text's searches for regular expressions have
// left; it begins with the first of them.
type budget struct {
	ctx  context.Context
	stop context.CancelFunc
}

func (b *budget) begin() context.Context {
	if b.ctx == nil {
		b.ctx, b.stop = context.WithTimeout(context.Background(), splitTime)
	}
	return b.ctx
}

// end makes the budget ready for another text.
func (b *budget) end() {
	if b.ctx != nil {
		b.stop()
		*b = budget{}
	}
}

// splitBy returns a function that hands the pieces of a text, cut by all stages
// in turn, to emit.
func splitBy(stages []splitter, b *budget, emit func(string)) func(string) {
	for _, stage := range slices.Backward(stages) {
		next := emit
		emit = func(text string) { stage.split(text, b, next) }
	}
	return emit
}

// digitSplitter sets numbers apart from other text, digit by digit or in runs.
type digitSplitter struct{ each bool }

func (d digitSplitter) split(text string, _ *budget, emit func(string)) {
	for text != "" {
		n := runOf(text, 0, number|latest)
		if n > 0 {
			emit(text[:n])
			text = text[n:]
			continue
		}
		if d.each {
			_, n = classAt(text)
		} else {
			n = runOf(text, number|latest, 0)
		}
		emit(text[:n])
		text = text[n:]
	}
}

// prefixSpace puts a space before a text that has none.
type prefixSpace struct{}

func (prefixSpace) split(text string, _ *budget, emit func(string)) {
	if !strings.HasPrefix(text, " ") {
		text = " " + text
	}
	emit(text)
}

// literalSplitter sets every occurrence of a text apart.
type literalSplitter struct {
	text   string
	remove bool
}

func (l literalSplitter) split(text string, _ *budget, emit func(string)) {
	for text != "" {
		before, after, found := strings.Cut(text, l.text)
		if before != "" {
			emit(before)
		}
		if found && !l.remove {
			emit(l.text)
		}
		text = after
	}
}

// patternSplitter cuts by a regular expression that has no scanner of its own.
// A search is bounded in time, since expressions come with model files: once
// the time is used up the rest of the text is one piece.
type patternSplitter struct {
	pattern *regexp2.Regexp
	keep    bool // what matches is a piece
	between bool // what lies between matches is a piece
}

const (
	searchTime  = 250 * time.Millisecond // for one match
	splitTime   = 5 * time.Second        // for a text
	longPattern = 4096                   // bytes
)

func (p patternSplitter) split(text string, b *budget, emit func(string)) {
	ctx := b.begin()
	if ctx.Err() != nil {
		emit(text)
		return
	}
	runes := []rune(text)
	place, at, done := 0, 0, 0 // rune and byte where the search stands; byte up to which pieces were given
	advance := func(to int) int {
		for ; place < to; place++ {
			_, n := utf8.DecodeRuneInString(text[at:])
			at += n
		}
		return at
	}
	err := p.pattern.FindRunesMatches(runes, 0, func(m regexp2.MatchView) bool {
		start, length, _ := m.GroupRange(0)
		if length == 0 {
			return ctx.Err() == nil
		}
		from := advance(start)
		to := advance(start + length)
		if p.between && done < from {
			emit(text[done:from])
		}
		if p.keep {
			emit(text[from:to])
		}
		done = to
		return ctx.Err() == nil
	})
	if done < len(text) && (p.between || err != nil || ctx.Err() != nil) {
		emit(text[done:])
	}
}
