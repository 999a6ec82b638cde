package instruction

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
	gen.Register("instruction_following/keyword-counts", "lexical", "Required keywords with counts", "Use each of several keywords a given number of times.", keywordCounts)
	gen.Register("instruction_following/forbidden-words", "lexical", "Forbidden words", "Write on a topic without its most obvious words.", forbiddenWords)
	gen.Register("instruction_following/letter-frequency", "lexical", "Letter frequency bound", "Keep the number of times that letters occur within bounds.", letterFrequency)
	gen.Register("instruction_following/no-repeated-content-word", "lexical", "No repeated content word",
		"Write sentences in which no content word occurs twice.", noRepeatedContentWord)
	gen.Register("instruction_following/keyword-position", "lexical", "Keyword at a position", "Put words at stated positions of stated sentences.", keywordPosition)
}

// keywordCounts asks for a text with each keyword exactly so often. Difficulty
// adds keywords and occurrences.
func keywordCounts(r *rand.Rand, d gen.Difficulty) task.Item {
	scene := gen.Pick(r, lexicon.Scenes())
	n := gen.Of(d, 2, 2, 3, 4, 5)
	words := gen.Sample(r, scene.Things, n)
	w := draftOf(r, scene, words)
	w.Composer = lexicon.NewComposer(r, scene, func(word string) bool { return !slices.Contains(words, word) && word != w.Name })
	counts := numbersUpTo(r, n, gen.Of(d, 3, 4, 5, 6, 7))
	var sentences []string
	args := map[string]int{w.Name: 1}
	asked := make([]string, n)
	values := []gen.Value{}
	for i, word := range words {
		for range counts[i] {
			sentences = append(sentences, w.Composer.Compose(gen.Between(r, 6, 9), lexicon.Wish{Thing: word}).String())
		}
		args[word] = counts[i]
		asked[i] = fmt.Sprintf("\"%s\" exactly {k%d} times", word, i+1)
		values = append(values, gen.Slot(fmt.Sprintf("k%d", i+1), counts[i]))
	}
	sentences[0] = w.Composer.Compose(8, lexicon.Wish{Thing: words[0], Person: w.Name}).String()
	r.Shuffle(len(sentences), func(i, j int) { sentences[i], sentences[j] = sentences[j], sentences[i] })
	values = append(values, gen.Fixed("topic", scene.Topic), gen.Fixed("name", w.Name))
	all := strings.Join(asked[:n-1], ", ") + " and " + asked[n-1]
	question, slots := gen.Ask(r, []string{
		"Write a text about {topic} that uses these words in the singular: " + all + ". Only whole words count, in any letter case. The name {name} must occur exactly once.",
		"Describe {topic} with the following vocabulary: " + all + " (whole words, plurals do not count). Mention {name} precisely once.",
		"Tell of {name} and {topic}. The name stands in the text only once; moreover use " + all + ". A plural or a longer word is not an occurrence.",
	}, values...)
	return closed(question, slots, fmt.Sprintf("The words need %s occurrences.", joinInts(counts)), strings.Join(sentences, " "), rule.New("word-counts", "counts", args))
}

// numbersUpTo draws n different numbers from 2 to hi, or to n+1 where hi is less.
func numbersUpTo(r *rand.Rand, n, hi int) []int {
	order := r.Perm(max(hi-1, n))[:n]
	for i := range order {
		order[i] += 2
	}
	return order
}

