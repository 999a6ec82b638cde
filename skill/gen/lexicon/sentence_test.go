package lexicon_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"segue/skill/gen/lexicon"
)

func TestComposerHitsTheWordCount(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 4000 {
		scene := lexicon.Scenes()[i%len(lexicon.Scenes())]
		c := lexicon.NewComposer(r, scene, nil)
		c.Plural = i%3 == 0
		n := 1 + i%25
		s := c.Sentence(n)
		if got := len(strings.Fields(s.String())); got != n {
			t.Fatalf("asked for %d words, got %d: %s", n, got, s)
		}
		if i%400 < 6 {
			t.Log(s)
		}
	}
}

func TestComposerGrantsWishes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 4000 {
		scene := lexicon.Scenes()[i%len(lexicon.Scenes())]
		c := lexicon.NewComposer(r, scene, nil)
		n := 8 + i%14
		w := lexicon.Wish{Thing: scene.Things[i%len(scene.Things)], Place: scene.Places[i%len(scene.Places)]}
		switch i % 3 {
		case 0:
			w.Person = scene.People[i%len(scene.People)]
		case 1:
			w.Initial = byte('A' + i%26)
			w.Place = ""
		}
		s := c.Compose(n, w)
		text := " " + strings.Join(s.Words, " ") + " "
		if len(s.Words) != n || !strings.Contains(text, " "+w.Thing+" ") || !strings.Contains(text, " "+w.Person) || !strings.Contains(text, " "+w.Place) {
			t.Fatalf("%d words, wish %+v: %s", n, w, s)
		}
		if s.Words[s.Thing] != w.Thing {
			t.Fatalf("the thing does not stand at %d: %s", s.Thing, s)
		}
		if w.Initial != 0 && s.String()[0] != w.Initial {
			t.Fatalf("wish %+v: %s", w, s)
		}
		if i%400 < 6 {
			t.Log(s)
		}
	}
}

func TestComposerObeysTheFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, letter := range "bcdfgkmpuvwxz" {
		enough := 0
		for _, scene := range lexicon.Scenes() {
			c := lexicon.NewComposer(r, scene, func(w string) bool { return !strings.ContainsRune(strings.ToLower(w), letter) })
			if !c.Suffices() {
				continue
			}
			enough++
			for n := 4; n < 24; n++ {
				if s := c.Sentence(n); strings.ContainsRune(strings.ToLower(s.String()), letter) || len(s.Words) != n {
					t.Fatalf("without %c: %s", letter, s)
				}
			}
		}
		t.Logf("without %c: %d scenes", letter, enough)
	}
}

func TestFreshComposerRepeatsNoContentWord(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	function := " the a an another this that one near beside behind by opposite past our and while but as then "
	for _, scene := range lexicon.Scenes() {
		c := lexicon.NewComposer(r, scene, nil)
		c.Fresh = true
		seen := map[string]bool{}
		for range 4 {
			for _, w := range c.Compose(6, lexicon.Wish{}).Words {
				if seen[w] && !strings.Contains(function, " "+w+" ") && !strings.Contains("again at in for after before the rain all", w) {
					t.Errorf("%q stands twice", w)
				}
				seen[w] = true
			}
		}
	}
}

func BenchmarkSentence(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	c := lexicon.NewComposer(r, lexicon.Scenes()[0], nil)
	for b.Loop() {
		c.Sentence(10)
	}
}
