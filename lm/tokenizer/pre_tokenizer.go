package tokenizer

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/dlclark/regexp2/v2"
)

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
				return nil, false, errors.New("pre-tokeniser: stages after ByteLevel are not known here")
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
			return nil, errors.New("pre-tokeniser: Split by an empty or inverted text is not known here")
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