// forbiddenWords asks for n sentences about a scene without many of the words
// that belong to it. Difficulty adds words and sentences.
func forbiddenWords(r *rand.Rand, d gen.Difficulty) task.Item {
	scene := gen.Pick(r, lexicon.Scenes())
	k := gen.Of(d, 2, 3, 4, 5, 6)
	things := gen.Sample(r, scene.Things, len(scene.Things))
	bad := slices.Concat(things[:k], gen.Sample(r, scene.People, min(3, (k+1)/2)), gen.Sample(r, scene.Places, min(2, k/2)))
	w := draftOf(r, scene, things[k:])
	w.Composer = lexicon.NewComposer(r, scene, func(word string) bool { return !slices.Contains(bad, word) })
	r.Shuffle(len(bad), func(i, j int) { bad[i], bad[j] = bad[j], bad[i] })
	n := gen.Of(d, 3, 4, 5, 6, 8) + r.IntN(3)
	sentences := w.several(n, 6, 11)
	q, slots := w.Ask([]string{
		"Write exactly {n} sentences about {topic}. Mention {name} and the word {thing}. None of these words may occur: {bad}.",
		"Describe {topic} in {n} sentences, with {name} and the word {thing}, but avoid the following words altogether: {bad}.",
		"Taboo: {bad}. Without these words, tell about {topic} in exactly {n} sentences in which {name} and the word {thing} appear.",
	}, gen.Slot("n", n), gen.Fixed("bad", strings.Join(bad, ", ")))
	return closed(q, slots, "I use other words for the people, things and places.", strings.Join(sentences, " "),
		rule.Exactly("sentences", n), rule.Exclude(bad...), w.mention())
}

// letterFrequency asks for n sentences in which letters occur at most, at least
// or, from difficulty 4 on, exactly so often. Difficulty adds letters.
func letterFrequency(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	n := gen.Of(d, 3, 3, 4, 5, 6) + r.IntN(2)
	text := strings.Join(w.several(n, 6, 10), " ")
	letters := gen.Sample(r, strings.Split("bcdfghklmprtuvwy", ""), gen.Of(d, 1, 1, 2, 2, 3))
	checks := []task.Check{rule.Exactly("sentences", n), w.mention()}
	var asked, working []string
	values := []gen.Value{gen.Slot("n", n)}
	for i, letter := range letters {
		count := strings.Count(strings.ToLower(text), letter)
		name := fmt.Sprintf("k%d", i+1)
		form := r.IntN(2)
		if count < 3 {
			form = 0 // a lower bound would ask for next to nothing
		}
		switch {
		case d >= 4 && i == 0:
			asked = append(asked, "exactly {"+name+"} times the letter "+letter)
			checks = append(checks, rule.Exactly("letter-count", count, "letter", letter))
			values = append(values, gen.Slot(name, count))
		case form == 0:
			asked = append(asked, "no more than {"+name+"} times the letter "+letter)
			checks = append(checks, rule.AtMost("letter-count", count+1, "letter", letter))
			values = append(values, gen.Slot(name, count+1))
		default:
			asked = append(asked, "at least {"+name+"} times the letter "+letter)
			checks = append(checks, rule.AtLeast("letter-count", max(count-1, 0), "letter", letter))
			values = append(values, gen.Slot(name, max(count-1, 0)))
		}
		working = append(working, fmt.Sprintf("%s: %d", letter, count))
	}
	question, slots := w.Ask([]string{
		"Write {n} sentences about {topic}, with {name} and the word {thing}. The text must contain " + join(asked) + " (capital or small).",
		"On {topic}: exactly {n} sentences that mention {name} and the word {thing} and hold " + join(asked) + ", counting capitals as well.",
		"Count letters while you describe {topic} in {n} sentences: " + join(asked) + ", in either case. {name} and the word {thing} must appear.",
	}, values...)
	return closed(question, slots, "Letters in the text, "+strings.Join(working, "; ")+".", text, checks...)
}

