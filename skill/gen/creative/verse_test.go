package creative

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"segue/grade/constraint"
)

func TestVerseWordsHaveTheirSyllables(t *testing.T) {
	for _, part := range []versePart{verseAdjective, versePlural, verseSingular, versePluralVerb, verseVerb, versePreposition, verseThe, verseA} {
		for i, words := range part {
			for _, w := range words {
				if got := constraint.Syllables(w); got != i+1 {
					t.Errorf("%q is listed with %d syllables, the counter says %d", w, i+1, got)
				}
			}
		}
	}
}

func TestVerseLinesExistForEveryLength(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := 3; n <= 11; n++ {
		line := verseLine(r, n, map[string]bool{})
		sum := 0
		for w := range strings.FieldsSeq(line) {
			sum += constraint.Syllables(w)
		}
		if sum != n {
			t.Errorf("asked for %d syllables, got %d: %s", n, sum, line)
		}
	}
}

func TestRhymeWordsBelongToOneSound(t *testing.T) {
	seen := map[string]bool{}
	for _, rh := range rhymes {
		if len(rh.words) < 5 {
			t.Errorf("the sound of %v has only %d words", rh.words, len(rh.words))
		}
		for _, w := range rh.words {
			if seen[w] {
				t.Errorf("%q stands under two sounds", w)
			}
			seen[w] = true
		}
	}
}

func TestHintsOfSecretsUseNoBannedWord(t *testing.T) {
	for _, s := range secrets {
		for _, hint := range s.hints {
			for _, w := range constraint.Words(strings.ToLower(hint)) {
				if slices.Contains(s.banned, w) {
					t.Errorf("the hint %q to %q holds %q", hint, s.fact, w)
				}
			}
		}
	}
}
