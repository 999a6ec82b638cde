package tokenizer

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
)

// ControlTokens are the special tokens of Segue's own vocabularies, ids 0 to 2:
// the end of a text, and the beginning and end of a turn (ChatML).
var ControlTokens = []string{"<|endoftext|>", "<|im_start|>", "<|im_end|>"}

// TagTokens are the tokens by which responses are written, ids 3 to 8. They are
// added tokens but text, not control: decoders keep them.
var TagTokens = []string{"<think>", "</think>", "<skill>", "</skill>", "<answer>", "</answer>"}

// unknownToken stands for what small vocabularies of characters and words lack.
const unknownToken = "<unk>"

// ownDocument returns a tokenizer.json that holds Segue's own tokens and then
// the given ones, in this order.
func ownDocument(normaliser, preTokeniser, decoder string, control []string) document {
	d := newDocument(normaliser, preTokeniser, decoder)
	for _, token := range slices.Concat(ControlTokens, TagTokens, control) {
		id := int32(len(d.Model.Vocabulary))
		d.Model.Vocabulary[token] = id
		d.AddedTokens = append(d.AddedTokens, AddedToken{ID: id, Content: token, Special: !slices.Contains(TagTokens, token)})
	}
	return d
}

// add gives tokens that are new the next ids.
func (v vocabulary) add(tokens ...string) {
	for _, token := range tokens {
		if _, ok := v[token]; !ok {
			v[token] = int32(len(v))
		}
	}
}

// finish compiles a vocabulary of Segue's own.
func (d document) finish() (*Pipeline, error) {
	p, err := d.compile()
	if err != nil {
		return nil, fmt.Errorf("make vocabulary: %w", err)
	}
	p.config = Config{End: "<|im_end|>", Pad: "<|endoftext|>"}
	if d.Model.Unknown != nil {
		p.config.Unknown = *d.Model.Unknown
	}
	return p, nil
}

// byteTokens returns the 256 bytes as written, in the order of their characters.
func byteTokens() []string {
	runes := slices.Sorted(slices.Values(byteRune[:]))
	tokens := make([]string, len(runes))
	for i, r := range runes {
		tokens[i] = string(r)
	}
	return tokens
}

// NewBytes returns the vocabulary of single bytes: 256 tokens and Segue's own.
// Every text comes back from it as it was.
func NewBytes() (*Pipeline, error) {
	d := ownDocument(nullPart, byteWriterPart, byteWriterPart, nil)
	d.Model.Type = "BPE"
	d.Model.Vocabulary.add(byteTokens()...)
	return d.finish()
}

// NewCharacters returns a vocabulary of the characters in a corpus, in the order
// of their code points. Others become <unk>.
func NewCharacters(corpus iter.Seq[string]) (*Pipeline, error) {
	seen := make(map[rune]bool)
	for text := range corpus {
		for _, r := range text {
			seen[r] = true
		}
	}
	d := ownDocument(nullPart, nullPart, fusePart, []string{unknownToken})
	d.Model.Type, d.Model.Unknown = "BPE", new(unknownToken)
	for _, r := range slices.Sorted(maps.Keys(seen)) {
		d.Model.Vocabulary.add(string(r))
	}
	return d.finish()
}

// NewWords returns a vocabulary of the most frequent words in a corpus, size
// tokens in all. Words are cut as in GPT-2, with the space before them, so that
// decoding brings known text back as it was; others become <unk>.
func NewWords(corpus iter.Seq[string], size int) (*Pipeline, error) {
	d := ownDocument(nullPart, splitOnlyPart(patternGPT2), fusePart, []string{unknownToken})
	if size <= len(d.Model.Vocabulary) || size > maxVocabulary {
		return nil, fmt.Errorf("make word vocabulary: size %d is not between %d and %d", size, len(d.Model.Vocabulary)+1, maxVocabulary)
	}
	d.Model.Type, d.Model.Unknown = "WordLevel", new(unknownToken)
	counts := make(map[string]int)
	for text := range corpus {
		knownPatterns[patternGPT2].split(text, nil, func(word string) {
			if len(word) <= maxToken {
				counts[word]++
			}
		})
	}
	words := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(words, func(a, b string) int { return counts[b] - counts[a] })
	if len(words) == 0 {
		return nil, errors.New("make word vocabulary: the corpus is empty")
	}
	d.Model.Vocabulary.add(words[:min(len(words), size-len(d.Model.Vocabulary))]...)
	return d.finish()
}