func join(parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

// noRepeatedContentWord asks for n sentences of which no content word occurs
// twice. Difficulty adds sentences and a least number of words.
func noRepeatedContentWord(r *rand.Rand, d gen.Difficulty) task.Item {
	scene := gen.Pick(r, lexicon.Scenes())
	w := draftOf(r, scene, gen.Sample(r, scene.Things, 5))
	n := gen.Of(d, 3, 4, 4, 5, 6)
	seen := map[string]bool{}
	var sentences []string
	words := 0
	for len(sentences) < n { // some ten words are used of several hundred, so most tries fit
		composer := lexicon.NewComposer(r, scene, func(word string) bool {
			return !seen[strings.ToLower(word)] && word != "another" && word != "one" && word != "without"
		})
		composer.Fresh = true
		wish := lexicon.Wish{}
		if len(sentences) == 0 {
			wish = lexicon.Wish{Person: w.Name, Thing: w.Thing}
		}
		s := composer.Compose(gen.Between(r, 6, 9), wish)
		if !repeats(s.Words, seen) {
			sentences = append(sentences, s.String())
			words += len(s.Words)
		}
	}
	least := words - r.IntN(3)
	q, slots := w.Ask([]string{
		"Write exactly {n} sentences about {topic}, at least {least} words in all, in which no content word occurs twice. Articles, pronouns, conjunctions and everyday prepositions may be repeated. Mention {name} and the word {thing}.",
		"In {n} sentences on {topic} with {name} and the word {thing}, never use a noun, verb, adjective, adverb or name a second time. Only small function words such as \"the\" and \"in\" may come back. Write {least} words or more.",
		"A text of {n} sentences and no fewer than {least} words about {topic}: every word in it is new, function words like \"the\", \"and\" or \"at\" excepted. {name} and the word {thing} appear in it.",
	}, gen.Slot("n", n), gen.Slot("least", least))
	return closed(q, slots, "I strike out each content word once it is used.", strings.Join(sentences, " "),
		rule.Exactly("sentences", n), rule.AtLeast("words", least), rule.New("no-repeated-words", "content_only", true), w.mention())
}

// mayRepeat are the function words of composed sentences; the check's list of
// stop words holds them all.
var mayRepeat = strings.Fields("the a an this that our by at in for all after before during again and while but as")

// repeats says whether a content word was seen before, and notes the words if not.
func repeats(words []string, seen map[string]bool) bool {
	own := map[string]bool{}
	for _, word := range words {
		word = strings.ToLower(word)
		if slices.Contains(mayRepeat, word) {
			continue
		}
		if seen[word] || own[word] {
			return true
		}
		own[word] = true
	}
	for word := range own {
		seen[word] = true
	}
	return false
}

// keywordPosition asks for words at the n-th place of the m-th sentence.
// Difficulty adds sentences and placed words.
func keywordPosition(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	n := gen.Of(d, 3, 4, 5, 6, 8)
	placed := gen.Of(d, 1, 2, 2, 3, 4)
	checks := []task.Check{rule.Exactly("sentences", n), rule.Include(w.Name)}
	values := []gen.Value{gen.Slot("n", n)}
	targets := r.Perm(n)[:placed]
	var sentences, asked []string
	for i := range n {
		s := w.Composer.Compose(gen.Between(r, 7, 12), lexicon.Wish{Thing: gen.Pick(r, w.Scene.Things)})
		sentences = append(sentences, s.String())
		j := slices.Index(targets, i)
		if j < 0 {
			continue
		}
		word := s.Words[s.Thing]
		options := slices.Clone(w.Things)
		if !slices.Contains(options, word) {
			options[0] = word
		}
		p := fmt.Sprint(j + 1)
		asked = append(asked, "the word {w"+p+"} must be word number {p"+p+"} of sentence number {s"+p+"}")
		values = append(values, gen.SlotOf("w"+p, word, options), gen.Slot("p"+p, s.Thing+1), gen.Slot("s"+p, i+1))
		checks = append(checks, rule.New("word-at", "word", word, "n", s.Thing+1, "sentence", i+1))
	}
	last := fmt.Sprintf("That is what %s told me.", w.Name)
	sentences = append(sentences, last)
	checks[0] = rule.Exactly("sentences", n+1)
	values[0] = gen.Slot("n", n+1)
	checks = append(checks, rule.New("last-sentence", "sentence", last))
	values = append(values, gen.Fixed("last", last))
	question, slots := w.Ask([]string{
		"Write exactly {n} sentences about {topic}. " + lexicon.Capital(join(asked)) + ". The last sentence is: {last}",
		"Compose a text of {n} sentences on {topic} in which words have fixed places: " + join(asked) + ". Close with \"{last}\"",
		"Tell something about {topic} in {n} sentences, the final one being \"{last}\" Moreover, " + join(asked) + ".",
	}, values...)
	return item(question, slots, "I count the words of the sentences in question.", strings.Join(sentences, " "), checks...)
}
