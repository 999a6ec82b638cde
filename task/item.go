// Package task holds what a model is asked: items of one skill, tasks that link
// items of several, their typed answers, the prompts that show them and the
// parser that reads a response back.
package task

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Item is one question of one skill.
type Item struct {
	ID       string `json:"id"`
	Skill    string `json:"skill"` // skill id
	Question string `json:"question"`
	Answer   Answer `json:"answer"`
	// Reference is a response text that earns 1: working, then the answer in
	// an <answer> element.
	Reference string `json:"reference"`
	// Difficulty is 1 (easy) to 5 (hard); 0 where it is not known.
	Difficulty int `json:"difficulty"`
	// Slots are the values in Question that a link may replace.
	Slots []Slot `json:"slots,omitempty"`
	// Extra keeps fields that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Slot is a value that stands in an item's question and that a link can write
// as an expression of an earlier answer.
type Slot struct {
	Name string `json:"name"`
	// Value is the text at Span. An integer or decimal number can be linked by
	// arithmetic; another text needs Options.
	Value string `json:"value"`
	// Span is where Value stands in the question: from, to, in bytes. The value
	// must not stand anywhere else in the question, or a link would not hide it.
	Span [2]int `json:"span"`
	// Options are alternatives of the same kind as Value, Value among them: a
	// link picks Value from them by position.
	Options []string `json:"options,omitempty"`
}

// Validate says what is wrong with an item's form, if anything.
func (it Item) Validate() error {
	switch {
	case it.Skill == "":
		return fmt.Errorf("item %s: no skill", it.ID)
	case strings.TrimSpace(it.Question) == "":
		return fmt.Errorf("item %s: empty question", it.ID)
	case it.Answer.Kind == "":
		return fmt.Errorf("item %s: no answer kind", it.ID)
	}
	for _, s := range it.Slots {
		if s.Span[0] < 0 || s.Span[1] > len(it.Question) || s.Span[0] > s.Span[1] || it.Question[s.Span[0]:s.Span[1]] != s.Value {
			return fmt.Errorf("item %s: slot %q does not stand at bytes %d to %d of the question", it.ID, s.Name, s.Span[0], s.Span[1])
		}
	}
	return nil
}

// MarshalJSON writes the item with the unknown fields that were read.
func (it Item) MarshalJSON() ([]byte, error) {
	type plain Item
	return marshalWithExtra(plain(it), it.Extra)
}

// UnmarshalJSON reads an item and keeps the fields it does not know.
func (it *Item) UnmarshalJSON(data []byte) error {
	type plain Item
	var p plain
	extra, err := unmarshalWithExtra(data, &p, itemFields)
	if err != nil {
		return fmt.Errorf("read item: %w", err)
	}
	p.Extra = extra
	*it = Item(p)
	return nil
}

var itemFields = jsonFields(Item{})

// Fingerprint identifies an item's problem whatever its phrasing: the skill, the
// answer, and from the question the words that carry digits, capitals or
// symbols. Two phrasings of one problem share it, so splits keep them together.
func (it Item) Fingerprint() string {
	h := sha256.New()
	write := func(s string) {
		io.WriteString(h, s)
		h.Write([]byte{0})
	}
	write(it.Skill)
	write(string(it.Answer.Kind))
	write(it.Answer.Text())
	h.Write(it.Answer.Problem)
	for _, c := range it.Answer.Checks {
		write(c.ID)
		h.Write(c.Args)
	}
	for _, t := range it.Answer.Tests {
		h.Write(t.Args)
		write(t.Stdin)
	}
	sentenceStart := true
	for rest := it.Question; rest != ""; {
		var word string
		if word, rest = cutWord(rest); word == "" {
			continue
		}
		if carriesContent(word, sentenceStart) {
			write(strings.Trim(word, ".,;:?!()"))
		}
		last := word[len(word)-1]
		sentenceStart = last == '.' || last == '?' || last == '!' || last == ':'
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// cutWord cuts the text at its first ASCII blank.
func cutWord(s string) (word, rest string) {
	for i := range len(s) {
		if s[i] == ' ' || s[i] == '\n' || s[i] == '\t' {
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

// carriesContent tells a word of the problem (17, x^2, 'lantern', Paris) from a
// word of the phrasing.
func carriesContent(word string, sentenceStart bool) bool {
	for i := range len(word) {
		switch c := word[i]; {
		case c >= '0' && c <= '9', strings.IndexByte("'\"`^_=+*/\\{}[]<>|$%#@", c) >= 0:
			return true
		case c >= 'A' && c <= 'Z' && !(sentenceStart && strings.Trim(word[:i], "(") == ""):
			return true
		case c == 0xE2: // the lead byte of typographic quotes, dashes and mathematical signs
			return true
		}
	}
	return false
}
