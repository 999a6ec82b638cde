package tokenizer_test

import (
	"testing"
	"unicode/utf8"

	"segue/lm/tokenizer"
)

// FuzzParse reads hostile tokenizer.json files: no panic, and what is accepted
// encodes and decodes.
func FuzzParse(f *testing.F) {
	f.Add(document(f, nil), "a ab <s> é!")
	f.Add(document(f, map[string]string{"pre_tokenizer": `{"type":"Digits","individual_digits":true}`}), "1 2a")
	f.Add(document(f, map[string]string{"model": `{"type":"WordLevel","vocab":{"a":0,"<unk>":1},"unk_token":"<unk>"}`}), "a b")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		p, err := tokenizer.Parse(data)
		if err != nil {
			return
		}
		for _, special := range []bool{true, false} {
			ids := p.Encode(text, special)
			for _, id := range ids {
				if id < 0 || int(id) >= p.Vocabulary() {
					t.Fatalf("id %d is outside the vocabulary of %d", id, p.Vocabulary())
				}
			}
			if !utf8.ValidString(p.Decode(ids)) {
				t.Fatal("decoded text is not UTF-8")
			}
		}
	})
}
