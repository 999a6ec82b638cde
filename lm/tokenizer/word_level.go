package tokenizer

import "errors"

// wordLevel has one token for a whole word.
type wordLevel struct {
	ids     map[string]int32
	unknown int32
}

func newWordLevel(m modelDocument, byteLevel bool) (*wordLevel, error) {
	if byteLevel {
		return nil, errors.New("model: WordLevel on written bytes is not known here")
	}
	if m.Unknown == nil {
		return nil, errors.New("model: WordLevel without an unknown token")
	}
	unknown, ok := m.Vocabulary[*m.Unknown]
	if !ok {
		return nil, errors.New("model: the unknown token is not in the vocabulary")
	}
	return &wordLevel{m.Vocabulary, unknown}, nil
}

func (w *wordLevel) encode(dst []int32, word string, _ *mergeScratch) []int32 {
	if id, ok := w.ids[word]; ok {
		return append(dst, id)
	}
	return append(dst, w.unknown)
}
