package creative

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/instruction/rule"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("creative/acrostic-poem", "constrained writing", "Acrostic poem", "Write a poem whose line initials spell a word.", acrosticPoem)
	gen.Register("creative/syllable-verse", "constrained writing", "Syllable-pattern verse", "Write a verse with a given number of syllables in each line.", syllableVerse)
	gen.Register("creative/rhyme-scheme-stanza", "constrained writing", "Rhyme-scheme stanza",
		"Write a stanza that keeps a rhyme scheme with words of a rhyme table.", rhymeSchemeStanza)
}

// acrosticPoem asks for lines whose initials spell a word. Every line has
// the same number of words. Difficulty lengthens the word.
func acrosticPoem(r *rand.Rand, d gen.Difficulty) task.Item {
	t := newTheme(r, nil)
	words := lexicon.Filter(lexicon.NounsByLength(gen.Of(d, 4, 5, 6, 7, 8)), func(w string) bool { return !strings.ContainsAny(w, "x") })
	options := gen.Sample(r, words, 5)
	word := options[0]
	size := gen.Between(r, 5, 8)
	var lines []string
	for i := range len(word) {
		wish := lexicon.Wish{Initial: word[i]}
		if i == 1 {
			wish.Thing = t.Thing
		}
		lines = append(lines, t.Composer.Compose(size, wish).Line())
	}
	question, slots := t.Ask([]string{
		"Write an acrostic poem about {topic}: the first letters of its lines, read downwards, spell the word {word}, one line a letter. The word {thing} occurs in it. Each line has exactly {size} words.",
		"The word {word} shall stand at the left edge of a poem on {topic}, a letter at the start of each line and no other lines. Use the word {thing} in the poem. Each line has exactly {size} words.",
		"Take the letters of the word {word} one by one and let each begin a line of a poem. Theme: {topic}; somewhere the word {thing} appears. Each line has exactly {size} words.",
	}, gen.SlotOf("word", word, options), gen.Slot("size", size))
	return piece(question, slots, "The lines begin with "+strings.Join(strings.Split(strings.ToUpper(word), ""), ", ")+".", strings.Join(lines, "\n"),
		[]string{"The lines are grammatical and make sense.", "The poem is about " + t.Scene.Topic + " or calls up its mood."},
		rule.New("acrostic", "word", word), rule.Include(t.Thing), rule.New("part", "unit", "line", "which", "every", "check", rule.Exactly("words", size)))
}

// syllableVerse asks for lines of given numbers of syllables with a word in it:
// a haiku at difficulty 1, then patterns of more and longer lines.
func syllableVerse(r *rand.Rand, d gen.Difficulty) task.Item {
	pattern := [][]int{{5, 7, 5}}
	switch d {
	case 2:
		pattern = [][]int{{4, 6, 8}, {8, 6, 4}, {3, 5, 7}, {7, 5, 3}, {4, 7, 5}, {6, 8, 5}}
	case 3:
		pattern = [][]int{{4, 6, 8, 5}, {5, 8, 6, 4}, {3, 5, 7, 9}, {9, 7, 5, 3}, {5, 7, 8, 6}}
	case 4:
		pattern = [][]int{{3, 4, 5, 6, 7}, {7, 6, 5, 4, 3}, {5, 7, 4, 8, 6}, {4, 9, 5, 8, 6}}
	case 5:
		pattern = [][]int{{3, 4, 5, 6, 7, 8}, {9, 8, 7, 6, 5, 4}, {4, 8, 5, 9, 6, 7}, {6, 9, 4, 8, 5, 7, 3}}
	}
	counts := gen.Pick(r, pattern)
	used := map[string]bool{}
	var lines, asked []string
	var values []gen.Value
	for i, n := range counts {
		lines = append(lines, verseLine(r, n, used))
		name := fmt.Sprintf("n%d", i+1)
		asked = append(asked, "{"+name+"}")
		values = append(values, gen.Slot(name, n))
	}
	nouns := slices.Concat(verseSingular...)
	inText := lexicon.Filter(slices.Concat(nouns, slices.Concat(versePlural...)), func(w string) bool { return used[w] })
	adjectives := lexicon.Filter(slices.Concat(verseAdjective...), func(w string) bool { return used[w] })
	word, second := gen.Pick(r, inText), ""
	if len(adjectives) > 0 {
		second = gen.Pick(r, adjectives)
	}
	options := append(gen.Sample(r, lexicon.Without(nouns, word), 4), word)
	checks := []task.Check{rule.New("syllables-per-line", "counts", counts), rule.Include(word)}
	also := ""
	if second != "" {
		also = " and the word \"" + second + "\""
		checks = append(checks, rule.Include(second))
	}
	first, last := lines[0], ""
	if r.IntN(2) == 0 {
		last = " Its first word is \"" + strings.Fields(first)[0] + "\"."
		checks = append(checks, rule.New("first-word", "word", strings.Fields(first)[0]))
	}
	question, slots := gen.Ask(r, []string{
		"Write a verse of nature in lines of " + conjoin(asked) + " syllables, in this order. Use the word {word}" + also + "." + last,
		"The lines of a small poem shall have " + conjoin(asked) + " syllables as English is commonly spoken. Use the word {word}" + also + "." + last,
		"Compose a poem that catches a moment outdoors. Count the syllables: " + strings.Join(asked, ", ") + ", line by line. It contains the word {word}" + also + "." + last,
	}, append(values, gen.SlotOf("word", word, options))...)
	return piece(question, slots, "I build each line from words whose syllables add up: "+strings.Trim(strings.ReplaceAll(fmt.Sprint(counts), " ", ", "), "[]")+".", strings.Join(lines, "\n"),
		[]string{"The verse calls up an image of nature.", "The lines are natural English, not a list of words."}, checks...)
}

