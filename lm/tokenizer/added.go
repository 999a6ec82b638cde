package tokenizer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// AddedToken is a token beside the model's vocabulary, looked for in the text
// before anything else. The fields are those of tokenizer.json.
type AddedToken struct {
	ID         int32  `json:"id"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"` // only where no word character touches it
	LeftStrip  bool   `json:"lstrip"`      // takes the white space before it along
	RightStrip bool   `json:"rstrip"`      // takes the white space behind it along
	Normalized bool   `json:"normalized"`  // looked for in the normalised text
	Special    bool   `json:"special"`     // a control token, not text
}

// addedMatcher finds added tokens: at each place from the left the longest that
// begins there. Its nodes are a trie over bytes.
type addedMatcher struct {
	nodes  []trieNode
	first  [256]bool // bytes that begin a token
	tokens []AddedToken
}

type trieNode struct {
	children map[byte]int32
	token    int32 // index of the token that ends here; -1: none
}

// newAddedMatcher returns a matcher for tokens, whose i-th is written forms[i].
func newAddedMatcher(tokens []AddedToken, forms []string) *addedMatcher {
	m := &addedMatcher{nodes: []trieNode{{token: -1}}, tokens: tokens}
	for i, form := range forms {
		if form == "" {
			continue
		}
		m.first[form[0]] = true
		at := int32(0)
		for j := range len(form) {
			next, ok := m.nodes[at].children[form[j]]
			if !ok {
				next = int32(len(m.nodes))
				m.nodes = append(m.nodes, trieNode{token: -1})
				if m.nodes[at].children == nil {
					m.nodes[at].children = make(map[byte]int32)
				}
				m.nodes[at].children[form[j]] = next
			}
			at = next
		}
		m.nodes[at].token = int32(i)
	}
	return m
}

// find returns the leftmost token in s from a place on, the longest of those
// that begin there.
func (m *addedMatcher) find(s string, from int) (start, end int, token int32) {
	for start = from; start < len(s); start++ {
		if !m.first[s[start]] {
			continue
		}
		at, token := int32(0), int32(-1)
		for i := start; i < len(s); i++ {
			next, ok := m.nodes[at].children[s[i]]
			if !ok {
				break
			}
			at = next
			if m.nodes[at].token >= 0 {
				token, end = m.nodes[at].token, i+1
			}
		}
		if token >= 0 {
			return start, end, token
		}
	}
	return len(s), len(s), -1
}

// each calls text for the stretches of s without added tokens and token for the
// added tokens, in order. Without special, special tokens are text.
func (m *addedMatcher) each(s string, special bool, text func(string), token func(int32)) {
	if len(m.tokens) == 0 {
		text(s)
		return
	}
	done := 0 // up to here s was handed on
	for from := 0; from < len(s); {
		start, end, index := m.find(s, from)
		if index < 0 {
			break
		}
		from = end
		t := m.tokens[index]
		if t.Special && !special || t.SingleWord && touchesWord(s, start, end) {
			continue
		}
		if t.LeftStrip {
			start = done + len(strings.TrimRightFunc(s[done:max(done, start)], unicode.IsSpace))
		}
		if t.RightStrip {
			// What lies between end and done is white space of the token before.
			end = len(s) - len(strings.TrimLeftFunc(s[max(end, done):], unicode.IsSpace))
		}
		if done < start {
			text(s[done:start])
		}
		if start < end { // else the token before took all of it
			token(t.ID)
		}
		done = max(done, end)
	}
	if done < len(s) {
		text(s[done:])
	}
}

// touchesWord reports whether a word character stands right before or behind
// s[start:end].
func touchesWord(s string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:start])
	after, _ := utf8.DecodeRuneInString(s[end:])
	return start > 0 && wordCharacter(before) || end < len(s) && wordCharacter(after)
}

// wordCharacter is \w of Unicode regular expressions (UTS 18, Annex C).
func wordCharacter(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc,
		unicode.Other_Alphabetic, unicode.Join_Control)
}
