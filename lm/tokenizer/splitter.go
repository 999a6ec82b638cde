package tokenizer

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"
)

// splitter is one stage of a pre-tokeniser: it cuts text into pieces, left to
// right. Each stage cuts the pieces of the one before.
type splitter interface {
	split(text string, emit func(string))
}

// digitSplitter sets numbers apart from other text, digit by digit or in runs.
type digitSplitter struct{ each bool }

func (d digitSplitter) split(text string, emit func(string)) {
	for text != "" {
		n := runOf(text, 0, number)
		if n > 0 {
			emit(text[:n])
			text = text[n:]
			continue
		}
		if d.each {
			_, n = classAt(text)
		} else {
			n = runOf(text, number, 0)
		}
		emit(text[:n])
		text = text[n:]
	}
}

// prefixSpace puts a space before a text that has none.
type prefixSpace struct{}

func (prefixSpace) split(text string, emit func(string)) {
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

func (l literalSplitter) split(text string, emit func(string)) {
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

func (p patternSplitter) split(text string, emit func(string)) {
	ctx, cancel := context.WithTimeout(context.Background(), splitTime)
	defer cancel()
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

// part is one element of a normaliser, pre-tokeniser, post-processor or decoder
// in tokenizer.json: its type and all of its fields.
type part struct {
	Type       string            `json:"type"`
	Sequence   []json.RawMessage `json:"pretokenizers"`
	Processors []json.RawMessage `json:"processors"`
	Decoders   []json.RawMessage `json:"decoders"`
	Normal     []json.RawMessage `json:"normalizers"`
	Individual bool              `json:"individual_digits"`
	AddPrefix  *bool             `json:"add_prefix_space"`
	UseRegex   *bool             `json:"use_regex"`
	Behaviour  string            `json:"behavior"`
	Invert     bool              `json:"invert"`
	Pattern    struct{ Regex, String *string }
	Single     []templatePiece           `json:"single"`
	Special    map[string]templateTokens `json:"special_tokens"`
}

// present reports whether raw holds a part at all.
func present(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// readSplitters returns the stages of a pre-tokeniser, and whether it ends by
// writing bytes as characters (ByteLevel).
func readSplitters(raw json.RawMessage, depth int) (stages []splitter, byteLevel bool, err error) {
	if !present(raw) {
		return nil, false, nil
	}
	var p part
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, false, fmt.Errorf("pre-tokeniser: %w", err)
	}
	switch p.Type {
	case "Sequence":
		if depth > maxNesting {
			return nil, false, fmt.Errorf("pre-tokeniser: sequences nested more than %d deep", maxNesting)
		}
		for _, raw := range p.Sequence {
			if byteLevel {
				return nil, false, fmt.Errorf("pre-tokeniser: stages after ByteLevel are not known here")
			}
			var more []splitter
			if more, byteLevel, err = readSplitters(raw, depth+1); err != nil {
				return nil, false, err
			}
			stages = append(stages, more...)
		}
		return stages, byteLevel, nil
	case "ByteLevel":
		if p.AddPrefix == nil || *p.AddPrefix {
			stages = append(stages, prefixSpace{})
		}
		if p.UseRegex == nil || *p.UseRegex {
			stages = append(stages, knownPatterns[patternGPT2])
		}
		return stages, true, nil
	case "Digits":
		return []splitter{digitSplitter{p.Individual}}, false, nil
	case "Split":
		s, err := p.splitter()
		return []splitter{s}, false, err
	}
	return nil, false, fmt.Errorf("pre-tokeniser: type %q is not known here (known: Sequence, ByteLevel, Digits, Split)", p.Type)
}

// splitter reads a pre-tokeniser of type Split.
func (p part) splitter() (splitter, error) {
	isolated := p.Behaviour == "Isolated"
	if !isolated && p.Behaviour != "Removed" {
		return nil, fmt.Errorf("pre-tokeniser: Split with behaviour %q is not known here (known: Isolated, Removed)", p.Behaviour)
	}
	if p.Pattern.String != nil {
		if *p.Pattern.String == "" || p.Invert {
			return nil, fmt.Errorf("pre-tokeniser: Split by an empty or inverted text is not known here")
		}
		return literalSplitter{*p.Pattern.String, !isolated}, nil
	}
	if p.Pattern.Regex == nil || len(*p.Pattern.Regex) > longPattern {
		return nil, fmt.Errorf("pre-tokeniser: Split without a pattern of at most %d bytes", longPattern)
	}
	// Known patterns match everywhere, so nothing is left between.
	if known, ok := knownPatterns[*p.Pattern.Regex]; ok && (isolated || p.Invert) {
		return known, nil
	}
	re, err := regexp2.Compile(*p.Pattern.Regex, regexp2.OptionMaxBacktrackingStackSize(1<<20))
	if err != nil {
		return nil, fmt.Errorf("pre-tokeniser: Split pattern: %w", err)
	}
	re.MatchTimeout = searchTime
	return patternSplitter{re, isolated || p.Invert, isolated || !p.Invert}, nil
}
