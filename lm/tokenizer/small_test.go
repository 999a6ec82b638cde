package tokenizer_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/tokenizer"
)

// sample is a small corpus with repetitions, several scripts and emoji.
var sample = []string{
	"the cat sat on the mat, and the other cat sat on the hat",
	"In 2024 there were 365 + 1 days; don't we'll I'M",
	"naïve café – „Grüße“ 日本語 שלום 👨‍👩‍👧\r\n\r\n  x = y\t+ 1\n",
	strings.Repeat("lower lowest newer newest wider ", 20),
}

func ownVocabularies(t testing.TB) map[string]*tokenizer.Pipeline {
	t.Helper()
	made := make(map[string]*tokenizer.Pipeline)
	take := func(name string, p *tokenizer.Pipeline, err error) {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		made[name] = p
	}
	p, err := tokenizer.NewBytes()
	take("bytes", p, err)
	p, err = tokenizer.NewCharacters(slices.Values(sample))
	take("characters", p, err)
	p, err = tokenizer.NewWords(slices.Values(sample), 60)
	take("words", p, err)
	p, err = tokenizer.Train(slices.Values(sample), tokenizer.TrainOptions{Size: 320})
	take("trained", p, err)
	p, err = tokenizer.Train(slices.Values(sample), tokenizer.TrainOptions{Size: 300, Dialect: "qwen2", MinFrequency: 2})
	take("trained-qwen2", p, err)
	return made
}

func TestSpecialTokensComeFirst(t *testing.T) {
	for name, p := range ownVocabularies(t) {
		for i, token := range slices.Concat(tokenizer.ControlTokens, tokenizer.TagTokens) {
			if id, ok := p.ID(token); !ok || id != int32(i) || p.Token(id) != token {
				t.Errorf("%s: %s has id %d, want %d", name, token, id, i)
			}
			if got, want := p.Special(int32(i)), i < len(tokenizer.ControlTokens); got != want {
				t.Errorf("%s: %s special: got %v, want %v", name, token, got, want)
			}
		}
		text := "<|im_start|>user\nthe cat<|im_end|><think>"
		if ids := p.Encode(text, true); ids[0] != 1 || ids[len(ids)-1] != 3 || ids[len(ids)-2] != 2 {
			t.Errorf("%s: Encode(%q, true) = %v, want <|im_start|> first, <|im_end|><think> last", name, text, ids)
		}
		if ids := p.Encode(text, false); slices.Contains(ids, 1) || slices.Contains(ids, 2) {
			t.Errorf("%s: Encode(%q, false) = %v, want no control tokens", name, text, ids)
		}
	}
}

func TestKnownTextComesBack(t *testing.T) {
	for name, p := range ownVocabularies(t) {
		for _, text := range sample {
			if name == "words" && slices.Contains(p.Encode(text, true), 9) {
				continue // a word outside the 60
			}
			if got := p.Decode(p.Encode(text, true)); got != text {
				t.Errorf("%s: got %q, want %q", name, got, text)
			}
		}
	}
}

func TestUnknownCharactersAndWords(t *testing.T) {
	own := ownVocabularies(t)
	for name, text := range map[string]string{"characters": "caΩt", "words": "the zebra"} {
		ids := own[name].Encode(text, true)
		unknown, _ := own[name].ID("<unk>")
		if !slices.Contains(ids, unknown) {
			t.Errorf("%s: Encode(%q) = %v, want it to hold <unk> %d", name, text, ids, unknown)
		}
	}
}

// TestTrainByHand follows the merges of a corpus small enough to do on paper:
// "aab" three times and "ab" twice. Pair counts: a-b 5, a-a 3; after ab: a-ab 3.
func TestTrainByHand(t *testing.T) {
	corpus := slices.Values([]string{"aab", "aab", "aab", "ab", "ab"})
	p, err := tokenizer.Train(corpus, tokenizer.TrainOptions{Size: 3 + 6 + 256 + 10})
	if err != nil {
		t.Fatal(err)
	}
	var learned []string
	for id := int32(265); id < int32(p.Vocabulary()); id++ {
		learned = append(learned, p.Token(id))
	}
	if want := []string{"ab", "aab"}; !reflect.DeepEqual(learned, want) {
		t.Errorf("got %q, want %q", learned, want)
	}
}

func TestTrainTwiceIsTheSame(t *testing.T) {
	a, b := ownVocabularies(t)["trained"], ownVocabularies(t)["trained"]
	for id := range int32(a.Vocabulary()) {
		if a.Token(id) != b.Token(id) {
			t.Fatalf("token %d: %q and %q", id, a.Token(id), b.Token(id))
		}
	}
}

func TestImpossibleVocabularies(t *testing.T) {
	if _, err := tokenizer.Train(slices.Values(sample), tokenizer.TrainOptions{Size: 100}); err == nil {
		t.Error("a vocabulary smaller than the bytes was trained")
	}
	if _, err := tokenizer.Train(slices.Values(sample), tokenizer.TrainOptions{Size: 300, Dialect: "klingon"}); err == nil {
		t.Error("an unknown dialect was taken")
	}
	if _, err := tokenizer.NewWords(slices.Values(sample), 5); err == nil {
		t.Error("a word vocabulary without words was made")
	}
	if _, err := tokenizer.NewWords(slices.Values([]string{}), 50); err == nil {
		t.Error("a word vocabulary was made from nothing")
	}
}

func TestSaveAndOpen(t *testing.T) {
	for name, p := range ownVocabularies(t) {
		folder := t.TempDir()
		config := p.Config()
		config.ChatTemplate, config.Context = "{{ messages }}", 512
		if err := p.WithConfig(config).Save(folder); err != nil {
			t.Fatal(err)
		}
		q, err := tokenizer.Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		if q.Config() != config {
			t.Errorf("%s: config: got %+v, want %+v", name, q.Config(), config)
		}
		for _, text := range sample {
			if got, want := q.Encode(text, true), p.Encode(text, true); !slices.Equal(got, want) {
				t.Errorf("%s: %.40q: got %v, want %v", name, text, got, want)
			}
		}
	}
}

// TestBytesRoundTrip holds for text of any kind, UTF-8 or not.
func TestBytesRoundTrip(t *testing.T) {
	own := ownVocabularies(t)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		for _, name := range []string{"bytes", "trained"} {
			var back []byte
			for _, id := range own[name].Encode(text, rapid.Bool().Draw(t, "special")) {
				back = append(back, own[name].Bytes(id)...)
			}
			if string(back) != text {
				t.Fatalf("%s: got %q, want %q", name, back, text)
			}
		}
	})
}
