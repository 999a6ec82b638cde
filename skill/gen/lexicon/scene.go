package lexicon

import (
	"strings"
	"sync"
)

// Scene is a topic with the people, portable things and places that belong to
// it, so that sentences composed of them are about the topic.
type Scene struct {
	Topic  string // "a morning at the harbour"
	People []string
	Things []string
	Places []string
}

var scenes = sync.OnceValue(func() []Scene {
	var all []Scene
	for _, line := range lines("scenes.tsv") {
		f := strings.Split(line, "\t")
		all = append(all, Scene{Topic: f[0], People: oneWord(entries(f[1])), Things: oneWord(entries(f[2])), Places: oneWord(entries(f[3]))})
	}
	return all
})

// oneWord leaves out compounds, so that composed sentences keep an exact word count.
func oneWord(words []string) []string {
	return Filter(words, func(w string) bool { return !strings.ContainsAny(w, " -") })
}

// Scenes lists the scenes. Callers must not change the slice.
func Scenes() []Scene { return scenes() }
