package tokenizer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Limits on a vocabulary; a file from the network is not to be believed.
const (
	maxVocabulary = 1 << 20
	maxMerges     = 1 << 21
	maxToken      = 1 << 12 // bytes of one token as written
	maxAdded      = 1 << 9  // bytes of an added token: each place of a text may be compared with one
	maxFile       = 128 << 20
)

// document is a tokenizer.json.
type document struct {
	Version       string          `json:"version"`
	Truncation    json.RawMessage `json:"truncation"`
	Padding       json.RawMessage `json:"padding"`
	AddedTokens   []AddedToken    `json:"added_tokens"`
	Normalizer    json.RawMessage `json:"normalizer"`
	PreTokenizer  json.RawMessage `json:"pre_tokenizer"`
	PostProcessor json.RawMessage `json:"post_processor"`
	Decoder       json.RawMessage `json:"decoder"`
	Model         modelDocument   `json:"model"`
}

// modelDocument is the "model" of a tokenizer.json. The fields after Unknown
// are those of type BPE.
type modelDocument struct {
	Type         string     `json:"type"`
	Unknown      *string    `json:"unk_token"`
	Dropout      *float64   `json:"dropout"`
	Prefix       *string    `json:"continuing_subword_prefix"`
	Suffix       *string    `json:"end_of_word_suffix"`
	FuseUnknown  bool       `json:"fuse_unk"`
	ByteFallback bool       `json:"byte_fallback"`
	IgnoreMerges bool       `json:"ignore_merges"`
	Vocabulary   vocabulary `json:"vocab"`
	Merges       merges     `json:"merges"`
}

// vocabulary maps written tokens to ids; it is written in the order of ids.
type vocabulary map[string]int32

// merges are the pairs that become one token, the earliest first.
type merges [][2]string

// MarshalJSON implements json.Marshaler.
func (v vocabulary) MarshalJSON() ([]byte, error) {
	order := make([]string, 0, len(v))
	for token := range v {
		order = append(order, token)
	}
	slices.SortFunc(order, func(a, b string) int { return int(v[a]) - int(v[b]) })
	out := []byte{'{'}
	for i, token := range order {
		if i > 0 {
			out = append(out, ',')
		}
		key, err := json.Marshal(token)
		if err != nil {
			return nil, err
		}
		out = fmt.Appendf(append(out, key...), ":%d", v[token])
	}
	return append(out, '}'), nil
}

// UnmarshalJSON implements json.Unmarshaler: pairs are written as ["a","b"] or,
// in older files, as "a b".
func (m *merges) UnmarshalJSON(data []byte) error {
	var pairs [][2]string
	if json.Unmarshal(data, &pairs) == nil {
		*m = pairs
		return nil
	}
	var lines []string
	if err := json.Unmarshal(data, &lines); err != nil {
		return errors.New("merges are neither pairs nor lines")
	}
	pairs, err := readMerges(lines)
	*m = pairs
	return err
}

// readMerges reads merges written as "a b".
func readMerges(lines []string) (merges, error) {
	pairs := make(merges, len(lines))
	for i, line := range lines {
		left, right, ok := strings.Cut(line, " ")
		if !ok || strings.Contains(right, " ") {
			return nil, fmt.Errorf("merge %d: %q is not two tokens with a space between", i, line)
		}
		pairs[i] = [2]string{left, right}
	}
	return pairs, nil
}

// Parse returns the tokenizer that a tokenizer.json describes.
func Parse(data []byte) (*Pipeline, error) {
	if len(data) > maxFile {
		return nil, fmt.Errorf("read tokenizer.json: %d bytes are more than the %d allowed", len(data), maxFile)
	}
	var d document
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&d); err != nil {
		return nil, fmt.Errorf("read tokenizer.json: %w", err)
	}
	p, err := d.compile()
	if err != nil {
		return nil, fmt.Errorf("read tokenizer.json: %w", err)
	}
	return p, nil
}
