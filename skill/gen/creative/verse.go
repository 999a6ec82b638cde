package creative

import (
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
)

// versePart is a kind of word in a line of verse: its words by number of
// syllables, from one on. The counts are those of common pronunciation; a test
// holds them against the counter that judges responses.
type versePart [][]string

var (
	verseAdjective = versePart{
		strings.Fields("pale cold soft bright small dark slow warm still white grey new thin deep wild calm"),
		strings.Fields("silent golden gentle lonely misty early silver hidden frosty distant sleepy tender ancient amber"),
		strings.Fields("delicate forgotten whispering wandering"),
	}
	versePlural = versePart{
		strings.Fields("stars clouds waves birds leaves stones bells ships trees streams winds hills frogs moths"),
		strings.Fields("rivers shadows lanterns petals swallows mountains branches raindrops gardens feathers children pebbles"),
		strings.Fields("butterflies fishermen dragonflies"),
	}
	verseSingular = versePart{
		strings.Fields("moon lake shore field rain snow night dawn pond hill bridge roof moss path wind"),
		strings.Fields("river garden morning evening winter autumn mountain meadow harbour window forest summer"),
	}
	versePluralVerb = versePart{
		strings.Fields("sleep drift fall rest wait sway sing glow float dream turn wake"),
		strings.Fields("murmur glimmer tremble whisper wander gather linger listen shimmer"),
	}
	verseVerb = versePart{
		strings.Fields("sleeps drifts falls rests waits sways sings glows floats dreams turns wakes"),
		strings.Fields("murmurs glimmers trembles whispers wanders gathers lingers listens shimmers"),
	}
	versePreposition = versePart{
		strings.Fields("by near through past"),
		strings.Fields("under above beneath beside behind along across"),
	}
	verseThe = versePart{{"the"}}
	verseA   = versePart{{"a"}}
)

// verseLines are the builds of a line.
var verseLines = [][]versePart{
	{verseAdjective, versePlural, versePluralVerb},
	{versePreposition, verseThe, verseAdjective, verseSingular},
	{versePlural, versePluralVerb, versePreposition, verseThe, verseSingular},
	{verseA, verseAdjective, verseSingular, verseVerb},
	{verseAdjective, versePlural, versePluralVerb, versePreposition, verseThe, verseSingular},
	{verseAdjective, versePlural, versePluralVerb, versePreposition, verseThe, verseAdjective, verseSingular},
	{verseAdjective, versePlural},
}

// splits lists the ways to give n syllables to the parts.
func splits(parts []versePart, n int) [][]int {
	if len(parts) == 0 {
		if n == 0 {
			return [][]int{nil}
		}
		return nil
	}
	var out [][]int
	for i, words := range parts[0] {
		if len(words) == 0 || i+1 > n {
			continue
		}
		for _, rest := range splits(parts[1:], n-i-1) {
			out = append(out, append([]int{i + 1}, rest...))
		}
	}
	return out
}

// verseLine is a line of n syllables, 3 to 11, that no earlier one shares a
// content word with as long as there are others.
func verseLine(r *rand.Rand, n int, used map[string]bool) string {
	var parts []versePart
	var ways [][]int
	for len(ways) == 0 { // some build fits every n from 3 to 11
		parts = gen.Pick(r, verseLines)
		ways = splits(parts, n)
	}
	way := gen.Pick(r, ways)
	words := make([]string, len(parts))
	for i, syllables := range way {
		from := parts[i][syllables-1]
		if fresh := lexicon.Filter(from, func(w string) bool { return !used[w] }); len(fresh) > 0 {
			from = fresh
		}
		words[i] = gen.Pick(r, from)
		used[words[i]] = true
	}
	if words[0] == "a" {
		words[0] = lexicon.Article(words[1])
	}
	return lexicon.Capital(strings.Join(words, " "))
}

// rhyme is a sound with words that end in it and a phrase that closes a line
// with the word.
type rhyme struct {
	words   []string
	phrases []string
}

var rhymes = []rhyme{
	rhymeOf("through the night", "in the light", "clear and bright", "out of sight", "in pale white"),
	rhymeOf("all through the day", "by the bay", "along the way", "made of clay", "with time to play"),
	rhymeOf("in the rain", "by the train", "down the lane", "without a stain", "with golden grain"),
	rhymeOf("in the snow", "calm and slow", "in the glow", "where the rivers flow", "with the lamps down low"),
	rhymeOf("by the sea", "near the tree", "glad and free", "with a pot of tea", "without a key"),
	rhymeOf("on the shore", "by the door", "on the floor", "as before", "and asked for more"),
	rhymeOf("by the wall", "in the hall", "in the fall", "at the call", "straight and tall"),
	rhymeOf("without a sound", "on the ground", "all around", "where it was found", "homeward bound"),
	rhymeOf("in the spring", "with a ring", "on a wing", "and began to sing", "like a king"),
	rhymeOf("under a star", "near the car", "from afar", "with a jar", "by the harbour bar"),
	rhymeOf("like a stone", "all alone", "by the phone", "in a quiet tone", "on a wooden throne"),
	rhymeOf("by the pier", "calm and clear", "year by year", "drawing near", "without a tear"),
	rhymeOf("by the stream", "in a dream", "in the steam", "with a team", "under a beam"),
	rhymeOf("by the lake", "wide awake", "with a cake", "for old times' sake", "with a small brown snake"),
	rhymeOf("by the flame", "without a name", "after the game", "in a frame", "just the same"),
	rhymeOf("by the brook", "with a book", "on a hook", "for one more look", "in a quiet nook"),
	rhymeOf("under the moon", "at noon", "all too soon", "with a silver spoon", "humming a tune"),
}

// rhymeOf makes a rhyme of the phrases; each one's last word is the rhyming one.
func rhymeOf(phrases ...string) rhyme {
	r := rhyme{phrases: phrases}
	for _, p := range phrases {
		r.words = append(r.words, p[strings.LastIndexByte(p, ' ')+1:])
	}
	return r
}