// rhymeSchemeStanza prints a table of rhymes and asks for lines that end in its
// words by a scheme. Difficulty adds lines and sounds, and limits the words of a
// line.
func rhymeSchemeStanza(r *rand.Rand, d gen.Difficulty) task.Item {
	t := newTheme(r, nil)
	scheme := gen.Pick(r, gen.Of(d, []string{"AABB", "ABAB"}, []string{"ABAB", "ABBA"}, []string{"ABABCC", "AABCCB"}, []string{"ABABCDCD", "ABBACDDC"}, []string{"ABABBCBC", "ABABCDCDEE", "ABCABCDD"}))
	sounds := gen.Sample(r, rhymes, int(slices.Max([]byte(scheme))-'A')+1)
	perm := make([][]int, len(sounds))
	for i, s := range sounds {
		perm[i] = r.Perm(len(s.words))
	}
	next := make([]int, len(sounds))
	most := 0
	var lines []string
	for i := range len(scheme) {
		k := int(scheme[i] - 'A')
		phrase := sounds[k].phrases[perm[k][next[k]]]
		next[k]++
		clause := t.Composer.Sentence(gen.Between(r, 2, 4))
		if i == 0 {
			clause = t.Composer.Compose(5, lexicon.Wish{Thing: t.Thing, Person: t.Name})
		}
		line := clause.Line() + " " + phrase
		most = max(most, len(strings.Fields(line)))
		lines = append(lines, line)
	}
	groups := make([][]string, len(sounds))
	var table []string
	for i, s := range sounds {
		groups[i] = s.words
		table = append(table, strings.Join(gen.Sample(r, s.words, len(s.words)), ", "))
	}
	checks := []task.Check{rule.New("rhyme-scheme", "scheme", scheme, "groups", groups), t.mention(),
		rule.New("part", "unit", "line", "which", "every", "check", rule.AtMost("words", most))}
	question, slots := t.Ask([]string{
		"Write a stanza about {topic} with the rhyme scheme {scheme}. Every line ends in a word of this rhyme table, a sound for each letter of the scheme, no word twice: {table}. Mention {name} and the word {thing}. No line has more than {most} words.",
		"Rhymes to choose from, a group per sound: {table}. Write a poem on {topic}, one line for each letter of {scheme}, where lines of the same letter end in different words of one group, and lines of different letters in words of different groups. {name} and the word {thing} occur; a line has {most} words at most.",
		"With {name} and the word {thing} in it, rhyme about {topic} in the pattern {scheme}. The line ends come from these families of rhymes: {table}. Each letter of the pattern keeps to one family, and no end word is used twice. Up to {most} words per line.",
	}, gen.Fixed("scheme", scheme), gen.Fixed("table", strings.Join(table, "; ")), gen.Slot("most", most))
	return piece(question, slots, "I give each letter of the scheme a sound and let its lines end in that sound.", strings.Join(lines, "\n"),
		[]string{"The lines are grammatical and fit together.", "The stanza is about " + t.Scene.Topic + " or calls up its mood."}, checks...)
}
